package io.rowandb.engine.memstore;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellOrder;
import io.rowandb.engine.cell.CellScanner;

/**
 * A cursor over a memstore that may still grow: it sees the cells added before it was opened, and
 * some of the later ones, which the reader's read point must hide.
 */
final class MemStoreScanner implements CellScanner {
  private final CellSkipList cells;
  private final Cell view = new Cell();
  private final Cell probe = new Cell();

  /** Where the cursor stands; the head before the first cell. */
  private int node = CellSkipList.HEAD;

  private boolean onCell;
  private boolean atEnd;

  MemStoreScanner(CellSkipList cells) {
    this.cells = cells;
  }

  @Override
  public Cell cell() {
    return onCell ? view : null;
  }

  @Override
  public boolean next() {
    return !atEnd && moveTo(cells.next(node));
  }

  @Override
  public boolean seek(Cell key) {
    return moveTo(cells.firstFrom(key, probe));
  }

  @Override
  public boolean seekForward(Cell key) {
    if (!onCell) {
      return !atEnd && seek(key);
    }
    return CellOrder.compareCells(view, key) >= 0 || moveTo(cells.firstFrom(node, key, probe));
  }

  @Override
  public boolean seekBefore(Cell key) {
    node = cells.lastBefore(key, probe);
    atEnd = false;
    onCell = node != CellSkipList.HEAD;
    if (onCell) {
      cells.view(node, view);
    }
    return onCell;
  }

  @Override
  public void close() {
    onCell = false;
    atEnd = true;
  }

  private boolean moveTo(int next) {
    onCell = next != CellSkipList.NONE;
    atEnd = !onCell;
    if (onCell) {
      node = next;
      cells.view(node, view);
    }
    return onCell;
  }
}
