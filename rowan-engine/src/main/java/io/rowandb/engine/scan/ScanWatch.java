package io.rowandb.engine.scan;

import io.rowandb.engine.cell.Cell;

/**
 * Is told about the rows and cells that a scan passes, visible or not, and is asked whether a call
 * has worked for long enough. Belongs to one scan over one region, and is called by its thread.
 */
public interface ScanWatch {
  /** A row was read to its end, or dropped by its key. */
  void rowScanned();

  /** A row was read or dropped by its key, and nothing of it is shown. */
  void rowFiltered();

  /** A cell is looked at: it is judged, or tells by its row that the one before has ended. */
  void looksAt(Cell cell);

  /** Whether the call should end before another cell is looked at; asked before each of them. */
  boolean endsBeforeCell();

  /** Whether the call should end here; asked behind a row, and behind a family of a row. */
  boolean isOver();
}
