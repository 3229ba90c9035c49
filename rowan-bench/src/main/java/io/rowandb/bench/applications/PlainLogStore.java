package io.rowandb.bench.applications;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/** Lines of logs with four indexes, all in one table. */
final class PlainLogStore implements Application {
  private static final TableName NAME = TableName.valueOf("plain_lines");
  private static final byte[] FAMILY = Bytes.toBytes("l");
  private static final byte[] CODE = Bytes.toBytes("c");
  private static final byte[] USER = Bytes.toBytes("u");
  private static final byte[] PROCESS = Bytes.toBytes("p");
  private static final byte[] MODULE = Bytes.toBytes("m");
  private static final byte[] TEXT = Bytes.toBytes("t");
  private static final byte[] ROW = Bytes.toBytes("r");
  private static final byte[] END = {0};

  private final Table lines;

  PlainLogStore(Connection connection) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(NAME)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .build());
    }
    lines = connection.getTable(NAME);
  }

  private static byte[] prefix(String index, byte[] value) {
    return Bytes.add(Bytes.toBytes(index), value, END);
  }

  private static Put entry(String index, byte[] value, byte[] row) {
    return new Put(Bytes.add(prefix(index, value), row)).addColumn(FAMILY, ROW, row);
  }

  @Override
  public void write(int from, int to) throws IOException {
    List<Put> entries = new ArrayList<>();
    List<Put> records = new ArrayList<>();
    for (int i = from; i < to; i++) {
      byte[] code = Bytes.toBytes(i % 97);
      byte[] user = Bytes.toBytes(Input.person(i));
      byte[] process = Bytes.toBytes(i % 311);
      byte[] module = Bytes.toBytes("module" + i % 53);
      byte[] row = Bytes.add(prefix("D", Bytes.toBytes("host" + i % 9)), Bytes.toBytes(i));
      entries.add(entry("1", code, row));
      entries.add(entry("2", user, row));
      entries.add(entry("3", process, row));
      entries.add(entry("4", module, row));
      records.add(
          new Put(row)
              .addColumn(FAMILY, CODE, code)
              .addColumn(FAMILY, USER, user)
              .addColumn(FAMILY, PROCESS, process)
              .addColumn(FAMILY, MODULE, module)
              .addColumn(FAMILY, TEXT, Bytes.toBytes(Input.text(i))));
    }
    lines.put(entries);
    lines.put(records);
  }

  private String texts(String index, byte[] value) throws IOException {
    Scan scan =
        new Scan().setStartStopRowForPrefixScan(prefix(index, value)).setLimit(20).setCaching(20);
    List<Get> gets = new ArrayList<>();
    try (ResultScanner entries = lines.getScanner(scan)) {
      for (Result entry : entries) {
        gets.add(new Get(entry.getValue(FAMILY, ROW)));
      }
    }
    List<String> texts = new ArrayList<>();
    for (Result found : lines.get(gets)) {
      texts.add(Bytes.toString(found.getValue(FAMILY, TEXT)));
    }
    return texts.toString();
  }

  @Override
  public String ask(int number) throws IOException {
    return texts("1", Bytes.toBytes(number % 97))
        + texts("2", Bytes.toBytes(Input.person(number)))
        + texts("3", Bytes.toBytes(number % 311))
        + texts("4", Bytes.toBytes("module" + number % 53));
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
