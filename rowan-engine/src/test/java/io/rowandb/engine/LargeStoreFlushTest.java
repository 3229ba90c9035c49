package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.get;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.serial;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.io.CrashFileSystem;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.HookedFileSystem;
import io.rowandb.engine.region.StoredRegion;
import io.rowandb.engine.scan.ScanSpec;
import io.rowandb.engine.settings.DatabaseOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A region of a large and a small family, flushed for its size: by default only what is large goes
 * to a file.
 */
class LargeStoreFlushTest {
  private static final String LOWER_BOUND = "hbase.hregion.percolumnfamilyflush.size.lower.bound";
  private static final long FLUSH_BYTES = 1 << 20;
  private static final int VALUE_BYTES = 10_000;
  private static final int ROWS = 400;

  private final ManualClock clock = new ManualClock();

  private DatabaseOptions.Builder options(FileSystem disk) {
    return serial(disk, clock).flushBytes(FLUSH_BYTES).splits(TestDatabase.UNSPLIT);
  }

  private static TableDescriptor table(String... attributes) {
    Map<String, String> map = new TreeMap<>();
    map.put(LOWER_BOUND, Long.toString(FLUSH_BYTES / 2));
    for (int i = 0; i < attributes.length; i += 2) {
      map.put(attributes[i], attributes[i + 1]);
    }
    return new TableDescriptor(TABLE, List.of(family("large"), family("small")), map);
  }

  /** Row {@code i} has a value of the large family and one of the small. */
  private static void write(Database database, int from, int to) throws IOException {
    for (int i = from; i < to; i++) {
      RowMutation put = new RowMutation().reset(RowMutation.Kind.PUT, row(i), Durability.FSYNC_WAL);
      put.add(bytes("large"), bytes("q"), i, CellType.PUT, new byte[VALUE_BYTES], new byte[0]);
      put.add(bytes("small"), bytes("q"), i, CellType.PUT, bytes("v" + i), new byte[0]);
      region(database, "r").write(put);
    }
  }

  private static byte[] row(int i) {
    return bytes("r" + i);
  }

  private static void check(Database database, int rows) throws IOException {
    for (int i = 0; i < rows; i++) {
      List<String> cells = get(database, "r" + i);
      assertThat(cells).as("row %d", i).hasSize(2);
      assertThat(cells.get(1)).isEqualTo("small:q@" + i + "=v" + i);
    }
  }

  private static List<Path> files(Database database, String family) throws IOException {
    return database
        .upkeep()
        .storeFiles(region(database, "r").info().encodedName())
        .getOrDefault(family, List.of());
  }

  @Test
  void f75_onlyTheLargeFamilyIsFlushed() throws IOException {
    CrashFileSystem disk = new CrashFileSystem();
    try (Database database = Database.open(options(disk).build())) {
      database.createTable(table(), List.of());
      write(database, 0, ROWS);
      assertThat(database.stats().flushes()).isGreaterThan(2);
      assertThat(files(database, "large")).isNotEmpty();
      assertThat(files(database, "small")).isEmpty();
      check(database, ROWS);
      database.flush(TABLE);
      assertThat(files(database, "small")).hasSize(1);
    }
  }

  @Test
  void f75_allFamiliesAreFlushedWhenTheTableSaysSo() throws IOException {
    CrashFileSystem disk = new CrashFileSystem();
    try (Database database = Database.open(options(disk).build())) {
      String policy = "org.apache.hadoop.hbase.regionserver.FlushAllStoresPolicy";
      database.createTable(table("FLUSH_POLICY", policy), List.of());
      write(database, 0, ROWS);
      assertThat(files(database, "small")).isNotEmpty();
      database.modifyTable(table());
      int before = files(database, "small").size();
      write(database, 0, ROWS);
      assertThat(files(database, "small")).hasSize(before);
    }
  }

