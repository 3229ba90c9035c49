package io.rowandb.engine.scan;

import io.rowandb.engine.cell.Cell;

/**
 * Told about the rows that a scan goes through, whether it shows them or not. Belongs to one scan
 * over one region, and is called by its thread.
 */
public interface ScanWatch {
  /** A row was read to its end, or dropped by its key. */
  void rowScanned();

  /** A row was read or dropped by its key, and nothing of it is shown. */
  void rowFiltered();

  /**
   * Whether the call should end here, without a row to show.
   *
   * @param next a cell of the row that would be looked at next, or of the last one of all
   */
  boolean wantsPause(Cell next);
}
