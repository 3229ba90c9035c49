package io.rowandb.engine.scan;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.CellOrder;

/** Brings the cells of a row into order when its families were not read in order. */
final class RowCells {
  private RowCells() {}

  /** Merges the two sorted runs [from, middle) and [middle, size) of {@code cells}. */
  static void merge(CellBatch cells, int from, int middle) {
    Cell a = new Cell();
    Cell b = new Cell();
    int size = cells.size();
    if (CellOrder.compareCells(cells.get(middle - 1, a), cells.get(middle, b)) <= 0) {
      return;
    }
    CellBatch merged = new CellBatch();
    int i = from;
    int j = middle;
    while (i < middle || j < size) {
      boolean first =
          j == size
              || (i < middle && CellOrder.compareCells(cells.get(i, a), cells.get(j, b)) <= 0);
      merged.add(first ? cells.get(i++, a) : cells.get(j++, b));
    }
    cells.truncate(from);
    for (int k = 0; k < merged.size(); k++) {
      cells.add(merged.get(k, a));
    }
  }
}
