package io.rowandb.client.direct;

import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableBuilder;

/** Collects the settings of a {@link DirectTable}. Used by one thread. */
final class DirectTableBuilder implements TableBuilder {
  private final DirectConnection connection;
  private final TableName name;
  private int operationTimeoutMillis;
  private int rpcTimeoutMillis;
  private int readTimeoutMillis;
  private int writeTimeoutMillis;
  private Map<String, byte[]> requestAttributes = Map.of();

  DirectTableBuilder(DirectConnection connection, TableName name) {
    ClientSettings settings = connection.settings();
    this.connection = connection;
    this.name = name;
    this.operationTimeoutMillis = settings.operationTimeoutMillis();
    this.rpcTimeoutMillis = settings.rpcTimeoutMillis();
    this.readTimeoutMillis = settings.readTimeoutMillis();
    this.writeTimeoutMillis = settings.writeTimeoutMillis();
  }

  @Override
  public TableBuilder setOperationTimeout(int timeout) {
    operationTimeoutMillis = timeout;
    return this;
  }

  @Override
  public TableBuilder setRpcTimeout(int timeout) {
    rpcTimeoutMillis = timeout;
    return this;
  }

  @Override
  public TableBuilder setReadRpcTimeout(int timeout) {
    readTimeoutMillis = timeout;
    return this;
  }

  @Override
  public TableBuilder setWriteRpcTimeout(int timeout) {
    writeTimeoutMillis = timeout;
    return this;
  }

  @Override
  public TableBuilder setRequestAttribute(String key, byte[] value) {
    if (requestAttributes.isEmpty()) {
      requestAttributes = new HashMap<>();
    }
    requestAttributes.put(key, value);
    return this;
  }

  @Override
  public Table build() {
    return new DirectTable(
        connection,
        name,
        new Timeouts(
            operationTimeoutMillis, rpcTimeoutMillis, readTimeoutMillis, writeTimeoutMillis),
        requestAttributes);
  }
}
