package io.rowandb.engine.world;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rowandb.engine.BulkLoad;
import io.rowandb.engine.Database;
import io.rowandb.engine.DatabaseOptions;
import io.rowandb.engine.FamilyDescriptor;
import io.rowandb.engine.ManualClock;
import io.rowandb.engine.SnapshotDescriptor;
import io.rowandb.engine.TableDescriptor;
import io.rowandb.engine.TableName;
import io.rowandb.engine.TableView;
import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.Region;
import io.rowandb.engine.region.RegionInfo;
import io.rowandb.engine.split.SplitSettings;
import io.rowandb.engine.storefile.HandMadeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;

/**
 * A random history of a database in a simulated world, and what the database may hold at every
 * moment of it. Everything follows from the seed: writes of all durabilities, flushes, compactions,
 * splits that are asked for and those that are due, merges, bulk loads, tables made, emptied and
 * removed, snapshots taken, cloned and restored, the clock, the work in the background, closing and
 * opening. Used by one thread.
 */
final class WorldHistory {
  static final byte[] A = bytes("a");
  static final byte[] B = bytes("b");

  /** How the keys of rows begin that hold a number. */
  static final String COUNTER = "n";

  /** Two rows that are only written together. */
  static final List<String> PAIR = List.of("p1", "p2");

  static final Path DIRECTORY = Path.of("/store");
  private static final byte[] Q = bytes("q");
  private static final byte[] NO_TAGS = new byte[0];
  private static final List<String> TABLES = List.of("t", "u", "v");
  private static final List<String> SNAPSHOTS = List.of("one", "two");
  private static final List<Durability> DURABILITIES = List.of(Durability.values());
  private static final List<BulkLoad.Source> SOURCES = List.of(BulkLoad.Source.values());

  /** So small that a file of three rows has a middle, where its region can be split. */
  private static final Map<String, String> SMALL_BLOCKS = Map.of("BLOCKSIZE", "1");

  private static final int ROWS = 6;
  private static final int LONGEST_VALUE = 90;

  // Fixed at construction.
  private final Random random;
  private final FileSystem disk;
  private final ManualClock clock = new ManualClock();
  private final SerialWork work = new SerialWork();

  /** Of which table a snapshot is. */
  private final Map<String, String> snapshotTables = new java.util.TreeMap<>();

  private Database database;
  private boolean checkedOnClose = true;

  /** What the database may hold: as before the step that is under way, or as after it. */
  private List<ExpectedStore> allowed = List.of(new ExpectedStore());

  private long written;
  private int steps;
  private long dueSplits;

  /** A history that lives on {@code disk}. */
  WorldHistory(long seed, FileSystem disk) {
    this.random = new Random(seed);
    this.disk = disk;
  }

  /** What is looked at between two steps. */
  interface Look {
    void run() throws IOException;
  }

  /** Opens the database, does so many steps, and closes it. */
  void run(int count) throws IOException {
    run(count, () -> {});
  }

  private void run(int count, Look look) throws IOException {
    open();
    for (steps = 0; steps < count; steps++) {
      step();
      look.run();
    }
    close();
    now().forEachRow(ExpectedRow::flush);
  }

  /**
   * As {@link #run}, but stops at the first step that fails, and leaves the database as it is then.
   * What the step was to change may be changed or not, also later.
   *
   * @param look done after each step, and failing as one
   * @return why the step failed, or null when none did
   */
  Throwable runUntilFailure(int count, Look look) {
    checkedOnClose = false; // files that a failure leaves are deleted by the next opening
    try {
      run(count, look);
      return null;
    } catch (IOException | InternalError e) {
      return e;
    }
  }

  /** The database; null when it is closed, or was to be closed or opened. */
  Database database() {
    return database;
  }

  /** The time of this world. */
  ManualClock clock() {
    return clock;
  }

  /** What a database on this disk may hold now. */
  List<ExpectedStore> allowed() {
    return allowed;
  }

  /** How many regions were split, in openings that came to their end, without being asked for. */
  long dueSplits() {
    return dueSplits;
  }

  /** How many steps were done. */
  int steps() {
    return steps;
  }

  /** Options of a database in this world, for the history or to look at what is left of it. */
  static DatabaseOptions.Builder options(FileSystem disk, ManualClock clock, SerialWork work) {
    return DatabaseOptions.builder(DIRECTORY)
        .fileSystem(disk)
        .clock(clock)
        .newStoreId(new UUID(1, 2))
        .globalMemStoreBytes(256 << 20)
        .blockCacheBytes(1 << 20)
        .tableChecks(false)
        // who waited for memory would wait for work that only runs between two steps
        .blockingMultiplier(1 << 20)
        .backgroundExecutor(work);
  }

