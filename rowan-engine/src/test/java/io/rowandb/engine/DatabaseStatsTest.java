package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.get;
import static io.rowandb.engine.TestDatabase.increment;
import static io.rowandb.engine.TestDatabase.put;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rowandb.engine.cache.CacheCounts;
import io.rowandb.engine.cache.CacheCounts.Lookups;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.latency.Operation;
import io.rowandb.engine.region.RegionScanner;
import io.rowandb.engine.region.RegionStats;
import io.rowandb.engine.scan.ScanSpec;
import io.rowandb.engine.stats.DatabaseSizes;
import io.rowandb.engine.stats.TableStats;
import io.rowandb.engine.store.FlushCounts;
import io.rowandb.engine.store.StoreCounts;
import io.rowandb.engine.store.StoreStats;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Each figure is the number of what was done, in a database in which one thread does everything.
 */
class DatabaseStatsTest {
  private final MemoryFileSystem files = new MemoryFileSystem();
  private Database database;

  @BeforeEach
  void open() throws IOException {
    database =
        Database.open(
            serial(files, new ManualClock())
                .compactionMinFiles(100)
                .compactionMaxFiles(100)
                .blockingStoreFiles(200)
                .build());
    database.createTable(
        table(TABLE, family("a", "BLOOMFILTER", "ROW"), family("b", "BLOOMFILTER", "NONE")),
        List.of());
  }

  @AfterEach
  void close() throws IOException {
    database.close();
  }

  private void write(int from, int to) throws IOException {
    for (int i = from; i < to; i++) {
      String row = String.format("row%05d", i);
      region(database, row).write(put(row, "a:q=value" + i, "b:q=v", "b:r=w"));
    }
  }

  private StoreStats store(String family) {
    return database.stats().tables().get(0).families().stream()
        .filter(each -> each.family().equals(family))
        .findFirst()
        .orElseThrow();
  }

  private RegionStats regionStats() {
    return database.stats().tables().get(0).regions().get(0);
  }

  @Test
  void whatIsInMemoryIsCountedByFamily() throws IOException {
    write(0, 10);
    assertThat(store("a").memStoreCells()).isEqualTo(10);
    assertThat(store("b").memStoreCells()).isEqualTo(20);
    // Two lengths, row length and row, family length and family, qualifier, time, type, value.
    long cell = 8 + 2 + 8 + 1 + 1 + 1 + 8 + 1;
    assertThat(store("a").memStoreCellBytes()).isEqualTo(10 * (cell + 6));
    assertThat(store("b").memStoreCellBytes()).isEqualTo(20 * (cell + 1));
    assertThat(store("a").memStoreBytes()).isPositive();
    assertThat(regionStats().memStoreBytes())
        .isEqualTo(store("a").memStoreBytes() + store("b").memStoreBytes())
        .isEqualTo(database.stats().memStoreBytes());
    assertThat(store("a").storeFiles()).isZero();
    assertThat(store("a").spaceAmplification()).isZero();
  }

  @Test
  void f65_f66_aRegionHasAStoreForEachFamilyAndThatAFileForEachFlush() throws IOException {
    database.splitRegion(region(database, "r").info().encodedName(), bytes("row00010"));
    for (int flush = 1; flush <= 3; flush++) {
      write(0, 20);
      database.flush(TABLE);
    }
    region(database, "row00015").write(put("row00015", "b:q=again"));
    TableStats table = database.stats().tables().get(0);
    assertThat(table.regions()).hasSize(2);
    for (RegionStats region : table.regions()) {
      assertThat(region.families()).extracting(StoreStats::family).containsExactly("a", "b");
      assertThat(region.families()).extracting(StoreStats::storeFiles).containsExactly(3, 3);
      assertThat(region.families()).extracting(StoreStats::entries).containsExactly(30L, 60L);
      assertThat(region.storeFiles()).isEqualTo(6);
    }
    assertThat(table.regions())
        .extracting(region -> region.families().get(1).memStoreCells())
        .containsExactly(0L, 1L);
    assertThat(table.families()).extracting(StoreStats::storeFiles).containsExactly(6, 6);
  }

