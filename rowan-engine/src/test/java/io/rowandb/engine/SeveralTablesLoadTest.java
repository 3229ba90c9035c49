package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.putAt;
import static io.rowandb.engine.TestDatabase.scan;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.io.CrashFileSystem;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.load.BulkLoad;
import io.rowandb.engine.load.BulkLoad.Source;
import io.rowandb.engine.load.BulkLoad.SourceFile;
import io.rowandb.engine.load.BulkLoadSummary;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.storefile.HandMadeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Files of two tables that are loaded in one step: both tables have theirs, or none has. */
class SeveralTablesLoadTest {
  private static final TableName ONE = TableName.of("one");
  private static final TableName OTHER = TableName.of("other");
  private static final Path IMPORT = Path.of("/import");

  private static Database open(CrashFileSystem disk) throws IOException {
    return Database.open(serial(disk, new ManualClock()).build());
  }

  private static void create(Database database) throws IOException {
    database.createTable(table(ONE, family("a")), List.of());
    database.createTable(table(OTHER, family("a")), List.of(bytes("r1")));
  }

  private static BulkLoad load(FileSystem disk, TableName name, String... rows) throws IOException {
    Path path =
        HandMadeFile.write(
            disk,
            IMPORT.resolve(name.qualifier()),
            "a",
            List.of(rows).stream().map(row -> putAt(1, row, "a:q=" + name.qualifier())).toList());
    return new BulkLoad(
        name, null, List.of(new SourceFile("a", path)), disk, Source.GIVE, /* verify= */ false);
  }

  private static List<BulkLoad> loads(FileSystem disk) throws IOException {
    return List.of(load(disk, ONE, "r0", "r2"), load(disk, OTHER, "r0", "r2"));
  }

  /** How many of the two tables have the rows that were loaded. */
  private static int loaded(Database database) throws IOException {
    int loaded = 0;
    for (TableName name : List.of(ONE, OTHER)) {
      List<String> rows = database.table(name) == null ? List.of() : scan(database, name);
      assertThat(rows)
          .as(name.toString())
          .satisfiesAnyOf(
              found -> assertThat(found).isEmpty(), found -> assertThat(found).hasSize(2));
      loaded += rows.isEmpty() ? 0 : 1;
    }
    return loaded;
  }

  @Test
  @Tag("slow")
  void bothTablesHaveTheirsOrNone() throws IOException {
    long end = run(new CrashFileSystem(), Long.MAX_VALUE);
    int whole = 0;
    for (long at = 1; at <= end + 1; at++) {
      CrashFileSystem disk = new CrashFileSystem();
      run(disk, at);
      for (CrashFileSystem after :
          List.of(disk.afterProcessDeath(), disk.afterPowerLoss(new Random(at)))) {
        try (Database database = open(after)) {
          int loaded = loaded(database);
          assertThat(loaded).as("tables, stopped at operation " + at).isIn(0, 2);
          whole += loaded / 2;
        }
      }
    }
    assertThat(whole).as("stops behind the load").isBetween(2, (int) end);
  }

  private static long run(CrashFileSystem disk, long crashAt) throws IOException {
    disk.crashAt(crashAt);
    try (Database database = open(disk)) {
      create(database);
      database.bulkLoad(loads(disk), BulkLoad.LastLook.NONE);
    } catch (IOException e) {
      assertThat(crashAt).as(() -> "failed without a reason: " + e).isLessThan(Long.MAX_VALUE);
    }
    return disk.operations();
  }

  @Test
  void whatIsRefusedIsRefusedForBoth() throws IOException {
    CrashFileSystem disk = new CrashFileSystem();
    try (Database database = open(disk)) {
      create(database);
      List<BulkLoad> loads = loads(disk);
      assertThatThrownBy(
              () ->
                  database.bulkLoad(
                      loads,
                      () -> {
                        assertThat(loaded(database)).isZero();
                        throw new IOException("no");
                      }))
          .hasMessage("no");
      assertThat(loaded(database)).isZero();
      BulkLoad strange = load(disk, TableName.of("strange"), "r0");
      assertThatThrownBy(
              () -> database.bulkLoad(List.of(loads.get(0), strange), BulkLoad.LastLook.NONE))
          .isInstanceOf(RefusedException.class);
      assertThatThrownBy(
              () -> database.bulkLoad(List.of(loads.get(0), loads.get(0)), BulkLoad.LastLook.NONE))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("two are of one");
      assertThat(loaded(database)).isZero();
      BulkLoadSummary done = database.bulkLoad(loads, BulkLoad.LastLook.NONE);
      assertThat(done.files()).isEqualTo(2);
      assertThat(done.links()).as("regions that have rows of a file").isEqualTo(3);
      assertThat(loaded(database)).isEqualTo(2);
    }
  }
}
