package io.rowandb.engine.world;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rowandb.engine.BulkLoad;
import io.rowandb.engine.Database;
import io.rowandb.engine.ManualClock;
import io.rowandb.engine.TestDatabase;
import io.rowandb.engine.background.TableView;
import io.rowandb.engine.cache.BlockCacheOptions;
import io.rowandb.engine.cache.CachePolicy;
import io.rowandb.engine.catalog.SnapshotDescriptor;
import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.catalog.TableName;
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
import io.rowandb.engine.settings.DatabaseOptions;
import io.rowandb.engine.split.SplitSettings;
import io.rowandb.engine.storefile.HandMadeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;

/**
 * A random history of a database in a simulated world, and what the database may hold at every
 * moment of it. Everything follows from the seed: writes of all durabilities, flushes, compactions,
 * splits that are asked for and those that are due, merges, bulk loads, tables made, emptied and
 * removed, snapshots taken, cloned and restored, the clock, the work in the background, closing and
 * opening. Used by one thread.
 */
final class WorldHistory {
  private static final byte[] A = bytes("a");

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
  private static final List<CachePolicy> CACHE_POLICIES = List.of(CachePolicy.values());

  private static final int ROWS = 6;
  private static final int LONGEST_VALUE = 90;

  /** Ends the large values of family a, behind what the other families have too. */
  private static final char FILLING = 'y';

  /** One value in so many is large, if any is. */
  private static final int VALUES_PER_LARGE_ONE = 3;

  /** Such writes make all families be flushed at once, so a world of large ones has few. */
  private static final int WRITES_PER_UNLOGGED_ONE = 30;

  // Fixed at construction.
  private final Random random;
  private final FileSystem disk;
  private final ManualClock clock = new ManualClock();
  private final SerialWork work = new SerialWork();
  private final DrawnTables tables;

  /** Of which table a snapshot is. */
  private final Map<String, String> snapshotTables = new TreeMap<>();

  private Database database;
  private boolean checkedOnClose = true;

  /** What the database may hold: as before the step that is under way, or as after it. */
  private List<ExpectedStore> allowed = List.of(new ExpectedStore());

  private long written;
  private int steps;
  private long dueSplits;
  private boolean flushedInPart;
  private final Map<String, Integer> writes = new TreeMap<>();

  /** A history that lives on {@code disk}. */
  WorldHistory(long seed, FileSystem disk) {
    this.random = new Random(seed);
    this.tables = new DrawnTables(seed, random, disk.keys());
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
      flushedInPart |= isFlushedInPart();
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

  /** Whether a region once had a family in a file that another one has in memory. */
  boolean flushedInPart() {
    return flushedInPart;
  }

  /** Whether it has large values, which make each copy of the disk cost time. */
  boolean hasLargeValues() {
    return tables.large();
  }

  /** How many tables were made with which attributes. */
  Map<String, Integer> drawn() {
    return tables.drawn();
  }

  /** How many writes there were of which durability. */
  Map<String, Integer> writes() {
    return writes;
  }

  /** What families of a table hold, without what only makes it large. */
  static String withoutFilling(String value) {
    int end = value.indexOf(FILLING);
    return end < 0 ? value : value.substring(0, end);
  }

  /** The families of a table, in their order. */
  static List<byte[]> families(TableView table) {
    return table.descriptor().families().stream().map(family -> bytes(family.name())).toList();
  }

  /** How many steps were done. */
  int steps() {
    return steps;
  }

  /** Options of a database in this world, for the history or to look at what is left of it. */
  static DatabaseOptions.Builder options(FileSystem disk, ManualClock clock, SerialWork work) {
    return options(disk, clock, work, BlockCacheOptions.ofHeap(1 << 20));
  }

  private static DatabaseOptions.Builder options(
      FileSystem disk, ManualClock clock, SerialWork work, BlockCacheOptions cache) {
    return DatabaseOptions.builder(DIRECTORY)
        .fileSystem(disk)
        .clock(clock)
        .newStoreId(new UUID(1, 2))
        .files(TestDatabase.SMALL_FILES)
        .globalMemStoreBytes(256 << 20)
        .blockCache(cache)
        .tableChecks(false)
        // who waited for memory would wait for work that only runs between two steps
        .blockingMultiplier(1 << 20)
        .busyWaitMillis(1)
        .backgroundExecutor(work);
  }

  private void open() throws IOException {
    work.forget();
    DatabaseOptions.Builder options =
        options(disk, clock, work, cache())
            .alwaysForce(random.nextInt(10) == 0)
            .chunkPoolShare(random.nextInt(2))
            .logSegmentBytes(pick(300, 3_000, 128 << 20))
            .flushBytes(tables.large() ? pick(1, 190_000) : pick(1, 2_000, 128 << 20))
            .splits(
                SplitSettings.DEFAULT.withInitialBytes(1).withMaxFileBytes(pick(1, 1_500, 1 << 30)))
            .maxLogBytes(tables.large() ? 1 << 30 : pick(2_000, 1 << 30));
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
      case 37, 38 -> writeParts();
      case 52, 53, 54 -> work.runAll();
      default -> put();
    }
  }

