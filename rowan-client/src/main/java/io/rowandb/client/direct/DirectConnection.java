package io.rowandb.client.direct;

import io.rowandb.client.hazard.HazardMode;
import io.rowandb.client.hazard.HazardWatch;
import io.rowandb.client.lease.ScanLeases;
import io.rowandb.client.meta.TableChanges;
import io.rowandb.client.store.SharedStore;
import io.rowandb.engine.Database;
import io.rowandb.engine.io.FailureLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Hbck;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.TableBuilder;
import org.apache.hadoop.hbase.exceptions.ConnectionClosedException;
import org.apache.hadoop.hbase.security.User;

/**
 * HBase's {@code Connection} over a store of this process; {@code hbase.client.connection.impl}
 * names it.
 *
 * <p>It holds a share of the open database from construction until {@link #close}, which also
 * closes the {@code Admin}'s way into it. Tables, locators and mutators made by it hold nothing of
 * their own and fail after its close. Safe for use by many threads.
 */
public final class DirectConnection implements Connection {
  // Fixed at construction.
  private final Configuration conf;
  private final ClientSettings settings;
  private final SharedStore store;
  private final ServerName server;
  private final RareCalls rareCalls;
  private final HazardWatch hazards;
  private final String clusterId;

  /** Held by who closes it, to the end. */
  private final Object closing = new Object();

  private volatile boolean closed;

  /** Those of the open database, or of the one before it. */
  private volatile ScanLeases lastLeases;

  /** As HBase's factory calls it up to version 2.5. */
  DirectConnection(Configuration conf, ExecutorService pool, User user) throws IOException {
    this(conf, pool, user, Map.of());
  }

  /** As HBase's factory calls it from version 2.6 on; only the configuration matters. */
  DirectConnection(
      Configuration conf, ExecutorService pool, User user, Map<String, byte[]> attributes)
      throws IOException {
    this.conf = conf;
    this.settings = ClientSettings.of(conf);
    HazardMode mode = HazardMode.of(conf);
    this.store = SharedStore.acquire(conf);
    this.hazards = HazardWatch.of(mode, store::database);
    this.server = store.server();
    this.clusterId = store.database().id();
    this.rareCalls = new RareCalls(conf, user);
  }

  @Override
  public Configuration getConfiguration() {
    return conf;
  }

  @Override
  public TableBuilder getTableBuilder(TableName tableName, ExecutorService pool) {
    if (TableName.META_TABLE_NAME.equals(tableName)) {
      // The complete door makes hbase:meta.
      return rareCalls.connectionUnchecked().getTableBuilder(tableName, pool);
    }
    return new DirectTableBuilder(this, tableName);
  }

  @Override
  public BufferedMutator getBufferedMutator(TableName tableName) throws IOException {
    return getBufferedMutator(new BufferedMutatorParams(tableName));
  }

  @Override
  public BufferedMutator getBufferedMutator(BufferedMutatorParams params) throws IOException {
    if (closed) {
      throw new IllegalArgumentException("Connection is null or closed.");
    }
    if (TableName.META_TABLE_NAME.equals(params.getTableName())) {
      return rareCalls.connection().getBufferedMutator(params);
    }
    TableAccess access = new TableAccess(this, params.getTableName());
    Batch batch = new Batch(access, server.getServerName());
    return new DirectBufferedMutator(params, conf, settings, access, batch);
  }

  @Override
  public RegionLocator getRegionLocator(TableName tableName) throws IOException {
    if (TableName.META_TABLE_NAME.equals(tableName)) {
      return rareCalls.connection().getRegionLocator(tableName);
    }
    return new DirectRegionLocator(tableName, new TableAccess(this, tableName), server);
  }

  @Override
  public void clearRegionLocationCache() {
    // There is no cache: every request looks its region up.
  }

  @Override
  public Admin getAdmin() throws IOException {
    database();
    return AdminProxy.create(new DirectAdmin(this), rareCalls);
  }

  /** A method of HBase 3.0's interface. */
  public AsyncConnection toAsyncConnection() {
    try {
      return rareCalls.asyncConnection();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Hbck getHbck() throws IOException {
    return rareCalls.connection().getHbck();
  }

  @Override
  public Hbck getHbck(ServerName masterServer) throws IOException {
    return rareCalls.connection().getHbck(masterServer);
  }

  @Override
  public String getClusterId() {
    return clusterId;
  }

  @Override
  public void close() throws IOException {
    synchronized (closing) { // who comes second waits until all is safe
      if (!closed) {
        closed = true;
        try (store) {
          rareCalls.close();
        }
      }
    }
  }

  @Override
  public boolean isClosed() {
    return closed;
  }

  @Override
  public void abort(String why, Throwable cause) {
    FailureLog.error(DirectConnection.class, "Aborting " + this + ": " + why, cause);
    try {
      close();
    } catch (IOException e) {
      throw new UncheckedIOException("Closing " + this + " after: " + why, e);
    }
  }

  /**
   * Also true when another process has taken the store, from when on nothing is written any more.
   */
  @Override
  public boolean isAborted() {
    try {
      Database database = store.database();
      return closed || database == null || database.isLost();
    } catch (IOException e) {
      throw new UncheckedIOException("Asking who has the store of " + this, e);
    }
  }

  @Override
  public String toString() {
    return "rowan:" + conf.get("rowan.path");
  }

  /** The open database. */
  Database database() throws ConnectionClosedException {
    Database database = store.database();
    if (closed || database == null) {
      throw new ConnectionClosedException(this + " closed");
    }
    return database;
  }

  /** The way to change tables of the open database. */
  TableChanges tableChanges() throws IOException {
    database();
    return store.tableChanges();
  }

  /** Where the open scans of the database are kept. */
  ScanLeases leases() throws IOException {
    ScanLeases known = lastLeases;
    if (known == null || known.isClosed()) {
      database();
      known =
          store.service(
              ScanLeases.class,
              open ->
                  new ScanLeases(
                      open.database().options().clock(), settings.scannerTimeoutMillis()));
      lastLeases = known;
    }
    return known;
  }

  ClientSettings settings() {
    return settings;
  }

  HazardWatch hazards() {
    return hazards;
  }

  RareCalls rareCalls() {
    return rareCalls;
  }

  ServerName server() {
    return server;
  }
}
