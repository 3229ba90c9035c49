package io.rowandb.engine.storefile;

import java.util.Arrays;

/** The common prefix of the rows of a range. */
final class RowPrefix {
  private RowPrefix() {}

  /**
   * Whether all rows of a range begin with the first bytes of {@code least}.
   *
   * @param greatest no row of the range is behind it; empty for no bound
   * @param inclusive whether {@code greatest} itself belongs to the range
   * @param bytes how many bytes
   */
  static boolean isShared(byte[] least, byte[] greatest, boolean inclusive, int bytes) {
    if (least.length < bytes) {
      return false;
    }
    byte[] behind = firstBehind(least, bytes);
    if (behind.length == 0) {
      return true;
    }
    int c = greatest.length == 0 ? 1 : Arrays.compareUnsigned(greatest, behind);
    return c < 0 || (c == 0 && !inclusive);
  }

  /** The first row behind all that begin with these bytes; empty when there is none. */
  private static byte[] firstBehind(byte[] row, int bytes) {
    int length = bytes;
    while (length > 0 && row[length - 1] == -1) {
      length--;
    }
    byte[] behind = Arrays.copyOf(row, length);
    if (length > 0) {
      behind[length - 1]++;
    }
    return behind;
  }
}