  /** Where a read found what it showed: each place leaves its own trace in the counts. */
  @Test
  void f69_aReadLooksInTheMemstoreThenTheBlockCacheThenTheFile() throws IOException {
    write(0, 100);
    assertThat(get(database, "row00050")).hasSize(3);
    StoreCounts counts = store("a").counts();
    assertThat(counts.memStoreReads()).isEqualTo(1);
    assertThat(counts.selections().opened()).isZero();
    assertThat(counts.cache()).as("no block").isEqualTo(CacheCounts.Counts.NONE);

    database.flush(TABLE);
    assertThat(get(database, "row00050")).hasSize(3);
    counts = store("a").counts();
    assertThat(counts.selections().opened()).isEqualTo(1);
    assertThat(counts.cache().data()).as("from the file").isEqualTo(new Lookups(0, 1));
    assertThat(get(database, "row00050")).hasSize(3);
    assertThat(store("a").counts().cache().data())
        .as("from the cache")
        .isEqualTo(new Lookups(1, 1));

    region(database, "r").write(put("row00200", "a:q=fresh"));
    assertThat(get(database, "row00200")).hasSize(1);
    counts = store("a").counts();
    assertThat(counts.memStoreReads()).as("beside a file that has not the row").isEqualTo(2);
    assertThat(counts.selections().opened()).isEqualTo(2);
    assertThat(counts.cache().data()).isEqualTo(new Lookups(1, 1));
    region(database, "r").write(put("row00050", "a:q=again"));
    assertThat(get(database, "row00050")).hasSize(3);
    counts = store("a").counts();
    assertThat(counts.memStoreReads()).as("the file may have a later time").isEqualTo(2);
    assertThat(counts.selections().opened()).isEqualTo(3);
    assertThat(counts.reads()).isEqualTo(5);
    assertThat(database.stats().counts().memStoreReads())
        .as("of both families")
        .isEqualTo(2 + store("b").counts().memStoreReads());
  }

  @Test
  void countsOfARegionAndATableAreTheSumsOfTheirFamilies() throws IOException {
    database.splitRegion(region(database, "r").info().encodedName(), bytes("row00010"));
    write(0, 20);
    database.flush(TABLE);
    write(0, 5);
    database.flush(TABLE);
    assertThat(get(database, "row00001")).hasSize(3);
    assertThat(get(database, "row00015")).hasSize(3);
    TableStats table = database.stats().tables().get(0);
    StoreCounts first = table.regions().get(0).counts();
    StoreCounts second = table.regions().get(1).counts();
    assertThat(first.flushes().cells()).isEqualTo(30 + 15);
    assertThat(second.flushes().cells()).isEqualTo(30);
    assertThat(first.reads()).as("of two families").isEqualTo(2);
    assertThat(first.selections().opened()).as("two files of each").isEqualTo(4);
    assertThat(first.readAmplification()).isEqualTo(2);
    assertThat(second.readAmplification()).isEqualTo(1);
    assertThat(table.counts()).isEqualTo(first.plus(second));
    assertThat(table.counts().readAmplification()).isEqualTo(1.5);
    assertThat(table.counts().writeAmplification())
        .isEqualTo(database.stats().counts().writeAmplification())
        .isPositive();
    assertThat(table.regions().get(0).spaceAmplification()).isGreaterThan(1);
    assertThat(table.regions().get(1).spaceAmplification()).isEqualTo(1);
    assertThat(table.spaceAmplification())
        .isGreaterThan(1)
        .isLessThan(table.regions().get(0).spaceAmplification());
    assertThat(table.writeStallMillis()).isZero();
  }

