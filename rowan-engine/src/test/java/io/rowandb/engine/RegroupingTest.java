package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.DIRECTORY;
import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.delete;
import static io.rowandb.engine.TestDatabase.drain;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.get;
import static io.rowandb.engine.TestDatabase.putAt;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.scan;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.table;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.TestDatabase.ManualClock;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.compaction.CompactionPolicy.Wish;
import io.rowandb.engine.compaction.CompactionSelection;
import io.rowandb.engine.io.FaultyFileSystem;
import io.rowandb.engine.io.HookedFileSystem;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.RefusedException.Reason;
import io.rowandb.engine.region.Region;
import io.rowandb.engine.region.RegionInfo;
import io.rowandb.engine.region.RegionScanner;
import io.rowandb.engine.scan.ScanSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Split and merge of regions: which rows are where, which files, and who notices. */
class RegroupingTest {
  private static final int ROWS = 400;

  private final FaultyFileSystem files = new FaultyFileSystem(new MemoryFileSystem());
  private final ManualClock clock = new ManualClock();
  private Database database;

  /** Compacts only when told to, so that references stay. */
  private DatabaseOptions.Builder options() {
    return serial(files, clock)
        .compactionPolicy(
            settings ->
                (oldestFirst, wish, ttlMillis, nowMillis) ->
                    wish == Wish.MAJOR
                        ? CompactionSelection.of(0, oldestFirst.size(), oldestFirst.size())
                        : CompactionSelection.NONE);
  }

  @BeforeEach
  void open() throws IOException {
    database = Database.open(options().build());
    database.createTable(
        table(TABLE, family("a", "BLOCKSIZE", "1024"), family("b", "BLOCKSIZE", "1024")),
        List.of());
  }

  @AfterEach
  void close() throws IOException {
    database.close();
  }

  private void reopen() throws IOException {
    database.close();
    database = Database.open(options().build());
  }

  private static String row(int i) {
    return "r" + (1000 + i);
  }

  private void write(int from, int to, String value) throws IOException {
    for (int i = from; i < to; i++) {
      region(database, row(i)).write(putAt(1, row(i), "a:q=" + value, "b:q=" + value));
    }
  }

  private static List<String> cells(int from, int to, String value) {
    List<String> all = new ArrayList<>();
    for (int i = from; i < to; i++) {
      all.add(row(i) + "/a:q@1=" + value);
      all.add(row(i) + "/b:q@1=" + value);
    }
    return all;
  }

  private List<Region> regions() {
    return database.table(TABLE).regions();
  }

  private String name(int region) {
    return regions().get(region).info().encodedName();
  }

  private List<String> ranges() {
    return regions().stream().map(region -> region.info().range().toString()).toList();
  }

  private static List<String> scanOf(Region region) throws IOException {
    try (RegionScanner scanner = region.scan(ScanSpec.builder().build())) {
      return drain(scanner);
    }
  }

  /** All store files, as region/family/name. */
  private List<String> storeFiles() throws IOException {
    List<String> found = new ArrayList<>();
    Path table = DIRECTORY.resolve("data/default/t");
    for (Path region : files.list(table)) {
      for (Path family : files.list(region)) {
        for (Path file : files.list(family)) {
          found.add(table.relativize(file).toString());
        }
      }
    }
    return found;
  }

