package io.rowandb.client.direct;

import io.rowandb.client.hazard.HazardMode;
import io.rowandb.client.hazard.HazardWatch;
import io.rowandb.client.lease.ScanLeases;
import io.rowandb.client.meta.TableChanges;
import io.rowandb.client.store.SharedStore;
import io.rowandb.engine.Database;
import io.rowandb.engine.background.TableView;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.exceptions.ConnectionClosedException;

/**
 * The store as one connection sees it: what its tables, mutators and admin need to know about the
 * connection. It holds a share of the open database until {@link #close}. After {@link
 * #refuseRequests} all requests fail. Safe for use by many threads.
 */
final class ConnectedStore implements Closeable {
  // Fixed at construction.
  private final SharedStore shared;
  private final String name;
  private final HazardWatch hazards;
  private final long scannerTimeoutMillis;
  private final ServerName server;
  private final String clusterId;

  private volatile boolean closed;

  /** Those of the open database, or of the one before it. */
  private volatile ScanLeases lastLeases;

  private ConnectedStore(
      SharedStore shared, String name, HazardMode mode, long scannerTimeoutMillis) {
    this.shared = shared;
    this.name = name;
    this.hazards = HazardWatch.of(mode, shared::database);
    this.scannerTimeoutMillis = scannerTimeoutMillis;
    this.server = shared.server();
    this.clusterId = shared.database().id();
  }

  /** Opens the store that a configuration names, or joins those who have it open. */
  static ConnectedStore open(Configuration conf, ClientSettings settings) throws IOException {
    HazardMode mode = HazardMode.of(conf); // first: what it refuses opens nothing
    return new ConnectedStore(
        SharedStore.acquire(conf),
        "rowan:" + conf.get(SharedStore.PATH_KEY),
        mode,
        settings.scannerTimeoutMillis());
  }

  /** The open database. */
  Database database() throws ConnectionClosedException {
    Database database = shared.database();
    if (closed || database == null) {
      throw new ConnectionClosedException(name + " closed");
    }
    return database;
  }

  /** The way to change tables of the open database. */
  TableChanges tableChanges() throws IOException {
    database();
    return shared.tableChanges();
  }

  /** Where the open scans of the database are kept. */
  ScanLeases leases() throws IOException {
    ScanLeases known = lastLeases;
    if (known == null || known.isClosed()) {
      database();
      known =
          shared.service(
              ScanLeases.class,
              open -> new ScanLeases(open.database().options().clock(), scannerTimeoutMillis));
      lastLeases = known;
    }
    return known;
  }

  /** The table with the regions that requests go to. */
  TableView watched(TableView table) {
    return hazards.on(table);
  }

  /** The server that all regions are on. */
  ServerName server() {
    return server;
  }

  /** The cluster id. */
  String clusterId() {
    return clusterId;
  }

  /** Whether requests are refused. */
  boolean isClosed() {
    return closed;
  }

  /** Whether the database is closed, or another process has taken it. */
  boolean isLost() throws IOException {
    Database database = shared.database();
    return database == null || database.isLost();
  }

  /** Fails what is asked from now on; the database stays open. */
  void refuseRequests() {
    closed = true;
  }

  /** Gives the share back. */
  @Override
  public void close() throws IOException {
    refuseRequests();
    shared.close();
  }

  @Override
  public String toString() {
    return name;
  }
}
