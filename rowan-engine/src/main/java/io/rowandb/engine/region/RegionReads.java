package io.rowandb.engine.region;

import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.CellScanner;
import io.rowandb.engine.latency.Latencies;
import io.rowandb.engine.latency.Operation;
import io.rowandb.engine.latency.OperationTimer;
import io.rowandb.engine.memstore.MemStore;
import io.rowandb.engine.scan.FamilySource;
import io.rowandb.engine.scan.RowScanner;
import io.rowandb.engine.scan.ScanSpec;
import io.rowandb.engine.store.SourceSelection;
import io.rowandb.engine.store.Store;
import io.rowandb.engine.store.StoreView;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * The reads of a region: takes a snapshot of its views, opens the relevant sources, and counts the
 * requests. Takes no lock that a writer waits for. Safe for use by many threads.
 *
 * <p>A read closes what it opened: a get before it returns, a scan with its scanner, and both when
 * they fail.
 */
final class RegionReads implements RowReader {
  /**
   * A longer row is not copied, for the sake of the heap; its memstore is left to the collector.
   */
  private static final long MAX_COPIED_BYTES = 1 << 20;

  // Fixed at construction.
  private final RegionInfo info;
  private final RegionViews views;
  private final RowUpdates updates;
  private final Clock clock;
  private final LongAdder openScanners;
  private final OperationTimer gets;
  private final OperationTimer scans;
  private final Consumer<Store> purges;

  // Atomic.
  private final LongAdder requests = new LongAdder();
  private final LongAdder filteredRows = new LongAdder();

  /**
   * Reads {@code views}.
   *
   * @param updates what it checks rows by
   * @param openScanners counts the scanners that are open
   * @param purges takes a store of which reads step over much
   */
  RegionReads(
      RegionInfo info,
      RegionViews views,
      RowUpdates updates,
      Clock clock,
      Latencies latencies,
      LongAdder openScanners,
      Consumer<Store> purges) {
    this.info = info;
    this.views = views;
    this.updates = updates;
    this.clock = clock;
    this.openScanners = openScanners;
    this.purges = purges;
    this.gets = latencies.timer(Operation.GET);
    this.scans = latencies.timer(Operation.SCAN_NEXT);
  }

  /** Gets, and rows that scans asked for. */
  long requests() {
    return requests.sum();
  }

  /** Rows that filters turned away. */
  long filteredRows() {
    return filteredRows.sum();
  }

  /** See {@link Region#scan}. */
  RegionScanner scan(ScanSpec spec) throws IOException {
    RegionViews.Snapshot snapshot = views.snapshot(spec.readPoint());
    RegionScanner opened = null;
    try {
      List<FamilySource> families = sources(spec, snapshot.view(), false, nowMillis());
      opened = opened(spec, families, snapshot);
      return opened;
    } finally {
      if (opened == null) {
        snapshot.view().unpin();
      }
    }
  }

  /** See {@link RegionScanner#afterMajorCompaction}; {@code snapshot} is pinned by the caller. */
  RegionScanner scanAfterMajorCompaction(ScanSpec spec, RegionViews.Snapshot snapshot)
      throws IOException {
    boolean alive = snapshot.view().pin();
    assert alive : "the caller has it pinned";
    RegionScanner opened = null;
    try {
      long nowMillis = nowMillis();
      List<FamilySource> families = new ArrayList<>();
      for (FamilySource source : sources(spec.everything(), snapshot.view(), false, nowMillis)) {
        families.add(source.afterMajorCompaction(snapshot.readPoint(), nowMillis));
      }
      opened = opened(spec, families, snapshot);
      return opened;
    } finally {
      if (opened == null) {
        snapshot.view().unpin();
      }
    }
  }

  /** A scanner that owns its rows; the snapshot is its own once it is there. */
  private RegionScanner opened(
      ScanSpec spec, List<FamilySource> families, RegionViews.Snapshot snapshot)
      throws IOException {
    RowScanner rows = rows(spec, families, snapshot.readPoint());
    RegionScanner opened = null;
    try {
      opened = new StoredRegionScanner(this, spec, views, snapshot, rows);
      return opened;
    } finally {
      if (opened == null) { // there was no memory for it
        rows.close();
      }
    }
  }

  /** See {@link Region#get}. */
  void get(ScanSpec spec, CellBatch out) throws IOException {
    updates.checkRow(spec.startRow());
    requests.increment();
    long begun = gets.begin();
    read(spec, out);
    gets.end(begun);
    requestPurges();
  }

