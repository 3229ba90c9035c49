package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.delete;
import static io.rowandb.engine.TestDatabase.drain;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.get;
import static io.rowandb.engine.TestDatabase.put;
import static io.rowandb.engine.TestDatabase.putAt;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.scan;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.io.HookedFileSystem;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.RegionScanner;
import io.rowandb.engine.scan.ScanSpec;
import io.rowandb.engine.settings.DatabaseOptions;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Families are rid of what deletions hide when reads step over much of it. */
class PurgeTest {
  private static final String HIDDEN_CELLS = "rowan.compaction.hidden.cells";
  private static final int ROWS = 40;

  private final MemoryFileSystem disk = new MemoryFileSystem();
  private final ManualClock clock = new ManualClock();

  private Database open(String... attributes) throws IOException {
    Database database = Database.open(serial(disk, clock).build());
    database.createTable(table(TABLE, family("f", attributes)), List.of());
    return database;
  }

  /** With a table of deleted rows that is purged when that is worth it. */
  private static Database openDeleted(DatabaseOptions options) throws IOException {
    Database database = Database.open(options);
    database.createTable(table(TABLE, family("f", HIDDEN_CELLS, "1")), List.of());
    putRows(database);
    deleteRows(database);
    return database;
  }

  private static void putRows(Database database) throws IOException {
    for (int i = 0; i < ROWS; i++) {
      region(database, "r").write(put("r" + i, "f:q=" + i));
    }
  }

  private static void deleteRows(Database database) throws IOException {
    for (int i = 0; i < ROWS; i++) {
      region(database, "r").write(deletion("r" + i));
    }
  }

  private static RowMutation deletion(String row) {
    return delete(CellType.DELETE_FAMILY, Cell.LATEST_TIMESTAMP, row, "f:");
  }

  /** How many cells are there, hidden ones and markers too. */
  private static int cells(Database database) throws IOException {
    ScanSpec raw = ScanSpec.builder().raw(true).maxVersions(Integer.MAX_VALUE).build();
    try (RegionScanner scanner = region(database, "r").scan(raw)) {
      return drain(scanner).size();
    }
  }

  @Test
  void whatIsInMemoryGoesByAFlush() throws IOException {
    try (Database database = open(HIDDEN_CELLS, "50")) {
      putRows(database);
      deleteRows(database);
      region(database, "r").write(put("s", "f:q=lives"));
      assertThat(cells(database)).as("a raw scan steps over nothing").isEqualTo(2 * ROWS + 1);
      long flushes = database.stats().flushes();
      assertThat(scan(database)).hasSize(1);
      assertThat(database.stats().flushes()).isEqualTo(flushes);
      assertThat(cells(database)).as("of 81 cells 80 were stepped over").isEqualTo(2 * ROWS + 1);
      assertThat(scan(database)).hasSize(1);
      assertThat(database.stats().flushes()).isEqualTo(flushes + 1);
      assertThat(cells(database)).isEqualTo(1);
      assertThat(database.stats().compactions()).as("one file").isZero();
    }
    try (Database database = Database.open(serial(disk, clock).build())) {
      assertThat(scan(database)).hasSize(1);
    }
  }

  /** Else a program with times of its own would see what it wrote depend on what it reads. */
  @Test
  void nothingGoesUnlessATableSaysSo() throws IOException {
    try (Database database = open()) {
      putRows(database);
      deleteRows(database);
      for (int i = 0; i < 1_000; i++) {
        assertThat(scan(database)).isEmpty();
      }
      assertThat(cells(database)).isEqualTo(2 * ROWS);
    }
  }

  /** A delete marker stays as long as a file has what it hides. */
  @Test
  void whatFilesHaveStaysHidden() throws IOException {
    try (Database database = open(HIDDEN_CELLS, "1")) {
      for (int i = 0; i < 10 * ROWS; i++) {
        region(database, "r").write(put("z" + i, "f:q=lives"));
      }
      putRows(database);
      database.flush(TABLE);
      deleteRows(database);
      for (int i = 0; i < ROWS; i++) {
        region(database, "r").write(put("t" + i, "f:q=" + i));
        region(database, "r").write(deletion("t" + i));
      }
      assertThat(scan(database)).hasSize(10 * ROWS);
      assertThat(database.stats().flushes()).isEqualTo(2);
      assertThat(cells(database))
          .as("the rows t are gone, the markers of the rows r are there")
          .isEqualTo(10 * ROWS + 2 * ROWS);
      assertThat(scan(database)).hasSize(10 * ROWS);
      assertThat(get(database, "r7")).isEmpty();
    }
    try (Database database = Database.open(serial(disk, clock).build())) {
      assertThat(scan(database)).hasSize(10 * ROWS);
    }
  }

