package io.rowandb.tsdb.histogram;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Histograms added up as they come, bucket by bucket; a count stops at 2^63 - 1. Used by one
 * thread.
 */
public final class BucketSums {
  private final SortedMap<BucketRange, Long> buckets = new TreeMap<>();
  private long underflow;
  private long overflow;

  /**
   * Adds one.
   *
   * @throws IllegalArgumentException when all together have more than {@link
   *     BucketCounts#MAX_BUCKETS} buckets
   */
  public void add(BucketCounts counts) {
    for (Map.Entry<BucketRange, Long> each : counts.buckets().entrySet()) {
      buckets.merge(each.getKey(), each.getValue(), BucketCounts::sum);
    }
    if (buckets.size() > BucketCounts.MAX_BUCKETS) {
      throw BucketCounts.tooMany(buckets.size());
    }
    underflow = BucketCounts.sum(underflow, counts.underflow());
    overflow = BucketCounts.sum(overflow, counts.overflow());
  }

  /** What it has come to. */
  public BucketCounts counts() {
    return new BucketCounts(buckets, underflow, overflow);
  }
}
