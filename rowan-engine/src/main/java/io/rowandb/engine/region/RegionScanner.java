package io.rowandb.engine.region;

import io.rowandb.engine.cell.CellBatch;
import java.io.IOException;

/**
 * A scan of one region: rows in the direction of the scan, as they were when it was opened. Flush,
 * compaction and close of the region's store do not disturb it. Used by one thread at a time.
 */
public interface RegionScanner extends AutoCloseable {
  /** How a call of {@link #next} ended. */
  enum Progress {
    /** The batch got the last cells of a row; another row may follow. */
    ROW_COMPLETE,
    /** The batch got some cells of a row, and the limits ended the call; more may follow. */
    ROW_CONTINUES,
    /** The batch got nothing: the scan of this region is over. */
    EXHAUSTED
  }

  /**
   * Appends the next cells, all of one row, to {@code out}; rows without a visible cell are passed
   * over.
   *
   * @param maxCells most cells, at least 1
   * @param maxBytes the call ends after the cell that reaches this many bytes, at least 1
   * @throws io.rowandb.engine.region.RefusedException BAD_REQUEST when a filter with {@code
   *     hasFilterRow} meets a limit below a whole row
   */
  Progress next(CellBatch out, int maxCells, long maxBytes) throws IOException;

  /** The sequence id up to which this scan sees writes. */
  long readPoint();

  /** Whether the filter ended the scan: no later region may return rows either. */
  boolean filterEndedScan();

  @Override
  void close();
}
