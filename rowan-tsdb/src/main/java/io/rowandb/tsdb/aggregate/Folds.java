package io.rowandb.tsdb.aggregate;

import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;

/** The ways to make one number of several that OpenTSDB has, but for percentiles. */
final class Folds {
  static final Fold SUM = two(Long::sum, Double::sum);
  static final Fold MIN = two(Math::min, Math::min);
  static final Fold MAX = two(Math::max, Math::max);
  static final Fold AVERAGE = new Average();
  static final Fold COUNT = new Count();
  static final Fold DEVIATION = new Deviation();
  static final Fold DIFFERENCE = new Difference();
  static final Fold PRODUCT = new Product();
  static final Fold SQUARES = new Squares();
  static final Fold FIRST = new At(false);
  static final Fold LAST = new At(true);
  static final Fold ONLY = new Only();

  private Folds() {}

  private static Fold two(LongBinaryOperator longs, DoubleBinaryOperator doubles) {
    return new Fold() {
      @Override
      public long ofLongs(long[] values, int count) {
        long all = values[0];
        for (int i = 1; i < count; i++) {
          all = longs.applyAsLong(all, values[i]);
        }
        return all;
      }

      @Override
      public double ofDoubles(double[] values, int count) {
        int present = present(values, count);
        double all = present == 0 ? Double.NaN : values[0];
        for (int i = 1; i < present; i++) {
          all = doubles.applyAsDouble(all, values[i]);
        }
        return all;
      }
    };
  }

  /** Moves the numbers that are not missing to the front, in their order; how many they are. */
  static int present(double[] values, int count) {
    int present = 0;
    for (int i = 0; i < count; i++) {
      if (!Double.isNaN(values[i])) {
        values[present++] = values[i];
      }
    }
    return present;
  }

  private static final class Average implements Fold {
    @Override
    public long ofLongs(long[] values, int count) {
      return SUM.ofLongs(values, count) / count;
    }

    @Override
    public double ofDoubles(double[] values, int count) {
      int present = present(values, count);
      return present == 0 ? Double.NaN : SUM.ofDoubles(values, present) / present;
    }
  }

  private static final class Count implements Fold {
    @Override
    public long ofLongs(long[] values, int count) {
      return count;
    }

    @Override
    public double ofDoubles(double[] values, int count) {
      return present(values, count);
    }
  }

  /** Of the population, by Welford's method (Technometrics 4, 1962), which loses no digits. */
  private static final class Deviation implements Fold {
    @Override
    public long ofLongs(long[] values, int count) {
      double[] doubles = new double[count];
      for (int i = 0; i < count; i++) {
        doubles[i] = values[i];
      }
      return (long) ofDoubles(doubles, count);
    }

    @Override
    public double ofDoubles(double[] values, int count) {
      int present = present(values, count);
      double mean = 0;
      double squares = 0;
      for (int i = 0; i < present; i++) {
        double before = values[i] - mean;
        mean += before / (i + 1);
        squares += before * (values[i] - mean);
      }
      return present == 0 ? Double.NaN : Math.sqrt(squares / present);
    }
  }

  /** From the first number that is not missing to the last, which may be. */
  private static final class Difference implements Fold {
    @Override
    public long ofLongs(long[] values, int count) {
      return values[count - 1] - values[0];
    }

    @Override
    public double ofDoubles(double[] values, int count) {
      int first = 0;
      while (first < count && Double.isNaN(values[first])) {
        first++;
      }
      return first == count ? Double.NaN : values[count - 1] - values[first];
    }
  }

  /** Missing if one is. */
  private static final class Product implements Fold {
    @Override
    public long ofLongs(long[] values, int count) {
      long product = 1;
      for (int i = 0; i < count; i++) {
        product *= values[i];
      }
      return product;
    }

    @Override
    public double ofDoubles(double[] values, int count) {
      double product = 1;
      for (int i = 0; i < count; i++) {
        product *= values[i];
      }
      return product;
    }
  }

  private static final class Squares implements Fold {
    @Override
    public long ofLongs(long[] values, int count) {
      long sum = 0;
      for (int i = 0; i < count; i++) {
        sum += values[i] * values[i];
      }
      return sum;
    }

    @Override
    public double ofDoubles(double[] values, int count) {
      int present = present(values, count);
      double sum = present == 0 ? Double.NaN : 0;
      for (int i = 0; i < present; i++) {
        sum += values[i] * values[i];
      }
      return sum;
    }
  }

  /** Missing if that one is. */
  private record At(boolean last) implements Fold {
    @Override
    public long ofLongs(long[] values, int count) {
      return values[last ? count - 1 : 0];
    }

    @Override
    public double ofDoubles(double[] values, int count) {
      return values[last ? count - 1 : 0];
    }
  }

  /** Of a series that stands for itself. */
  private static final class Only implements Fold {
    @Override
    public long ofLongs(long[] values, int count) {
      require(count);
      return values[0];
    }

    @Override
    public double ofDoubles(double[] values, int count) {
      require(count);
      return values[0];
    }

    private static void require(int count) {
      if (count != 1) {
        throw new IllegalArgumentException(
            "the aggregator none makes no number of " + count + "; each series stands for itself");
      }
    }
  }
}
