package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.get;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.serial;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.care.StoreBackup;
import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.io.CrashFileSystem;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.HookedFileSystem;
import io.rowandb.engine.settings.DatabaseOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Rows of a large and a small family, of which only the large one went to a file: whatever comes
 * then, both families of a row are there or none.
 */
class TornRowsTest {
  private static final long FLUSH_BYTES = 512 << 10;
  private static final int VALUE_BYTES = 10_000;

  /** More than one flush of the large family, and some rows behind it. */
  private static final int ROWS = 150;

  private final CrashFileSystem disk = new CrashFileSystem();
  private final HookedFileSystem hooked = new HookedFileSystem(disk);

  private static Database open(FileSystem disk) throws IOException {
    return Database.open(
        serial(disk, new ManualClock())
            .flushBytes(FLUSH_BYTES)
            .splits(TestDatabase.UNSPLIT)
            .build());
  }

  private Database withTable() throws IOException {
    return withTable(hooked);
  }

  private static Database withTable(FileSystem disk) throws IOException {
    Database database = open(disk);
    String bound = Long.toString(FLUSH_BYTES / 2);
    database.createTable(
        new TableDescriptor(
            TABLE,
            List.of(family("large"), family("small")),
            Map.of("hbase.hregion.percolumnfamilyflush.size.lower.bound", bound)),
        List.of());
    return database;
  }

  private static RowMutation put(int i, int valueBytes, Durability durability) {
    RowMutation put = new RowMutation().reset(RowMutation.Kind.PUT, bytes("r" + i), durability);
    put.add(bytes("large"), bytes("q"), i, CellType.PUT, new byte[valueBytes], new byte[0]);
    put.add(bytes("small"), bytes("q"), i, CellType.PUT, bytes("v" + i), new byte[0]);
    return put;
  }

  private static void write(Database database, int from, int to, Durability durability)
      throws IOException {
    for (int i = from; i < to; i++) {
      region(database, "r").write(put(i, VALUE_BYTES, durability));
    }
  }

  private static int files(Database database, String family) throws IOException {
    return database
        .upkeep()
        .storeFiles(region(database, "r").info().encodedName())
        .getOrDefault(family, List.of())
        .size();
  }

  /** Returns how many rows there are, each whole. */
  private static int wholeRows(FileSystem left) throws IOException {
    try (Database database = open(left)) {
      return wholeRows(database);
    }
  }

  private static int wholeRows(Database database) throws IOException {
    int rows = 0;
    for (int i = 0; i < ROWS; i++) {
      int cells = get(database, "r" + i).size();
      assertThat(cells).as("cells of row %d", i).isIn(0, 2);
      rows += cells / 2;
    }
    return rows;
  }

