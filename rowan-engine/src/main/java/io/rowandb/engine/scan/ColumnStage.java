package io.rowandb.engine.scan;

import io.rowandb.engine.cell.Cell;

/** The stage that picks columns and counts the family's versions of each. */
sealed interface ColumnStage permits AllColumns, ChosenColumns, SequenceColumns {
  /** The scan enters a row. */
  void startRow();

  /** Whether the row has no further column that is wanted. */
  boolean done();

  /** PASS for a wanted column, else NEXT_COLUMN or NEXT_ROW. */
  Verdict checkColumn(Cell cell);

  /**
   * Counts a cell of a wanted column as a version: one of INCLUDE, INCLUDE_NEXT_COLUMN,
   * INCLUDE_NEXT_ROW, SKIP, NEXT_COLUMN.
   */
  Verdict checkVersion(Cell cell);

  /** No more is wanted of the column of {@code cell}. */
  void leaveColumn(Cell cell);

  /** As {@link #leaveColumn}; where to go on: NEXT_COLUMN or NEXT_ROW. */
  Verdict nextColumnOrRow(Cell cell);

  /** The next column that is wanted, or null when all are. */
  byte[] nextWanted();
}
