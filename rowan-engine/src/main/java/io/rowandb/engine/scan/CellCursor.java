package io.rowandb.engine.scan;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellOrder;
import io.rowandb.engine.cell.CellScanner;
import java.io.IOException;

/**
 * The first stage: the cells of one family up to the read point, and the moves a scan makes.
 *
 * <p>A move to the next column or row tries a few steps before it seeks: a near cell is reached
 * faster by stepping, a far one by the sources' indexes.
 */
final class CellCursor implements AutoCloseable {
  /** Steps tried before a seek; a seek costs about as much as this many. */
  private static final int STEPS_BEFORE_SEEK = 6;

  /** Steps to the next column: of older versions there are one or two, or many. */
  private static final int VERSIONS_BEFORE_SEEK = 2;

  // Fixed at construction.
  private final CellScanner source;
  private final long readPoint;

  private final SearchKey key = new SearchKey();
  private final RememberedBytes row = new RememberedBytes();
  private final RememberedBytes qualifier = new RememberedBytes();
  private final Cell from = new Cell();
  private Cell cell;

  CellCursor(CellScanner source, long readPoint) {
    this.source = source;
    this.readPoint = readPoint;
  }

  /** The cell it stands on, or null before the first and after the last. */
  Cell cell() {
    return cell;
  }

  /** To the next cell; null at the end. */
  Cell next() throws IOException {
    return visible(source.next());
  }

  /** To the first cell at or after {@code target}, from anywhere. */
  Cell seek(Cell target) throws IOException {
    return visible(source.seek(target));
  }

  /** To the first cell at or after {@code target}, which lies ahead. */
  Cell seekForward(Cell target) throws IOException {
    return visible(source.seekForward(target));
  }

  /** To the next cell that is not another write of the same version. */
  Cell nextVersion() throws IOException {
    from.set(cell);
    Cell at = next();
    while (at != null && CellOrder.compareKeys(at, from) == 0) {
      at = next();
    }
    return at;
  }

  /** To the first cell behind the present column, of this row or a later one. */
  Cell nextColumn() throws IOException {
    row.setRow(cell);
    qualifier.setQualifier(cell);
    from.set(cell);
    for (int i = 0; i < VERSIONS_BEFORE_SEEK; i++) {
      Cell at = next();
      if (at == null || !qualifier.isQualifierOf(at) || !row.isRowOf(at)) {
        return at;
      }
    }
    return seekForward(key.lastOnColumn(from));
  }

  /** To the first cell of the column {@code wanted} or behind it, of this row or a later one. */
  Cell toColumn(byte[] wanted) throws IOException {
    row.setRow(cell);
    from.set(cell);
    for (int i = 0; i < STEPS_BEFORE_SEEK; i++) {
      Cell at = next();
      if (at == null || Qualifiers.compare(at, wanted) >= 0 || !row.isRowOf(at)) {
        return at;
      }
    }
    return seekForward(key.firstOnColumn(from, wanted));
  }

  /** To the first cell of the next row. */
  Cell nextRow() throws IOException {
    row.setRow(cell);
    from.set(cell);
    for (int i = 0; i < STEPS_BEFORE_SEEK; i++) {
      Cell at = next();
      if (at == null || !row.isRowOf(at)) {
        return at;
      }
    }
    return seekForward(key.lastOnRow(from));
  }

  /**
   * To the first cell of the last row before {@code target}; the cursor may have run off the end.
   *
   * @return null when there is no such row with a visible cell
   */
  Cell previousRow(Cell target) throws IOException {
    Cell bound = target;
    while (source.seekBefore(bound)) {
      from.set(source.cell());
      Cell at = seek(key.firstOnRow(from));
      if (at != null && at.sameRow(from)) {
        return at;
      }
      // All cells of that row are newer than the read point: on to the one before it.
      bound = key.firstOnRow(from);
    }
    cell = null;
    return null;
  }

  /** See {@link CellScanner#heldBytes}. */
  long heldBytes() {
    return source.heldBytes();
  }

  @Override
  public void close() {
    cell = null;
    source.close();
  }

  private Cell visible(boolean found) throws IOException {
    boolean hasCell = found;
    while (hasCell) {
      Cell at = source.cell();
      if (at.sequence() <= readPoint) {
        cell = at;
        return at;
      }
      hasCell = source.next();
    }
    cell = null;
    return null;
  }
}
