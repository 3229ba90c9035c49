package io.rowandb.gateway;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.apache.thrift.transport.TServerTransport;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;

/** Accepts the connections of a gateway. Safe for many threads. */
final class RequestSockets extends TServerTransport {
  private final ServerSocket socket;
  private final GatewayLimits limits;
  private final GatewayMemory memory;
  private final ClientConnections connections;
  private final boolean framed;
  private final int idleMillis;

  /**
   * Bound to an address, not listening yet.
   *
   * @param framed as in {@link RequestTransport}
   * @param idleMillis how long a client may say nothing
   */
  RequestSockets(
      InetSocketAddress address,
      GatewayLimits limits,
      GatewayMemory memory,
      ClientConnections connections,
      boolean framed,
      int idleMillis)
      throws TTransportException {
    this.limits = limits;
    this.memory = memory;
    this.connections = connections;
    this.framed = framed;
    this.idleMillis = idleMillis;
    try {
      this.socket = new ServerSocket();
      socket.setReuseAddress(true);
      socket.bind(address);
    } catch (IOException e) {
      throw new TTransportException(TTransportException.NOT_OPEN, e);
    }
  }

  int port() {
    return socket.getLocalPort();
  }

  @Override
  public void listen() {
    // The system does since it was bound, and keeps clients until they are accepted.
  }

  @Override
  public TTransport accept() throws TTransportException {
    try {
      while (true) {
        // Those after one that waits do so too, in the system, as long as it has room for them.
        RequestTransport connection = connection(socket.accept());
        if (connections.addInTime(connection, socket::isClosed)) {
          return connection;
        }
        connection.close();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TTransportException(TTransportException.UNKNOWN, e);
    } catch (IOException e) {
      throw new TTransportException(TTransportException.UNKNOWN, e);
    }
  }

  private RequestTransport connection(Socket client) throws IOException {
    try {
      client.setTcpNoDelay(true);
      client.setKeepAlive(true);
      return new RequestTransport(client, limits, memory, framed, idleMillis, connections::remove);
    } catch (IOException e) {
      client.close();
      throw e;
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new IllegalStateException("A socket of the system could not be closed", e);
    }
  }

  @Override
  public void interrupt() {
    close();
  }
}
