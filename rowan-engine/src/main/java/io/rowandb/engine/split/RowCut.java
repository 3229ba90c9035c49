package io.rowandb.engine.split;

import java.util.Arrays;

/**
 * Shortens the row at which a region is to be split, so that rows with the same prefix stay
 * together. Pure functions.
 */
@FunctionalInterface
interface RowCut {
  /** Leaves every row as it is. */
  RowCut NONE = row -> row;

  /** What is left of a row; the row itself, or a new array. */
  byte[] of(byte[] row);

  /** The first bytes; with a length that is not positive the whole row, as in HBase. */
  static RowCut toLength(int length) {
    return length <= 0 ? NONE : row -> Arrays.copyOf(row, Math.min(length, row.length));
  }

  /**
   * What is before the first delimiter; a row without it stays whole, as in HBase, and so does each
   * row when there is no delimiter.
   */
  static RowCut before(byte[] delimiter) {
    if (delimiter.length == 0) {
      return NONE;
    }
    return row -> {
      int at = indexOf(row, delimiter);
      return at < 0 ? row : Arrays.copyOf(row, at);
    };
  }

  private static int indexOf(byte[] row, byte[] part) {
    for (int at = 0; at + part.length <= row.length; at++) {
      if (Arrays.equals(row, at, at + part.length, part, 0, part.length)) {
        return at;
      }
    }
    return -1;
  }
}
