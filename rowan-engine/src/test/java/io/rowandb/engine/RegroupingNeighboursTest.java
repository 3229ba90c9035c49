package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.drain;
import static io.rowandb.engine.TestDatabase.putAt;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.scan;
import static io.rowandb.engine.TestDatabase.serial;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.rowandb.engine.catalog.SnapshotDescriptor;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.io.HookedFileSystem;
import io.rowandb.engine.region.RefusedException.Reason;
import io.rowandb.engine.region.Region;
import io.rowandb.engine.region.RegionScanner;
import io.rowandb.engine.scan.ScanSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What goes on beside a split, a merge or a truncation: reads, writes, flushes, snapshots. */
class RegroupingNeighboursTest extends RegroupedTable {
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

  /** The split waits for the other thread: if writers were held, neither would go on. */
  @Test
  void writersGoOnWhileFilesAreLinked() throws IOException {
    HookedFileSystem hooked = reopenHooked();
    write(0, ROWS, "v");
    List<Integer> written = new ArrayList<>();
    hooked.hook(
        (operation, path) -> {
          if (operation.equals("link") && written.size() < 4) {
            int next = written.size() * 100;
            written.add(next);
            inAnotherThread(() -> write(next, next + 1, "w"));
          }
        });
    database.splitRegion(name(0), bytes(row(200)));
    assertThat(written).containsExactly(0, 100, 200, 300);
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      expected.addAll(cells(i, i + 1, i % 100 == 0 ? "w" : "v"));
    }
    assertThat(scan(database)).isEqualTo(expected);
    assertThat(database.stats().flushes()).isEqualTo(2);
    reopen();
    assertThat(scan(database)).isEqualTo(expected);
  }

  @Test
  void filesThatACompactionReplacesWhileTheyAreLinkedAreGivenBack() throws IOException {
    HookedFileSystem hooked = reopenHooked();
    write(0, ROWS, "old");
    database.flush(TABLE);
    write(0, ROWS, "new");
    database.flush(TABLE);
    AtomicBoolean compacted = new AtomicBoolean();
    hooked.hook(
        (operation, path) -> {
          if (operation.equals("link") && compacted.compareAndSet(false, true)) {
            database.compact(TABLE, null, true);
          }
        });
    database.splitRegion(name(0), bytes(row(200)));
    assertThat(compacted).isTrue();
    assertThat(regions()).allMatch(region -> region.stats().storeFiles() == 2);
    assertThat(storeFiles()).hasSize(4);
    assertThat(scan(database)).isEqualTo(cells(0, ROWS, "new"));
    reopen();
    assertThat(scan(database)).isEqualTo(cells(0, ROWS, "new"));
  }

  private HookedFileSystem reopenHooked() throws IOException {
    database.close();
    HookedFileSystem hooked = new HookedFileSystem(files);
    database = Database.open(options(hooked).build());
    return hooked;
  }

  private static void inAnotherThread(ThrowingCallable work) throws IOException {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread thread = new Thread(() -> failure.set(catchThrowable(work)), "beside-the-split");
    thread.start();
    try {
      thread.join(TimeUnit.SECONDS.toMillis(30));
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
    assertThat(thread.isAlive()).as("waits for the split").isFalse();
    assertThat(failure.get()).isNull();
  }
}
