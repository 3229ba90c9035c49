package io.rowandb.bench.workload;

import java.util.SplittableRandom;

/**
 * Ranks of which the first are the most popular: rank r has a probability proportional to 1 / (r +
 * 1)^0.99, YCSB's constant. Uses the method of Gray and others, "Quickly generating billion-record
 * synthetic databases", 1994: exact for the first two ranks, close for the others, and without a
 * table, so that it takes no processor cache from the measured code. Used by one thread.
 */
public final class ZipfRanks {
  private static final double THETA = 0.99;
  private static final double ALPHA = 1 / (1 - THETA);

  /** From here on the sum is taken for the integral, which is off by less than 1e-6 of it. */
  private static final long SUMMED = 1_000_000;

  // Fixed at construction.
  private final long count;
  private final double zeta;
  private final double zetaOfTwo = zeta(2);
  private final double eta;
  private final SplittableRandom random;

  /** Ranks from 0 to {@code count}, without it; at least two. */
  public ZipfRanks(long count, SplittableRandom random) {
    if (count < 2) {
      throw new IllegalArgumentException("at least 2 ranks, not " + count);
    }
    this.count = count;
    this.random = random;
    this.zeta = zeta(count);
    this.eta = (1 - Math.pow(2.0 / count, 1 - THETA)) / (1 - zetaOfTwo / zeta);
  }

  /** The next rank. */
  public long next() {
    double share = random.nextDouble();
    double sum = share * zeta;
    if (sum < 1) {
      return 0;
    }
    if (sum < zetaOfTwo) {
      return 1;
    }
    return Math.min(count - 1, (long) (count * Math.pow(eta * share - eta + 1, ALPHA)));
  }

  private static double zeta(long count) {
    double sum = 0;
    for (long i = 1; i <= Math.min(count, SUMMED); i++) {
      sum += Math.pow((double) i, -THETA);
    }
    if (count > SUMMED) {
      double whole = Math.pow(count + 0.5, 1 - THETA) - Math.pow(SUMMED + 0.5, 1 - THETA);
      sum += whole * ALPHA;
    }
    return sum;
  }
}
