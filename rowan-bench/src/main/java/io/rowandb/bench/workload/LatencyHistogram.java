package io.rowandb.bench.workload;

/**
 * Counts durations in buckets that grow with them: 16 buckets for each doubling, so a percentile is
 * at most 6.25 % too high. Used by one thread; {@link #add} joins those of several.
 */
final class LatencyHistogram {
  private static final int BITS = 4;
  private static final int BUCKETS_PER_DOUBLING = 1 << BITS;

  private final long[] counts = new long[(Long.SIZE - BITS) * BUCKETS_PER_DOUBLING];
  private long total;

  void record(long nanos) {
    counts[bucketOf(Math.max(0, nanos))]++;
    total++;
  }

  void add(LatencyHistogram other) {
    for (int i = 0; i < counts.length; i++) {
      counts[i] += other.counts[i];
    }
    total += other.total;
  }

  /** The duration that this share of the records did not exceed; 0 when there are none. */
  long percentileNanos(double share) {
    long wanted = (long) Math.ceil(share * total);
    long passed = 0;
    for (int i = 0; i < counts.length; i++) {
      passed += counts[i];
      if (passed >= wanted && passed > 0) {
        return upperBound(i);
      }
    }
    return 0;
  }

  private static int bucketOf(long nanos) {
    if (nanos < BUCKETS_PER_DOUBLING) {
      return (int) nanos;
    }
    int shift = Long.SIZE - 1 - BITS - Long.numberOfLeadingZeros(nanos);
    return (shift + 1) * BUCKETS_PER_DOUBLING + (int) (nanos >>> shift) - BUCKETS_PER_DOUBLING;
  }

  private static long upperBound(int bucket) {
    if (bucket < BUCKETS_PER_DOUBLING) {
      return bucket;
    }
    int shift = bucket / BUCKETS_PER_DOUBLING - 1;
    int head = bucket % BUCKETS_PER_DOUBLING + BUCKETS_PER_DOUBLING;
    return ((head + 1L) << shift) - 1;
  }
}
