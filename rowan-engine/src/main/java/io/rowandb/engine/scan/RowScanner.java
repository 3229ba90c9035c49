package io.rowandb.engine.scan;

import io.rowandb.engine.cell.CellBatch;
import java.io.IOException;
import java.util.List;

/** The visible cells of a scan over one region, row by row, its families joined. */
public final class RowScanner implements AutoCloseable {
  private RowScanner() {}

  /**
   * Opens a scan of the part of {@code spec}'s rows that lies in [{@code rangeStart}, {@code
   * rangeEnd}); empty keys mean no bound. It closes the scanners of {@code families} with itself,
   * also when opening fails.
   *
   * @param families those the scan wants, in byte order of their names
   * @param readPoint cells with a greater sequence id are invisible
   * @param nowMillis the time for TTLs
   */
  public static RowScanner open(
      ScanSpec spec,
      byte[] rangeStart,
      byte[] rangeEnd,
      List<FamilySource> families,
      long readPoint,
      long nowMillis)
      throws IOException {
    throw new UnsupportedOperationException("row scanner");
  }

  /**
   * Appends the next cells, all of one row, to {@code out}; rows without a visible cell are passed
   * over.
   *
   * @param maxCells most cells, at least 1; {@code Integer.MAX_VALUE} for no limit
   * @param maxBytes the call ends after the cell that reaches this many bytes, at least 1; {@code
   *     Long.MAX_VALUE} for no limit
   * @throws IllegalStateException when a filter with {@code hasFilterRow} meets a limit of cells
   */
  public Progress next(CellBatch out, int maxCells, long maxBytes) throws IOException {
    throw new UnsupportedOperationException("row scanner");
  }

  /** Whether the filter ended the scan: no later region may return rows either. */
  public boolean filterEndedScan() {
    return false;
  }

  @Override
  public void close() {}
}