  private void open() throws IOException {
    work.forget();
    DatabaseOptions.Builder options =
        options(disk, clock, work)
            .logSegmentBytes(pick(300, 3_000, 128 << 20))
            .flushBytes(pick(1, 2_000, 128 << 20))
            .splits(
                SplitSettings.DEFAULT.withInitialBytes(1).withMaxFileBytes(pick(1, 1_500, 1 << 30)))
            .maxLogBytes(pick(2_000, 1 << 30));
    if (!checkedOnClose) {
      options.checkedOnClose(false);
    }
    database = Database.open(options.build());
  }

  private ExpectedStore now() {
    return allowed.get(0);
  }

  private void step() throws IOException {
    switch (random.nextInt(55)) {
      case 0, 1, 2 -> increment();
      case 3, 4, 5 -> writeSeveral();
      case 6, 7, 8 -> writePair();
      case 9, 10 -> flush();
      case 11, 12 -> compact();
      case 13, 14 -> tick();
      case 15, 16 -> split();
      case 17 -> merge();
      case 18, 19 -> create();
      case 20 -> remove();
      case 21 -> truncate();
      case 22 -> snapshot();
      case 23 -> cloneSnapshot();
      case 24 -> restore();
      case 25 -> removeSnapshot();
      case 26 -> reopen();
      case 27, 28, 29, 30, 31 -> work.runNext();
      case 32, 33, 34 -> delete();
      case 35, 36 -> load();
      case 52, 53, 54 -> work.runAll();
      default -> put();
    }
  }

  private void put() throws IOException {
    String table = anyTable();
    if (table != null) {
      String value = newValue();
      write(table, List.of(change(RowMutation.Kind.PUT, anyRow(), value, anyDurability())), value);
    }
  }

  private void delete() throws IOException {
    String table = anyTable();
    if (table != null) {
      write(
          table,
          List.of(change(RowMutation.Kind.DELETE, anyRow(), newValue(), anyDurability())),
          null);
    }
  }

  /** Several rows, each by itself. */
  private void writeSeveral() throws IOException {
    String table = anyTable();
    if (table != null) {
      String value = newValue();
      Durability durability = anyDurability();
      List<RowMutation> puts = new ArrayList<>();
      for (int i = 0; i < ROWS; i += 1 + random.nextInt(2)) {
        puts.add(change(RowMutation.Kind.PUT, "r" + i, value, durability));
      }
      write(table, puts, value);
    }
  }

  /** Two rows of one region as one. */
  private void writePair() throws IOException {
    String table = anyTable();
    if (table != null && region(table, PAIR.get(0)) == region(table, PAIR.get(1))) {
      String value = newValue();
      Durability durability = anyDurability();
      List<RowMutation> puts = new ArrayList<>();
      for (String row : PAIR) {
        puts.add(change(RowMutation.Kind.PUT, row, value, durability));
        now().row(table, row).begin(value);
      }
      if (!region(table, PAIR.get(0)).updateRows(puts, List.of())) {
        throw new AssertionError("an update without a condition was not done");
      }
      PAIR.forEach(row -> acknowledged(now().row(table, row), durability));
    }
  }

  private void write(String table, List<RowMutation> changes, String value) throws IOException {
    for (RowMutation change : changes) {
      now().row(table, text(change.row())).begin(value);
    }
    for (RowMutation change : changes) {
      region(table, text(change.row())).write(change);
      acknowledged(now().row(table, text(change.row())), change.durability());
    }
  }

  private void increment() throws IOException {
    String table = anyTable();
    if (table == null) {
      return;
    }
    ExpectedRow row = now().row(table, COUNTER);
    String before = row.latest();
    String after = Long.toString(before == null ? 1 : Long.parseLong(before) + 1);
    RowMutation increment =
        new RowMutation().reset(RowMutation.Kind.INCREMENT, bytes(COUNTER), anyDurability());
    byte[] one = new byte[Long.BYTES];
    Bytes.putLong(one, 0, 1);
    increment.add(A, Q, Cell.LATEST_TIMESTAMP, CellType.PUT, one, NO_TAGS);
    increment.add(B, Q, Cell.LATEST_TIMESTAMP, CellType.PUT, one, NO_TAGS);
    row.begin(after);
    if (!region(table, COUNTER).update(List.of(increment), null, new CellBatch())) {
      throw new AssertionError("an increment without a condition was not done");
    }
    acknowledged(row, increment.durability());
  }

