package io.rowandb.client.direct;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableBuilder;

/** Collects the settings of a table. Used by one thread. */
final class DirectTableBuilder implements TableBuilder {
  private final BiFunction<Timeouts, Map<String, byte[]>, Table> maker;
  private int operationTimeoutMillis;
  private int rpcTimeoutMillis;
  private int readTimeoutMillis;
  private int writeTimeoutMillis;
  private Map<String, byte[]> requestAttributes = Map.of();

  /**
   * Begins with what a connection's tables have.
   *
   * @param maker makes the table, of its timeouts and the attributes of its requests
   */
  DirectTableBuilder(
      ClientSettings settings, BiFunction<Timeouts, Map<String, byte[]>, Table> maker) {
    this.maker = maker;
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
    return maker.apply(
        new Timeouts(
            operationTimeoutMillis, rpcTimeoutMillis, readTimeoutMillis, writeTimeoutMillis),
        requestAttributes);
  }
}
