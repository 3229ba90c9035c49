package io.rowandb.tsdb.histogram;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A histogram. Immutable.
 *
 * @param buckets how many there are in each
 * @param underflow how many are below all buckets
 * @param overflow how many are above
 */
public record BucketCounts(SortedMap<BucketRange, Long> buckets, long underflow, long overflow) {
  /** The most buckets: two bytes say how many, with a sign. */
  public static final int MAX_BUCKETS = Short.MAX_VALUE;

  /** Copies the buckets. */
  public BucketCounts {
    buckets = Collections.unmodifiableSortedMap(new TreeMap<>(buckets));
    if (buckets.size() > MAX_BUCKETS) {
      throw tooMany(buckets.size());
    }
  }

  static IllegalArgumentException tooMany(int buckets) {
    return new IllegalArgumentException(
        "a histogram has at most " + MAX_BUCKETS + " buckets: " + buckets);
  }

  /**
   * Refuses what OpenTSDB would store, and what makes no sense.
   *
   * @throws IllegalArgumentException when there are no buckets, one ends before it begins or has a
   *     bound that is no number, or a count is negative
   */
  public void check() {
    if (buckets.isEmpty()) {
      throw new IllegalArgumentException("a histogram has at least one bucket");
    }
    if (underflow < 0 || overflow < 0) {
      throw new IllegalArgumentException(
          "a count is 0 or more: " + underflow + " below, " + overflow + " above");
    }
    for (Map.Entry<BucketRange, Long> each : buckets.entrySet()) {
      if (!(each.getKey().from() <= each.getKey().to())) {
        throw new IllegalArgumentException("a bucket ends before it begins: " + each.getKey());
      }
      if (each.getValue() < 0) {
        throw new IllegalArgumentException(
            "a count is 0 or more: " + each.getValue() + " of " + each.getKey());
      }
    }
  }

  /** Both together, bucket by bucket; a count stops at 2^63 - 1. */
  public BucketCounts plus(BucketCounts other) {
    BucketSums both = new BucketSums();
    both.add(this);
    both.add(other);
    return both.counts();
  }

  static long sum(long one, long other) {
    long sum = one + other;
    return one >= 0 && other >= 0 && sum < 0 ? Long.MAX_VALUE : sum;
  }

  /**
   * The middle of the first bucket up to which a share of those in buckets lies; those below and
   * above do not count, as in OpenTSDB.
   *
   * @param percent from 1 to 100; less or more is answered with -1, as OpenTSDB does
   * @return 0 when there are none
   */
  public double percentile(double percent) {
    if (percent < 1 || percent > 100) {
      return -1;
    }
    double all = 0;
    for (long count : buckets.values()) {
      all += count;
    }
    double passed = 0;
    for (Map.Entry<BucketRange, Long> each : buckets.entrySet()) {
      passed += each.getValue();
      if (passed * 100 / all >= percent) {
        return each.getKey().middle();
      }
    }
    return 0;
  }
}