  @Test
  void whatFilesHaveGoesByACompactionWhenReadsHaveSteppedOverAsMuch() throws IOException {
    try (Database database = open(HIDDEN_CELLS, "10")) {
      putRows(database);
      for (int i = 0; i < 5 * ROWS; i++) {
        region(database, "r").write(put("s" + i, "f:q=lives"));
      }
      database.flush(TABLE);
      deleteRows(database);
      database.flush(TABLE);
      int all = 7 * ROWS;
      int scans = 0;
      while (cells(database) == all) {
        assertThat(database.stats().compactions()).isZero();
        assertThat(scan(database)).hasSize(5 * ROWS);
        scans++;
        assertThat(scans).isLessThan(10);
      }
      assertThat(scans).as("of 80 each, until they are 290").isEqualTo(4);
      assertThat(cells(database)).isEqualTo(5 * ROWS);
      assertThat(database.stats().compactions()).isEqualTo(1);
    }
  }

  /** A queue of columns in one row. */
  @Test
  void getsCountToo() throws IOException {
    try (Database database = open(HIDDEN_CELLS, "50")) {
      for (int i = 0; i < ROWS; i++) {
        region(database, "r").write(put("r", "f:q" + i + "=" + i));
        region(database, "r")
            .write(delete(CellType.DELETE_COLUMN, Cell.LATEST_TIMESTAMP, "r", "f:q" + i));
      }
      assertThat(get(database, "r")).isEmpty();
      assertThat(cells(database)).isEqualTo(2 * ROWS);
      assertThat(get(database, "r")).isEmpty();
      assertThat(cells(database)).isZero();
    }
  }

  /** As behind a major compaction. */
  @Test
  void laterPutsBeforeTheDeletionAreSeen() throws IOException {
    try (Database database = open(HIDDEN_CELLS, "1")) {
      region(database, "r").write(putAt(5, "r", "f:q=5"));
      region(database, "r").write(delete(CellType.DELETE_FAMILY, 9, "r", "f:"));
      region(database, "r").write(putAt(7, "r", "f:q=hidden"));
      assertThat(get(database, "r")).isEmpty();
      assertThat(get(database, "r")).as("two cells were stepped over each time").isEmpty();
      region(database, "r").write(putAt(7, "r", "f:q=seen"));
      assertThat(get(database, "r")).containsExactly("f:q@7=seen");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "KEEP_DELETED_CELLS, TRUE",
    "KEEP_DELETED_CELLS, TTL",
    "NEW_VERSION_BEHAVIOR, true",
    "hbase.hstore.time.to.purge.deletes, 1",
    HIDDEN_CELLS + ", 0"
  })
  void whatIsToStayStays(String attribute, String value) throws IOException {
    String least = attribute.equals(HIDDEN_CELLS) ? value : "1";
    try (Database database = open(attribute, value, HIDDEN_CELLS, least)) {
      putRows(database);
      deleteRows(database);
      for (int i = 0; i < 100; i++) {
        assertThat(scan(database)).isEmpty();
      }
      assertThat(database.stats().flushes()).isZero();
      assertThat(cells(database)).isEqualTo(2 * ROWS);
    }
  }

  @Test
  void anOpenScannerSeesWhatItSaw() throws IOException {
    try (Database database = open(HIDDEN_CELLS, "1")) {
      putRows(database);
      try (RegionScanner before = region(database, "r").scan(ScanSpec.builder().build())) {
        deleteRows(database);
        assertThat(scan(database)).isEmpty();
        assertThat(scan(database)).isEmpty();
        assertThat(cells(database)).isZero();
        assertThat(drain(before)).hasSize(ROWS);
      }
      assertThat(scan(database)).isEmpty();
    }
  }