  @Test
  void requestsAreCountedByRegion() throws IOException {
    database.splitRegion(region(database, "r").info().encodedName(), bytes("row00004"));
    write(0, 10);
    String ignored = get(database, "row00001").get(0);
    assertThat(ignored).isNotEmpty();
    assertThat(get(database, "row00009")).hasSize(3);
    assertThat(get(database, "row00008")).hasSize(3);
    TableStats table = database.stats().tables().get(0);
    assertThat(table.regions()).extracting(RegionStats::writeRequests).containsExactly(4L, 6L);
    assertThat(table.regions()).extracting(RegionStats::readRequests).containsExactly(1L, 2L);
    assertThat(table.writeRequests()).isEqualTo(10);
    assertThat(table.readRequests()).isEqualTo(3);
    assertThat(table.regions().get(1).region().range().startKey()).isEqualTo(bytes("row00004"));
  }

  @Test
  void flushesAndCompactionsAreCountedWithTheirBytes() throws IOException {
    write(0, 100);
    long cellBytes = store("b").memStoreCellBytes();
    database.flush(TABLE);
    FlushCounts first = store("b").counts().flushes();
    assertThat(first.flushes()).isEqualTo(1);
    assertThat(first.cells()).isEqualTo(200);
    assertThat(first.cellBytes()).isEqualTo(cellBytes);
    assertThat(first.fileBytes()).isEqualTo(store("b").storeFileBytes()).isPositive();
    assertThat(first.nanos()).isPositive();
    assertThat(store("b").memStoreCells()).isZero();
    assertThat(store("b").entries()).isEqualTo(200);
    assertThat(store("b").spaceAmplification()).isEqualTo(1);

    write(0, 50);
    database.flush(TABLE);
    long twoFiles = store("b").storeFileBytes();
    assertThat(store("b").storeFiles()).isEqualTo(2);
    assertThat(store("b").entries()).isEqualTo(300);
    assertThat(store("b").spaceAmplification())
        .isEqualTo((double) twoFiles / first.fileBytes())
        .isGreaterThan(1);

    database.compact(TABLE, "b", true);
    StoreCounts counts = store("b").counts();
    assertThat(counts.compactions().compactions()).isEqualTo(1);
    assertThat(counts.compactions().files()).isEqualTo(2);
    assertThat(counts.compactions().bytesRead()).isEqualTo(twoFiles);
    assertThat(counts.compactions().bytesWritten()).isEqualTo(store("b").storeFileBytes());
    assertThat(counts.compactions().nanos()).isPositive();
    assertThat(store("b").entries()).isEqualTo(200);
    assertThat(counts.writeAmplification())
        .isEqualTo(
            (double) (twoFiles + store("b").storeFileBytes()) / counts.flushes().cellBytes());
    assertThat(store("a").counts().compactions().compactions()).isZero();

    StoreCounts all = database.stats().counts();
    assertThat(all.flushes().flushes()).isEqualTo(4);
    assertThat(all.flushes().cells()).isEqualTo(450);
    assertThat(database.stats().flushes()).as("of regions").isEqualTo(2);
    assertThat(database.stats().fileBytesWritten()).isEqualTo(all.fileBytesWritten());
  }

  @Test
  void readsAndBloomFiltersAreCountedByFamily() throws IOException {
    write(0, 100);
    database.flush(TABLE);
    write(100, 200);
    database.flush(TABLE);
    region(database, "r").write(put("row00050", "a:q=again"));
    region(database, "r").write(put("row00250", "a:q=far"));
    database.flush(TABLE);
    StoreStats before = store("a");
    assertThat(get(database, "row00050")).hasSize(3);
    StoreCounts counts = store("a").counts();
    assertThat(before.counts().reads()).isZero();
    assertThat(counts.reads()).isEqualTo(1);
    assertThat(counts.selections().outOfRange()).as("the second file").isEqualTo(1);
    assertThat(counts.selections().opened()).as("both have it").isEqualTo(2);
    assertThat(counts.filterChecks()).isEqualTo(2);
    assertThat(counts.readAmplification()).isEqualTo(2);

    assertThat(get(database, "row00060")).hasSize(3);
    counts = store("a").counts();
    assertThat(counts.selections().deniedByFilter()).isEqualTo(1);
    assertThat(counts.filterChecks()).isEqualTo(4);
    assertThat(counts.readAmplification()).isCloseTo(1.5, within(1e-9));
    assertThat(store("b").counts().filterChecks()).as("has none").isZero();
    assertThat(store("b").counts().selections().opened()).isEqualTo(2);
  }

