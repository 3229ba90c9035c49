package io.rowandb.engine.storefile;

import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellType;
import java.util.Arrays;

/**
 * The key of a cell in a Bloom filter of one type: these bytes are hashed and used to find the
 * filter's chunk. Points at the key of one cell at a time; used by one thread.
 *
 * <pre>
 *  ROW                      the row
 *  ROWPREFIX_FIXED_LENGTH   the row, or as many bytes of it as the prefix is long
 *  ROWCOL                   int16 row length, row, 00 (no family), qualifier,
 *                           int64 the latest timestamp, ff: a cell's key before all of its column
 * </pre>
 */
final class BloomKey {
  /** Stands for no qualifier: a marker that deletes a whole family has none. */
  static final byte[] NO_QUALIFIER = new byte[0];

  /** Bytes of a column's key behind its qualifier. */
  private static final int TIME_AND_TYPE_BYTES = Long.BYTES + 1;

  // Fixed at construction.
  private final BloomType type;
  private final int prefixBytes;

  // Where the key is.
  private byte[] array;
  private int offset;
  private int length;

  /** A key of no cell; {@link #set} points it. */
  BloomKey(BloomType type, int prefixBytes) {
    this.type = type;
    this.prefixBytes = prefixBytes;
    this.array = new byte[0];
  }

  /** Points at the key of a cell. */
  BloomKey set(Cell cell) {
    if (type == BloomType.ROWCOL) {
      setColumn(
          cell.array(),
          cell.rowOffset(),
          cell.rowLength(),
          cell.qualifierOffset(),
          cell.qualifierLength());
    } else {
      array = cell.array();
      offset = cell.rowOffset();
      length = rowBytes(cell);
    }
    return this;
  }

  private void setColumn(
      byte[] source, int row, int rowLength, int qualifier, int qualifierLength) {
    int bytes = Short.BYTES + rowLength + 1 + qualifierLength + TIME_AND_TYPE_BYTES;
    if (array.length < bytes) {
      array = new byte[2 * bytes];
    }
    offset = 0;
    length = bytes;
    putColumn(array, source, row, rowLength, source, qualifier, qualifierLength);
  }

  private int rowBytes(Cell cell) {
    return type == BloomType.ROWPREFIX_FIXED_LENGTH
        ? Math.min(prefixBytes, cell.rowLength())
        : cell.rowLength();
  }

  /** Whether both cells, which are in order, have the same key. */
  boolean isSame(Cell cell, Cell before) {
    return switch (type) {
      case NONE -> true;
      case ROW -> cell.sameRow(before);
      case ROWCOL -> cell.sameRow(before) && sameQualifier(cell, before);
      case ROWPREFIX_FIXED_LENGTH ->
          Arrays.equals(
              cell.array(),
              cell.rowOffset(),
              cell.rowOffset() + rowBytes(cell),
              before.array(),
              before.rowOffset(),
              before.rowOffset() + rowBytes(before));
    };
  }

  private static boolean sameQualifier(Cell cell, Cell before) {
    return Arrays.equals(
        cell.array(),
        cell.qualifierOffset(),
        cell.qualifierOffset() + cell.qualifierLength(),
        before.array(),
        before.qualifierOffset(),
        before.qualifierOffset() + before.qualifierLength());
  }

  byte[] array() {
    return array;
  }

  int offset() {
    return offset;
  }

  int length() {
    return length;
  }

  /** A copy of the key. */
  byte[] toByteArray() {
    return Arrays.copyOfRange(array, offset, offset + length);
  }

  /** The key of a column. */
  static byte[] ofColumn(byte[] row, byte[] qualifier) {
    byte[] key = new byte[Short.BYTES + row.length + 1 + qualifier.length + TIME_AND_TYPE_BYTES];
    putColumn(key, row, 0, row.length, qualifier, 0, qualifier.length);
    return key;
  }

  private static void putColumn(
      byte[] key,
      byte[] rowSource,
      int row,
      int rowLength,
      byte[] qualifierSource,
      int qualifier,
      int qualifierLength) {
    Bytes.putShort(key, 0, rowLength);
    System.arraycopy(rowSource, row, key, Short.BYTES, rowLength);
    int at = Short.BYTES + rowLength;
    key[at++] = 0;
    System.arraycopy(qualifierSource, qualifier, key, at, qualifierLength);
    at += qualifierLength;
    Bytes.putLong(key, at, Cell.LATEST_TIMESTAMP);
    key[at + Long.BYTES] = (byte) CellType.MAXIMUM;
  }

  /** The order of two columns by their keys. */
  static int compareColumns(byte[] left, byte[] right) {
    int leftRowEnd = Short.BYTES + Bytes.getUnsignedShort(left, 0);
    int rightRowEnd = Short.BYTES + Bytes.getUnsignedShort(right, 0);
    int c = Arrays.compareUnsigned(left, Short.BYTES, leftRowEnd, right, Short.BYTES, rightRowEnd);
    return c != 0
        ? c
        : Arrays.compareUnsigned(
            left,
            leftRowEnd + 1,
            left.length - TIME_AND_TYPE_BYTES,
            right,
            rightRowEnd + 1,
            right.length - TIME_AND_TYPE_BYTES);
  }

  /** Whether these bytes are the key of a column. */
  static boolean isColumn(byte[] key) {
    if (key.length < Cell.KEY_OVERHEAD_BYTES) {
      return false;
    }
    int rowLength = Bytes.getUnsignedShort(key, 0);
    return rowLength <= key.length - Cell.KEY_OVERHEAD_BYTES && key[Short.BYTES + rowLength] == 0;
  }
}
