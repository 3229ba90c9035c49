package io.rowandb.bench.edges;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/** Puts into each region of a table in turn. */
final class Regions {
  /** What is called thousands. */
  static final int MANY = 3_000;

  /** Tables that are added one by one. */
  private static final int TABLES = 21;

  private static final int VALUE_BYTES = 1_000;
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final byte[] QUALIFIER = Bytes.toBytes("q");

  private Regions() {}

  static double putsPerSecond(Connection connection, int regions, int puts) throws IOException {
    TableName name = TableName.valueOf("regions" + regions);
    byte[][] splits = new byte[regions - 1][];
    for (int i = 1; i < regions; i++) {
      splits[i - 1] = Bytes.toBytes(i);
    }
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(name)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .build(),
          splits);
    }
    byte[] value = new byte[VALUE_BYTES];
    try (Table table = connection.getTable(name)) {
      List<byte[]> rows = new ArrayList<>();
      for (int i = 0; i < puts; i++) {
        rows.add(Bytes.add(Bytes.toBytes(i % regions), Bytes.toBytes(i)));
      }
      long start = System.nanoTime();
      for (byte[] row : rows) {
        table.put(new Put(row).addColumn(FAMILY, QUALIFIER, value));
      }
      return puts * 1e9 / (System.nanoTime() - start);
    }
  }

  /** How long it takes to add a table of one region; the median of some. */
  static double tableMillis(Connection connection) throws IOException {
    double[] millis = new double[TABLES];
    try (Admin admin = connection.getAdmin()) {
      for (int i = 0; i < TABLES; i++) {
        TableDescriptor table =
            TableDescriptorBuilder.newBuilder(TableName.valueOf("added" + i))
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                .build();
        long begin = System.nanoTime();
        admin.createTable(table);
        millis[i] = (System.nanoTime() - begin) / 1e6;
      }
    }
    Arrays.sort(millis);
    return millis[TABLES / 2];
  }
}
