package io.rowandb.tsdb.aggregate;

import java.util.Arrays;

/**
 * A percentile as OpenTSDB estimates it. Its {@code ep99r3} and {@code ep99r7} differ from {@code
 * p99} for integers alone: of doubles it takes that one for all three.
 *
 * @param share of the numbers that lie below, between 0 and 1
 */
record Quantile(double share, Rule rule) implements Fold {
  /** Where among n sorted numbers, counted from 1, the percentile lies. */
  enum Rule {
    /** At p (n + 1): number 6 of Hyndman and Fan (The American Statistician 50, 1996). */
    USUAL,
    /** At the whole number nearest to p n, of two the even one: number 3 of theirs. */
    R3,
    /** At 1 + p (n - 1): number 7 of theirs. */
    R7
  }

  @Override
  public long ofLongs(long[] values, int count) {
    double[] doubles = new double[count];
    for (int i = 0; i < count; i++) {
      doubles[i] = values[i];
    }
    return (long) at(place(rule, count), doubles, count);
  }

  @Override
  public double ofDoubles(double[] values, int count) {
    int present = Folds.present(values, count);
    return present == 0 ? Double.NaN : at(place(Rule.USUAL, present), values, present);
  }

  private double place(Rule by, int count) {
    return switch (by) {
      case USUAL -> share * (count + 1);
      case R3 -> share <= 0.5 / count ? 0 : Math.rint(share * count);
      case R7 -> share == 0 ? 0 : share == 1 ? count : 1 + share * (count - 1);
    };
  }

  private static double at(double place, double[] values, int count) {
    Arrays.sort(values, 0, count);
    int whole = (int) Math.floor(place);
    if (whole < 1) {
      return values[0];
    }
    if (whole >= count) {
      return values[count - 1];
    }
    double below = values[whole - 1];
    return below + (place - whole) * (values[whole] - below);
  }

  /** The number in the middle; of an even number of them, that above the middle. */
  static final Fold MEDIAN =
      new Fold() {
        @Override
        public long ofLongs(long[] values, int count) {
          Arrays.sort(values, 0, count);
          return values[count / 2];
        }

        @Override
        public double ofDoubles(double[] values, int count) {
          int present = Folds.present(values, count);
          Arrays.sort(values, 0, present);
          return present == 0 ? Double.NaN : values[present / 2];
        }
      };
}
