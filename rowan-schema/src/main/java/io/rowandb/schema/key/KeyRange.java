package io.rowandb.schema.key;

import java.util.Arrays;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A range of row keys. The arrays are never changed.
 *
 * @param start the first row
 * @param stop the first row after it; empty for none
 */
public record KeyRange(byte[] start, byte[] stop) {
  private static final int LAST_BYTE = 0xFF;

  /** All rows. */
  public static KeyRange all() {
    return new KeyRange(new byte[0], new byte[0]);
  }

  /** All rows that begin so. */
  public static KeyRange startingWith(byte[] prefix) {
    return new KeyRange(prefix, behind(prefix));
  }

  /** One row. */
  public static KeyRange of(byte[] row) {
    return new KeyRange(row, Arrays.copyOf(row, row.length + 1));
  }

  /** The first row behind all that begin so; empty when there is none. */
  public static byte[] behind(byte[] prefix) {
    int end = prefix.length;
    while (end > 0 && Byte.toUnsignedInt(prefix[end - 1]) == LAST_BYTE) {
      end--;
    }
    byte[] next = Arrays.copyOf(prefix, end);
    if (end > 0) {
      next[end - 1]++;
    }
    return next;
  }

  /** Whether it is one row alone; a row has at least one byte. */
  public boolean isPoint() {
    return start.length > 0
        && stop.length == start.length + 1
        && stop[start.length] == 0
        && Arrays.equals(start, 0, start.length, stop, 0, start.length);
  }

  /** Whether it has no row. */
  public boolean isEmpty() {
    return stop.length > 0 && Arrays.compareUnsigned(start, stop) >= 0;
  }

  /** Whether a row is in it. */
  public boolean contains(byte[] row) {
    return Arrays.compareUnsigned(row, start) >= 0
        && (stop.length == 0 || Arrays.compareUnsigned(row, stop) < 0);
  }

  /** As {@code ["a\x00", "b")}; an end that is open has nothing. */
  @Override
  public String toString() {
    return isPoint()
        ? '"' + Bytes.toStringBinary(start) + '"'
        : "["
            + (start.length == 0 ? "" : '"' + Bytes.toStringBinary(start) + '"')
            + ", "
            + (stop.length == 0 ? "" : '"' + Bytes.toStringBinary(stop) + '"')
            + ")";
  }
}
