package io.rowandb.testkit.conformance;

import io.rowandb.testkit.model.ModelStore;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;

/** The model: sorted sets behind HBase's synchronous interfaces. */
final class ModelBackend implements Backend {
  private final BackendClock clock = new BackendClock();
  private final ModelStore store = new ModelStore(clock::millis);
  private final Connection connection = store.connect();

  @Override
  public String name() {
    return "model";
  }

  @Override
  public Set<Capability> capabilities() {
    return EnumSet.noneOf(Capability.class);
  }

  @Override
  public Connection connection() {
    return connection;
  }

  @Override
  public Connection open() {
    return store.connect();
  }

  @Override
  public AsyncConnection openAsync() {
    throw new UnsupportedOperationException("the model answers at once");
  }

  @Override
  public void flush(TableName table) throws IOException {
    store.flush(table);
  }

  @Override
  public void compact(TableName table) throws IOException {
    store.compact(table);
  }

  @Override
  public void majorCompact(TableName table) throws IOException {
    store.majorCompact(table);
  }

  @Override
  public void reopen() {
    throw new UnsupportedOperationException("the model keeps nothing");
  }

  @Override
  public BackendClock clock() {
    return clock;
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
