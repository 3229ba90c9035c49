package io.rowandb.gateway;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.thrift.ThriftServer;

/**
 * HBase's Thrift server, of version 1 or 2 of its interface, with a pool of threads.
 *
 * <p>HBase's class serves in the thread that starts it, here a separate one. When stopped it keeps
 * waiting for idle clients for up to a minute; {@link #close} does not wait for that. A request
 * that is in progress then gets either its answer or an error.
 */
final class ThriftGateway implements Gateway {
  /** HBase's key for a second server with pages for people; on, it would need a port of its own. */
  private static final String INFO_PORT_KEY = "hbase.thrift.info.port";

  private final ThriftServer server;
  private final BoundPort port;
  private final ThriftClients clients;
  private final RequestConnection connection;
  private volatile boolean closing;

  private ThriftGateway(
      ThriftServer server, BoundPort port, ThriftClients clients, RequestConnection connection) {
    this.server = server;
    this.port = port;
    this.clients = clients;
    this.connection = connection;
  }

  static ThriftGateway start(Configuration conf, String host, int port, boolean v2)
      throws IOException {
    conf.set("hbase.regionserver.thrift.ipaddress", host);
    conf.setInt("hbase.regionserver.thrift.port", port);
    // The kind of server that can be bound to an address and answers clients of either transport.
    conf.set("hbase.regionserver.thrift.server.type", "threadpool");
    conf.setBoolean("hbase.regionserver.thrift.http", false);
    conf.setInt(INFO_PORT_KEY, -1);
    ThriftClients clients = ThriftClients.of(conf);
    BoundPort bound = new BoundPort(clients);
    if (v2) {
      ThriftTwoServer server = new ThriftTwoServer(conf, bound, clients);
      return new ThriftGateway(server, bound, clients, server::closeConnection).serve();
    }
    ThriftOneServer server = new ThriftOneServer(conf, bound, clients);
    return new ThriftGateway(server, bound, clients, server::closeConnection).serve();
  }

  private ThriftGateway serve() throws IOException {
    CompletableFuture<Integer> listening = port.number();
    Thread thread = new Thread(() -> serve(listening), "rowan-thrift");
    thread.setDaemon(true);
    thread.start();
    try {
      listening.get();
      return this;
    } catch (ExecutionException e) {
      throw new IOException("The Thrift gateway did not start", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted while the Thrift gateway started", e);
    }
  }

  /** Serves until it is closed. A server that ends by itself ends the process, which closes all. */
  private void serve(CompletableFuture<Integer> listening) {
    try {
      server.run();
    } catch (Exception | LinkageError e) {
      listening.completeExceptionally(e);
    }
    if (!closing && !listening.isCompletedExceptionally()) {
      System.err.println("rowan: HBase's Thrift server ended by itself; --verbose shows why");
      System.exit(1);
    }
  }

  /** What its clients have open. */
  ThriftClients clients() {
    return clients;
  }

  @Override
  public String scheme() {
    return "thrift://";
  }

  @Override
  public int port() {
    return port.number().join();
  }

  @Override
  public void tick() {
    clients.tick();
  }

  @Override
  public void close() throws IOException {
    closing = true;
    server.stop();
    connection.close();
  }

  /** Closes the connection that answers requests. */
  private interface RequestConnection {
    void close() throws IOException;
  }
}