  @Test
  void aTableHasItsOwnFlushSize() throws IOException {
    long flushes = flushes(table());
    assertThat(flushes(table("MEMSTORE_FLUSHSIZE", Long.toString(4 * FLUSH_BYTES))))
        .isLessThanOrEqualTo(flushes / 2);
  }

  @Test
  void aTableMaySayItsFlushSizeByTheKeyOfTheSetting() throws IOException {
    try (Database database = Database.open(options(new CrashFileSystem()).build())) {
      database.createTable(table("hbase.hregion.memstore.flush.size", "3000000"), List.of());
      assertThat(regionBytes(database)).isEqualTo(3_000_000);
      database.modifyTable(
          table("hbase.hregion.memstore.flush.size", "3000000", "MEMSTORE_FLUSHSIZE", "4000000"));
      assertThat(regionBytes(database)).isEqualTo(4_000_000);
      database.modifyTable(table());
      assertThat(regionBytes(database)).isEqualTo(FLUSH_BYTES);
    }
  }

  private static long regionBytes(Database database) {
    return ((StoredRegion) region(database, "r")).flushRule().regionBytes();
  }

  /** Between the flush for a snapshot and the choice of its files another may come. */
  @Test
  void aSnapshotHasOfEachWriteAllFamiliesOrNone() throws IOException {
    HookedFileSystem files = new HookedFileSystem(new CrashFileSystem());
    DatabaseOptions options = options(files).logSegmentBytes(50_000).build();
    try (Database database = Database.open(options)) {
      database.createTable(table(), List.of());
      write(database, 0, 10);
      int[] rows = {10};
      files.hook(
          (operation, path) -> {
            // The log is shortened after the flush.
            if (operation.equals("delete") && path.startsWith("/store/log") && rows[0] == 10) {
              rows[0] = 90;
              write(database, 10, 90); // enough for a flush of the large family
            }
          });
      database.takeSnapshot(TestDatabase.snapshot("s", TABLE), true);
      assertThat(rows[0]).as("written meanwhile").isEqualTo(90);
      TableName clone = TableName.of("clone");
      database.cloneSnapshot("s", clone);
      for (int i = 0; i < 90; i++) {
        CellBatch cells = new CellBatch();
        database.table(clone).locate(row(i)).get(ScanSpec.get(row(i)).build(), cells);
        assertThat(cells.size()).as("row %d", i).isNotEqualTo(1);
      }
    }
  }

  private long flushes(TableDescriptor table) throws IOException {
    try (Database database = Database.open(options(new CrashFileSystem()).build())) {
      database.createTable(table, List.of());
      write(database, 0, ROWS);
      return database.stats().flushes();
    }
  }

  @Test
  @Tag("slow")
  void theLogKeepsWhatTheSmallFamilyHasInMemory() throws IOException {
    for (int seed = 1; seed <= 20; seed++) {
      Random random = new Random(seed);
      CrashFileSystem disk = new CrashFileSystem();
      int written = ROWS / 2 + random.nextInt(ROWS / 2);
      Database lost = Database.open(options(disk).logSegmentBytes(200_000).build());
      lost.createTable(table(), List.of());
      write(lost, 0, written);
      assertThat(files(lost, "large")).isNotEmpty();
      assertThat(files(lost, "small")).isEmpty();
      try (Database database = Database.open(options(disk.afterPowerLoss(random)).build())) {
        check(database, written);
      }
    }
  }

  @Test
  void aLogThatIsTooLongIsShortenedAllTheSame() throws IOException {
    CrashFileSystem disk = new CrashFileSystem();
    DatabaseOptions bounded =
        options(disk).logSegmentBytes(200_000).maxLogBytes(3 * FLUSH_BYTES).build();
    try (Database database = Database.open(bounded)) {
      database.createTable(table(), List.of());
      for (int i = 0; i < ROWS; i += 10) {
        write(database, i, i + 10);
        database.tick();
        assertThat(database.stats().logBytes()).isLessThan(5 * FLUSH_BYTES);
      }
      assertThat(files(database, "small")).isNotEmpty();
      check(database, ROWS);
    }
  }
}
