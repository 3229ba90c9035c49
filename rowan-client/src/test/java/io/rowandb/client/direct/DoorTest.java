package io.rowandb.client.direct;

import io.rowandb.client.Rowan;
import io.rowandb.client.adapter.DescriptorAdapter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;

/**
 * A connection to a fresh store in memory, opened as programs do, with a table {@code t} of
 * families {@code f} and {@code g} and two regions that meet at {@code m}.
 */
abstract class DoorTest {
  static final TableName T = TableName.valueOf("t");
  static final TableName NONE = TableName.valueOf("none");

  Configuration conf;
  DirectConnection connection;
  Table table;
  Table none;

  @BeforeEach
  void openStore(TestInfo test) throws IOException {
    conf =
        Rowan.configuration("mem:" + getClass().getSimpleName() + test.getDisplayName().hashCode());
    conf.setInt("hbase.client.retries.number", 3);
    conf.setInt("hbase.client.pause", 1);
    connection = (DirectConnection) ConnectionFactory.createConnection(conf);
    connection
        .store()
        .database()
        .createTable(DescriptorAdapter.engine(descriptor()), List.of(bytes("m")));
    table = connection.getTable(T);
    none = connection.getTable(NONE);
  }

  @AfterEach
  void closeStore() throws IOException {
    connection.close();
  }

  static TableDescriptor descriptor() {
    return TableDescriptorBuilder.newBuilder(T)
        .setColumnFamily(
            ColumnFamilyDescriptorBuilder.newBuilder(bytes("f")).setMaxVersions(3).build())
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of("g"))
        .build();
  }

  /** Another connection to the same store. */
  Connection another() throws IOException {
    return ConnectionFactory.createConnection(conf);
  }

  void disable() throws IOException {
    connection.store().database().disableTable(DescriptorAdapter.engine(T));
  }

  void enable() throws IOException {
    connection.store().database().enableTable(DescriptorAdapter.engine(T));
  }

  static Put put(String row, String column, String value) {
    int colon = column.indexOf(':');
    return new Put(bytes(row))
        .addColumn(
            bytes(column.substring(0, colon)), bytes(column.substring(colon + 1)), bytes(value));
  }

  List<String> rows(Scan scan) throws IOException {
    List<String> rows = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result result : scanner) {
        rows.add(text(result));
      }
    }
    return rows;
  }

  /** {@code row{f:q=v ...}}, with a plus when more of the row follows. */
  static String text(Result result) {
    StringBuilder text = new StringBuilder(Bytes.toString(result.getRow())).append('{');
    for (org.apache.hadoop.hbase.Cell cell : result.rawCells()) {
      text.append(text.charAt(text.length() - 1) == '{' ? "" : " ")
          .append(
              Bytes.toString(cell.getFamilyArray(), cell.getFamilyOffset(), cell.getFamilyLength()))
          .append(':')
          .append(
              Bytes.toString(
                  cell.getQualifierArray(), cell.getQualifierOffset(), cell.getQualifierLength()))
          .append('=')
          .append(
              Bytes.toString(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength()));
    }
    return text.append('}').append(result.mayHaveMoreCellsInRow() ? "+" : "").toString();
  }

  String read(String row) throws IOException {
    Result result = table.get(new org.apache.hadoop.hbase.client.Get(bytes(row)));
    return result.isEmpty() ? "" : text(result);
  }

  static byte[] bytes(String text) {
    return Bytes.toBytes(text);
  }
}
