package io.rowandb.engine.region;

import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.scan.Progress;
import io.rowandb.engine.scan.RowFilter;
import java.io.IOException;

/**
 * A scan of one region: rows in the direction of the scan, as they were when it was opened. Flush,
 * compaction and close of the region's store do not disturb it. Used by one thread at a time. After
 * any failure of a read each later read fails too, because cells may be missing.
 */
public interface RegionScanner extends AutoCloseable {
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

  /** About how many bytes of files' blocks it keeps between calls. */
  long heldBytes();

  /** The sequence id up to which this scan sees writes. */
  long readPoint();

  /** Whether the filter ended the scan: no later region may return rows either. */
  boolean filterEndedScan();

  /**
   * Opens the same scan anew, at the same read point, over what a major compaction at this moment
   * would leave: where it differs from this scan, the answer depends on when compactions happen.
   * The memstores take part as they are: versions that a flush of them alone would drop count.
   *
   * @param filter a fresh one like this scan's, or null when it has none
   */
  RegionScanner afterMajorCompaction(RowFilter filter) throws IOException;

  @Override
  void close();
}
