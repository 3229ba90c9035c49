package io.rowandb.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The real data sets in a store: loaded, the store closed and opened again, all rows counted by a
 * scan, and every 97th record compared with the file, cell by cell.
 */
@Tag("slow")
class RealStoreTest {
  /** A prime, so that the records looked at fall on all stations, hosts and files. */
  private static final int STEP = 97;

  private static final int GETS_AT_ONCE = 500;
  private static final String NAMESPACE = "default";

  private static Path data;

  @TempDir private Path directory;

  @BeforeAll
  static void findData() {
    data = RealData.directoryOrSkip();
  }

  static List<DataSet> sets() {
    return List.of(
        new WebPages(NAMESPACE),
        new HostNames(NAMESPACE),
        new HiggsActivity(NAMESPACE),
        new WindowsEvents(NAMESPACE),
        new BeijingAir(NAMESPACE));
  }

  @ParameterizedTest
  @MethodSource("sets")
  void holdsEveryRowAndTheCellsOfTheFile(DataSet set) throws IOException {
    LoadState loaded = load(set);
    assertThat(loaded.complete()).isTrue();
    try (Connection connection = EmbeddedStore.open(directory.resolve("store"))) {
      for (TableLayout table : set.tables()) {
        assertThat(RowCounter.of(connection, table.name()))
            .as(table.name().toString())
            .isEqualTo(loaded.rows().get(table.name()));
      }
      compareWithFiles(set, connection, loaded.records());
    }
  }

  private LoadState load(DataSet set) throws IOException {
    PrintStream nowhere =
        new PrintStream(new ByteArrayOutputStream(), false, StandardCharsets.UTF_8);
    try (Connection connection = EmbeddedStore.open(directory.resolve("store"));
        Admin admin = connection.getAdmin()) {
      admin.createTable(LoadLog.descriptor(NAMESPACE));
      for (TableLayout table : set.tables()) {
        byte[][] splits = table.splitKeys().toArray(new byte[0][]);
        admin.createTable(table.descriptor(), splits);
      }
      try (LoadLog log = new LoadLog(connection, NAMESPACE)) {
        Terminal terminal = new Terminal(nowhere, false, 80);
        Clock clock = Clock.systemUTC();
        return new Loader(connection, log, terminal, () -> false, System::nanoTime, clock)
            .load(set, Optional.of(data));
      }
    }
  }

  private static void compareWithFiles(DataSet set, Connection connection, long expectedRecords)
      throws IOException {
    Map<TableName, List<Put>> pending = new HashMap<>();
    long records = 0;
    try (RecordReader reader = new RecordReader(set, Optional.of(data))) {
      for (SourceLine line = reader.next(); line != null; line = reader.next()) {
        if (records++ % STEP == 0) {
          set.convert(
              line,
              (table, put) -> pending.computeIfAbsent(table, t -> new ArrayList<>()).add(put));
          compareWhenMany(connection, pending, GETS_AT_ONCE);
        }
      }
    }
    compareWhenMany(connection, pending, 1);
    assertThat(records).isEqualTo(expectedRecords);
  }

  private static void compareWhenMany(
      Connection connection, Map<TableName, List<Put>> pending, int many) throws IOException {
    for (Map.Entry<TableName, List<Put>> entry : pending.entrySet()) {
      List<Put> puts = entry.getValue();
      if (puts.size() >= many) {
        Result[] rows;
        try (Table table = connection.getTable(entry.getKey())) {
          rows = table.get(puts.stream().map(put -> new Get(put.getRow())).toList());
        }
        for (int i = 0; i < rows.length; i++) {
          compare(puts.get(i), rows[i]);
        }
        puts.clear();
      }
    }
  }

  /** Every cell of the record is in the row; other records may have added more. */
  private static void compare(Put put, Result row) {
    assertThat(row.isEmpty()).as(Bytes.toStringBinary(put.getRow())).isFalse();
    for (List<Cell> cells : put.getFamilyCellMap().values()) {
      NavigableMap<byte[], byte[]> stored = row.getFamilyMap(CellUtil.cloneFamily(cells.get(0)));
      for (Cell cell : cells) {
        assertThat(stored.get(CellUtil.cloneQualifier(cell)))
            .as(cell.toString())
            .isEqualTo(CellUtil.cloneValue(cell));
      }
    }
  }
}
