package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.get;
import static io.rowandb.engine.TestDatabase.putAt;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.scan;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.compaction.CompactionThroughput;
import io.rowandb.engine.io.CrashFileSystem;
import io.rowandb.engine.io.FaultyFileSystem;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.settings.DatabaseOptions;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What each durability promises, what keeps the log short, and what bounds memory. */
class DurabilityTest {
  private final ManualClock clock = new ManualClock();
  private final CrashFileSystem disk = new CrashFileSystem();

  @Test
  void eachDurabilityKeepsItsPromiseAndNoMore() throws IOException {
    Database database = create(serial(disk, clock));
    for (Durability durability : Durability.values()) {
      write(database, durability);
    }
    // FSYNC_WAL, the last, took all that was logged before with it.
    assertThat(afterPowerLoss()).containsExactlyInAnyOrder("ASYNC_WAL", "SYNC_WAL", "FSYNC_WAL");
    database.flush(TABLE);
    assertThat(afterPowerLoss())
        .containsExactlyInAnyOrder("SKIP_WAL", "ASYNC_WAL", "SYNC_WAL", "FSYNC_WAL");
  }

  @Test
  void anUnforcedWriteSurvivesItsProcessAndATickSurvivesThePower() throws IOException {
    Database database = create(serial(disk, clock));
    write(database, Durability.FSYNC_WAL);
    write(database, Durability.SYNC_WAL);
    assertThat(rows(disk.afterProcessDeath())).containsExactlyInAnyOrder("FSYNC_WAL", "SYNC_WAL");
    assertThat(afterPowerLoss()).containsExactly("FSYNC_WAL");
    write(database, Durability.ASYNC_WAL);
    assertThat(rows(disk.afterProcessDeath())).containsExactlyInAnyOrder("FSYNC_WAL", "SYNC_WAL");
    database.tick();
    assertThat(afterPowerLoss()).containsExactlyInAnyOrder("FSYNC_WAL", "SYNC_WAL", "ASYNC_WAL");
  }

  @Test
  void hsyncMakesEveryOrdinaryWriteAForcedOne() throws IOException {
    Database database = create(serial(disk, clock).alwaysForce(true));
    write(database, Durability.SYNC_WAL);
    assertThat(afterPowerLoss()).containsExactly("SYNC_WAL");
  }

  @Test
  void flushesTheRegionWithTheOldestEntriesWhenTheLogIsLong() throws IOException {
    DatabaseOptions.Builder options = serial(disk, clock).logSegmentBytes(500).maxLogBytes(4_000);
    Database database = Database.open(options.build());
    database.createTable(table(TABLE, family("f")), List.of(bytes("m")));
    region(database, "a").write(putAt(1, "a", "f:q=the oldest entry"));
    for (int i = 0; i < 100; i++) {
      region(database, "z").write(putAt(i, "z", "f:q=" + i + "x".repeat(60)));
      database.tick();
      assertThat(database.stats().logBytes()).isLessThan(5_000);
    }
    assertThat(database.stats().flushes()).isBetween(3L, 20L);
    assertThat(get(database, "a")).containsExactly("f:q@1=the oldest entry");
    Database reopened = Database.open(serial(disk.afterProcessDeath(), clock).build());
    assertThat(get(reopened, "a")).containsExactly("f:q@1=the oldest entry");
    assertThat(get(reopened, "z")).hasSize(1);
  }

  @Test
  void refusesWritesWhenMemoryIsFullAndFlushesFail() throws IOException {
    FaultyFileSystem faulty = new FaultyFileSystem(disk);
    Database database = create(serial(faulty, clock).globalMemStoreBytes(200_000));
    write(database, Durability.SKIP_WAL);
    faulty.setFreeBytes(0);
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 1_000; i++) {
                write(database, Durability.SKIP_WAL, "row" + i, "x".repeat(1_000));
              }
            })
        .isInstanceOfSatisfying(
            RefusedException.class,
            e -> assertThat(e.reason()).isEqualTo(RefusedException.Reason.REGION_TOO_BUSY))
        .hasMessageContaining("Over memstore limit")
        .hasMessageContaining("No space left on device");
    assertThat(get(database, "row0")).as("reads go on").hasSize(1);
    faulty.setFreeBytes(Long.MAX_VALUE);
    write(database, Durability.SYNC_WAL);
    assertThat(database.stats().memStoreBytes()).isLessThan(300_000);
    assertThat(get(database, "row0")).hasSize(1);
  }

  @Test
  void closesWhileACompactionIsHeldBack() throws IOException {
    Database database =
        Database.open(
            serial(disk, clock)
                .backgroundThreads(2)
                .compactionMinFiles(100)
                .compactionMaxFiles(100)
                .compactionThroughput(new CompactionThroughput(1, 1, 1, 60_000))
                .build());
    database.createTable(table(TABLE, family("f")), List.of());
    for (int i = 0; i < 4; i++) {
      for (int row = 0; row < 500; row++) {
        region(database, "r").write(putAt(i, "r" + row, "f:q=" + "x".repeat(200)));
      }
      database.flush(TABLE);
    }
    database.upkeep().requestCompaction(region(database, "r").info().encodedName(), "f", true);
    database.close();
    assertThat(rows(disk.afterProcessDeath())).hasSize(500);
  }

  private static Database create(DatabaseOptions.Builder options) throws IOException {
    Database database = Database.open(options.build());
    database.createTable(table(TABLE, family("f")), List.of());
    return database;
  }

  private static void write(Database database, Durability durability) throws IOException {
    write(database, durability, durability.name(), "v");
  }

  private static void write(Database database, Durability durability, String row, String value)
      throws IOException {
    RowMutation put = new RowMutation().reset(RowMutation.Kind.PUT, bytes(row), durability);
    put.add(bytes("f"), bytes("q"), 1, CellType.PUT, bytes(value), new byte[0]);
    region(database, row).write(put);
  }

  /** The rows that are there however the power was lost. */
  private Set<String> afterPowerLoss() throws IOException {
    Set<String> always = null;
    for (int seed = 0; seed < 20; seed++) {
      Set<String> found = rows(disk.afterPowerLoss(new Random(seed)));
      if (always == null) {
        always = found;
      }
      always.retainAll(found);
    }
    return always;
  }

  private Set<String> rows(FileSystem files) throws IOException {
    Set<String> rows = new TreeSet<>();
    try (Database database = Database.open(serial(files, clock).build())) {
      for (String cell : TestDatabase.scan(database)) {
        rows.add(cell.substring(0, cell.indexOf('/')));
      }
    }
    return rows;
  }

  /** A flush in the middle of a replay covers what was replayed, not what the log has beyond it. */
  @Test
  void survivesADeathBetweenTwoRecoveries() throws IOException {
    Database database = Database.open(serial(disk, clock).build());
    database.createTable(table(TABLE, family("f")), List.of(bytes("m")));
    for (int i = 0; i < 1_000; i++) {
      region(database, "a").write(putAt(1, "a" + i, "f:q=" + "x".repeat(1_000)));
    }
    region(database, "z").write(putAt(1, "z", "f:q=v"));
    database.upkeep().flushRegion(region(database, "z").info().encodedName());
    CrashFileSystem died = disk.afterProcessDeath();
    Database small = Database.open(serial(died, clock).globalMemStoreBytes(500_000).build());
    assertThat(small.stats().flushes()).as("flushes while opening").isPositive();
    Database last = Database.open(serial(died.afterProcessDeath(), clock).build());
    assertThat(scan(last)).hasSize(1_001);
  }
}
