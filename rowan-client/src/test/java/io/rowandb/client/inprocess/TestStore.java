package io.rowandb.client.inprocess;

import io.rowandb.client.Rowan;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/** A store in memory, and HBase's own connection to it. */
final class TestStore implements AutoCloseable {
  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final Configuration conf;
  private final Connection connection;

  TestStore() throws IOException {
    this(configuration());
  }

  TestStore(Configuration conf) throws IOException {
    this.conf = conf;
    this.connection = CompleteDoor.connect(conf, null, null);
  }

  /** A configuration for a new store in memory; a failing test should not wait for minutes. */
  static Configuration configuration() {
    Configuration conf = Rowan.configuration("mem:complete-" + NUMBER.incrementAndGet());
    conf.setInt("hbase.client.retries.number", 3);
    conf.setInt("hbase.client.pause", 10);
    return CompleteDoor.configure(conf);
  }

  Configuration conf() {
    return conf;
  }

  Connection connection() {
    return connection;
  }

  Admin admin() throws IOException {
    return connection.getAdmin();
  }

  /** A new table with one family, five versions, split at {@code splits}. */
  Table create(String name, String family, String... splits) throws IOException {
    byte[][] keys = new byte[splits.length][];
    for (int i = 0; i < splits.length; i++) {
      keys[i] = Bytes.toBytesBinary(splits[i]);
    }
    TableName table = TableName.valueOf(name);
    try (Admin admin = admin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(table)
              .setColumnFamily(
                  ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(family))
                      .setMaxVersions(5)
                      .build())
              .build(),
          splits.length == 0 ? null : keys);
    }
    return connection.getTable(table);
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
