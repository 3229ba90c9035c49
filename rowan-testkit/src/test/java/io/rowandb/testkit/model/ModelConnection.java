package io.rowandb.testkit.model;

import java.util.concurrent.ExecutorService;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableBuilder;

/** A connection to the model: tables and an admin, no mutator and no locator. */
final class ModelConnection implements Connection {
  private final ModelStore store;
  private final Configuration conf = new Configuration(false);
  private volatile boolean closed;

  ModelConnection(ModelStore store) {
    this.store = store;
  }

  @Override
  public Configuration getConfiguration() {
    return conf;
  }

  @Override
  public BufferedMutator getBufferedMutator(TableName table) {
    throw new UnsupportedOperationException("the model collects no writes");
  }

  @Override
  public BufferedMutator getBufferedMutator(BufferedMutatorParams params) {
    throw new UnsupportedOperationException("the model collects no writes");
  }

  @Override
  public RegionLocator getRegionLocator(TableName table) {
    throw new UnsupportedOperationException("the model has no servers");
  }

  @Override
  public void clearRegionLocationCache() {
    // Nothing is cached.
  }

  @Override
  public Admin getAdmin() {
    return ModelAdmin.create(store, this);
  }

  @Override
  public TableBuilder getTableBuilder(TableName name, ExecutorService pool) {
    return new TableBuilder() {
      @Override
      public TableBuilder setOperationTimeout(int millis) {
        return this;
      }

      @Override
      public TableBuilder setRpcTimeout(int millis) {
        return this;
      }

      @Override
      public TableBuilder setReadRpcTimeout(int millis) {
        return this;
      }

      @Override
      public TableBuilder setWriteRpcTimeout(int millis) {
        return this;
      }

      @Override
      public TableBuilder setRequestAttribute(String key, byte[] value) {
        return this;
      }

      @Override
      public Table build() {
        return new ModelTable(store, name, conf);
      }
    };
  }

  @Override
  public void close() {
    closed = true;
  }

  @Override
  public boolean isClosed() {
    return closed;
  }

  @Override
  public void abort(String why, Throwable cause) {
    close();
  }

  @Override
  public boolean isAborted() {
    return closed;
  }
}
