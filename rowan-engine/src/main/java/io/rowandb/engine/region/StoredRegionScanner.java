package io.rowandb.engine.region;

import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.scan.Progress;
import io.rowandb.engine.scan.RowFilter;
import io.rowandb.engine.scan.RowScanner;
import io.rowandb.engine.scan.ScanSpec;
import java.io.IOException;

/**
 * A scan of one region: rows in the direction of the scan, as they were when it was opened. Flush,
 * compaction, split and merge do not disturb it; if its region was closed for another reason it is
 * refused. It keeps the files it reads open until it is closed. Used by one thread at a time.
 */
final class StoredRegionScanner implements RegionScanner {
  /** Rows are counted together, since counting each costs as much as passing over it. */
  private static final int COUNTED_TOGETHER = 1_000;

  // Fixed at construction.
  private final RegionReads reads;
  private final ScanSpec spec;
  private final RegionViews views;
  private final RegionViews.Snapshot snapshot;
  private final RowScanner rows;

  private boolean closed;

  /** Whether a read is under way, or has failed: it may have passed over cells. */
  private boolean reading;

  /** What the reads have not been told yet. */
  private int asked;

  private long filteredBefore;

  StoredRegionScanner(
      RegionReads reads,
      ScanSpec spec,
      RegionViews views,
      RegionViews.Snapshot snapshot,
      RowScanner rows) {
    this.reads = reads;
    this.spec = spec;
    this.views = views;
    this.snapshot = snapshot;
    this.rows = rows;
    reads.countScanners(1);
  }

  @Override
  public Progress next(CellBatch out, int maxCells, long maxBytes) throws IOException {
    views.checkScannable();
    if (closed) {
      throw new IllegalStateException("the scanner is closed");
    }
    if (reading) {
      throw new IllegalStateException(
          "an earlier read of the scanner failed: it can only be closed");
    }
    if (++asked == COUNTED_TOGETHER) {
      count();
    }
    reading = true;
    try {
      long begun = reads.scans().begin();
      Progress progress = rows.next(out, maxCells, maxBytes);
      reads.scans().end(begun);
      reading = false;
      return progress;
    } catch (IllegalArgumentException e) {
      throw new RefusedException(RefusedException.Reason.BAD_REQUEST, e.getMessage(), e);
    }
  }

  @Override
  public long heldBytes() {
    return rows.heldBytes();
  }

  @Override
  public long readPoint() {
    return snapshot.readPoint();
  }

  @Override
  public boolean filterEndedScan() {
    return rows.filterEndedScan();
  }

  @Override
  public RegionScanner afterMajorCompaction(RowFilter filter) throws IOException {
    views.checkOpen();
    if (closed) {
      throw new IllegalStateException("the scanner is closed");
    }
    return reads.scanAfterMajorCompaction(spec.withFilter(filter), snapshot);
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      reads.countScanners(-1);
      count();
      rows.close();
      snapshot.view().unpin();
      reads.requestPurges();
    }
  }

  private void count() {
    long filtered = rows.filteredRows();
    reads.countScan(asked, filtered - filteredBefore);
    asked = 0;
    filteredBefore = filtered;
  }
}
