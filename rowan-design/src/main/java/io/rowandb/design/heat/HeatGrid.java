package io.rowandb.design.heat;

import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/**
 * Counts of rows by range of keys and span of arrival. Not changed after it was filled.
 *
 * <p>Its text form, for a page, has one byte a cell, range by range, in base 64: {@link #code} of
 * the count; but a byte 0 is followed by a byte with the number of empty cells, 1 to 255, for which
 * it stands.
 */
public final class HeatGrid {
  private static final int LONGEST_RUN = 255;

  /** Counts below this are written exactly. */
  private static final int EXACT = 16;

  private final List<String> keys;
  private final List<String> spans;
  private final int[] counts;

  /**
   * An empty one.
   *
   * @param keys where each range of keys begins, then the last key
   * @param spans when each span begins, then the last arrival
   */
  HeatGrid(List<String> keys, List<String> spans) {
    this.keys = List.copyOf(keys);
    this.spans = List.copyOf(spans);
    this.counts = new int[ranges() * columns()];
  }

  void add(int range, int column) {
    int at = range * columns() + column;
    counts[at] = Math.addExact(counts[at], 1);
  }

  /** How many ranges of keys there are, 1 to 1,000. */
  public int ranges() {
    return keys.size() - 1;
  }

  /** How many spans there are, 1 to 1,000. */
  public int columns() {
    return spans.size() - 1;
  }

  /** Where each range begins, for people; one more: the last key. */
  public List<String> keys() {
    return keys;
  }

  /** When each span begins, for people; one more: the last arrival. */
  public List<String> spans() {
    return spans;
  }

  /** Rows of a range and a span, both from 0. */
  public int count(int range, int column) {
    return counts[range * columns() + column];
  }

  /** The greatest count of a cell. */
  public int most() {
    return Arrays.stream(counts).max().orElse(0);
  }

  /**
   * The share of each of a few groups of ranges, 0 to 1, in each of a few groups of spans. Groups
   * are of neighbours; there are fewer where there are fewer ranges or spans.
   */
  public double[][] shares(int mostRanges, int mostColumns) {
    double[][] shares =
        new double[Math.min(mostRanges, ranges())][Math.min(mostColumns, columns())];
    double[] sums = new double[shares[0].length];
    for (int range = 0; range < ranges(); range++) {
      for (int column = 0; column < columns(); column++) {
        int group = group(column, columns(), sums.length);
        shares[group(range, ranges(), shares.length)][group] += count(range, column);
        sums[group] += count(range, column);
      }
    }
    for (double[] each : shares) {
      for (int i = 0; i < sums.length; i++) {
        each[i] = sums[i] == 0 ? 0 : each[i] / sums[i];
      }
    }
    return shares;
  }

  private static int group(int at, int size, int groups) {
    return (int) ((long) at * groups / size);
  }

  /** The first range, or span, of a group of neighbours. */
  public static int first(int group, int size, int groups) {
    return (int) (((long) group * size + groups - 1) / groups);
  }

  /**
   * A count in a byte: exact below 16, else its first four binary digits and their place, so that
   * it is right within 1/16.
   */
  static int code(int count) {
    if (count < EXACT) {
      return count;
    }
    int shift = Integer.SIZE - Integer.numberOfLeadingZeros(count) - 4;
    int digits = (int) (((long) count + (1L << (shift - 1))) >> shift);
    return digits == EXACT ? 8 * (shift + 1) + EXACT / 2 : 8 * shift + digits;
  }

  /** The cells as text; the class says how. */
  public String text() {
    byte[] written = new byte[2 * counts.length];
    int length = 0;
    for (int i = 0; i < counts.length; ) {
      int run = emptyFrom(i);
      if (run > 0) {
        written[length++] = 0;
        written[length++] = (byte) run;
        i += run;
      } else {
        written[length++] = (byte) code(counts[i++]);
      }
    }
    return Base64.getEncoder().encodeToString(Arrays.copyOf(written, length));
  }

  private int emptyFrom(int start) {
    int end = start;
    while (end < counts.length && counts[end] == 0 && end - start < LONGEST_RUN) {
      end++;
    }
    return end - start;
  }
}