  /** Puts, deletions and reads of few rows, with flushes and compactions between. */
  @Test
  void shortLivesBesideLongOnes() throws IOException {
    try (Database database = open(HIDDEN_CELLS, "3", "VERSIONS", "3")) {
      Random random = new Random(7);
      Map<String, String> expected = new TreeMap<>();
      for (int i = 0; i < 5_000; i++) {
        clock.advance(1);
        String row = "r" + random.nextInt(12);
        switch (random.nextInt(20)) {
          case 0 -> database.flush(TABLE);
          case 1 -> database.compact(TABLE, null, random.nextBoolean());
          case 2, 3, 4, 5, 6, 7 -> {
            region(database, row).write(deletion(row));
            expected.remove(row);
          }
          case 8, 9, 10 -> assertThat(scan(database)).hasSize(expected.size());
          default -> {
            region(database, row).write(put(row, "f:q=" + i));
            expected.put(row, "=" + i);
          }
        }
        assertThat(get(database, row)).hasSize(expected.containsKey(row) ? 1 : 0);
        if (expected.containsKey(row)) {
          assertThat(get(database, row).get(0)).endsWith(expected.get(row));
        }
      }
    }
  }

  @Test
  void aFailureIsToldAndNothingIsLost() throws IOException {
    HookedFileSystem faulty = new HookedFileSystem(disk);
    try (Database database = Database.open(serial(faulty, clock).build())) {
      database.createTable(table(TABLE, family("f", HIDDEN_CELLS, "1")), List.of());
      putRows(database);
      deleteRows(database);
      region(database, "r").write(put("s", "f:q=lives"));
      faulty.hook(
          (operation, path) -> {
            if (operation.equals("create") && path.toString().contains("/default/t/")) {
              throw new IOException("No such device");
            }
          });
      assertThat(scan(database)).hasSize(1);
      assertThat(scan(database)).hasSize(1);
      assertThat(database.stats().backgroundFailures()).isPositive();
      assertThatThrownBy(() -> database.flush(TABLE)).hasMessageContaining("No such device");
      long failures = database.stats().backgroundFailures();
      for (int i = 0; i < 20; i++) {
        assertThat(scan(database)).hasSize(1);
      }
      assertThat(database.stats().backgroundFailures())
          .as("no try at each read")
          .isEqualTo(failures);
      faulty.hook((operation, path) -> {});
      database.tick();
      for (int i = 0; i < 3; i++) {
        assertThat(scan(database)).hasSize(1);
      }
      assertThat(cells(database)).isEqualTo(1);
    }
  }

  /** Requests wait while the table goes, or the database closes. */
  @Test
  void whatIsAskedForLate() throws IOException {
    Queue<Runnable> waiting = new ArrayDeque<>();
    DatabaseOptions options = serial(disk, clock).backgroundExecutor(waiting::add).build();
    try (Database database = openDeleted(options)) {
      for (int i = 0; i < 10; i++) {
        assertThat(scan(database)).isEmpty();
      }
      assertThat(waiting).as("one look").hasSize(1);
      database.disableTable(TABLE);
      database.deleteTable(TABLE);
      waiting.remove().run();
      assertThat(database.stats().backgroundFailures()).isZero();
      database.createTable(table(TABLE, family("f", HIDDEN_CELLS, "1")), List.of());
      putRows(database);
      deleteRows(database);
      assertThat(scan(database)).isEmpty();
    }
    waiting.remove().run();
    try (Database database = Database.open(serial(disk, clock).build())) {
      assertThat(scan(database)).isEmpty();
    }
  }

