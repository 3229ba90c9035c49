package io.rowandb.engine.scan;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.CellOrder;
import io.rowandb.engine.cell.CellScanner;

/**
 * A cursor over the sorted cells of a batch. The batch may be refilled between two uses: {@link
 * #rewind} then starts over. Used by one thread.
 */
final class BatchScanner implements CellScanner {
  private static final int BEFORE_FIRST = -1;

  private final CellBatch cells;
  private final Cell view = new Cell();
  private final Cell probe = new Cell();

  /** The index of the present cell; -1 before the first, the size of the batch after the last. */
  private int at = BEFORE_FIRST;

  BatchScanner(CellBatch cells) {
    this.cells = cells;
  }

  /** Stands before the first cell again. */
  void rewind() {
    at = BEFORE_FIRST;
  }

  @Override
  public Cell cell() {
    return at >= 0 && at < cells.size() ? view : null;
  }

  @Override
  public boolean next() {
    return moveTo(Math.min(at + 1, cells.size()));
  }

  @Override
  public boolean seek(Cell key) {
    return moveTo(firstNotBefore(key));
  }

  @Override
  public boolean seekBefore(Cell key) {
    return moveTo(firstNotBefore(key) - 1);
  }

  @Override
  public void close() {
    at = cells.size();
  }

  private boolean moveTo(int index) {
    at = index;
    if (index < 0 || index >= cells.size()) {
      return false;
    }
    cells.get(index, view);
    return true;
  }

  private int firstNotBefore(Cell key) {
    int low = 0;
    int high = cells.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (CellOrder.compareCells(cells.get(middle, probe), key) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
