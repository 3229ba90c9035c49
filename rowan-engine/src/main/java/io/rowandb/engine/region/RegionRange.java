package io.rowandb.engine.region;

import io.rowandb.engine.cell.Bytes;
import java.util.Arrays;

/**
 * A half-open range of row keys. The arrays are not copied: do not change them.
 *
 * @param startKey first row; empty means from the first of all
 * @param endKey the first row that no longer belongs to it; empty means to the last of all
 */
@SuppressWarnings("ArrayRecordComponent") // equals, hashCode and toString go by the content
public record RegionRange(byte[] startKey, byte[] endKey) {
  /** Whether {@code row} lies in the range. */
  public boolean contains(byte[] row) {
    return Arrays.compareUnsigned(row, startKey) >= 0
        && (endKey.length == 0 || Arrays.compareUnsigned(row, endKey) < 0);
  }

  /** Whether there are rows on both sides: it is in the range, and not its first. */
  public boolean isDividedBy(byte[] row) {
    return contains(row) && !Arrays.equals(startKey, row);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RegionRange that
        && Arrays.equals(startKey, that.startKey)
        && Arrays.equals(endKey, that.endKey);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(startKey) + Arrays.hashCode(endKey);
  }

  @Override
  public String toString() {
    return "[" + Bytes.printable(startKey) + ", " + Bytes.printable(endKey) + ")";
  }
}
