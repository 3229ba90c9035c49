package io.rowandb.schema.view;

import java.util.function.Predicate;

/**
 * Ranges of the hashes of rows' keys, and for each the difference between two sums of hashes: that
 * of the rows that are there, and that of those that should be. Equal sums of a range that differs
 * in some row have a chance of 1 in 2<sup>64</sup>. Bounded: of a greater table a range has more
 * rows. A range of hashes has rows from everywhere, so that those which somebody is just writing
 * make no more ranges differ than they are themselves. Used by one thread.
 */
final class RangeSums {
  /** A million: 8 MB. */
  private static final int RANGE_BITS = 20;

  // Fixed at construction.
  private final RowHash hash;
  private final int shift;
  private final long[] sums;

  RangeSums(RowHash hash) {
    this(hash, RANGE_BITS);
  }

  /**
   * Without rows.
   *
   * @param hash of keys
   * @param rangeBits the logarithm of the count of ranges, from 1 to 30
   */
  RangeSums(RowHash hash, int rangeBits) {
    this.hash = hash;
    shift = Long.SIZE - rangeBits;
    sums = new long[1 << rangeBits];
  }

  /** Adds a row that is there. */
  void addThere(byte[] row, long rowHash) {
    sums[rangeOf(row)] += rowHash;
  }

  /** Adds a row that should be there. */
  void addWanted(byte[] row, long rowHash) {
    sums[rangeOf(row)] -= rowHash;
  }

  private int rangeOf(byte[] row) {
    return (int) (hash.of(row) >>> shift);
  }

  int ranges() {
    return sums.length;
  }

  int diverged() {
    int count = 0;
    for (long sum : sums) {
      count += sum == 0 ? 0 : 1;
    }
    return count;
  }

  /** Whether a row is in a range whose sums differ. */
  Predicate<byte[]> isDiverged() {
    return row -> sums[rangeOf(row)] != 0;
  }
}
