package io.rowandb.engine.storefile;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellCodec;
import io.rowandb.engine.cell.CellOrder;
import io.rowandb.engine.cell.CellScanner;
import java.io.IOException;
import java.util.Arrays;

/**
 * Restricts another scanner to the cells whose rows are in a range. Used by one thread. Owns the
 * other scanner.
 */
final class RowRangeScanner implements CellScanner {
  // Fixed at construction.
  private final CellScanner below;

  /** Before all cells of the range. */
  private final Cell start;

  /** Behind all cells of the range; null when nothing ends it. */
  private final Cell end;

  private final byte[] endRow;

  // Where the cursor stands; on a cell when current is one.
  private Cell current;
  private boolean behind;

  /**
   * @param startRow first row; empty for no bound
   * @param endRow the first row behind the range; empty for no bound
   */
  RowRangeScanner(CellScanner below, byte[] startRow, byte[] endRow) {
    this.below = below;
    this.start = CellCodec.firstOnRow(startRow);
    this.end = endRow.length == 0 ? null : CellCodec.firstOnRow(endRow);
    this.endRow = endRow;
  }

  @Override
  public Cell cell() {
    return current;
  }

  @Override
  public boolean next() throws IOException {
    if (current != null) {
      return stand(below.next());
    }
    return !behind && stand(below.seek(start));
  }

  @Override
  public boolean seek(Cell key) throws IOException {
    if (end != null && CellOrder.compareCells(key, end) >= 0) {
      return stand(false);
    }
    return stand(below.seek(CellOrder.compareCells(key, start) < 0 ? start : key));
  }

  @Override
  public boolean seekForward(Cell key) throws IOException {
    return current == null ? seek(key) : stand(below.seekForward(key));
  }

  @Override
  public boolean seekBefore(Cell key) throws IOException {
    boolean tooFar = end != null && CellOrder.compareCells(key, end) > 0;
    boolean found = below.seekBefore(tooFar ? end : key);
    current = found && CellOrder.compareCells(below.cell(), start) >= 0 ? below.cell() : null;
    behind = false;
    return current != null;
  }

  @Override
  public long heldBytes() {
    return below.heldBytes();
  }

  @Override
  public void close() {
    current = null;
    below.close();
  }

  /** Takes over where the scanner below stands, at or behind the start. */
  private boolean stand(boolean found) {
    current = found && isBeforeEnd(below.cell()) ? below.cell() : null;
    behind = current == null;
    return current != null;
  }

  private boolean isBeforeEnd(Cell cell) {
    int from = cell.rowOffset();
    return end == null
        || Arrays.compareUnsigned(
                cell.array(), from, from + cell.rowLength(), endRow, 0, endRow.length)
            < 0;
  }
}