  /** What is in the log goes to the operating system, or to disk, with all before it. */
  private void acknowledged(ExpectedRow row, Durability durability) {
    row.acknowledge();
    if (durability != Durability.SKIP_WAL) {
      row.append();
    }
    if (durability == Durability.FSYNC_WAL) {
      now().forEachRow(ExpectedRow::force);
    } else if (durability == Durability.SYNC_WAL) {
      now().forEachRow(ExpectedRow::log);
    }
  }

  private void flush() throws IOException {
    String table = anyTable();
    if (table != null) {
      database.flush(TableName.of(table));
      flushed(table);
    }
  }

  private void flushed(String table) {
    now().tables().get(table).values().forEach(ExpectedRow::flush);
  }

  private void compact() throws IOException {
    String table = anyTable();
    if (table != null) {
      database.compact(TableName.of(table), null, random.nextBoolean());
    }
  }

  private void tick() {
    clock.advance(random.nextInt(3_600_000));
    long failures = database.stats().backgroundFailures();
    database.tick();
    if (database.stats().backgroundFailures() == failures) {
      now().forEachRow(ExpectedRow::force);
    }
  }

  /** Splits a region somewhere, if it can be split there; what it holds is flushed. */
  private void split() throws IOException {
    String table = anyTable();
    if (table != null) {
      RegionInfo region = anyRegion(table);
      byte[] at = random.nextBoolean() ? null : bytes("r" + random.nextInt(ROWS));
      try {
        database.splitRegion(region.encodedName(), at);
      } catch (RefusedException e) {
        expect(e, RefusedException.Reason.BAD_REQUEST);
      }
    }
  }

  private void merge() throws IOException {
    String table = anyTable();
    if (table != null) {
      RegionInfo left = anyRegion(table);
      RegionInfo right = view(table).locate(left.range().endKey()).info();
      try {
        database.mergeRegions(List.of(left.encodedName(), right.encodedName()));
      } catch (RefusedException e) {
        expect(e, RefusedException.Reason.NOT_MERGEABLE);
      }
    }
  }

  /** Files with some rows, newer than what is there, become part of a table. */
  private void load() throws IOException {
    String table = anyTable();
    if (table == null) {
      return;
    }
    String value = newValue();
    ExpectedStore after = new ExpectedStore(now());
    List<RowMutation> puts = new ArrayList<>();
    List<String> rows = new ArrayList<>(PAIR);
    for (int i = random.nextInt(ROWS); i < ROWS; i += 1 + random.nextInt(3)) {
      rows.add("r" + i);
    }
    for (String row : rows) {
      puts.add(change(RowMutation.Kind.PUT, row, value, Durability.SKIP_WAL));
      after.tables().get(table).put(row, new ExpectedRow(value));
    }
    List<BulkLoad.SourceFile> files = new ArrayList<>();
    for (byte[] family : List.of(A, B)) {
      String name = text(family);
      Path path = Path.of("/import", name + written);
      files.add(new BulkLoad.SourceFile(name, HandMadeFile.write(disk, path, name, puts)));
    }
    BulkLoad.Source source = SOURCES.get(random.nextInt(SOURCES.size()));
    BulkLoad load =
        new BulkLoad(TableName.of(table), null, files, disk, source, random.nextBoolean());
    become(after, () -> database.bulkLoad(load));
    for (BulkLoad.SourceFile file : files) {
      disk.delete(file.path());
    }
  }

  private void create() throws IOException {
    String table = TABLES.get(random.nextInt(TABLES.size()));
    if (!now().tables().containsKey(table)) {
      ExpectedStore after = new ExpectedStore(now());
      after.fill(table, Map.of());
      TableDescriptor descriptor =
          new TableDescriptor(
              TableName.of(table),
              List.of(new FamilyDescriptor("a", SMALL_BLOCKS), new FamilyDescriptor("b", Map.of())),
              Map.of());
      List<byte[]> splits = random.nextBoolean() ? List.of() : List.of(bytes("r3"));
      become(after, () -> database.createTable(descriptor, splits));
    }
  }

  private void remove() throws IOException {
    String table = anyTable();
    if (table != null) {
      disable(table);
      ExpectedStore after = new ExpectedStore(now());
      after.tables().remove(table);
      become(after, () -> database.deleteTable(TableName.of(table)));
    }
  }

