package io.rowandb.schema.view;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * Ranges of the rows of a table, and for each the difference between two sums of hashes: that of
 * the rows that are there, and that of those that should be. Equal sums of a range that differs in
 * some row have a chance of 1 in 2<sup>64</sup>. Bounded: of a greater table the ranges are
 * greater. Used by one thread.
 */
final class RangeSums {
  /** Rows of a range at first. */
  private static final int FEW_ROWS = 256;

  private static final int MOST_RANGES = 1 << 16;

  // Fixed at construction.
  private final int mostRanges;

  private List<byte[]> starts = new ArrayList<>(List.of(new byte[0]));
  private long[] sums = new long[1];
  private long rowsOfRange;
  private long rowsInLast;

  RangeSums() {
    this(MOST_RANGES, FEW_ROWS);
  }

  /**
   * Without rows.
   *
   * @param mostRanges at least 2
   * @param rowsOfRange how many each has at first
   */
  RangeSums(int mostRanges, int rowsOfRange) {
    this.mostRanges = mostRanges;
    this.rowsOfRange = rowsOfRange;
  }

  /** Adds a row that is there, behind all before it. */
  void addThere(byte[] row, long hash) {
    if (rowsInLast == rowsOfRange) {
      begin(row);
    }
    sums[starts.size() - 1] += hash;
    rowsInLast++;
  }

  private void begin(byte[] row) {
    if (starts.size() == mostRanges) {
      halve();
    }
    starts.add(row);
    rowsInLast = 0;
    if (starts.size() > sums.length) {
      sums = Arrays.copyOf(sums, 2 * sums.length);
    }
  }

  /** Joins each range with its neighbour. */
  private void halve() {
    List<byte[]> kept = new ArrayList<>();
    for (int i = 0; i < starts.size(); i++) {
      if (i % 2 == 0) {
        kept.add(starts.get(i));
        sums[i / 2] = sums[i];
      } else {
        sums[i / 2] += sums[i];
      }
    }
    Arrays.fill(sums, kept.size(), sums.length, 0);
    starts = kept;
    rowsOfRange *= 2;
  }

  /** Adds a row that should be there, after all that are. */
  void addWanted(byte[] row, long hash) {
    sums[rangeOf(row)] -= hash;
  }

  private int rangeOf(byte[] row) {
    int low = 0;
    int high = starts.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (Arrays.compareUnsigned(starts.get(middle), row) <= 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  int ranges() {
    return starts.size();
  }

  int diverged() {
    int count = 0;
    for (int i = 0; i < starts.size(); i++) {
      count += sums[i] == 0 ? 0 : 1;
    }
    return count;
  }

  /** Whether a row is in a range whose sums differ. */
  Predicate<byte[]> isDiverged() {
    return row -> sums[rangeOf(row)] != 0;
  }
}
