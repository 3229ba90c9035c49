package io.rowandb.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * A connection to a fresh store in memory, through the door that a test is run for, and jobs that
 * reach the same store by a configuration alone.
 *
 * <p>The table {@code source} of {@link #loadSource} has the families {@code f} and {@code g}, the
 * versions of {@code f} kept to three, and three regions; its rows are {@code r000}, {@code r001},
 * and so on, spread over them.
 */
abstract class ToolTest {
  static final TableName SOURCE = TableName.valueOf("source");
  static final TableName TARGET = TableName.valueOf("target");
  static final int REGIONS = 3;
  static final int ROWS = 60;

  @TempDir Path directory;

  Configuration conf;
  Connection connection;

  /** To be called first by each test. */
  void open(Door door) throws IOException {
    open(door, "mem:" + getClass().getSimpleName());
  }

  /** As {@link #open(Door)}, with a store at {@code path}. */
  void open(Door door, String path) throws IOException {
    conf = door.configuration(path);
    // Hadoop's defaults are in /tmp and the working directory.
    conf.set("hadoop.tmp.dir", directory.resolve("hadoop").toString());
    conf.set("hbase.fs.tmp.dir", directory.resolve("staging").toString());
    conf.set("mapreduce.jobtracker.staging.root.dir", directory.resolve("jobs").toString());
    conf.setInt("hbase.client.retries.number", 2);
    // How often the waiting test looks for the end of its job; five seconds by default.
    conf.setInt("mapreduce.client.completion.pollinterval", 20);
    connection = ConnectionFactory.createConnection(conf);
  }

  @AfterEach
  void close() throws IOException {
    if (connection != null) {
      connection.close();
    }
  }

  /** Runs a tool as its command does, on a configuration of its own. */
  int run(Tool tool, String... arguments) throws Exception {
    return ToolRunner.run(new Configuration(conf), tool, arguments);
  }

  /** Makes a table like {@code source}, empty. */
  void create(TableName name) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(name)
              .setColumnFamily(
                  ColumnFamilyDescriptorBuilder.newBuilder(bytes("f")).setMaxVersions(3).build())
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of("g"))
              .build(),
          new byte[][] {bytes("r020"), bytes("r040")});
    }
  }

  /**
   * Makes {@code source}: each row has {@code f:number}, the even ones {@code g:even} too, all at
   * the time 1000.
   */
  void loadSource() throws IOException {
    create(SOURCE);
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      Put put = new Put(row(i)).addColumn(bytes("f"), bytes("number"), 1000, bytes("" + i));
      if (i % 2 == 0) {
        put.addColumn(bytes("g"), bytes("even"), 1000, bytes("yes"));
      }
      puts.add(put);
    }
    try (Table table = connection.getTable(SOURCE)) {
      table.put(puts);
    }
  }

  /** All cells that a scan sees, each as {@code row/family:qualifier/time/type=value}. */
  List<String> cells(TableName name, Scan scan) throws IOException {
    List<String> cells = new ArrayList<>();
    try (Table table = connection.getTable(name);
        ResultScanner scanner = table.getScanner(scan)) {
      for (Result result : scanner) {
        for (Cell cell : result.rawCells()) {
          cells.add(text(cell));
        }
      }
    }
    return cells;
  }

  private static String text(Cell cell) {
    return "%s/%s:%s/%d/%s=%s"
        .formatted(
            Bytes.toStringBinary(CellUtil.cloneRow(cell)),
            Bytes.toString(CellUtil.cloneFamily(cell)),
            Bytes.toStringBinary(CellUtil.cloneQualifier(cell)),
            cell.getTimestamp(),
            cell.getType(),
            Bytes.toStringBinary(CellUtil.cloneValue(cell)));
  }

  /** Every version and delete marker of both tables is the same. */
  void assertSameCells(TableName one, TableName other) throws IOException {
    Scan everything = new Scan().setRaw(true).readAllVersions();
    assertThat(cells(other, everything)).isNotEmpty().isEqualTo(cells(one, everything));
  }

  static byte[] row(int i) {
    return bytes(String.format("r%03d", i));
  }

  static byte[] bytes(String text) {
    return Bytes.toBytes(text);
  }
}