  private void truncate() throws IOException {
    String table = anyTable();
    if (table != null) {
      disable(table);
      ExpectedStore after = new ExpectedStore(now());
      after.fill(table, Map.of());
      boolean keepSplits = random.nextBoolean();
      become(after, () -> database.truncateTable(TableName.of(table), keepSplits));
    }
  }

  private void snapshot() throws IOException {
    String table = anyTable();
    String name = SNAPSHOTS.get(random.nextInt(SNAPSHOTS.size()));
    if (table != null && !now().snapshots().containsKey(name)) {
      ExpectedStore after = new ExpectedStore(now());
      after.snapshots().put(name, now().content(table));
      SnapshotDescriptor descriptor =
          new SnapshotDescriptor(name, TableName.of(table), clock.millis(), 0, Map.of());
      become(after, () -> database.takeSnapshot(descriptor, /* flush= */ true));
      snapshotTables.put(name, table);
      flushed(table);
    }
  }

  private void cloneSnapshot() throws IOException {
    String name = anySnapshot();
    String table = TABLES.get(random.nextInt(TABLES.size()));
    if (name != null && !now().tables().containsKey(table)) {
      ExpectedStore after = new ExpectedStore(now());
      after.fill(table, now().snapshots().get(name));
      become(after, () -> database.cloneSnapshot(name, TableName.of(table)));
    }
  }

  private void restore() throws IOException {
    String name = anySnapshot();
    String table = name == null ? null : snapshotTables.get(name);
    if (name != null && now().tables().containsKey(table)) {
      disable(table);
      ExpectedStore after = new ExpectedStore(now());
      after.fill(table, now().snapshots().get(name));
      become(after, () -> database.restoreSnapshot(name));
      database.enableTable(TableName.of(table));
    }
  }

  private void removeSnapshot() throws IOException {
    String name = anySnapshot();
    if (name != null) {
      ExpectedStore after = new ExpectedStore(now());
      after.snapshots().remove(name);
      become(after, () -> database.deleteSnapshot(name));
    }
  }

  private void close() throws IOException {
    Database closing = database;
    database = null;
    closing.close();
    dueSplits += closing.stats().splits();
  }

  private void reopen() throws IOException {
    close();
    now().forEachRow(ExpectedRow::flush);
    open();
  }

  /** Disabling writes everything to files. */
  private void disable(String table) throws IOException {
    database.disableTable(TableName.of(table));
    flushed(table);
  }

  /** A change of the schema. */
  private interface Change {
    void run() throws IOException;
  }

  /** Makes a change during which the store may hold what it held, or what it is to hold. */
  private void become(ExpectedStore after, Change change) throws IOException {
    allowed = List.of(now(), after);
    change.run();
    allowed = List.of(after);
  }

  private static void expect(RefusedException e, RefusedException.Reason reason)
      throws RefusedException {
    if (e.reason() != reason) {
      throw e;
    }
  }

  private RowMutation change(
      RowMutation.Kind kind, String row, String value, Durability durability) {
    RowMutation change = new RowMutation().reset(kind, bytes(row), durability);
    for (byte[] family : List.of(A, B)) {
      if (kind == RowMutation.Kind.DELETE) {
        change.add(family, new byte[0], written, CellType.DELETE_FAMILY, new byte[0], NO_TAGS);
      } else {
        change.add(family, Q, written, CellType.PUT, bytes(value), NO_TAGS);
      }
    }
    return change;
  }

  private String newValue() {
    written++;
    return "v" + written + "x".repeat(random.nextInt(LONGEST_VALUE));
  }

  private TableView view(String table) {
    return database.table(TableName.of(table));
  }

  private Region region(String table, String row) {
    return view(table).locate(bytes(row));
  }

  private RegionInfo anyRegion(String table) {
    List<Region> regions = view(table).regions();
    return regions.get(random.nextInt(regions.size())).info();
  }

  private String anyTable() {
    return any(List.copyOf(now().tables().keySet()));
  }

  private String anySnapshot() {
    return any(List.copyOf(now().snapshots().keySet()));
  }

  private String any(List<String> names) {
    return names.isEmpty() ? null : names.get(random.nextInt(names.size()));
  }

  private String anyRow() {
    return "r" + random.nextInt(ROWS);
  }

  private Durability anyDurability() {
    return DURABILITIES.get(random.nextInt(DURABILITIES.size()));
  }

  private int pick(int... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private static String text(byte[] bytes) {
    return new String(bytes, UTF_8);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
