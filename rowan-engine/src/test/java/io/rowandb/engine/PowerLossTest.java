package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.counter;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.get;
import static io.rowandb.engine.TestDatabase.increment;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.serial;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.LoadsOverLosses.Ends;
import io.rowandb.engine.LoadsOverLosses.Load;
import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.io.CrashFileSystem;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.RefusedException.Reason;
import io.rowandb.engine.region.Region;
import io.rowandb.engine.region.RegionInfo;
import io.rowandb.engine.region.RegionRange;
import io.rowandb.engine.settings.DatabaseOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random histories over several losses of power: after each the database opens, each row is whole
 * and holds the last of its writes that had to be on disk, or a later one that was begun.
 *
 * <p>What has to be on disk: FSYNC_WAL writes and, with them or a tick, all that was logged before;
 * with a flush everything, with a split, merge or bulk load all of those regions. A SKIP_WAL write
 * only with a flush. The option sets make logs of many segments, flushes in recovery, and files for
 * every few writes.
 *
 * <p>A bulk load that returned is there, whether its user had forced the files or not. One that was
 * cut off is in all of its rows, over all regions and both families, or in none, and then it can be
 * repeated with files that had been forced.
 */
@Tag("slow")
class PowerLossTest {
  private static final long FIRST_SEED = Long.getLong("rowan.seed", 1);
  private static final int HISTORIES = Integer.getInteger("rowan.histories", 150);
  private static final int LOSSES = 4;
  private static final int ROWS = 8;
  private static final int OPERATIONS = 60;

  /** Power is lost at one of so many changes of the disk, if all operations make as many. */
  private static final int MAX_CHANGES = 400;

  /** One load in so many is cut off, if it takes that long, so that this is not left to chance. */
  private static final int LOADS_PER_AIMED_LOSS = 3;

  /** At one of so many changes of the disk: most loads make about as many. */
  private static final int LOAD_CHANGES = 15;

  /** More than the first chunk of a memstore has room for: its family is flushed alone. */
  private static final int LARGE_BYTES = 66_000;

  private static final int WRITES_PER_LARGE_ONE = 15;

  /** In so many histories loads end in all ways, or the test would not see it. */
  private static final int MANY_HISTORIES = 100;

  /** One row's writes since the last that has to be on disk, that one first. */
  private static final class Row {
    final List<String> values = new ArrayList<>();

    /** Which of them are in the log for sure, if the log is forced. */
    int logged;

    Row() {
      values.add(null);
    }

    void durableUpTo(int index) {
      values.subList(0, index).clear();
      logged = Math.max(0, logged - index);
    }

    void become(String value) {
      values.clear();
      values.add(value);
      logged = 0;
    }
  }

  /** A history: the disk as it is now, and what may be found on it. */
  private static final class History {
    private final long seed;
    private final Random random;
    private final LoadsOverLosses loads;
    private final Row[] rows = new Row[ROWS];
    private CrashFileSystem disk = new CrashFileSystem();
    private DatabaseOptions.Builder options;
    private boolean tableIsCertain;
    private int written;
    private long countedForSure;
    private long counted;
    private long countBegun;

    History(long seed, Ends ends) {
      this.seed = seed;
      this.loads = new LoadsOverLosses(ends);
      this.random = new Random(seed);
      for (int i = 0; i < ROWS; i++) {
        rows[i] = new Row();
      }
    }

    void run() throws IOException {
      for (int loss = 1; loss <= LOSSES; loss++) {
        untilPowerIsLost();
        disk = disk.afterPowerLoss(random);
        verify(loss);
      }
    }

    private Database open() throws IOException {
      options =
          serial(disk, new ManualClock())
              .logSegmentBytes(pick(300, 3_000, 128 << 20))
              .flushBytes(pick(1, 1 << 20, 128 << 20))
              .globalMemStoreBytes(pick(150_000, 256 << 20, 256 << 20));
      return Database.open(options.build());
    }

    private void untilPowerIsLost() throws IOException {
      disk.crashAt(disk.operations() + 1 + random.nextInt(MAX_CHANGES));
      try {
        Database database = open();
        if (database.table(TABLE) == null) {
          assertThat(tableIsCertain).as("seed %d: the table is there", seed).isFalse();
          database.createTable(anyTable(), List.of(bytes("4")));
        }
        tableIsCertain = true;
        for (int i = 0; i < OPERATIONS; i++) {
          database = step(database);
        }
      } catch (IOException e) {
        assertThat(e).as("seed %d", seed).hasStackTraceContaining("the machine is dead");
      }
    }

