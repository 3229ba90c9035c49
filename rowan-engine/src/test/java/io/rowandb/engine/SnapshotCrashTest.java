package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.scan;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.snapshot;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.catalog.Manifest;
import io.rowandb.engine.catalog.ManifestBytes;
import io.rowandb.engine.catalog.SnapshotDescriptor;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.io.CrashFileSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A history of snapshots, stopped at every change of the disk: afterwards everything is as before
 * or as after the step that was under way, and nothing is left on the disk that is not listed.
 */
@Tag("slow")
class SnapshotCrashTest {
  private static final TableName CLONE = TableName.of("clone");
  private static final int POWER_LOSSES = 2;

  /** One step of the history. */
  private interface Step {
    void run(Database database) throws IOException;
  }

  private static final List<Step> HISTORY =
      List.of(
          database ->
              database.createTable(table(TABLE, family("f"), family("g")), List.of(bytes("m"))),
          database -> write(database, TABLE, "a", "1"),
          database -> write(database, TABLE, "z", "1"),
          database -> database.takeSnapshot(snapshot("one", TABLE), true),
          database -> write(database, TABLE, "a", "2"),
          database -> database.compact(TABLE, null, true),
          database -> database.takeSnapshot(snapshot("two", TABLE), true),
          database -> database.cloneSnapshot("one", CLONE),
          database -> write(database, CLONE, "b", "3"),
          database -> database.disableTable(TABLE),
          database -> database.restoreSnapshot("one"),
          database -> database.enableTable(TABLE),
          database -> write(database, TABLE, "c", "4"),
          database -> database.deleteSnapshot("one"),
          database -> database.compact(CLONE, null, true),
          database -> database.disableTable(TABLE),
          database -> database.deleteTable(TABLE),
          database -> database.cloneSnapshot("two", TABLE));

  private static void write(Database database, TableName table, String row, String value)
      throws IOException {
    RowMutation put =
        new RowMutation().reset(RowMutation.Kind.PUT, bytes(row), Durability.FSYNC_WAL);
    for (String family : List.of("f", "g")) {
      put.add(bytes(family), bytes("q"), 1, CellType.PUT, bytes(value), new byte[0]);
    }
    database.table(table).locate(bytes(row)).write(put);
  }

  @Test
  void everyStepIsDoneOrNotWhenThePowerFails() throws IOException {
    check(disk -> disk.afterPowerLoss(new Random(disk.operations())), 0);
  }

  @Test
  void everyStepIsDoneOrNotWhenTheProcessDies() throws IOException {
    check(CrashFileSystem::afterProcessDeath, 0);
  }

  @Test
  void everyStepIsDoneOrNotWhicheverPartOfTheDiskIsLost() throws IOException {
    for (long seed = 1; seed <= POWER_LOSSES; seed++) {
      Random random = new Random(seed);
      check(disk -> disk.afterPowerLoss(random), seed);
    }
  }

  /** What is left of a disk. */
  private interface Loss {
    CrashFileSystem of(CrashFileSystem disk);
  }

  private static void check(Loss loss, long seed) throws IOException {
    List<String> states = new ArrayList<>();
    CrashFileSystem whole = new CrashFileSystem();
    assertThat(run(whole, Long.MAX_VALUE, states)).isEqualTo(HISTORY.size());
    long operations = whole.operations();
    try (Quiet quiet = new Quiet()) {
      assertThat(quiet).isNotNull();
      for (long at = 1; at <= operations; at++) {
        CrashFileSystem disk = new CrashFileSystem();
        int done = run(disk, at, null);
        String when = "crash at operation " + at + ", in step " + done + ", seed " + seed;
        CrashFileSystem after = loss.of(disk);
        String found;
        try (Database database = Database.open(serial(after, new ManualClock()).build())) {
          assertNothingUnlisted(when, after);
          found = state(database);
        }
        assertThat(found)
            .as(when)
            .isIn(states.get(done), states.get(Math.min(done + 1, HISTORY.size())));
      }
    }
  }

  /** Runs steps until the disk fails; how many were done. */
  private static int run(CrashFileSystem disk, long crashAt, List<String> states)
      throws IOException {
    disk.crashAt(crashAt);
    int done = 0;
    try {
      Database database = Database.open(serial(disk, new ManualClock()).build());
      note(disk, states);
      for (Step step : HISTORY) {
        step.run(database);
        done++;
        note(disk, states);
      }
    } catch (IOException e) {
      assertThat(crashAt).as(() -> "failed without a reason: " + e).isLessThan(Long.MAX_VALUE);
    }
    return done;
  }

  private static void note(CrashFileSystem disk, List<String> states) throws IOException {
    if (states != null) {
      try (Database copy = Database.open(serial(disk.copy(), new ManualClock()).build())) {
        states.add(state(copy));
      }
    }
  }

  /** All tables and, by cloning them, all snapshots, in words. */
  private static String state(Database database) throws IOException {
    TreeMap<String, Object> state = new TreeMap<>();
    for (SnapshotDescriptor each : database.snapshots()) {
      TableName name = TableName.of("copy_" + each.name());
      database.cloneSnapshot(each.name(), name);
      state.put("snapshot " + each.name(), scan(database, name));
      database.disableTable(name);
      database.deleteTable(name);
    }
    for (TableName name : database.tableNames()) {
      boolean enabled = database.table(name).enabled();
      if (!enabled) {
        database.enableTable(name);
      }
      state.put((enabled ? "table " : "disabled table ") + name, scan(database, name));
    }
    return state.toString();
  }

  private static void assertNothingUnlisted(String when, CrashFileSystem disk) throws IOException {
    Set<String> listed = new TreeSet<>();
    ManifestBytes.allRegions(Manifest.open(disk, TestDatabase.DIRECTORY, new UUID(1, 2)).catalog())
        .forEach(region -> region.families().values().forEach(it -> listed.addAll(it.files())));
    assertThat(storeFiles(disk, TestDatabase.DIRECTORY))
        .as(when)
        .containsExactlyInAnyOrderElementsOf(listed);
  }

  private static List<String> storeFiles(CrashFileSystem disk, Path directory) {
    List<String> found = new ArrayList<>();
    for (Path entry : disk.list(directory)) {
      if (disk.isDirectory(entry)) {
        found.addAll(storeFiles(disk, entry));
      } else if (entry.getFileName().toString().matches("[0-9a-f]{32}")) {
        found.add(entry.getFileName().toString());
      }
    }
    return found;
  }
}