  private void checkAfterLosses(int atLeast) throws IOException {
    assertThat(wholeRows(disk.afterProcessDeath())).isGreaterThanOrEqualTo(atLeast);
    for (int seed = 1; seed <= 3; seed++) {
      assertThat(wholeRows(disk.afterPowerLoss(new Random(seed)))).isGreaterThanOrEqualTo(atLeast);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRowIsWholeAfterAFlushOfTheLargeFamilyAndALoss(Durability durability) throws IOException {
    Database lost = withTable();
    write(lost, 0, ROWS, durability);
    int flushed = files(lost, "large");
    assertThat(flushed).isPositive();
    // What the log does not have goes to files whole, small families too.
    assertThat(files(lost, "small")).isEqualTo(durability == Durability.SKIP_WAL ? flushed : 0);
    checkAfterLosses(ROWS / 2);
  }

  @ParameterizedTest
  @EnumSource
  void aRowIsWholeInABackupOfAnotherProcess(Durability durability) throws IOException {
    try (Database database = withTable()) {
      write(database, 0, ROWS, durability);
      assertThat(files(database, "large")).isPositive();
      StoreBackup.run(disk, TestDatabase.DIRECTORY, Path.of("/backup"), false);
    }
    assertThat(rowsOf(disk, Path.of("/backup"))).isGreaterThanOrEqualTo(ROWS / 2);
  }

  /** Writes and flushes between any two calls of the backup that change something. */
  @Test
  void aRowIsWholeInABackupBesideWritesAndFlushes() throws IOException {
    int inPart = 0;
    for (int seed = 1; seed <= 5; seed++) {
      Random random = new Random(seed);
      CrashFileSystem below = new CrashFileSystem();
      HookedFileSystem ofBackup = new HookedFileSystem(below);
      try (Database database = withTable(below)) {
        int[] rows = {0};
        ofBackup.hook(
            (operation, path) -> {
              int to = Math.min(ROWS, rows[0] + random.nextInt(25));
              Durability durability =
                  random.nextBoolean() ? Durability.ASYNC_WAL : Durability.SYNC_WAL;
              write(database, rows[0], to, durability);
              rows[0] = to;
            });
        ofBackup.createDirectories(Path.of("/begin"));
        for (int backup = 0; backup < 3; backup++) {
          Path copy = Path.of("/" + backup + "/store");
          ofBackup.createDirectories(copy.getParent());
          int before = rows[0];
          StoreBackup.run(ofBackup, TestDatabase.DIRECTORY, copy, false);
          assertThat(rowsOf(below, copy)).as("seed %d", seed).isLessThanOrEqualTo(rows[0]);
          inPart += files(database, "large") > 0 && files(database, "small") == 0 ? 1 : 0;
          assertThat(before).isLessThanOrEqualTo(rows[0]);
        }
      }
    }
    assertThat(inPart).as("backups with large families alone in files").isPositive();
  }

  private static int rowsOf(FileSystem disk, Path store) throws IOException {
    try (Database copy =
        Database.open(
            DatabaseOptions.builder(store)
                .fileSystem(disk)
                .clock(new ManualClock())
                .backgroundThreads(0)
                .build())) {
      return wholeRows(copy);
    }
  }

  /** One write that is not logged, among logged ones, is enough. */
  @Test
  void oneUnloggedRowIsWholeToo() throws IOException {
    Database lost = withTable();
    write(lost, 0, 1, Durability.SKIP_WAL);
    write(lost, 1, ROWS, Durability.FSYNC_WAL);
    assertThat(files(lost, "small")).as("with the unlogged row").isEqualTo(1);
    assertThat(lost.stats().flushes()).isGreaterThan(1);
    checkAfterLosses(ROWS);
  }

  /** Nobody waits for an entry of ASYNC_WAL, so nobody is told that it is not in the log. */
  @Test
  void aRowThatTheLogCouldNotTakeIsWholeToo() throws IOException {
    Database lost = withTable();
    write(lost, 0, 3, Durability.SYNC_WAL);
    write(lost, 3, 6, Durability.ASYNC_WAL);
    hooked.hook(
        (operation, path) -> {
          if (operation.equals("write") && path.startsWith("/store/log")) {
            throw new IOException("no space");
          }
        });
    try (Quiet quiet = new Quiet()) {
      assertThat(quiet).isNotNull();
      lost.tick();
    }
    assertThat(lost.stats().backgroundFailures()).isEqualTo(1);
    hooked.hook((operation, path) -> {});
    write(lost, 6, ROWS, Durability.SYNC_WAL);
    assertThat(files(lost, "large")).isPositive();
    checkAfterLosses(ROWS / 2);
  }

  /** The flush of the large family fails and is made again when more was written. */
  @Test
  void aRowIsWholeAfterAFlushThatFailedFirst() throws IOException {
    Database lost = withTable();
    hooked.hook(
        (operation, path) -> {
          if (operation.equals("create") && path.toString().contains("large")) {
            throw new IOException("no space");
          }
        });
    int failed = 0;
    try (Quiet quiet = new Quiet()) {
      assertThat(quiet).isNotNull();
      while (lost.stats().backgroundFailures() == 0) {
        write(lost, failed++, failed, Durability.ASYNC_WAL);
      }
    }
    hooked.hook((operation, path) -> {});
    write(lost, failed, ROWS, Durability.ASYNC_WAL);
    assertThat(files(lost, "large")).isPositive();
    checkAfterLosses(ROWS / 2);
  }

  /** A log that cannot be forced any more lists nothing of its own, and closing tells so. */
  @Test
  void nothingIsListedThatTheLogCannotBeForcedUpTo() throws IOException {
    Database database = withTable();
    hooked.hook(
        (operation, path) -> {
          if (operation.equals("force") && path.startsWith("/store/log")) {
            throw new IOException("broken");
          }
        });
    try (Quiet quiet = new Quiet()) {
      assertThat(quiet).isNotNull();
      assertThatThrownBy(() -> write(database, 0, ROWS, Durability.SYNC_WAL))
          .hasStackTraceContaining("broken");
      assertThat(files(database, "large")).isZero();
      checkAfterLosses(0);
    }
  }

  /** Parts of one change: what is logged of one is logged of all. */
  @Test
  void aChangeOfTwoRowsIsWholeWhenOneOfThemIsNotToBeLogged() throws IOException {
    try (Database lost = withTable()) {
      List<RowMutation> pair =
          List.of(put(1, 10, Durability.SKIP_WAL), put(2, 10, Durability.FSYNC_WAL));
      assertThat(region(lost, "r").updateRows(pair, List.of())).isTrue();
      assertThat(wholeRows(disk.afterProcessDeath())).isEqualTo(2);
      assertThat(wholeRows(disk.afterPowerLoss(new Random(1)))).isEqualTo(2);
    }
  }

  @Test
  void aRowMutationIsWholeWhenOnePartIsNotToBeLogged() throws IOException {
    try (Database lost = withTable()) {
      RowMutation large =
          new RowMutation().reset(RowMutation.Kind.PUT, bytes("r1"), Durability.SKIP_WAL);
      large.add(bytes("large"), bytes("q"), 1, CellType.PUT, bytes("v"), new byte[0]);
      RowMutation small =
          new RowMutation().reset(RowMutation.Kind.PUT, bytes("r1"), Durability.SYNC_WAL);
      small.add(bytes("small"), bytes("q"), 1, CellType.PUT, bytes("v"), new byte[0]);
      assertThat(region(lost, "r1").update(List.of(large, small), null, new CellBatch())).isTrue();
      assertThat(wholeRows(disk.afterProcessDeath())).isEqualTo(1);
    }
  }
}