    private Database step(Database database) throws IOException {
      switch (random.nextInt(24)) {
        case 0 -> {
          database.tick();
          // A tick tells nobody that it failed.
          if (database.stats().backgroundFailures() == 0) {
            loggedIsDurable();
          }
        }
        case 1 -> {
          database.flush(TABLE);
          allIsDurable();
        }
        case 2 -> database.compact(TABLE, null, random.nextBoolean());
        case 3 -> {
          if (random.nextInt(4) == 0) {
            database.close();
            allIsDurable();
            return open();
          }
        }
        case 4, 5, 6 -> count(database);
        case 7 -> split(database);
        case 8 -> merge(database);
        case 9, 10 -> load(database);
        default -> write(database, random.nextInt(ROWS), pick(Durability.values()));
      }
      return database;
    }

    private void write(Database database, int number, Durability durability) throws IOException {
      String value = newValue();
      rows[number].values.add(value);
      region(database, Integer.toString(number)).write(put(number, value, durability));
      if (durability != Durability.SKIP_WAL) {
        rows[number].logged = rows[number].values.size() - 1;
      }
      if (durability == Durability.FSYNC_WAL) {
        loggedIsDurable();
      }
    }

    private String newValue() {
      return "v" + ++written + "x".repeat(random.nextInt(80));
    }

    /** Flushed whole, or family a alone when it has large values. */
    private TableDescriptor anyTable() {
      String policy = random.nextBoolean() ? "FlushAllLargeStoresPolicy" : "FlushAllStoresPolicy";
      return new TableDescriptor(
          TABLE,
          List.of(family("a"), family("b")),
          Map.of(
              "FLUSH_POLICY",
              "org.apache.hadoop.hbase.regionserver." + policy,
              "hbase.hregion.percolumnfamilyflush.size.lower.bound",
              "100000"));
    }

    private RowMutation put(int number, String value, Durability durability) {
      byte[] row = bytes(Integer.toString(number));
      RowMutation put = new RowMutation().reset(RowMutation.Kind.PUT, row, durability);
      boolean large = random.nextInt(WRITES_PER_LARGE_ONE) == 0;
      String filling = large ? "y".repeat(LARGE_BYTES) : "";
      put.add(bytes("a"), bytes("q"), 1, CellType.PUT, bytes(value + filling), new byte[0]);
      put.add(bytes("b"), bytes("q"), 1, CellType.PUT, bytes(value), new byte[0]);
      return put;
    }

    private void count(Database database) throws IOException {
      countBegun++;
      CellBatch result = new CellBatch();
      region(database, "c").update(List.of(increment("c", "a:n", 1)), null, result);
      counted++;
    }

    /** Splits a region somewhere, if it can be split there. */
    private void split(Database database) throws IOException {
      RegionInfo region = anyRegion(database);
      byte[] row = random.nextBoolean() ? null : bytes(Integer.toString(random.nextInt(ROWS)));
      try {
        database.splitRegion(region.encodedName(), row);
      } catch (RefusedException e) {
        assertThat(e.reason()).as("seed %d", seed).isEqualTo(Reason.BAD_REQUEST);
        return;
      }
      becomesDurable(region.range());
    }

    /** Merges a region with the next, if they can be merged. */
    private void merge(Database database) throws IOException {
      RegionInfo left = anyRegion(database);
      RegionInfo right = database.table(TABLE).locate(left.range().endKey()).info();
      try {
        database.mergeRegions(List.of(left.encodedName(), right.encodedName()));
      } catch (RefusedException e) {
        assertThat(e.reason()).as("seed %d", seed).isEqualTo(Reason.NOT_MERGEABLE);
        return;
      }
      becomesDurable(new RegionRange(left.range().startKey(), right.range().endKey()));
    }

