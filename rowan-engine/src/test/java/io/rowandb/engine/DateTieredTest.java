package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.delete;
import static io.rowandb.engine.TestDatabase.drain;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.putAt;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.catalog.FamilyDescriptor;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.io.CrashFileSystem;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.RegionScanner;
import io.rowandb.engine.scan.ScanSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A family whose files are divided by time, as a table may ask for. */
class DateTieredTest {
  private static final String ENGINE = "CONFIGURATION:hbase.hstore.engine.class";
  private static final String DATE_TIERED =
      "org.apache.hadoop.hbase.regionserver.DateTieredStoreEngine";
  private static final String TIERED = "CONFIGURATION:hbase.hstore.compaction.date.tiered.";
  private static final long HOUR = 3_600_000;

  private final ManualClock clock = new ManualClock();
  private final MemoryFileSystem files = new MemoryFileSystem();

  private static FamilyDescriptor series(String... more) {
    List<String> attributes = new ArrayList<>(List.of(ENGINE, DATE_TIERED));
    attributes.addAll(
        List.of(TIERED + "base.window.millis", "" + HOUR, TIERED + "windows.per.tier", "2"));
    attributes.addAll(List.of(more));
    return family("f", attributes.toArray(String[]::new));
  }

  private Database open(FileSystem disk) throws IOException {
    return Database.open(serial(disk, clock).build());
  }

  private static List<Path> storeFiles(Database database) throws IOException {
    return database.upkeep().storeFiles(region(database, "a").info().encodedName()).get("f");
  }

  @Test
  void aWholeStoreBecomesAFileForEachWindow() throws IOException {
    clock.set(100 * HOUR + 1);
    try (Database database = open(files)) {
      database.createTable(table(TABLE, series()), List.of());
      for (int age : new int[] {0, 1, 2, 3, 5, 40}) {
        region(database, "a").write(putAt((100 - age) * HOUR, "a", "f:" + age + "=" + age));
      }
      database.flush(TABLE);
      database.compact(TABLE, "f", true);
      // 100 | 99, 98 | 97, 96 | 95 to 92 are in windows of 1, 2, 2 and 4 hours, 60 in a longer one.
      assertThat(storeFiles(database)).hasSize(5);
      assertThat(scan(database, ScanSpec.builder().build())).hasSize(6);
      assertThat(scan(database, ScanSpec.builder().timeRange(97 * HOUR, 99 * HOUR).build()))
          .containsExactly("a/f:2@" + 98 * HOUR + "=2", "a/f:3@" + 97 * HOUR + "=3");
    }
    try (Database database = open(files)) {
      assertThat(storeFiles(database)).hasSize(5);
      assertThat(scan(database, ScanSpec.builder().build())).hasSize(6);
    }
  }

  @Test
  void filesWhoseTtlHasPassedGoWithoutBeingMerged() throws IOException {
    clock.set(100 * HOUR);
    try (Database database = open(files)) {
      String[] rules = {"TTL", "36000", TIERED + "max.storefile.age.millis", "" + 5 * HOUR};
      database.createTable(table(TABLE, series(rules)), List.of());
      for (int hour = 100; hour < 104; hour++) {
        clock.set(hour * HOUR);
        region(database, "a").write(putAt(hour * HOUR, "a", "f:" + hour + "=v"));
        database.upkeep().flushAlone(TABLE);
      }
      clock.set(112 * HOUR);
      database.compact(TABLE, "f", false);
      assertThat(storeFiles(database)).as("those of 102 and 103 live").hasSize(2);
      assertThat(scan(database, ScanSpec.builder().build())).hasSize(2);
      clock.set(200 * HOUR);
      database.compact(TABLE, "f", false);
      assertThat(storeFiles(database)).as("the newest stays").hasSize(1);
    }
    try (Database database = open(files)) {
      assertThat(storeFiles(database)).hasSize(1);
      assertThat(scan(database, ScanSpec.builder().build())).isEmpty();
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"false, FALSE", "true, FALSE", "false, TRUE"})
  void answersAreThoseOfOneFile(String newBehavior, String keepDeleted) throws IOException {
    String[] rules = {
      "VERSIONS", "3", "NEW_VERSION_BEHAVIOR", newBehavior, "KEEP_DELETED_CELLS", keepDeleted
    };
    for (long seed = 1; seed <= 40; seed++) {
      List<List<String>> answers = new ArrayList<>();
      for (FamilyDescriptor family : List.of(series(rules), family("f", rules))) {
        clock.set(50 * HOUR);
        MemoryFileSystem disk = new MemoryFileSystem();
        try (Database database = open(disk)) {
          database.createTable(table(TABLE, family), List.of());
          play(database, new Random(seed));
          answers.add(scan(database, ScanSpec.builder().maxVersions(9).build()));
        }
        try (Database database = open(disk)) {
          answers.add(scan(database, ScanSpec.builder().maxVersions(9).build()));
        }
      }
      assertThat(answers.get(0)).as("seed %d", seed).isEqualTo(answers.get(2));
      // Closing flushes, which may drop versions.
      assertThat(answers.get(1)).as("seed %d, reopened", seed).isEqualTo(answers.get(3));
    }
  }