  private void put() throws IOException {
    String table = anyTable();
    if (table != null) {
      String value = newValue();
      write(
          table,
          List.of(change(table, RowMutation.Kind.PUT, anyRow(), value, anyDurability())),
          value);
    }
  }

  private void delete() throws IOException {
    String table = anyTable();
    if (table != null) {
      write(
          table,
          List.of(change(table, RowMutation.Kind.DELETE, anyRow(), newValue(), anyDurability())),
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
        puts.add(change(table, RowMutation.Kind.PUT, "r" + i, value, durability));
      }
      write(table, puts, value);
    }
  }

  /** Two rows of one region as one. */
  private void writePair() throws IOException {
    String table = anyTable();
    if (table != null && region(table, PAIR.get(0)) == region(table, PAIR.get(1))) {
      String value = newValue();
      Durability durability = Durability.SKIP_WAL;
      List<RowMutation> puts = new ArrayList<>();
      for (String row : PAIR) {
        Durability own = anyDurability();
        durability = strongest(durability, own);
        puts.add(change(table, RowMutation.Kind.PUT, row, value, own));
        now().row(table, row).begin(value);
      }
      if (!region(table, PAIR.get(0)).updateRows(puts, List.of())) {
        throw new AssertionError("an update without a condition was not done");
      }
      for (String row : PAIR) {
        acknowledged(now().row(table, row), durability);
      }
    }
  }

  /** A row whose families are written by different parts of one change. */
  private void writeParts() throws IOException {
    String table = anyTable();
    if (table == null) {
      return;
    }
    String value = newValue();
    String row = anyRow();
    Durability durability = Durability.SKIP_WAL;
    List<RowMutation> parts = new ArrayList<>();
    for (byte[] family : families(view(table))) {
      Durability own = anyDurability();
      durability = strongest(durability, own);
      RowMutation part = new RowMutation().reset(RowMutation.Kind.PUT, bytes(row), own);
      part.add(family, Q, written, CellType.PUT, bytes(value), NO_TAGS);
      parts.add(part);
    }
    now().row(table, row).begin(value);
    if (!region(table, row).update(parts, null, new CellBatch())) {
      throw new AssertionError("an update without a condition was not done");
    }
    acknowledged(now().row(table, row), durability);
  }

  private static Durability strongest(Durability one, Durability other) {
    return one.compareTo(other) > 0 ? one : other;
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
    for (byte[] family : families(view(table))) {
      increment.add(family, Q, Cell.LATEST_TIMESTAMP, CellType.PUT, one, NO_TAGS);
    }
    row.begin(after);
    if (!region(table, COUNTER).update(List.of(increment), null, new CellBatch())) {
      throw new AssertionError("an increment without a condition was not done");
    }
    acknowledged(row, increment.durability());
  }

  /** What is in the log goes to the operating system, or to disk, with all before it. */
  private void acknowledged(ExpectedRow row, Durability durability) {
    writes.merge(durability.name(), 1, Integer::sum);
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
    } else {
      now().forEachRow(ExpectedRow::takeBack);
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
      puts.add(change(table, RowMutation.Kind.PUT, row, value, Durability.SKIP_WAL));
      after.tables().get(table).put(row, new ExpectedRow(value));
    }
    List<BulkLoad.SourceFile> files = new ArrayList<>();
    for (byte[] family : families(view(table))) {
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
      TableDescriptor descriptor = tables.draw(table);
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
      String table, RowMutation.Kind kind, String row, String value, Durability durability) {
    RowMutation change = new RowMutation().reset(kind, bytes(row), durability);
    for (byte[] family : families(view(table))) {
      if (kind == RowMutation.Kind.DELETE) {
        change.add(family, new byte[0], written, CellType.DELETE_FAMILY, new byte[0], NO_TAGS);
      } else {
        change.add(family, Q, written, CellType.PUT, bytes(ofFamily(family, value)), NO_TAGS);
      }
    }
    return change;
  }

  /** The value of the first family is sometimes much longer. */
  private String ofFamily(byte[] family, String value) {
    boolean isLarge =
        tables.large() && Arrays.equals(family, A) && random.nextInt(VALUES_PER_LARGE_ONE) == 0;
    return isLarge ? value + Character.toString(FILLING).repeat(DrawnTables.LARGE_BYTES) : value;
  }

  /** Writes go to all families: one that has files of more flushes was flushed without others. */
  private boolean isFlushedInPart() {
    return database.tableNames().stream()
        .flatMap(name -> database.table(name).regions().stream())
        .map(region -> region.stats().families())
        .anyMatch(
            families ->
                families.stream().mapToLong(f -> f.counts().flushes().flushes()).distinct().count()
                    > 1);
  }

  private BlockCacheOptions cache() {
    return BlockCacheOptions.ofHeap(pick(0, 10_000, 1 << 20))
        .withPolicy(CACHE_POLICIES.get(random.nextInt(CACHE_POLICIES.size())));
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
    boolean fewUnlogged = tables.large() && random.nextInt(WRITES_PER_UNLOGGED_ONE) > 0;
    int first = fewUnlogged ? DURABILITIES.indexOf(Durability.ASYNC_WAL) : 0;
    return DURABILITIES.get(first + random.nextInt(DURABILITIES.size() - first));
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
