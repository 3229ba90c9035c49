package io.rowandb.engine.world;

import static io.rowandb.engine.world.World.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.Database;
import io.rowandb.engine.ManualClock;
import io.rowandb.engine.TestDatabase;
import io.rowandb.engine.cache.BlockCacheOptions;
import io.rowandb.engine.cache.CachePolicy;
import io.rowandb.engine.catalog.SnapshotDescriptor;
import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.load.BulkLoad;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.RegionInfo;
import io.rowandb.engine.settings.DatabaseOptions;
import io.rowandb.engine.split.SplitSettings;
import io.rowandb.engine.storefile.HandMadeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
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
  static final Path DIRECTORY = Path.of("/store");
  private static final List<String> TABLES = List.of("t", "u", "v");
  private static final List<String> SNAPSHOTS = List.of("one", "two");
  private static final List<BulkLoad.Source> SOURCES = List.of(BulkLoad.Source.values());
  private static final List<CachePolicy> CACHE_POLICIES = List.of(CachePolicy.values());

  // Fixed at construction.
  private final Random random;
  private final FileSystem disk;
  private final ManualClock clock = new ManualClock();
  private final SerialWork work = new SerialWork();
  private final DrawnTables tables;
  private final World world;
  private final WorldWrites writes;

  /** Of which table a snapshot is. */
  private final Map<String, String> snapshotTables = new TreeMap<>();

  private boolean checkedOnClose = true;

  private int steps;
  private long dueSplits;
  private boolean flushedInPart;

  /** A history that lives on {@code disk}. */
  WorldHistory(long seed, FileSystem disk) {
    this.random = new Random(seed);
    this.tables = new DrawnTables(seed, random, disk.keys());
    this.disk = disk;
    this.world = new World(random);
    this.writes = new WorldWrites(world, random, tables);
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
    world.now().forEachRow(ExpectedRow::flush);
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

  /** The database, and what it may hold. */
  World world() {
    return world;
  }

  /** The time of this world. */
  ManualClock clock() {
    return clock;
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
    return writes.byDurability();
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
    world.use(Database.open(options.build()));
  }

  private void step() throws IOException {
    switch (random.nextInt(55)) {
      case 0, 1, 2 -> writes.increment();
      case 3, 4, 5 -> writes.writeSeveral();
      case 6, 7, 8 -> writes.writePair();
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
      case 32, 33, 34 -> writes.delete();
      case 35, 36 -> load();
      case 37, 38 -> writes.writeParts();
      case 52, 53, 54 -> work.runAll();
      default -> putOrRead();
    }
  }

  private void flush() throws IOException {
    String table = world.anyTable();
    if (table != null) {
      world.database().flush(TableName.of(table));
      flushed(table);
    }
  }

  private void putOrRead() throws IOException {
    if (tables.purged() && random.nextInt(2) == 0) {
      read();
    } else {
      writes.put();
    }
  }

  /** Steps over what is hidden, which may have it removed. */
  private void read() throws IOException {
    String table = world.anyTable();
    if (table != null) {
      Map<String, String> found = FoundStore.readable(world.database()).get(table);
      world
          .now()
          .tables()
          .get(table)
          .forEach(
              (row, expected) ->
                  assertThat(expected.mayHold(found.get(row), Loss.NONE))
                      .as("%s of %s: %s of %s", row, table, found.get(row), expected)
                      .isTrue());
    }
  }

  private void flushed(String table) {
    world.now().tables().get(table).values().forEach(ExpectedRow::flush);
  }

  private void compact() throws IOException {
    String table = world.anyTable();
    if (table != null) {
      world.database().compact(TableName.of(table), null, random.nextBoolean());
    }
  }

  private void tick() {
    clock.advance(random.nextInt(3_600_000));
    long failures = world.database().stats().backgroundFailures();
    world.database().tick();
    if (world.database().stats().backgroundFailures() == failures) {
      world.now().forEachRow(ExpectedRow::force);
    } else {
      world.now().forEachRow(ExpectedRow::takeBack);
    }
  }

  /** Splits a region somewhere, if it can be split there; what it holds is flushed. */
  private void split() throws IOException {
    String table = world.anyTable();
    if (table != null) {
      RegionInfo region = world.anyRegion(table);
      byte[] at = random.nextBoolean() ? null : bytes("r" + random.nextInt(World.ROWS));
      try {
        world.database().splitRegion(region.encodedName(), at);
      } catch (RefusedException e) {
        expect(e, RefusedException.Reason.BAD_REQUEST);
      }
    }
  }

  private void merge() throws IOException {
    String table = world.anyTable();
    if (table != null) {
      RegionInfo left = world.anyRegion(table);
      RegionInfo right = world.view(table).locate(left.range().endKey()).info();
      try {
        world.database().mergeRegions(List.of(left.encodedName(), right.encodedName()));
      } catch (RefusedException e) {
        expect(e, RefusedException.Reason.NOT_MERGEABLE);
      }
    }
  }

  /** Files with some rows, newer than what is there, become part of a table. */
  private void load() throws IOException {
    String table = world.anyTable();
    if (table == null) {
      return;
    }
    String value = writes.newValue();
    ExpectedStore after = new ExpectedStore(world.now());
    List<RowMutation> puts = new ArrayList<>();
    List<String> rows = new ArrayList<>(WorldWrites.PAIR);
    for (int i = random.nextInt(World.ROWS); i < World.ROWS; i += 1 + random.nextInt(3)) {
      rows.add("r" + i);
    }
    for (String row : rows) {
      puts.add(writes.change(table, RowMutation.Kind.PUT, row, value, Durability.SKIP_WAL));
      after.tables().get(table).put(row, new ExpectedRow(value));
    }
    List<BulkLoad.SourceFile> files = new ArrayList<>();
    for (byte[] family : World.families(world.view(table))) {
      String name = World.text(family);
      Path path = Path.of("/import", name + writes.written());
      files.add(new BulkLoad.SourceFile(name, HandMadeFile.write(disk, path, name, puts)));
    }
    BulkLoad.Source source = SOURCES.get(random.nextInt(SOURCES.size()));
    BulkLoad load =
        new BulkLoad(TableName.of(table), null, files, disk, source, random.nextBoolean());
    world.become(after, () -> world.database().bulkLoad(load));
    for (BulkLoad.SourceFile file : files) {
      disk.delete(file.path());
    }
  }

  private void create() throws IOException {
    String table = TABLES.get(random.nextInt(TABLES.size()));
    if (!world.now().tables().containsKey(table)) {
      ExpectedStore after = new ExpectedStore(world.now());
      after.fill(table, Map.of());
      TableDescriptor descriptor = tables.draw(table);
      List<byte[]> splits = random.nextBoolean() ? List.of() : List.of(bytes("r3"));
      world.become(after, () -> world.database().createTable(descriptor, splits));
    }
  }

  private void remove() throws IOException {
    String table = world.anyTable();
    if (table != null) {
      disable(table);
      ExpectedStore after = new ExpectedStore(world.now());
      after.tables().remove(table);
      world.become(after, () -> world.database().deleteTable(TableName.of(table)));
    }
  }

  private void truncate() throws IOException {
    String table = world.anyTable();
    if (table != null) {
      disable(table);
      ExpectedStore after = new ExpectedStore(world.now());
      after.fill(table, Map.of());
      boolean keepSplits = random.nextBoolean();
      world.become(after, () -> world.database().truncateTable(TableName.of(table), keepSplits));
    }
  }

  private void snapshot() throws IOException {
    String table = world.anyTable();
    String name = SNAPSHOTS.get(random.nextInt(SNAPSHOTS.size()));
    if (table != null && !world.now().snapshots().containsKey(name)) {
      ExpectedStore after = new ExpectedStore(world.now());
      after.snapshots().put(name, world.now().content(table));
      SnapshotDescriptor descriptor =
          new SnapshotDescriptor(name, TableName.of(table), clock.millis(), 0, Map.of());
      world.become(after, () -> world.database().takeSnapshot(descriptor, /* flush= */ true));
      snapshotTables.put(name, table);
      flushed(table);
    }
  }

  private void cloneSnapshot() throws IOException {
    String name = anySnapshot();
    String table = TABLES.get(random.nextInt(TABLES.size()));
    if (name != null && !world.now().tables().containsKey(table)) {
      ExpectedStore after = new ExpectedStore(world.now());
      after.fill(table, world.now().snapshots().get(name));
      world.become(after, () -> world.database().cloneSnapshot(name, TableName.of(table)));
    }
  }

  private void restore() throws IOException {
    String name = anySnapshot();
    String table = name == null ? null : snapshotTables.get(name);
    if (name != null && world.now().tables().containsKey(table)) {
      disable(table);
      ExpectedStore after = new ExpectedStore(world.now());
      after.fill(table, world.now().snapshots().get(name));
      world.become(after, () -> world.database().restoreSnapshot(name));
      world.database().enableTable(TableName.of(table));
    }
  }

  private void removeSnapshot() throws IOException {
    String name = anySnapshot();
    if (name != null) {
      ExpectedStore after = new ExpectedStore(world.now());
      after.snapshots().remove(name);
      world.become(after, () -> world.database().deleteSnapshot(name));
    }
  }

  private void close() throws IOException {
    Database closing = world.database();
    world.use(null);
    closing.close();
    dueSplits += closing.stats().splits();
  }

  private void reopen() throws IOException {
    close();
    world.now().forEachRow(ExpectedRow::flush);
    open();
  }

  /** Disabling writes everything to files. */
  private void disable(String table) throws IOException {
    world.database().disableTable(TableName.of(table));
    flushed(table);
  }

  private static void expect(RefusedException e, RefusedException.Reason reason)
      throws RefusedException {
    if (e.reason() != reason) {
      throw e;
    }
  }

  /** Writes go to all families: one that has files of more flushes was flushed without others. */
  private boolean isFlushedInPart() {
    return world.database().tableNames().stream()
        .flatMap(name -> world.database().table(name).regions().stream())
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

  private String anySnapshot() {
    return world.any(List.copyOf(world.now().snapshots().keySet()));
  }

  private int pick(int... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