  /** Markers that are to stay from now on stay, though somebody was to look before. */
  @ParameterizedTest
  @CsvSource({
    "KEEP_DELETED_CELLS, TRUE",
    "hbase.hstore.time.to.purge.deletes, 14400000",
    HIDDEN_CELLS + ", 0"
  })
  void aTableIsAlteredWhileALookWaits(String attribute, String value) throws IOException {
    Queue<Runnable> waiting = new ArrayDeque<>();
    DatabaseOptions options = serial(disk, clock).backgroundExecutor(waiting::add).build();
    try (Database database = openDeleted(options)) {
      assertThat(scan(database)).isEmpty();
      assertThat(waiting).as("a look").hasSize(1);
      String least = attribute.equals(HIDDEN_CELLS) ? value : "1";
      database.modifyTable(table(TABLE, family("f", attribute, value, HIDDEN_CELLS, least)));
      long flushes = database.stats().flushes();
      for (int i = 0; i < 20; i++) {
        while (!waiting.isEmpty()) {
          waiting.remove().run();
        }
        region(database, "x").write(putAt(5, "x", "f:q=hidden"));
        region(database, "x").write(delete(CellType.DELETE_FAMILY, 9, "x", "f:"));
        assertThat(scan(database)).isEmpty();
      }
      assertThat(database.stats().flushes()).isEqualTo(flushes);
      database.flush(TABLE);
      assertThat(scan(database)).isEmpty();
    }
  }

  /** A table that is not compacted is not flushed at every read either. */
  @ParameterizedTest
  @CsvSource({"COMPACTION_ENABLED, false", "hbase.hregion.majorcompaction, 0"})
  void withoutCompactionsLittleIsDone(String attribute, String value) throws IOException {
    try (Database database = Database.open(serial(disk, clock).build())) {
      database.createTable(
          new TableDescriptor(
              TABLE, List.of(family("f", HIDDEN_CELLS, "1")), Map.of(attribute, value)),
          List.of());
      putRows(database);
      database.flush(TABLE);
      deleteRows(database);
      database.flush(TABLE);
      long flushes = database.stats().flushes();
      for (int i = 0; i < 1_000; i++) {
        region(database, "s").write(put("s", "f:q=" + i));
        assertThat(scan(database)).hasSize(1);
      }
      assertThat(database.stats().compactions()).isZero();
      assertThat(database.stats().flushes()).as("no markers in memory").isEqualTo(flushes);
      assertThat(cells(database)).isGreaterThan(2 * ROWS);
    }
  }

  /** Such flushes become rare: each keeps what it was to drop. */
  @Test
  void deletionsOfWhatFilesHaveAreFlushedSeldom() throws IOException {
    try (Database database = open(HIDDEN_CELLS, "1", "hbase.hregion.majorcompaction", "0")) {
      for (int i = 0; i < 1_000; i++) {
        region(database, "r").write(put("r" + i, "f:q=" + i));
      }
      database.flush(TABLE);
      for (int i = 0; i < 1_000; i++) {
        region(database, "r").write(deletion("r" + i));
        assertThat(get(database, "r" + i)).isEmpty();
      }
      assertThat(database.stats().flushes()).isBetween(2L, 20L);
      assertThat(scan(database)).isEmpty();
    }
  }

  @Test
  void markersOfTheFutureStay() throws IOException {
    try (Database database = open(HIDDEN_CELLS, "1", "hbase.hregion.majorcompaction", "0")) {
      long future = clock.millis() + 1_000;
      for (int i = 0; i < ROWS; i++) {
        region(database, "r").write(put("r" + i, "f:q=hidden"));
        region(database, "r").write(delete(CellType.DELETE_FAMILY, future, "r" + i, "f:"));
      }
      for (int i = 0; i < 5; i++) {
        assertThat(scan(database)).isEmpty();
      }
      region(database, "r").write(put("r1", "f:q=hidden"));
      assertThat(scan(database)).isEmpty();
    }
  }

  /** The reader has what it asked for. */
  @Test
  void anExecutorThatRefuses() throws IOException {
    DatabaseOptions options =
        serial(disk, clock)
            .backgroundExecutor(
                work -> {
                  throw new RejectedExecutionException("no");
                })
            .build();
    try (Database database = openDeleted(options)) {
      assertThat(scan(database)).isEmpty();
      assertThat(database.stats().backgroundFailures()).isPositive();
    }
  }

  @Test
  void aWrongNumberIsRefused() {
    assertThatThrownBy(() -> open(HIDDEN_CELLS, "-1").close())
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining(HIDDEN_CELLS)
        .hasMessageContaining("-1");
  }
}
