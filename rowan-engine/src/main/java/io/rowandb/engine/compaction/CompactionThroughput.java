package io.rowandb.engine.compaction;

/**
 * How much all background compactions together may write per second, computed as in HBase's
 * PressureAwareCompactionThroughputController.
 *
 * @param lowerBytesPerSecond hbase.hstore.compaction.throughput.lower.bound: when no store needs
 *     compactions
 * @param higherBytesPerSecond hbase.hstore.compaction.throughput.higher.bound: when flushes of a
 *     store are about to wait for one
 * @param offPeakBytesPerSecond hbase.hstore.compaction.throughput.offpeak: at off-peak hours
 * @param tunePeriodMillis hbase.hstore.compaction.throughput.tune.period: how often the rate is
 *     recomputed
 */
public record CompactionThroughput(
    long lowerBytesPerSecond,
    long higherBytesPerSecond,
    long offPeakBytesPerSecond,
    long tunePeriodMillis) {
  /** HBase's bounds. */
  public static final CompactionThroughput HBASES =
      new CompactionThroughput(50L << 20, 100L << 20, Long.MAX_VALUE, 60_000);

  /** No bound at any time. */
  public static final CompactionThroughput UNBOUNDED =
      new CompactionThroughput(
          Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, HBASES.tunePeriodMillis);

  /** Checks every number. */
  public CompactionThroughput {
    atLeastOne(lowerBytesPerSecond, "hbase.hstore.compaction.throughput.lower.bound");
    atLeastOne(higherBytesPerSecond, "hbase.hstore.compaction.throughput.higher.bound");
    atLeastOne(offPeakBytesPerSecond, "hbase.hstore.compaction.throughput.offpeak");
    atLeastOne(tunePeriodMillis, "hbase.hstore.compaction.throughput.tune.period");
  }

  /**
   * The bytes of a second.
   *
   * @param pressure the most that a store needs compactions, {@link CompactionSettings#pressure}
   * @param offPeak whether it is an off-peak hour
   */
  public double bytesPerSecond(double pressure, boolean offPeak) {
    if (pressure > 1) {
      return Throttle.UNBOUNDED; // writers wait already, or soon
    }
    return offPeak
        ? offPeakBytesPerSecond
        : lowerBytesPerSecond + (higherBytesPerSecond - lowerBytesPerSecond) * pressure;
  }

  private static void atLeastOne(long value, String key) {
    if (value < 1) {
      throw new IllegalArgumentException(key + " must be at least 1: " + value);
    }
  }
}
