package io.rowandb.engine.storefile;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellType;
import java.util.Arrays;

/** Makes the keys of index entries as short as the order of the cells allows. */
final class IndexKey {
  private static final byte[] NOTHING = new byte[0];

  private IndexKey() {}

  /** The key of a cell as it stands in an index. */
  static byte[] of(Cell cell) {
    return Arrays.copyOfRange(cell.array(), cell.offset() + Cell.HEADER_BYTES, cell.valueOffset());
  }

  /**
   * A key after {@code left}, the last cell of a block, and at or before {@code right}, the first
   * of the next: where row, family or qualifier first differ, that part of {@code right} is cut off
   * behind the difference and what follows it is left out. Cells that differ in neither keep the
   * key of {@code right}.
   */
  static byte[] between(Cell left, Cell right) {
    byte[] row =
        shortest(
            left.array(),
            left.rowOffset(),
            left.rowLength(),
            right.array(),
            right.rowOffset(),
            right.rowLength());
    if (row != null) {
      return firstKey(row, NOTHING, NOTHING);
    }
    byte[] family =
        shortest(
            left.array(),
            left.familyOffset(),
            left.familyLength(),
            right.array(),
            right.familyOffset(),
            right.familyLength());
    if (family != null) {
      return firstKey(right.row(), family, NOTHING);
    }
    byte[] qualifier =
        shortest(
            left.array(),
            left.qualifierOffset(),
            left.qualifierLength(),
            right.array(),
            right.qualifierOffset(),
            right.qualifierLength());
    if (qualifier != null) {
      return firstKey(right.row(), right.family(), qualifier);
    }
    return of(right);
  }

  /** Bytes after {@code left} and at or before {@code right}; null when they are equal. */
  private static byte[] shortest(
      byte[] left, int leftAt, int leftLength, byte[] right, int rightAt, int rightLength) {
    int same =
        Arrays.mismatch(left, leftAt, leftAt + leftLength, right, rightAt, rightAt + rightLength);
    if (same < 0) {
      return null;
    }
    if (same == leftLength) {
      // HBase puts 0 at the place of the difference: still after left, never after right.
      byte[] cut = Arrays.copyOfRange(right, rightAt, rightAt + same + 1);
      cut[same] = 0;
      return cut;
    }
    byte[] cut = Arrays.copyOfRange(left, leftAt, leftAt + same + 1);
    cut[same]++;
    return cut;
  }

  /** The key before all cells of these columns. */
  private static byte[] firstKey(byte[] row, byte[] family, byte[] qualifier) {
    return new ByteSink(Cell.KEY_OVERHEAD_BYTES + row.length + family.length + qualifier.length)
        .putShort(row.length)
        .put(row)
        .putByte(family.length)
        .put(family)
        .put(qualifier)
        .putLong(Cell.LATEST_TIMESTAMP)
        .putByte(CellType.MAXIMUM)
        .toByteArray();
  }
}
