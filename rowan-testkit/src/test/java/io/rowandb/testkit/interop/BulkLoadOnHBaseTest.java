package io.rowandb.testkit.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.client.Rowan;
import io.rowandb.client.inprocess.CompleteDoor;
import io.rowandb.engine.bulk.BulkSort;
import io.rowandb.engine.bulk.BulkSortOptions;
import io.rowandb.engine.cell.CellCodec;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.io.LocalFileSystem;
import io.rowandb.engine.storefile.Compression;
import io.rowandb.engine.storefile.StoreFileOptions;
import io.rowandb.testkit.oracle.LocalHBase;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.Waiter;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.tool.BulkLoadHFilesTool;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The same sorted files, made here, go into a table of a real HBase and into one of a store, both
 * by HBase's own tool: the answers are the same, also where cells were put before and after with
 * the very same times.
 */
@Tag("slow")
class BulkLoadOnHBaseTest {
  private static final long LOOK_MILLIS = 20;

  private static final TableName TABLE = TableName.valueOf("loaded");
  private static final long TIME = 100;
  private static final int ROWS = 3_000;

  @TempDir private Path directory;

  /** Hadoop keeps the file system that the first user of the process wanted. */
  @AfterEach
  void forgetTheFileSystemOfTheCluster() throws IOException {
    FileSystem.closeAll();
  }

  @Test
  void hbaseTakesSortedFilesAndAnswersAsAStoreDoes() throws Exception {
    List<String> onHBase;
    try (LocalHBase hbase = LocalHBase.start(directory.resolve("cluster"), conf -> {})) {
      onHBase = loadAndRead(hbase.configuration(), "forHBase");
    }
    Configuration rowan = CompleteDoor.configure(Rowan.configuration("mem:BulkLoadOnHBaseTest"));
    List<String> onRowan;
    try (Connection open = ConnectionFactory.createConnection(rowan)) {
      assertThat(open.isClosed()).isFalse();
      onRowan = loadAndRead(rowan, "forRowan");
    }
    assertThat(onRowan).isEqualTo(onHBase);
    assertThat(onHBase).anyMatch(cell -> cell.endsWith("before")).hasSizeGreaterThan(2 * ROWS);
    assertThat(onHBase).anyMatch(cell -> cell.endsWith("after"));
    assertThat(onHBase).anyMatch(cell -> cell.contains("loaded"));
  }

  private List<String> loadAndRead(Configuration conf, String name) throws Exception {
    List<String> read;
    Path files = sortedFiles(name);
    try (Connection connection = ConnectionFactory.createConnection(conf);
        Admin admin = connection.getAdmin();
        Table table = create(connection, admin)) {
      put(table, 0, ROWS / 2, "before");
      assertThat(
              new BulkLoadHFilesTool(conf)
                  .run(new String[] {files.toString(), TABLE.getNameAsString()}))
          .isZero();
      put(table, ROWS / 4, ROWS / 4 + 10, "after");
      read = read(table);
      admin.flush(TABLE);
      assertThat(read(table)).isEqualTo(read);
      compact(admin);
      assertThat(read(table)).isEqualTo(read);
    }
    return read;
  }

  private static Table create(Connection connection, Admin admin) throws IOException {
    admin.createTable(
        TableDescriptorBuilder.newBuilder(TABLE)
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("f"))
                    .setMaxVersions(3)
                    .build())
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of("g"))
            .build(),
        new byte[][] {row(ROWS / 3), row(2 * ROWS / 3)});
    return connection.getTable(TABLE);
  }

  /** Files that end in the middle of a region, in no order of rows before they were sorted. */
  private Path sortedFiles(String name) throws IOException {
    StoreFileOptions packed =
        StoreFileOptions.DEFAULT.withCompression(Compression.GZ).withSuffixes(false, false);
    BulkSortOptions options =
        new BulkSortOptions(Map.of("f", packed, "g", packed), 1 << 20, 1 << 30, TIME);
    Random random = new Random(5);
    try (BulkSort sort =
        BulkSort.open(new LocalFileSystem(), directory.resolve(name), options, Runnable::run)) {
      for (int i = 0; i < 3 * ROWS; i++) {
        int row = random.nextInt(ROWS);
        long time = TIME + random.nextInt(2);
        byte[] family = Bytes.toBytes(random.nextBoolean() ? "f" : "g");
        byte[] value = Bytes.toBytes("loaded " + i);
        sort.add(
            CellCodec.cell(row(row), family, Bytes.toBytes("q"), time, CellType.PUT, value, 0));
        if (i % 2_000 == 0) {
          sort.spill(new byte[0]);
        }
      }
      sort.spill(new byte[0]);
      assertThat(sort.merge(List.of(row(ROWS / 2)), () -> true)).hasSize(4);
      return sort.files();
    }
  }

  private static void put(Table table, int from, int to, String value) throws IOException {
    List<Put> puts = new ArrayList<>();
    for (int i = from; i < to; i++) {
      Put put = new Put(row(i));
      for (String family : List.of("f", "g")) {
        put.addColumn(Bytes.toBytes(family), Bytes.toBytes("q"), TIME, Bytes.toBytes(value));
      }
      puts.add(put);
    }
    table.put(puts);
  }

  private static byte[] row(int i) {
    return Bytes.toBytes(String.format("r%05d", i));
  }

  private static List<String> read(Table table) throws IOException {
    List<String> cells = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(new Scan().readAllVersions())) {
      for (Result row : scanner) {
        for (Cell cell : row.rawCells()) {
          cells.add(cell + "=" + Bytes.toString(CellUtil.cloneValue(cell)));
        }
      }
    }
    cells.replaceAll(text -> text.replaceFirst("/seqid=\\d+", ""));
    return cells;
  }

  private static void compact(Admin admin) throws Exception {
    long before = admin.getLastMajorCompactionTimestamp(TABLE);
    admin.majorCompact(TABLE);
    Waiter.waitFor(
        admin.getConfiguration(),
        TimeUnit.MINUTES.toMillis(2),
        LOOK_MILLIS,
        () ->
            admin.getLastMajorCompactionTimestamp(TABLE) != before
                && admin.getCompactionState(TABLE) == CompactionState.NONE);
  }
}
