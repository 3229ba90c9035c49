package io.rowandb.client.direct;

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
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableBuilder;
import org.apache.hadoop.hbase.security.User;

/**
 * HBase's {@code Connection} over a store of this process; {@code hbase.client.connection.impl}
 * names it.
 *
 * <p>It holds a share of the open database from construction until {@link #close}, which also
 * closes the complete door that its {@code Admin} uses. Its tables, locators and mutators hold no
 * resources of their own and fail after it is closed. Safe for use by many threads.
 */
public final class DirectConnection implements Connection {
  // Fixed at construction.
  private final Configuration conf;
  private final ClientSettings settings;
  private final ConnectedStore store;
  private final RareCalls rareCalls;

  /** Held by who closes it, to the end. */
  private final Object closing = new Object();

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
    this.store = ConnectedStore.open(conf, settings);
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
    return new DirectTableBuilder(
        settings, (timeouts, attributes) -> table(tableName, timeouts, attributes));
  }

  @Override
  public BufferedMutator getBufferedMutator(TableName tableName) throws IOException {
    return getBufferedMutator(new BufferedMutatorParams(tableName));
  }

  @Override
  public BufferedMutator getBufferedMutator(BufferedMutatorParams params) throws IOException {
    if (store.isClosed()) {
      throw new IllegalArgumentException("Connection is null or closed.");
    }
    if (TableName.META_TABLE_NAME.equals(params.getTableName())) {
      return rareCalls.connection().getBufferedMutator(params);
    }
    return DirectBufferedMutator.open(params, conf, settings, access(params.getTableName()));
  }

  @Override
  public RegionLocator getRegionLocator(TableName tableName) throws IOException {
    if (TableName.META_TABLE_NAME.equals(tableName)) {
      return rareCalls.connection().getRegionLocator(tableName);
    }
    return new DirectRegionLocator(tableName, access(tableName));
  }

  @Override
  public void clearRegionLocationCache() {
    // There is no cache: every request looks its region up.
  }

  @Override
  public Admin getAdmin() throws IOException {
    store.database(); // fails when it is closed
    return AdminProxy.create(new DirectAdmin(this, store, settings), rareCalls);
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
    return store.clusterId();
  }

  @Override
  public void close() throws IOException {
    synchronized (closing) { // who comes second waits until all is safe
      if (!store.isClosed()) {
        store.refuseRequests();
        try (store) {
          rareCalls.close();
        }
      }
    }
  }

  @Override
  public boolean isClosed() {
    return store.isClosed();
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
      return store.isClosed() || store.isLost();
    } catch (IOException e) {
      throw new UncheckedIOException("Asking who has the store of " + this, e);
    }
  }

  @Override
  public String toString() {
    return store.toString();
  }

  /** The store as this connection has it. */
  ConnectedStore store() {
    return store;
  }

  /** The way to the regions of a table. */
  TableAccess access(TableName table) {
    return new TableAccess(store, settings, table);
  }

  private Table table(TableName name, Timeouts timeouts, Map<String, byte[]> attributes) {
    return new DirectTable(this, name, access(name), settings, rareCalls, timeouts, attributes);
  }
}