  private static void assertRefused(Reason reason, String message, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            RefusedException.class, e -> assertThat(e.reason()).isEqualTo(reason))
        .hasMessageContaining(message);
  }

  @Test
  void splitsAtTheMiddleOfTheLargestFileWithoutRewriting() throws IOException {
    write(0, ROWS, "v");
    database.flush(TABLE);
    long written = database.stats().fileBytesWritten();
    long bytes = database.stats().storeFileBytes();
    Region parent = regions().get(0);

    List<RegionInfo> daughters = database.splitRegion(name(0), null);

    assertThat(regions()).extracting(Region::info).isEqualTo(daughters);
    String middle = new String(daughters.get(1).range().startKey(), UTF_8);
    assertThat(middle).isBetween(row(ROWS / 2 - 20), row(ROWS / 2 + 20));
    assertThat(ranges()).containsExactly("[, " + middle + ")", "[" + middle + ", )");
    assertThat(daughters).allMatch(info -> info.id() > parent.info().id());
    assertThat(scan(database)).isEqualTo(cells(0, ROWS, "v"));
    assertThat(scanOf(regions().get(0))).allMatch(cell -> cell.compareTo(middle) < 0);
    assertThat(get(database, row(0))).isNotEmpty();
    assertThat(get(database, row(ROWS - 1))).isNotEmpty();
    assertThat(database.stats().fileBytesWritten()).isEqualTo(written);
    assertThat(database.stats().storeFileBytes()).isEqualTo(bytes);
    for (Region region : regions()) {
      assertThat(region.stats().storeFiles()).isEqualTo(2);
      assertThat(region.stats().references()).isEqualTo(2);
      assertThat(region.stats().storeFileBytes()).isBetween(bytes / 5, bytes * 4 / 5);
    }
    assertThat(storeFiles()).hasSize(4).noneMatch(f -> f.startsWith(parent.info().encodedName()));
  }

  @Test
  void refusesASecondSplitUntilCompacted() throws IOException {
    write(0, ROWS, "v");
    database.splitRegion(name(0), null);
    assertRefused(Reason.BAD_REQUEST, "NOT splittable", () -> database.splitRegion(name(1), null));
    assertRefused(
        Reason.NOT_MERGEABLE,
        "not mergeable",
        () -> database.mergeRegions(List.of(name(0), name(1))));

    List<String> before = storeFiles();
    database.compact(TABLE, null, true);
    assertThat(storeFiles()).hasSize(4).doesNotContainAnyElementsOf(before);
    assertThat(regions()).allMatch(region -> region.stats().references() == 0);
    assertThat(scan(database)).isEqualTo(cells(0, ROWS, "v"));

    database.splitRegion(name(1), null);
    assertThat(regions()).hasSize(3);
    assertThat(scan(database)).isEqualTo(cells(0, ROWS, "v"));
  }

  @Test
  void aCompactedDaughterDoesNotTakeTheOthersRows() throws IOException {
    write(0, ROWS, "v");
    database.splitRegion(name(0), bytes(row(100)));
    for (int i = 0; i < ROWS; i++) {
      region(database, row(i)).write(delete(CellType.DELETE_FAMILY, 5, row(i), "a:"));
    }
    database.flush(TABLE);
    database.compact(TABLE, "a", true);
    reopen();
    List<String> left = cells(0, ROWS, "v");
    left.removeIf(cell -> cell.contains("/a:"));
    assertThat(scan(database)).isEqualTo(left);
    assertThat(storeFiles()).filteredOn(f -> f.contains("/a/")).isEmpty();
    assertThat(storeFiles()).filteredOn(f -> f.contains("/b/")).hasSize(2);
  }

  @Test
  void aFileOnOneSideIsNoReference() throws IOException {
    write(0, 100, "v");
    database.flush(TABLE);
    write(200, 300, "v");
    database.splitRegion(name(0), bytes(row(150)));
    assertThat(regions()).allMatch(region -> region.stats().references() == 0);
    assertThat(regions()).allMatch(region -> region.stats().storeFiles() == 2);
    database.splitRegion(name(0), null);
    assertThat(regions()).hasSize(3);
  }

  @Test
  void takesWhatIsOnlyInMemory() throws IOException {
    write(0, ROWS, "v");
    database.splitRegion(name(0), bytes(row(7)));
    assertThat(scan(database)).isEqualTo(cells(0, ROWS, "v"));
    assertThat(database.stats().memStoreBytes()).isZero();
    assertThat(database.stats().flushes()).isEqualTo(1);
  }

  @Test
  void splitsAnEmptyRegionAtAGivenRow() throws IOException {
    database.splitRegion(name(0), bytes("m"));
    assertThat(ranges()).containsExactly("[, m)", "[m, )");
    write(0, 3, "v");
    reopen();
    assertThat(ranges()).containsExactly("[, m)", "[m, )");
    assertThat(scan(database)).isEqualTo(cells(0, 3, "v"));
  }

  @Test
  void theLogOfTheParentIsNotReadAgain() throws IOException {
    write(0, ROWS, "old");
    database.splitRegion(name(0), bytes(row(200)));
    write(0, 10, "new");
    Database dead = database;
    MemoryFileSystem copy = new MemoryFileSystem();
    copyAll(Path.of("/"), copy);
    database = Database.open(serial(copy, clock).build());
    assertThat(database.stats().recoveredEntries()).isEqualTo(ROWS + 10L);
    List<String> expected = cells(0, 10, "new");
    expected.addAll(cells(10, ROWS, "old"));
    assertThat(scan(database)).isEqualTo(expected);
    assertThat(database.stats().memStoreBytes()).isLessThan(200_000);
    dead.close();
  }

  private void copyAll(Path directory, MemoryFileSystem to) throws IOException {
    to.createDirectories(directory);
    for (Path path : files.list(directory)) {
      if (files.isDirectory(path)) {
        copyAll(path, to);
      } else {
        try (var in = files.open(path);
            var out = to.create(path)) {
          byte[] bytes = new byte[(int) in.size()];
          in.readFully(0, bytes, 0, bytes.length);
          out.write(bytes, 0, bytes.length);
        }
      }
    }
  }

  @Test
  void openScannersGoOnOverTheParent() throws IOException {
    write(0, ROWS, "old");
    Region parent = regions().get(0);
    RegionScanner scanner = parent.scan(ScanSpec.builder().build());
    CellBatch first = new CellBatch();
    scanner.next(first, Integer.MAX_VALUE, Long.MAX_VALUE);
    database.splitRegion(name(0), bytes(row(200)));
    write(0, ROWS, "new");
    database.compact(TABLE, null, true);
    database.splitRegion(name(1), null);
    database.compact(TABLE, null, true);
    assertThat(drain(scanner)).isEqualTo(cells(1, ROWS, "old"));
    scanner.close();
    assertThat(storeFiles()).noneMatch(f -> f.startsWith(parent.info().encodedName()));
    assertThat(scan(database)).isEqualTo(cells(0, ROWS, "new"));
  }

  @Test
  void openScannersEndWithTheTable() throws IOException {
    write(0, ROWS, "v");
    RegionScanner disabled = regions().get(0).scan(ScanSpec.builder().build());
    database.splitRegion(name(0), bytes(row(200)));
    database.compact(TABLE, null, true);
    database.disableTable(TABLE);
    assertRefused(Reason.REGION_CLOSED, "is closed", () -> drain(disabled));
    disabled.close();
    database.enableTable(TABLE);
    RegionScanner closed = regions().get(0).scan(ScanSpec.builder().build());
    database.mergeRegions(List.of(name(0), name(1)));
    database.close();
    assertRefused(Reason.CLOSED, "is closed", () -> drain(closed));
    closed.close();
  }

  @Test
  void theParentRefusesEverythingElse() throws IOException {
    write(0, ROWS, "v");
    Region parent = regions().get(0);
    database.splitRegion(name(0), bytes(row(200)));
    String parentName = parent.info().encodedName();
    assertRefused(Reason.REGION_CLOSED, "is closed", () -> parent.write(putAt(1, row(0), "a:q=x")));
    assertRefused(Reason.REGION_CLOSED, "is closed", () -> parent.scan(ScanSpec.builder().build()));
    assertRefused(
        Reason.REGION_CLOSED,
        "is closed",
        () -> parent.get(ScanSpec.get(bytes(row(0))).build(), new CellBatch()));
    assertRefused(Reason.REGION_CLOSED, parentName, () -> database.splitRegion(parentName, null));
  }

  @Test
  void refusesRowsThatDoNotSplit() throws IOException {
    assertRefused(
        Reason.BAD_REQUEST, "bestSplitPoint = null", () -> database.splitRegion(name(0), null));
    database.splitRegion(name(0), bytes("m"));
    assertRefused(
        Reason.BAD_REQUEST,
        "Split row is equal to startkey: m",
        () -> database.splitRegion(name(1), bytes("m")));
    assertRefused(
        Reason.BAD_REQUEST,
        "Split row is not inside region key range splitKey:z",
        () -> database.splitRegion(name(0), bytes("z")));
    assertThat(ranges()).containsExactly("[, m)", "[m, )");
  }

  @Test
  void mergesNeighbours() throws IOException {
    database.splitRegion(name(0), bytes(row(100)));
    database.splitRegion(name(1), bytes(row(200)));
    database.splitRegion(name(2), bytes(row(300)));
    write(0, ROWS, "old");
    database.flush(TABLE);
    write(50, 150, "mid");
    database.flush(TABLE);
    write(120, 220, "new");
    List<String> before = scan(database);
    RegionScanner scanner = regions().get(1).scan(ScanSpec.builder().build());

    RegionInfo merged = database.mergeRegions(List.of(name(2), name(0), name(1)));

    assertThat(ranges()).containsExactly("[, r1300)", "[r1300, )");
    assertThat(regions().get(0).info()).isEqualTo(merged);
    assertThat(drain(scanner)).hasSize(200);
    scanner.close();
    assertThat(scan(database)).isEqualTo(before);
    reopen();
    assertThat(scan(database)).isEqualTo(before);
    database.mergeRegions(List.of(name(0), name(1)));
    assertThat(ranges()).containsExactly("[, )");
    assertThat(scan(database)).isEqualTo(before);
    database.compact(TABLE, null, true);
    assertThat(scan(database)).isEqualTo(before);
    assertThat(storeFiles()).hasSize(2);
    write(0, ROWS, "last");
    assertThat(scan(database)).isEqualTo(cells(0, ROWS, "last"));
  }

  @Test
  void truncatesOneRegion() throws IOException {
    write(0, ROWS, "v");
    database.splitRegion(name(0), bytes(row(100)));
    database.compact(TABLE, null, true);
    database.splitRegion(name(1), bytes(row(200)));
    write(150, 250, "w"); // in memory
    Region old = regions().get(1);
    assertThat(old.stats().references()).isPositive();
    List<String> expected = cells(0, 100, "v");
    expected.addAll(cells(200, 250, "w"));
    expected.addAll(cells(250, ROWS, "v"));

    RegionInfo fresh = database.truncateRegion(old.info().encodedName());

    assertThat(fresh.range()).isEqualTo(old.info().range());
    assertThat(fresh.encodedName()).isNotEqualTo(old.info().encodedName());
    assertThat(regions().get(1).info()).isEqualTo(fresh);
    assertThat(scan(database)).isEqualTo(expected);
    assertThat(storeFiles())
        .isNotEmpty()
        .noneMatch(f -> f.startsWith(old.info().encodedName()))
        .noneMatch(f -> f.startsWith(fresh.encodedName()));
    assertRefused(Reason.REGION_CLOSED, "is closed", () -> old.write(putAt(1, row(150), "a:q=x")));
    assertRefused(
        Reason.REGION_CLOSED,
        old.info().encodedName(),
        () -> database.truncateRegion(old.info().encodedName()));
    reopen();
    assertThat(scan(database)).isEqualTo(expected);
    write(0, ROWS, "last");
    reopen();
    assertThat(scan(database)).isEqualTo(cells(0, ROWS, "last"));
  }

  @Test
  void aTruncatedRegionStaysSoWhenTheLogIsReadAgain() throws IOException {
    database.splitRegion(name(0), bytes(row(200)));
    write(0, ROWS, "old");
    database.truncateRegion(name(0));
    write(0, 10, "new");
    MemoryFileSystem copy = new MemoryFileSystem();
    copyAll(Path.of("/"), copy);
    Database dead = database;
    database = Database.open(serial(copy, clock).build());
    List<String> expected = cells(0, 10, "new");
    expected.addAll(cells(200, ROWS, "old"));
    assertThat(scan(database)).isEqualTo(expected);
    dead.close();
  }

  @Test
  void openScannersGoOnOverATruncatedRegion() throws IOException {
    write(0, ROWS, "v");
    Region old = regions().get(0);
    try (RegionScanner scanner = old.scan(ScanSpec.builder().build())) {
      CellBatch first = new CellBatch();
      scanner.next(first, Integer.MAX_VALUE, Long.MAX_VALUE);
      database.truncateRegion(name(0));
      assertThat(scan(database)).isEmpty();
      assertThat(drain(scanner)).isEqualTo(cells(1, ROWS, "v"));
    }
    assertThat(storeFiles()).isEmpty();
  }

  @Test
  void aTruncationThatFailsLeavesTheRegionAsItWas() throws IOException {
    write(0, ROWS, "v");
    String before = name(0);
    files.failAt("create", 1);
    assertThatThrownBy(() -> database.truncateRegion(before)).isInstanceOf(IOException.class);
    assertThat(name(0)).isEqualTo(before);
    assertThat(scan(database)).isEqualTo(cells(0, ROWS, "v"));
    database.truncateRegion(before);
    assertThat(scan(database)).isEmpty();
  }

  @Test
  void refusesWhatCannotBeMerged() throws IOException {
    database.splitRegion(name(0), bytes("d"));
    database.splitRegion(name(1), bytes("m"));
    TableName other = TableName.of("u");
    database.createTable(table(other, family("a")), List.of());
    String ofOther = database.table(other).regions().get(0).info().encodedName();
    assertRefused(
        Reason.NOT_MERGEABLE, "Need two Regions", () -> database.mergeRegions(List.of(name(0))));
    assertRefused(
        Reason.NOT_MERGEABLE,
        "Duplicate regions",
        () -> database.mergeRegions(List.of(name(0), name(0))));
    assertRefused(
        Reason.NOT_MERGEABLE,
        "non-adjacent",
        () -> database.mergeRegions(List.of(name(0), name(2))));
    assertRefused(
        Reason.NOT_MERGEABLE,
        "different tables",
        () -> database.mergeRegions(List.of(name(0), ofOther)));
    assertRefused(
        Reason.REGION_CLOSED,
        "No open region is named x",
        () -> database.mergeRegions(List.of(name(0), "x")));
    assertThat(regions()).hasSize(3);
  }

  @Test
  void aSplitThatFailsLeavesTheParentAsItWas() throws IOException {
    write(0, ROWS, "v");
    database.flush(TABLE);
    List<String> before = storeFiles();
    for (int calls = 1; calls <= 4; calls++) {
      files.failAt("link", calls);
      assertThatThrownBy(() -> database.splitRegion(name(0), bytes(row(200))))
          .isInstanceOf(IOException.class);
      assertThat(regions()).hasSize(1);
      assertThat(storeFiles()).isEqualTo(before);
      write(0, 1, "v");
      database.flush(TABLE);
      database.compact(TABLE, null, true);
      before = storeFiles();
    }
    assertThat(scan(database)).isEqualTo(cells(0, ROWS, "v"));
    database.splitRegion(name(0), bytes(row(200)));
    assertThat(scan(database)).isEqualTo(cells(0, ROWS, "v"));
  }

  @Test
  void afterAnUncertainSplitNothingIsWrittenAndNothingLost() throws IOException {
    try (Quiet quiet = new Quiet()) {
      assertThat(quiet).isNotNull();
      write(0, ROWS, "v");
      database.flush(TABLE);
      files.failAt("force", 1);
      assertThatThrownBy(() -> database.splitRegion(name(0), bytes(row(200))))
          .isInstanceOf(IOException.class);
      assertThat(scan(database)).isEqualTo(cells(0, ROWS, "v"));
      assertRefused(Reason.REGION_CLOSED, "is closing", () -> write(0, 1, "lost"));
      reopen();
      assertThat(regions()).hasSize(2);
      assertThat(scan(database)).isEqualTo(cells(0, ROWS, "v"));
      write(0, 1, "v");
    }
  }

  /** Who stands between makes the new regions' views; what it throws comes before the record. */
  @Test
  void aSplitThatCannotBeShownLeavesTheParentAsItWas() throws IOException {
    write(0, ROWS, "v");
    database.interpose(
        (table, region) -> {
          if (region.info().range().startKey().length > 0) {
            throw new OutOfMemoryError("injected");
          }
          return region;
        });
    assertThatThrownBy(() -> database.splitRegion(name(0), bytes(row(200))))
        .isInstanceOf(OutOfMemoryError.class);
    database.interpose((table, region) -> region);
    write(0, ROWS, "later");
    assertThat(scan(database)).isEqualTo(cells(0, ROWS, "later"));
    database.discard();
    database = Database.open(options().build());
    assertThat(regions()).hasSize(1);
    assertThat(scan(database)).isEqualTo(cells(0, ROWS, "later"));
  }

  @Test
  void aCheckpointFlushesWhatReplacesARegion() throws IOException {
    database.close();
    HookedFileSystem hooked = new HookedFileSystem(files);
    database = Database.open(serial(hooked, clock).build());
    database.splitRegion(name(0), bytes(row(200)));
    write(0, ROWS, "v");
    AtomicBoolean split = new AtomicBoolean();
    hooked.hook(
        (operation, path) -> {
          if (operation.equals("create") && split.compareAndSet(false, true)) {
            database.splitRegion(name(1), bytes(row(300)));
            write(300, 310, "w");
          }
        });
    database.checkpoint();
    assertThat(regions()).hasSize(3);
    assertThat(database.stats().memStoreBytes()).isZero();
    hooked.hook((operation, path) -> {});
  }

  @Test
  void scannersOverReplacedRegionsCountAsOpen() throws IOException {
    write(0, ROWS, "v");
    try (RegionScanner scanner = regions().get(0).scan(ScanSpec.builder().build())) {
      assertThat(scanner).isNotNull();
      assertThat(database.openScanners()).isEqualTo(1);
      database.splitRegion(name(0), bytes(row(200)));
      assertThat(database.openScanners()).isEqualTo(1);
    }
    assertThat(database.openScanners()).isZero();
  }

  @Test
  void withoutBackgroundThreadsReferencesAreRewrittenAtOnce() throws IOException {
    database.close();
    database = Database.open(serial(files, clock).build());
    write(0, ROWS, "v");
    database.splitRegion(name(0), null);
    assertThat(regions()).allMatch(region -> region.stats().references() == 0);
    assertThat(scan(database)).isEqualTo(cells(0, ROWS, "v"));
    database.splitRegion(name(0), null);
    assertThat(regions()).hasSize(3);
  }

  @Test
  void aSnapshotOfReferencesHasEachRowOnce() throws IOException {
    write(0, ROWS, "v");
    database.splitRegion(name(0), bytes(row(150)));
    database.takeSnapshot(new SnapshotDescriptor("s", TABLE, 0, 0, Map.of()), true);
    write(0, ROWS, "w");
    database.compact(TABLE, null, true);
    database.mergeRegions(List.of(name(0), name(1)));
    TableName copy = TableName.of("copy");
    database.cloneSnapshot("s", copy);
    List<String> cells = new ArrayList<>();
    for (Region region : database.table(copy).regions()) {
      assertThat(region.stats().references()).isEqualTo(2);
      cells.addAll(scanOf(region));
    }
    assertThat(cells).isEqualTo(cells(0, ROWS, "v"));
    assertThat(scan(database)).isEqualTo(cells(0, ROWS, "w"));
    database.compact(copy, null, true);
    cells.clear();
    for (Region region : database.table(copy).regions()) {
      assertThat(region.stats().references()).isZero();
      cells.addAll(scanOf(region));
    }
    assertThat(cells).isEqualTo(cells(0, ROWS, "v"));
  }

  @Test
  void namesItsNewFamiliesInTheDaughters() throws IOException {
    write(0, ROWS, "v");
    database.modifyTable(table(TABLE, family("a"), family("b"), family("c")));
    database.splitRegion(name(0), bytes(row(200)));
    database.modifyTable(table(TABLE, family("b"), family("c")));
    region(database, row(300)).write(putAt(1, row(300), "c:q=v"));
    reopen();
    assertThat(get(database, row(300))).containsExactly("b:q@1=v", "c:q@1=v");
    assertThat(get(database, row(3))).containsExactly("b:q@1=v");
  }
}