  @Test
  void f95_cacheLookupsAreCountedByFamilyAndKind() throws IOException {
    write(0, 100);
    database.flush(TABLE);
    assertThat(get(database, "row00050")).hasSize(3);
    assertThat(store("a").counts().cache().bloom()).isEqualTo(new Lookups(0, 1));
    assertThat(store("a").counts().cache().data()).isEqualTo(new Lookups(0, 1));
    assertThat(store("b").counts().cache().bloom()).isEqualTo(new Lookups(0, 0));
    assertThat(get(database, "row00051")).hasSize(3);
    assertThat(get(database, "row00052")).hasSize(3);
    assertThat(store("a").counts().cache().bloom()).isEqualTo(new Lookups(2, 1));
    assertThat(store("a").counts().cache().data()).isEqualTo(new Lookups(2, 1));
    assertThat(store("b").counts().cache().data()).isEqualTo(new Lookups(2, 1));
    assertThat(database.stats().blockCacheHits()).isEqualTo(6);
    assertThat(database.stats().blockCacheMisses()).isEqualTo(3);
  }

  /** Nothing resets a count: what is gone stays in the sum, and is there once. */
  @Test
  void countsNeverGoBack() throws IOException {
    write(0, 100);
    database.flush(TABLE);
    assertThat(get(database, "row00050")).hasSize(3);
    StoreCounts before = database.stats().counts();
    assertThat(before.reads()).isEqualTo(2);

    database.splitRegion(region(database, "r").info().encodedName(), bytes("row00050"));
    StoreCounts after = database.stats().counts();
    assertThat(after.reads()).isEqualTo(2);
    assertThat(after.selections()).isEqualTo(before.selections());
    assertThat(after.filterChecks()).isEqualTo(1);
    assertThat(after.flushes()).isEqualTo(before.flushes());
    assertThat(after.cache().hits()).isGreaterThanOrEqualTo(before.cache().hits());
    assertThat(after.compactions().files()).as("references").isEqualTo(4);
    assertThat(store("a").counts().reads()).as("of new regions").isZero();

    assertThat(get(database, "row00010")).hasSize(3);
    assertThat(database.stats().counts().reads()).isEqualTo(4);
    database.modifyTable(table(TABLE, family("a", "VERSIONS", "2"), family("c")));
    assertThat(store("a").counts().reads()).as("goes on").isEqualTo(1);
    assertThat(database.stats().counts().reads()).as("with the family's that is gone").isEqualTo(4);
    assertThat(get(database, "row00010")).hasSize(1);
    assertThat(store("a").counts().reads()).isEqualTo(2);
    assertThat(database.stats().counts().reads()).isEqualTo(6);

    database.disableTable(TABLE);
    TableStats disabled = database.stats().tables().get(0);
    assertThat(disabled.enabled()).isFalse();
    assertThat(disabled.families()).isEmpty();
    assertThat(database.stats().counts().reads()).isEqualTo(6);
    database.deleteTable(TABLE);
    assertThat(database.stats().tables()).isEmpty();
    assertThat(database.stats().counts().reads()).isEqualTo(6);
    assertThat(database.stats().counts().flushes()).isEqualTo(before.flushes());
  }

