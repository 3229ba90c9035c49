package io.rowandb.engine.storefile;

import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import java.util.Arrays;

/**
 * Where the cells of a block are, and four bytes of each row, in one array: a search in it touches
 * a few neighbouring cache lines, while a search in the cells themselves would touch one for each
 * cell it compares.
 *
 * <pre>
 *  entry: bits 63 to 32  the 4 bytes of the row after the common prefix of all rows of the block,
 *                        as an unsigned number; zeros where the row ends before
 *         bits 31 to 0   offset of the cell
 * </pre>
 *
 * <p>Invariant: the numbers never decrease in cell order. So cells with a smaller number than a
 * key's are before it, those with a larger one are after it, and only those with the same number
 * need to be compared. Immutable.
 */
final class RowDirectory {
  private final byte[] bytes;
  private final long[] entries;
  private final int sharedBytes;

  /**
   * @param bytes holds whole cells, in order
   * @param offsets where they are
   */
  RowDirectory(byte[] bytes, int[] offsets, int count) {
    this.bytes = bytes;
    this.entries = new long[count];
    this.sharedBytes = count == 0 ? 0 : sharedBytes(bytes, offsets[0], offsets[count - 1]);
    for (int i = 0; i < count; i++) {
      int row = offsets[i] + Cell.HEADER_BYTES + Short.BYTES;
      int length = rowLength(bytes, offsets[i]);
      entries[i] = number(bytes, row + sharedBytes, length - sharedBytes) << 32 | offsets[i];
    }
  }

  /** The same directory of a copy of the bytes. */
  RowDirectory(byte[] bytes, long[] entries, int sharedBytes) {
    this.bytes = bytes;
    this.entries = entries;
    this.sharedBytes = sharedBytes;
  }

  /** Its entries; they must not be changed. */
  long[] entries() {
    return entries;
  }

  int sharedBytes() {
    return sharedBytes;
  }

  /** How many bytes the first row and the last, and so all between them, begin with alike. */
  private static int sharedBytes(byte[] bytes, int first, int last) {
    int firstRow = first + Cell.HEADER_BYTES + Short.BYTES;
    int lastRow = last + Cell.HEADER_BYTES + Short.BYTES;
    int firstLength = rowLength(bytes, first);
    int same =
        Arrays.mismatch(
            bytes,
            firstRow,
            firstRow + firstLength,
            bytes,
            lastRow,
            lastRow + rowLength(bytes, last));
    return same < 0 ? firstLength : same;
  }

  private static int rowLength(byte[] bytes, int cell) {
    return Bytes.getUnsignedShort(bytes, cell + Cell.HEADER_BYTES);
  }

  /** Four bytes as a number, of which only {@code length} may be there. */
  private static long number(byte[] array, int at, int length) {
    if (length >= Integer.BYTES) {
      return Bytes.getInt(array, at) & 0xffffffffL;
    }
    long number = 0;
    for (int i = 0; i < Integer.BYTES; i++) {
      number = number << 8 | (i < length ? array[at + i] & 0xff : 0);
    }
    return number;
  }

  int count() {
    return entries.length;
  }

  /** Where cell {@code i} starts. */
  int offset(int i) {
    return (int) entries[i];
  }

  /**
   * The number to search for {@code key} with: -1 when the key is before all cells, and {@code
   * Long.MAX_VALUE} when it is after all.
   */
  long number(Cell key) {
    int row = key.rowOffset();
    int length = key.rowLength();
    if (sharedBytes > 0) {
      int first = offset(0) + Cell.HEADER_BYTES + Short.BYTES;
      int order =
          Arrays.compareUnsigned(
              key.array(),
              row,
              row + Math.min(length, sharedBytes),
              bytes,
              first,
              first + sharedBytes);
      if (order != 0) {
        return order < 0 ? -1 : Long.MAX_VALUE;
      }
    }
    return number(key.array(), row + sharedBytes, length - sharedBytes);
  }

  /** The first entry in {@code [from, to)} with this number or a larger one, or {@code to}. */
  int firstAtLeast(long number, int from, int to) {
    int low = from;
    int high = to;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (entries[middle] >>> 32 < number) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The first entry in {@code [from, to)} with a larger number, or {@code to}; likely near. */
  int firstAbove(long number, int from, int to) {
    int low = from;
    int step = 1;
    while (low + step <= to && entries[low + step - 1] >>> 32 <= number) {
      low += step;
      step <<= 1;
    }
    return firstAtLeast(number + 1, low, Math.min(low + step - 1, to));
  }

  /** The order of the row of cell {@code i} against that of {@code key}. */
  int compareRow(int i, Cell key) {
    int at = offset(i);
    int row = at + Cell.HEADER_BYTES + Short.BYTES;
    int keyRow = key.rowOffset();
    return Arrays.compareUnsigned(
        bytes, row, row + rowLength(bytes, at), key.array(), keyRow, keyRow + key.rowLength());
  }

  long heapBytes() {
    return (long) entries.length * Long.BYTES;
  }
}
