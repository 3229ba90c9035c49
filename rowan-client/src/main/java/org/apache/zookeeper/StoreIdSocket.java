package org.apache.zookeeper;

import io.rowandb.client.store.SharedStore;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ClusterId;
import org.apache.zookeeper.ClientCnxn.Packet;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.data.Stat;
import org.apache.zookeeper.proto.ConnectRequest;
import org.apache.zookeeper.proto.ExistsRequest;
import org.apache.zookeeper.proto.GetDataRequest;
import org.apache.zookeeper.proto.GetDataResponse;
import org.apache.zookeeper.proto.SetDataResponse;

/**
 * Replaces a socket to ZooKeeper. HBase's {@code CopyTable} and {@code Import} ask ZooKeeper, not
 * the connection, for the cluster's id before they write; this class answers them in the process,
 * without opening a port.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>There is one node, {@code hbaseid} in the directory of any cluster, and it holds the id of
 *       the store that {@link SharedStore#PATH_KEY} names. Every other node does not exist, and
 *       none can be made.
 *   <li>Requests are answered in the order in which ZooKeeper's client queued them; the session
 *       request comes first.
 * </ol>
 *
 * Used by the sending thread of one ZooKeeper client, which makes it by reflection.
 */
final class StoreIdSocket extends ClientCnxnSocket {
  private static final String ID_NODE = "/hbaseid";

  /** Any number but zero, which would be no session. */
  private static final long SESSION = 1;

  // Fixed at construction.
  private final String storePath;

  // Of the sending thread.
  private byte[] id = {};
  private volatile boolean connected;

  /** For reflection. */
  StoreIdSocket(ZKClientConfig config) {
    clientConfig = config;
    storePath = config.getProperty(SharedStore.PATH_KEY, "");
  }

  @Override
  boolean isConnected() {
    return connected;
  }

  @Override
  void connect(InetSocketAddress address) throws IOException {
    Configuration conf = new Configuration(false);
    conf.set(SharedStore.PATH_KEY, storePath);
    try (SharedStore store = SharedStore.acquire(conf)) {
      id = new ClusterId(store.database().id()).toByteArray();
    }
    connected = true;
    sendThread.primeConnection();
  }

  @Override
  void doTransport(int waitMillis, Queue<Packet> pending, ClientCnxn client)
      throws IOException, InterruptedException {
    Packet packet = outgoingQueue.poll(waitMillis, TimeUnit.MILLISECONDS);
    updateNow();
    updateLastSendAndHeard();
    if (packet == null) {
      return;
    }
    if (packet.request instanceof ConnectRequest request) {
      sendThread.onConnected(request.getTimeOut(), SESSION, request.getPasswd(), false);
    } else if (packet.replyHeader != null) {
      packet.replyHeader.setErr(answer(packet).intValue());
      client.finishPacket(packet);
    }
  }

  private Code answer(Packet packet) {
    Stat stat = new Stat();
    stat.setDataLength(id.length);
    // ZooKeeper's client has both kinds of answer that are a state alone filled into this one.
    if (packet.request instanceof ExistsRequest request
        && packet.response instanceof SetDataResponse response
        && request.getPath().endsWith(ID_NODE)) {
      response.setStat(stat);
      return Code.OK;
    }
    if (packet.request instanceof GetDataRequest request
        && packet.response instanceof GetDataResponse response
        && request.getPath().endsWith(ID_NODE)) {
      response.setStat(stat);
      response.setData(id);
      return Code.OK;
    }
    return packet.requestHeader.getType() == ZooDefs.OpCode.closeSession ? Code.OK : Code.NONODE;
  }

  @Override
  SocketAddress getRemoteSocketAddress() {
    return null;
  }

  @Override
  SocketAddress getLocalSocketAddress() {
    return null;
  }

  @Override
  void cleanup() {
    connected = false;
  }

  @Override
  void sendPacket(Packet packet) {
    throw new UnsupportedOperationException("SASL: nobody is authenticated in an embedded store");
  }

  @Override
  void packetAdded() {
    // doTransport waits for the queue itself.
  }

  @Override
  void onClosing() {
    // Wakes the sending thread, for which the closing one waits; nobody waits for an answer.
    outgoingQueue.add(new Packet(null, null, null, null, null));
  }

  @Override
  void saslCompleted() {
    // There is none.
  }

  @Override
  void connectionPrimed() {
    // Nothing was held back.
  }

  @Override
  void testableCloseSocket() {
    connected = false;
  }

  @Override
  void close() {
    connected = false;
  }
}