    /** Loads files, of rows of any regions or of one, and perhaps those of a load that was lost. */
    private void load(Database database) throws IOException {
      Load again = loads.repeatable();
      if (again != null && random.nextBoolean()) {
        load(database, again, null);
        return;
      }
      RegionInfo only = random.nextInt(3) == 0 ? anyRegion(database) : null;
      List<Integer> numbers = new ArrayList<>();
      for (int i = random.nextInt(ROWS); i < ROWS; i += 1 + random.nextInt(3)) {
        if (only == null || only.range().contains(bytes(Integer.toString(i)))) {
          numbers.add(i);
        }
      }
      if (!numbers.isEmpty()) {
        String value = newValue();
        List<RowMutation> puts =
            numbers.stream().map(number -> put(number, value, Durability.SKIP_WAL)).toList();
        FilesToLoad files = FilesToLoad.write(disk, random, "load" + written, puts, "a", "b");
        load(database, new Load(value, numbers, files), only);
      }
    }

    private void load(Database database, Load load, RegionInfo only) throws IOException {
      loads.begin(load);
      if (random.nextInt(LOADS_PER_AIMED_LOSS) == 0) {
        disk.crashAt(disk.operations() + 1 + random.nextInt(LOAD_CHANGES));
      }
      for (int number : load.rows()) {
        rows[number].values.add(load.value());
      }
      String region = only == null ? null : only.encodedName();
      database.bulkLoad(load.files().load(disk, region, random.nextBoolean()));
      loads.returned();
      for (int number : load.rows()) {
        byte[] row = bytes(Integer.toString(number));
        becomesDurable(database.table(TABLE).locate(row).info().range());
      }
    }

    private RegionInfo anyRegion(Database database) {
      List<Region> regions = database.table(TABLE).regions();
      return regions.get(random.nextInt(regions.size())).info();
    }

    private void becomesDurable(RegionRange range) {
      for (int i = 0; i < ROWS; i++) {
        if (range.contains(bytes(Integer.toString(i)))) {
          rows[i].durableUpTo(rows[i].values.size() - 1);
        }
      }
      if (range.contains(bytes("c"))) {
        countedForSure = counted;
      }
    }

    private void loggedIsDurable() {
      for (Row row : rows) {
        row.durableUpTo(row.logged);
      }
      countedForSure = counted;
    }

    private void allIsDurable() {
      for (Row row : rows) {
        row.durableUpTo(row.values.size() - 1);
      }
      countedForSure = counted;
    }

    private void verify(int loss) throws IOException {
      String when = "seed " + seed + ", loss " + loss;
      try (Database database = open()) {
        if (database.table(TABLE) == null) {
          assertThat(tableIsCertain).as(when).isFalse();
          return;
        }
        List<String> found = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
          found.add(verifyRow(when, database, i));
        }
        loads.verify(when, disk, found);
        long count = get(database, "c").isEmpty() ? 0 : counter(database, "c", "a:n");
        assertThat(count).as("%s: counter", when).isBetween(countedForSure, countBegun);
        counted = count;
        countedForSure = count;
        countBegun = count;
        assertThat(database.stats().backgroundFailures()).as(when).isZero();
      }
    }

    /** Returns the row's value. */
    private String verifyRow(String when, Database database, int number) throws IOException {
      List<String> cells = get(database, Integer.toString(number));
      String found = cells.isEmpty() ? null : withoutFilling(cells.get(0));
      if (found != null) {
        assertThat(cells.stream().map(History::withoutFilling))
            .as(when + ": half a row")
            .containsExactly(found, found);
      }
      assertThat(rows[number].values).as("%s: row %d", when, number).contains(found);
      rows[number].become(found);
      return found;
    }

    private static String withoutFilling(String cell) {
      String value = cell.substring("a:q@1=".length());
      return value.contains("y") ? value.substring(0, value.indexOf('y')) : value;
    }

    private int pick(int... choices) {
      return choices[random.nextInt(choices.length)];
    }

    private Durability pick(Durability... choices) {
      return choices[random.nextInt(choices.length)];
    }
  }

  @Test
  void everyRowIsWholeAndAsNewAsPromised() {
    Ends ends = new Ends();
    try (Quiet quiet = new Quiet()) {
      assertThat(quiet).isNotNull();
      for (long seed = FIRST_SEED; seed < FIRST_SEED + HISTORIES; seed++) {
        try {
          new History(seed, ends).run();
        } catch (IOException | RuntimeException e) {
          throw new AssertionError("seed " + seed + " (repeat with -Drowan.seed=" + seed + ")", e);
        }
      }
    }
    System.out.println(ends);
    if (HISTORIES >= MANY_HISTORIES) {
      assertThat(ends.areAllThere()).as("%s", ends).isTrue();
    }
  }
}
