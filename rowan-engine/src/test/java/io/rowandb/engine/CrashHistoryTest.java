package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.scan;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.catalog.FamilyDescriptor;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.io.CrashFileSystem;
import io.rowandb.engine.split.SplitSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A short history with splits and a merge, stopped at every change of the disk: the database opens
 * again, has every write that was acknowledged, no half row, no row twice, and none that was never
 * begun.
 */
@Tag("slow")
class CrashHistoryTest {
  private static final int ROUNDS = 12;

  /** Why regions are split. */
  enum Splits {
    ASKED_FOR,
    DUE
  }

  /** What was acknowledged, and what was begun and not acknowledged. */
  private static final class Expected {
    final TreeMap<String, String> acknowledged = new TreeMap<>();
    String openRow;
    String openValue;
    long dueSplits;
  }

  @ParameterizedTest
  @EnumSource
  void losesNothingWhenTheProcessDies(Splits splits) throws IOException {
    long operations = operationsOfTheWholeHistory(splits);
    for (long at = 1; at <= operations + 1; at++) {
      CrashFileSystem disk = new CrashFileSystem();
      Expected expected = runUntil(disk, at, Durability.SYNC_WAL, splits);
      check("process death at operation " + at, disk.afterProcessDeath(), expected);
    }
  }

  @ParameterizedTest
  @EnumSource
  void losesNothingForcedWhenThePowerFails(Splits splits) throws IOException {
    long operations = operationsOfTheWholeHistory(splits);
    for (long at = 1; at <= operations + 1; at++) {
      CrashFileSystem disk = new CrashFileSystem();
      Expected expected = runUntil(disk, at, Durability.FSYNC_WAL, splits);
      for (int seed = 0; seed < 3; seed++) {
        CrashFileSystem after = disk.afterPowerLoss(new Random(at * 31 + seed));
        check("power loss at operation " + at + ", seed " + (at * 31 + seed), after, expected);
      }
    }
  }

  private static long operationsOfTheWholeHistory(Splits splits) throws IOException {
    CrashFileSystem disk = new CrashFileSystem();
    Expected expected = runUntil(disk, Long.MAX_VALUE, Durability.FSYNC_WAL, splits);
    assertThat(expected.acknowledged).hasSize(ROUNDS + 7);
    assertThat(expected.dueSplits).isEqualTo(splits == Splits.DUE ? 2 : 0);
    return disk.operations();
  }

  /** Writes, flushes, compacts, reopens, until the disk fails. */
  private static Expected runUntil(
      CrashFileSystem disk, long crashAt, Durability durability, Splits splits) throws IOException {
    disk.crashAt(crashAt);
    Expected expected = new Expected();
    try {
      Database database = open(disk, splits);
      FamilyDescriptor a = splits == Splits.DUE ? family("a", "BLOCKSIZE", "1") : family("a");
      database.createTable(table(TABLE, a, family("b")), List.of());
      for (int i = 0; i < ROUNDS; i++) {
        write(database, expected, "r" + i % 7, "v" + i, durability);
        write(database, expected, "s" + i, "w" + i, durability);
        if (i % 3 == 2) {
          database.flush(TABLE);
        }
        if (i == 4 && splits == Splits.ASKED_FOR) {
          database.splitRegion(regionOf(database, 0), bytes("r4"));
        }
        if (i == 7) {
          database.compact(TABLE, null, true);
        }
        if (i == 10 && splits == Splits.ASKED_FOR) {
          database.mergeRegions(List.of(regionOf(database, 0), regionOf(database, 1)));
        }
        if (i == 8) {
          database.close();
          expected.dueSplits += database.stats().splits();
          database = open(disk, splits);
        }
      }
      database.close();
      expected.dueSplits += database.stats().splits();
    } catch (IOException e) {
      assertThat(crashAt).as(() -> "failed without a reason: " + e).isLessThan(Long.MAX_VALUE);
    }
    return expected;
  }

  private static String regionOf(Database database, int index) {
    return database.table(TABLE).regions().get(index).info().encodedName();
  }

  private static void write(
      Database database, Expected expected, String row, String value, Durability durability)
      throws IOException {
    RowMutation put = new RowMutation().reset(RowMutation.Kind.PUT, bytes(row), durability);
    for (String family : List.of("a", "b")) {
      put.add(bytes(family), bytes("q"), 1, CellType.PUT, bytes(value), new byte[0]);
    }
    expected.openRow = row;
    expected.openValue = value;
    region(database, row).write(put);
    expected.acknowledged.put(row, value);
    expected.openRow = null;
  }

  private static void check(String when, CrashFileSystem disk, Expected expected)
      throws IOException {
    try (Database database = open(disk, Splits.ASKED_FOR)) {
      TreeMap<String, String> found = new TreeMap<>();
      if (database.table(TABLE) == null) {
        assertThat(expected.acknowledged).as(when).isEmpty();
        return;
      }
      List<String> cells = new ArrayList<>(scan(database));
      for (int i = 0; i < cells.size(); i += 2) {
        String row = cells.get(i).substring(0, cells.get(i).indexOf('/'));
        String value = cells.get(i).substring(cells.get(i).indexOf('=') + 1);
        assertThat(cells.subList(i, i + 2))
            .as(when + ": half a row")
            .containsExactly(row + "/a:q@1=" + value, row + "/b:q@1=" + value);
        assertThat(found.put(row, value)).as("%s: row %s again", when, row).isNull();
      }
      TreeMap<String, String> possible = new TreeMap<>(expected.acknowledged);
      if (expected.openRow != null && expected.openValue.equals(found.get(expected.openRow))) {
        possible.put(expected.openRow, expected.openValue);
      }
      assertThat(found).as(when).isEqualTo(possible);
      region(database, "x").write(TestDatabase.putAt(1, "x", "a:q=1", "b:q=1"));
    }
  }

  private static Database open(CrashFileSystem disk, Splits splits) throws IOException {
    SplitSettings settings =
        splits == Splits.DUE
            ? SplitSettings.DEFAULT.withInitialBytes(1).withMaxFileBytes(1).withMaxRegions(3)
            : TestDatabase.UNSPLIT;
    return Database.open(
        serial(disk, new ManualClock())
            .logSegmentBytes(400)
            .tableChecks(false)
            .splits(settings)
            .build());
  }
}
