package io.rowandb.client.hazard;

import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.CellCodec;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.scan.RowFilter;
import java.util.Arrays;

/**
 * Passes the cells of one column and the delete markers of its whole family, and skips the rest,
 * since a raw scan cannot select columns. Stateless; for scans of one family.
 */
final class OneColumnFilter implements RowFilter {
  private final byte[] qualifier;

  OneColumnFilter(byte[] qualifier) {
    this.qualifier = qualifier;
  }

  @Override
  public void reset() {
    // Nothing is kept from row to row.
  }

  @Override
  public boolean filterAllRemaining() {
    return false;
  }

  @Override
  public boolean filterRowKey(Cell firstCell) {
    return false;
  }

  @Override
  public Code filterCell(Cell cell) {
    int type = cell.type();
    if (type == CellType.DELETE_FAMILY || type == CellType.DELETE_FAMILY_VERSION) {
      return Code.INCLUDE;
    }
    int order =
        Arrays.compareUnsigned(
            cell.array(),
            cell.qualifierOffset(),
            cell.qualifierOffset() + cell.qualifierLength(),
            qualifier,
            0,
            qualifier.length);
    if (order == 0) {
      return Code.INCLUDE;
    }
    return order < 0 ? Code.SEEK_NEXT_USING_HINT : Code.NEXT_ROW;
  }

  @Override
  public void transform(Cell cell, CellBatch out) {
    out.add(cell);
  }

  @Override
  public boolean hasFilterRow() {
    return false;
  }

  @Override
  public void filterRowCells(CellBatch cells, int from) {
    throw new IllegalStateException("not asked for: hasFilterRow is false");
  }

  @Override
  public boolean filterRow() {
    return false;
  }

  @Override
  public Cell nextCellHint(Cell current) {
    return CellCodec.firstOnColumn(current.row(), current.family(), qualifier);
  }

  @Override
  public boolean isFamilyEssential(byte[] family) {
    return true;
  }

  @Override
  public String toString() {
    return "column " + Bytes.printable(qualifier);
  }
}
