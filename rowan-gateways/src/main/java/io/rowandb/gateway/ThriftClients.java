package io.rowandb.gateway;

import java.net.InetSocketAddress;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.thrift.TBoundedThreadPoolServer;
import org.apache.thrift.transport.TTransportException;

/**
 * The open resources of a Thrift gateway's clients, and the gateway's limits. Safe for many
 * threads.
 */
final class ThriftClients {
  /** HBase's gateway for version 1 keeps a scanner for two leases, that for version 2 for one. */
  private static final int LEASES = 2;

  private final GatewayLimits limits;
  private final boolean framed;
  private final GatewayMemory memory;
  private final ClientConnections connections;
  private final OpenScanners scanners;

  private ThriftClients(
      GatewayLimits limits, boolean framed, int maxConnections, long scannerMillis) {
    this.limits = limits;
    this.framed = framed;
    this.memory = new GatewayMemory(limits.totalBytes());
    this.connections = new ClientConnections(maxConnections, limits.requestMillis());
    this.scanners = new OpenScanners(limits, memory, scannerMillis);
  }

  /**
   * Without clients.
   *
   * @throws IllegalArgumentException names a key whose value is not allowed
   */
  static ThriftClients of(Configuration conf) {
    int leaseMillis =
        conf.getInt(
            HConstants.HBASE_CLIENT_SCANNER_TIMEOUT_PERIOD,
            HConstants.DEFAULT_HBASE_CLIENT_SCANNER_TIMEOUT_PERIOD);
    // Each connection has a thread.
    int threads =
        conf.getInt(
            TBoundedThreadPoolServer.MAX_WORKER_THREADS_CONF_KEY,
            TBoundedThreadPoolServer.DEFAULT_MAX_WORKER_THREADS);
    return new ThriftClients(
        GatewayLimits.of(conf),
        conf.getBoolean("hbase.regionserver.thrift.framed", false),
        threads,
        (long) LEASES * leaseMillis);
  }

  /** Listens at an address. */
  RequestSockets listen(InetSocketAddress address, int idleMillis) throws TTransportException {
    return new RequestSockets(address, limits, memory, connections, framed, idleMillis);
  }

  /** How many clients are connected. */
  int connections() {
    return connections.count();
  }

  /** How many requests are at work. */
  int working() {
    return connections.working().size();
  }

  /** Tables for requests of these clients. */
  LimitedTables tables() {
    return new LimitedTables(scanners);
  }

  /** Ends what clients have left. */
  void tick() {
    connections.closeStalled();
    connections.noteLeft();
    scanners.closeUnused();
  }
}
