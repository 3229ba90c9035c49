package io.rowandb.gateway;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hbase.thirdparty.org.eclipse.jetty.io.Connection;
import org.apache.hbase.thirdparty.org.eclipse.jetty.server.AbstractConnector;
import org.apache.hbase.thirdparty.org.eclipse.jetty.server.Connector;
import org.apache.hbase.thirdparty.org.eclipse.jetty.server.HttpConnection;
import org.apache.hbase.thirdparty.org.eclipse.jetty.server.Server;
import org.apache.hbase.thirdparty.org.eclipse.jetty.util.thread.Scheduler;
import org.apache.hbase.thirdparty.org.eclipse.jetty.util.thread.ThreadPool;

/**
 * The clients of the REST gateway.
 *
 * <p>Invariants: 1. There are never more connections than the limit, nor than half of the files
 * that the process may still open; when one more comes, one that waits for its client is closed. 2.
 * When more than half of the threads wait for clients in the middle of a body or an answer, threads
 * of slow clients are freed within about a second, the slowest first, of the address that has the
 * most. 3. A request with a silent client does not wait longer than a request may take. 4. Filters
 * that work for clients that have closed their connections end.
 *
 * <p>Safe for many threads.
 */
final class RestClients implements Connection.Listener {
  /** How many connections there may be. */
  static final String CONNECTIONS_KEY = "rowan.rest.connections";

  private static final int CONNECTIONS = 500;
  private static final int FEWEST = 10;
  private static final int THREADS = 100;

  /** A client that may be asked a second time needs so long for it. */
  private static final long LEAST_IDLE_MILLIS = 1_000;

  private static final int LOOKS_EACH_MILLIS = 500;

  private final ThreadPool threads;
  private final ClientConnections open;
  private final int waitingThreads;
  private final long requestNanos;
  private final Map<Connection, RestClient> clients = new ConcurrentHashMap<>();
  private final AtomicBoolean looking = new AtomicBoolean();

  private RestClients(ThreadPool threads, int connections, int waitingThreads, int requestMillis) {
    this.threads = threads;
    this.open = new ClientConnections(connections, requestMillis);
    this.waitingThreads = waitingThreads;
    this.requestNanos = TimeUnit.MILLISECONDS.toNanos(requestMillis);
  }

  /** Watches the connections of a server that has not begun to serve. */
  static RestClients of(Server server, Configuration conf) {
    GatewayLimits limits = GatewayLimits.of(conf);
    int connections = Math.max(FEWEST, Math.min(limit(conf), filesLeft() / 2));
    int threads = conf.getInt("hbase.rest.threads.max", THREADS);
    RestClients clients =
        new RestClients(server.getThreadPool(), connections, threads / 2, limits.requestMillis());
    for (Connector each : server.getConnectors()) {
      AbstractConnector connector = (AbstractConnector) each;
      connector.addBean(clients);
      long idleMillis = Math.max(LEAST_IDLE_MILLIS, limits.requestMillis());
      connector.setIdleTimeout(Math.min(connector.getIdleTimeout(), idleMillis));
    }
    return clients;
  }

  /**
   * The limit that a configuration asks for.
   *
   * @throws IllegalArgumentException when it is no number of 1 or more
   */
  static int limit(Configuration conf) {
    return (int) GatewayLimits.positive(conf, CONNECTIONS_KEY, CONNECTIONS, Integer.MAX_VALUE);
  }

  private static int filesLeft() {
    if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix) {
      long left = unix.getMaxFileDescriptorCount() - unix.getOpenFileDescriptorCount();
      return (int) Math.min(Integer.MAX_VALUE, left);
    }
    return Integer.MAX_VALUE;
  }

  /**
   * Whether requests wait for threads. Jetty keeps the thread of a connection as long as its next
   * request is there already.
   */
  boolean areShortOfThreads() {
    return threads.isLowOnThreads();
  }

  /** The client on a connection that is open. */
  RestClient on(Connection connection) {
    return clients.get(connection);
  }

  @Override
  public void onOpened(Connection connection) {
    // One with TLS is two, of which this is the inner one.
    if (!(connection instanceof HttpConnection http)) {
      return;
    }
    RestClient client = new RestClient(connection.getEndPoint());
    clients.put(connection, client);
    if (!open.add(client)) {
      client.close();
    } else if (looking.compareAndSet(false, true)) {
      look(http.getConnector().getScheduler());
    }
  }

  @Override
  public void onClosed(Connection connection) {
    RestClient client = clients.remove(connection);
    if (client != null) {
      open.remove(client);
    }
  }

  private void look(Scheduler scheduler) {
    try {
      closeSlow();
      closeHalfHeaders();
      open.noteLeft();
    } finally {
      scheduler.schedule(() -> look(scheduler), LOOKS_EACH_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private void closeHalfHeaders() {
    clients.forEach(
        (connection, client) -> {
          boolean inHeader = !((HttpConnection) connection).getParser().isStart();
          if (client.keepsHeaderBack(inHeader, requestNanos)) {
            client.close();
          }
        });
  }

  /** Ends the waiting of threads that others need. */
  private void closeSlow() {
    Map<RestClient, Long> slow = new HashMap<>();
    Map<InetAddress, Integer> counts = new HashMap<>();
    for (RestClient each : clients.values()) {
      long nanos = each.slowNanos();
      if (nanos > 0) {
        slow.put(each, nanos);
        counts.merge(each.address(), 1, Integer::sum);
      }
    }
    Comparator<RestClient> byAddress = Comparator.comparingInt(each -> counts.get(each.address()));
    slow.keySet().stream()
        .sorted(byAddress.thenComparingLong(slow::get).reversed())
        .limit(Math.max(0, slow.size() - waitingThreads))
        .forEach(RestClient::close);
  }
}
