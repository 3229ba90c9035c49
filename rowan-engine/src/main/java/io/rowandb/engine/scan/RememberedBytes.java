package io.rowandb.engine.scan;

import io.rowandb.engine.cell.Cell;
import java.util.Arrays;

/**
 * Remembers which row (or which qualifier) a scan is in: a byte range, not a copy.
 *
 * <p>Cell bytes never change while reachable, so the range outlives the scanner's moves.
 */
final class RememberedBytes {
  private byte[] array;
  private int offset;
  private int length;

  /** Remembers nothing. */
  void clear() {
    array = null;
  }

  /** Whether anything is remembered. */
  boolean isSet() {
    return array != null;
  }

  /** Remembers the row of {@code cell}. */
  void setRow(Cell cell) {
    array = cell.array();
    offset = cell.rowOffset();
    length = cell.rowLength();
  }

  /** Whether {@code cell} is of the remembered row. */
  boolean isRowOf(Cell cell) {
    return array != null
        && length == cell.rowLength()
        && Arrays.equals(
            array,
            offset,
            offset + length,
            cell.array(),
            cell.rowOffset(),
            cell.rowOffset() + cell.rowLength());
  }

  /** Remembers the qualifier of {@code cell}. */
  void setQualifier(Cell cell) {
    array = cell.array();
    offset = cell.qualifierOffset();
    length = cell.qualifierLength();
  }

  /** Whether {@code cell} has the remembered qualifier. */
  boolean isQualifierOf(Cell cell) {
    return array != null
        && length == cell.qualifierLength()
        && Arrays.equals(
            array,
            offset,
            offset + length,
            cell.array(),
            cell.qualifierOffset(),
            cell.qualifierOffset() + cell.qualifierLength());
  }
}
