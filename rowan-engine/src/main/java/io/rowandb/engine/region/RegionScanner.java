package io.rowandb.engine.region;

import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.scan.Progress;
import io.rowandb.engine.scan.RowScanner;
import java.io.IOException;

/**
 * A scan of one region: rows in the direction of the scan, as they were when it was opened. Flush
 * and compaction do not disturb it; after its region was closed it is refused. It keeps the files
 * it reads open until it is closed. Used by one thread at a time.
 */
public final class RegionScanner implements AutoCloseable {
  // Fixed at construction.
  private final RegionContent content;
  private final RegionContent.Snapshot snapshot;
  private final RowScanner rows;

  private boolean closed;

  RegionScanner(RegionContent content, RegionContent.Snapshot snapshot, RowScanner rows) {
    this.content = content;
    this.snapshot = snapshot;
    this.rows = rows;
  }

  /**
   * Appends the next cells, all of one row, to {@code out}; rows without a visible cell are passed
   * over.
   *
   * @param maxCells most cells, at least 1
   * @param maxBytes the call ends after the cell that reaches this many bytes, at least 1
   * @throws io.rowandb.engine.region.RefusedException BAD_REQUEST when a filter with {@code
   *     hasFilterRow} meets a limit below a whole row; REGION_CLOSED or CLOSED when its region was
   *     closed
   */
  public Progress next(CellBatch out, int maxCells, long maxBytes) throws IOException {
    content.checkOpen();
    if (closed) {
      throw new IllegalStateException("the scanner is closed");
    }
    try {
      return rows.next(out, maxCells, maxBytes);
    } catch (IllegalArgumentException e) {
      throw new RefusedException(RefusedException.Reason.BAD_REQUEST, e.getMessage(), e);
    }
  }

  /** The sequence id up to which this scan sees writes. */
  public long readPoint() {
    return snapshot.readPoint();
  }

  /** Whether the filter ended the scan: no later region may return rows either. */
  public boolean filterEndedScan() {
    return rows.filterEndedScan();
  }

  /** Lets go of the files. Closing twice does nothing. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      rows.close();
      snapshot.view().unpin();
    }
  }
}
