package io.rowandb.engine.background;

import io.rowandb.engine.compaction.CompactionThroughput;
import io.rowandb.engine.compaction.OffPeakHours;
import io.rowandb.engine.region.StoredRegion;
import io.rowandb.engine.settings.DatabaseOptions;
import java.time.Clock;
import java.util.Collection;
import java.util.function.DoubleConsumer;
import java.util.function.Supplier;

/**
 * Adjusts from time to time how much background compactions may write per second: more if the worst
 * store has more files, and more at off-peak hours. Used by one thread at a time.
 */
final class CompactionRate {
  // Fixed at construction.
  private final CompactionThroughput bounds;
  private final OffPeakHours offPeakHours;
  private final Clock clock;
  private final Supplier<? extends Collection<StoredRegion>> regions;
  private final DoubleConsumer throttle;

  // Written by the ticker.
  private long nextMillis = Long.MIN_VALUE;

  /**
   * Has not looked yet.
   *
   * @param regions all that have files
   * @param throttle is told the bytes of a second
   */
  CompactionRate(
      DatabaseOptions options,
      Supplier<? extends Collection<StoredRegion>> regions,
      DoubleConsumer throttle) {
    this.bounds = options.compaction().throughput();
    this.offPeakHours = options.compaction().offPeakHours();
    this.clock = options.clock();
    this.regions = regions;
    this.throttle = throttle;
  }

  /** Looks at all stores, if it did not for as long as the period of the bounds. */
  void tuneIfDue() {
    long nowMillis = clock.millis();
    if (nowMillis >= nextMillis && !bounds.equals(CompactionThroughput.UNBOUNDED)) {
      nextMillis = nowMillis + bounds.tunePeriodMillis();
      throttle.accept(bounds.bytesPerSecond(pressure(), offPeakHours.contains(nowMillis)));
    }
  }

  /** The most that a store needs compactions. */
  private double pressure() {
    double most = 0;
    for (StoredRegion region : regions.get()) {
      most = Math.max(most, region.compactionPressure());
    }
    return most;
  }
}
