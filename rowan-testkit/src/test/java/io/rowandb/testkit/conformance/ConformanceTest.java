package io.rowandb.testkit.conformance;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
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
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A test on the chosen back end: a table of its own, named by the test, and short words for cells.
 *
 * <p>A cell reads {@code f:q@5=v}; a delete marker {@code f:q@5 DeleteColumn}; a result is its
 * cells with spaces between, a row of a scan has its key in front.
 */
@ExtendWith(BackendRun.class)
abstract class ConformanceTest {
  /** The row of tests that need only one. */
  static final byte[] ROW = bytes("r");

  static final byte[] F = bytes("f");
  static final byte[] G = bytes("g");
  static final byte[] Q = bytes("q");

  Backend backend;
  Connection connection;
  Admin admin;

  /** The name of the test's table, which {@link #create} makes. */
  TableName name;

  /** The test's table. */
  Table table;

  @RegisterExtension
  final BeforeEachCallback start =
      context -> {
        backend = BackendRun.backend(context);
        connection = backend.connection();
        admin = connection.getAdmin();
        name =
            TableName.valueOf(
                context.getRequiredTestClass().getSimpleName()
                    + "_"
                    + context.getRequiredTestMethod().getName());
      };

  @BeforeEach
  final void removeWhatIsLeft() throws IOException {
    if (admin.tableExists(name)) {
      drop(name);
    }
  }

  @AfterEach
  final void closeTable() throws IOException {
    if (table != null) {
      table.close();
    }
    admin.close();
  }

  void drop(TableName table) throws IOException {
    if (admin.isTableEnabled(table)) {
      admin.disableTable(table);
    }
    admin.deleteTable(table);
  }

  /** Makes the table with families of HBase's defaults. */
  void create(String... families) throws IOException {
    create(
        Stream.of(families)
            .map(ConformanceTest::family)
            .toArray(ColumnFamilyDescriptorBuilder[]::new));
  }

  /** Makes the table. */
  void create(ColumnFamilyDescriptorBuilder... families) throws IOException {
    admin.createTable(descriptor(name, families));
    table = connection.getTable(name);
  }

  /** Makes the table, in regions that begin at these keys. */
  void createSplit(List<String> splits, ColumnFamilyDescriptorBuilder... families)
      throws IOException {
    admin.createTable(
        descriptor(name, families),
        splits.stream().map(Bytes::toBytesBinary).toArray(byte[][]::new));
    table = connection.getTable(name);
  }

  static TableDescriptor descriptor(TableName name, ColumnFamilyDescriptorBuilder... families) {
    return TableDescriptorBuilder.newBuilder(name)
        .setColumnFamilies(
            Stream.of(families)
                .map(ColumnFamilyDescriptorBuilder::build)
                .collect(Collectors.toList()))
        .build();
  }

  static ColumnFamilyDescriptorBuilder family(String name) {
    return ColumnFamilyDescriptorBuilder.newBuilder(bytes(name));
  }

  /** A family that keeps as many versions. */
  static ColumnFamilyDescriptorBuilder family(String name, int versions) {
    return family(name).setMaxVersions(versions);
  }

  static byte[] bytes(String text) {
    return Bytes.toBytes(text);
  }

  /** A put of cells written {@code f:q@5=v}, or {@code f:q=v} for the time of the server. */
  static Put put(String row, String... cells) {
    Put put = new Put(bytes(row));
    for (String cell : cells) {
      String[] parts = cell.split("[:@=]", -1);
      if (cell.contains("@")) {
        put.addColumn(bytes(parts[0]), bytes(parts[1]), Long.parseLong(parts[2]), bytes(parts[3]));
      } else {
        put.addColumn(bytes(parts[0]), bytes(parts[1]), bytes(parts[2]));
      }
    }
    return put;
  }

  /** Writes each cell by a put of its own into row {@code r}. */
  void write(String... cells) throws IOException {
    for (String cell : cells) {
      table.put(put("r", cell));
    }
  }

  static Delete delete() {
    return new Delete(ROW);
  }

  static Get get() {
    return new Get(ROW);
  }

  static Get allVersions() {
    return new Get(ROW).readAllVersions();
  }

  void flush() throws IOException {
    backend.flush(name);
  }

  void majorCompact() throws IOException {
    backend.flush(name);
    backend.majorCompact(name);
  }

  /** The newest version of each column of row {@code r}. */
  String read() throws IOException {
    return read(get());
  }

  String read(Get get) throws IOException {
    return text(table.get(get));
  }

  /** Everything in row {@code r} that is stored, delete markers included. */
  String readRaw() throws IOException {
    return String.join(" | ", scan(new Scan().setRaw(true).readAllVersions()));
  }

  /** One text a result. */
  List<String> scan(Scan scan) throws IOException {
    List<String> rows = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result result = scanner.next(); result != null; result = scanner.next()) {
        rows.add(Bytes.toStringBinary(result.getRow()) + " " + text(result));
      }
    }
    return rows;
  }

  /** The keys of a scan's results, with spaces between. */
  String keys(Scan scan) throws IOException {
    List<String> keys = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result result = scanner.next(); result != null; result = scanner.next()) {
        keys.add(Bytes.toStringBinary(result.getRow()));
      }
    }
    return String.join(" ", keys);
  }

  static String text(Result result) {
    return result.isEmpty()
        ? ""
        : Stream.of(result.rawCells()).map(ConformanceTest::text).collect(Collectors.joining(" "));
  }

  static String text(Cell cell) {
    String column =
        Bytes.toStringBinary(CellUtil.cloneFamily(cell))
            + ":"
            + Bytes.toStringBinary(CellUtil.cloneQualifier(cell))
            + "@"
            + cell.getTimestamp();
    return cell.getType() == Cell.Type.Put
        ? column + "=" + Bytes.toStringBinary(CellUtil.cloneValue(cell))
        : column + " " + cell.getType();
  }

  /** The cells of a result without their times. */
  static String values(Result result) {
    return text(result).replaceAll("@\\d+", "");
  }

  static String value(Result result) {
    return result.value() == null ? "none" : Bytes.toStringBinary(result.value());
  }
}