  private static void play(Database database, Random random) throws IOException {
    for (int i = 0; i < 80; i++) {
      String row = "abc".substring(random.nextInt(3)).substring(0, 1);
      long time = (45 + random.nextInt(6)) * HOUR;
      switch (random.nextInt(12)) {
        case 0 -> database.upkeep().flushAlone(TABLE);
        case 1 -> {
          database.upkeep().flushAlone(TABLE);
          database.compact(TABLE, "f", true);
        }
        case 2 -> region(database, row).write(delete(CellType.DELETE, time, row, "f:q"));
        case 3 -> region(database, row).write(delete(CellType.DELETE_COLUMN, time, row, "f:q"));
        default -> region(database, row).write(putAt(time, row, "f:q=" + i));
      }
    }
  }

  @Test
  void aCrashLeavesTheOldFilesOrAllNewOnes() throws IOException {
    for (int at = 1; ; at++) {
      clock.set(100 * HOUR);
      CrashFileSystem disk = new CrashFileSystem();
      try (Database database = open(disk)) {
        database.createTable(table(TABLE, series()), List.of());
        for (int age : new int[] {0, 2, 30}) {
          region(database, "a").write(putAt((100 - age) * HOUR, "a", "f:" + age + "=" + age));
        }
        database.flush(TABLE);
      }
      Database database = open(disk);
      disk.crashAt(disk.operations() + at);
      boolean crashed = true;
      try {
        database.compact(TABLE, "f", true);
        crashed = false;
      } catch (IOException e) {
        assertThat(e).hasStackTraceContaining("the machine is dead");
      }
      try (Database recovered = open(disk.afterPowerLoss(new Random(at)))) {
        assertThat(storeFiles(recovered).size()).isIn(1, 3);
        assertThat(scan(recovered, ScanSpec.builder().build())).hasSize(3);
      }
      if (!crashed) {
        assertThat(at).as("steps of the compaction").isGreaterThan(6);
        return;
      }
    }
  }

  @Test
  void refusesWhatItDoesNotKnow() throws IOException {
    try (Database database = open(files)) {
      assertThatThrownBy(
              () -> database.createTable(table(TABLE, family("f", ENGINE, "my.Engine")), List.of()))
          .isInstanceOf(RefusedException.class)
          .hasMessageContaining("hbase.hstore.engine.class of column family f is \"my.Engine\"")
          .hasMessageContaining("DateTieredStoreEngine");
      assertThatThrownBy(
              () ->
                  database.createTable(
                      table(TABLE, series(TIERED + "windows.per.tier", "0")), List.of()))
          .hasMessageContaining("windows.per.tier of column family f is \"0\"")
          .hasMessageContaining("at least 1");
      assertThat(database.table(TABLE)).isNull();
    }
  }

  private static List<String> scan(Database database, ScanSpec spec) throws IOException {
    try (RegionScanner scanner = region(database, "a").scan(spec)) {
      return drain(scanner);
    }
  }
}
