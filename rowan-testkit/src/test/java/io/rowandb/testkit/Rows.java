package io.rowandb.testkit;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/** Rows with one column {@code f:q}, in few words. */
final class Rows {
  static final byte[] F = Bytes.toBytes("f");
  static final byte[] Q = Bytes.toBytes("q");

  private Rows() {}

  static TableDescriptor descriptor(String name) {
    return TableDescriptorBuilder.newBuilder(TableName.valueOf(name))
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F))
        .build();
  }

  static Put put(String row, String value) {
    return new Put(Bytes.toBytes(row)).addColumn(F, Q, Bytes.toBytes(value));
  }

  static void put(Table table, String row, String value) throws IOException {
    table.put(put(row, value));
  }

  static void put(Table table, String row, String value, Durability durability) throws IOException {
    table.put(put(row, value).setDurability(durability));
  }

  /** The value of a row, or null. */
  static String get(Table table, String row) throws IOException {
    return Bytes.toString(table.get(new Get(Bytes.toBytes(row))).value());
  }

  /** All rows of a table. */
  static List<String> all(Table table) throws IOException {
    List<String> rows = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(new Scan())) {
      for (Result row : scanner) {
        rows.add(Bytes.toString(row.getRow()));
      }
    }
    return rows;
  }
}
