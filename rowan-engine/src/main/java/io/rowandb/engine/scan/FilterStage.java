package io.rowandb.engine.scan;

import io.rowandb.engine.cell.Cell;
import java.io.IOException;

/**
 * The two last stages of a read with a filter: the filter's verdict on a cell, then the number of
 * versions the scan wants, counted among the cells that passed (HBASE-17125).
 */
final class FilterStage {
  private final RowFilter filter;
  private final ColumnStage columns;
  private final int maxVersions;

  private final RememberedBytes column = new RememberedBytes();
  private int versions;

  FilterStage(RowFilter filter, ColumnStage columns, int maxVersions) {
    this.filter = filter;
    this.columns = columns;
    this.maxVersions = maxVersions;
  }

  /** The scan enters a row. */
  void startRow() {
    column.clear();
  }

  /**
   * The last word on a cell.
   *
   * @param before INCLUDE, INCLUDE_NEXT_COLUMN or INCLUDE_NEXT_ROW, from the column stage
   */
  Verdict judge(Cell cell, Verdict before) throws IOException {
    return switch (filter.filterCell(cell)) {
      case SKIP -> dropped(before);
      case NEXT_COL ->
          before == Verdict.INCLUDE_NEXT_ROW ? Verdict.NEXT_ROW : columns.nextColumnOrRow(cell);
      case NEXT_ROW -> Verdict.NEXT_ROW;
      case SEEK_NEXT_USING_HINT -> Verdict.HINT;
      case INCLUDE -> counted(cell, before);
      case INCLUDE_AND_NEXT_COL ->
          counted(cell, before == Verdict.INCLUDE ? Verdict.INCLUDE_NEXT_COLUMN : before);
      case INCLUDE_AND_SEEK_NEXT_ROW -> counted(cell, Verdict.INCLUDE_NEXT_ROW);
    };
  }

  private static Verdict dropped(Verdict before) {
    return switch (before) {
      case INCLUDE_NEXT_COLUMN -> Verdict.NEXT_COLUMN;
      case INCLUDE_NEXT_ROW -> Verdict.NEXT_ROW;
      default -> Verdict.SKIP;
    };
  }

  private Verdict counted(Cell cell, Verdict verdict) {
    if (!column.isQualifierOf(cell)) {
      column.setQualifier(cell);
      versions = 0;
    }
    versions++;
    Verdict counted = verdict;
    if (versions > maxVersions) {
      counted = verdict == Verdict.INCLUDE_NEXT_ROW ? Verdict.NEXT_ROW : Verdict.NEXT_COLUMN;
    }
    if (counted == Verdict.INCLUDE_NEXT_COLUMN || counted == Verdict.NEXT_COLUMN) {
      columns.leaveColumn(cell);
    }
    return counted;
  }
}