  /**
   * As {@link #get}, for the region itself: neither checked nor counted. When it fails {@code out}
   * is as before.
   */
  @Override
  public void read(ScanSpec spec, CellBatch out) throws IOException {
    RegionViews.Snapshot snapshot = views.snapshot(spec.readPoint());
    int from = out.size();
    long bytesBefore = out.bytes();
    boolean done = false;
    try {
      // A filter comes from outside and may keep cells.
      boolean passing = spec.filter() == null;
      List<FamilySource> families = sources(spec, snapshot.view(), passing, nowMillis());
      if (!families.isEmpty()) {
        try (RowScanner rows = rows(spec, families, snapshot.readPoint())) {
          // One row at most, so one call.
          rows.next(out, Integer.MAX_VALUE, Long.MAX_VALUE);
        }
        if (passing && out.bytes() - bytesBefore <= MAX_COPIED_BYTES) {
          MemStore.copyOut(out, from);
        } else {
          snapshot.view().keepMemory();
        }
      }
      done = true;
    } finally {
      if (!done) {
        out.truncate(from);
      }
      snapshot.view().unpin();
    }
  }

  /** Requests a purge of what reads step over; called without a lock or a view. */
  void requestPurges() {
    StoreSet stores = views.last().stores();
    for (int i = 0; i < stores.size(); i++) {
      if (stores.get(i).purging().takeLook()) {
        purges.accept(stores.get(i));
      }
    }
  }

  /** Counts rows that scans asked for, and those that filters turned away. */
  void countScan(long asked, long filtered) {
    requests.add(asked);
    filteredRows.add(filtered);
  }

  /** Times what scans do. */
  OperationTimer scans() {
    return scans;
  }

  /** Counts a scanner that was opened, 1, or closed, -1. */
  void countScanners(int change) {
    openScanners.add(change);
  }

  private RowScanner rows(ScanSpec spec, List<FamilySource> families, long readPoint)
      throws IOException {
    try {
      return RowScanner.open(
          spec, info.range().startKey(), info.range().endKey(), families, readPoint, nowMillis());
    } catch (IllegalArgumentException e) {
      throw new RefusedException(RefusedException.Reason.BAD_REQUEST, e.getMessage(), e);
    }
  }

  /** The families of a read that have any source which matters to it. */
  private List<FamilySource> sources(
      ScanSpec spec, RegionView view, boolean passing, long nowMillis) throws IOException {
    StoreSet stores = view.stores();
    List<ScanSpec.FamilySpec> wanted = spec.families();
    int count = wanted.isEmpty() ? stores.size() : wanted.size();
    List<FamilySource> families = new ArrayList<>(count);
    boolean complete = false;
    try {
      for (int i = 0; i < count; i++) {
        int store = i;
        long minTimestamp = spec.minTimestamp();
        long maxTimestamp = spec.maxTimestamp();
        if (!wanted.isEmpty()) {
          ScanSpec.FamilySpec family = wanted.get(i);
          store = stores.indexOf(family.family());
          if (store < 0) {
            throw updates.noFamily(family.family(), 0, family.family().length);
          }
          minTimestamp = family.minTimestamp();
          maxTimestamp = family.maxTimestamp();
        }
        SourceSelection selection =
            new SourceSelection(spec, stores.get(store), minTimestamp, maxTimestamp, nowMillis);
        FamilySource source = source(stores.get(store), selection, view.store(store), passing);
        if (source != null) {
          families.add(source);
        }
      }
      complete = true;
      return families;
    } finally {
      if (!complete) {
        families.forEach(f -> f.newestFirst().forEach(CellScanner::close));
      }
    }
  }

  private static FamilySource source(
      Store store, SourceSelection selection, StoreView view, boolean passing) throws IOException {
    List<CellScanner> scanners = new ArrayList<>(4);
    boolean complete = false;
    try {
      selection.open(view, passing, scanners);
      complete = true;
    } finally {
      if (!complete) {
        scanners.forEach(CellScanner::close);
      }
    }
    return scanners.isEmpty()
        ? null
        : new FamilySource(
            store.family(), store.rules(), store.maxRowBytes(), store.purging().hidden(), scanners);
  }

  private long nowMillis() {
    return clock.millis();
  }
}
