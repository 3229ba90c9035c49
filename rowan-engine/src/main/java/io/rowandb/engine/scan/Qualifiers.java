package io.rowandb.engine.scan;

import io.rowandb.engine.cell.Cell;
import java.util.Arrays;

/** Compares a cell's qualifier with a bare one. */
final class Qualifiers {
  private Qualifiers() {}

  /** Negative, 0 or positive as the cell's qualifier is before, the same as or after the other. */
  static int compare(Cell cell, byte[] qualifier) {
    int offset = cell.qualifierOffset();
    return Arrays.compareUnsigned(
        cell.array(), offset, offset + cell.qualifierLength(), qualifier, 0, qualifier.length);
  }
}
