package io.rowandb.gateway;

import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.thrift.TBoundedThreadPoolServer;
import org.apache.hadoop.hbase.thrift.ThriftMetrics;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.server.TServer;
import org.apache.thrift.transport.TTransportException;

/**
 * The port of a Thrift server. HBase's class binds its socket internally, and does not tell when it
 * is bound or which free port it got; this class tells both. Clients can connect as soon as it is
 * bound: the operating system queues them until the server accepts.
 */
final class BoundPort {
  /** How long HBase's server keeps a client that says nothing: its key and default. */
  private static final String READ_TIMEOUT_KEY = "hbase.thrift.server.socket.read.timeout";

  private static final int READ_TIMEOUT_MILLIS = 60_000;

  private final ThriftClients clients;
  private final CompletableFuture<Integer> number = new CompletableFuture<>();

  /**
   * Not bound yet.
   *
   * @param clients whose connections it makes
   */
  BoundPort(ThriftClients clients) {
    this.clients = clients;
  }

  /** Completes when the socket is bound, or with what kept the server from coming that far. */
  CompletableFuture<Integer> number() {
    return number;
  }

  /** HBase's own server with a pool of threads, on a socket that is bound to the address. */
  TServer server(
      Configuration conf,
      ThriftMetrics metrics,
      TProcessor processor,
      TProtocolFactory protocols,
      InetSocketAddress address)
      throws TTransportException {
    int idleMillis = conf.getInt(READ_TIMEOUT_KEY, READ_TIMEOUT_MILLIS);
    RequestSockets sockets = clients.listen(address, idleMillis);
    TBoundedThreadPoolServer.Args arguments = new TBoundedThreadPoolServer.Args(sockets, conf);
    arguments.processor(new RequestProcessor(processor));
    arguments.protocolFactory(
        transport ->
            new MeteredProtocol(protocols.getProtocol(transport), (RequestTransport) transport));
    TServer server = new TBoundedThreadPoolServer(arguments, metrics);
    number.complete(sockets.port());
    return server;
  }
}