  @Test
  void operationsAreTimed() throws IOException {
    write(0, 8);
    assertThat(timed(Operation.WRITE)).as("the first and the eighth").isEqualTo(2);
    assertThat(timed(Operation.LOG_WRITE)).isEqualTo(2);
    assertThat(region(database, "r").writeAll(List.of(put("row1", "a:q=v"), put("row2", "a:q=v"))))
        .isNull();
    assertThat(timed(Operation.BATCH)).isEqualTo(1);
    for (int i = 0; i < Operation.GET.timedEvery() + 1; i++) {
      assertThat(get(database, "row00001")).hasSize(3);
    }
    assertThat(timed(Operation.GET)).as("the first and one more").isEqualTo(2);
    RowMutation forced =
        new RowMutation().reset(RowMutation.Kind.PUT, bytes("row3"), Durability.FSYNC_WAL);
    forced.add(bytes("a"), bytes("q"), 1, CellType.PUT, bytes("v"), new byte[0]);
    region(database, "r").write(forced);
    assertThat(timed(Operation.LOG_FORCE)).isEqualTo(1);
    assertThat(
            region(database, "r")
                .update(List.of(increment("row4", "a:n", 1)), null, new CellBatch()))
        .isTrue();
    assertThat(timed(Operation.UPDATE)).isEqualTo(1);
    assertThat(timed(Operation.SCAN_NEXT)).isZero();
    try (RegionScanner scanner = region(database, "r").scan(ScanSpec.builder().build())) {
      assertThat(TestDatabase.drain(scanner)).isNotEmpty();
    }
    assertThat(timed(Operation.SCAN_NEXT)).isEqualTo(1);
    assertThat(timed(Operation.FLUSH)).isZero();
    database.flush(TABLE);
    database.flush(TABLE);
    assertThat(timed(Operation.FLUSH)).as("the second had nothing to write").isEqualTo(1);
    assertThat(timed(Operation.COMPACTION)).isZero();
    write(0, 8);
    database.flush(TABLE);
    database.compact(TABLE, "a", true);
    assertThat(timed(Operation.COMPACTION)).isEqualTo(1);
    assertThat(database.stats().latency(Operation.COMPACTION).maxNanos()).isPositive();
  }

  private long timed(Operation operation) {
    return database.stats().latency(operation).count();
  }

  @Test
  void sizesOfFilesAreTheSameForWhoHasItNotOpen() throws IOException {
    write(0, 100);
    database.flush(TABLE);
    write(50, 70);
    database.flush(TABLE);
    write(0, 10);
    DatabaseSizes sizes = DatabaseSizes.read(files, TestDatabase.DIRECTORY);
    assertThat(sizes.tables()).hasSize(1);
    assertThat(sizes.logBytes()).isEqualTo(database.stats().logBytes()).isPositive();
    for (StoreStats read : sizes.tables().get(0).families()) {
      StoreStats open = store(read.family());
      assertThat(read.storeFiles()).isEqualTo(2);
      assertThat(read.entries()).isEqualTo(open.entries()).isPositive();
      assertThat(read.storeFileBytes()).isEqualTo(open.storeFileBytes());
      assertThat(read.largestFileBytes()).isEqualTo(open.largestFileBytes());
      assertThat(read.uncompressedBytes()).isEqualTo(open.uncompressedBytes());
      assertThat(read.maxSequence()).isEqualTo(open.maxSequence());
      assertThat(read.memStoreCells()).isZero();
    }
  }

  @Test
  void aScanIsOneReadAndItsRowsAreRequests() throws IOException {
    write(0, 100);
    database.flush(TABLE);
    List<String> cells = new ArrayList<>();
    try (RegionScanner scanner =
        region(database, "r").scan(ScanSpec.builder().family(bytes("a"), null).build())) {
      cells.addAll(TestDatabase.drain(scanner));
    }
    assertThat(cells).hasSize(100);
    assertThat(store("a").counts().reads()).isEqualTo(1);
    assertThat(store("b").counts().reads()).isZero();
    assertThat(regionStats().readRequests()).isEqualTo(101); // the last finds nothing more
  }
}
