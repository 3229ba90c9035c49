package io.rowandb.engine.compaction;

import java.util.List;

/** How often a store is compacted as a whole. Stateless; safe for use by many threads. */
final class MajorPeriod {
  // Fixed at construction.
  private final CompactionSettings settings;

  MajorPeriod(CompactionSettings settings) {
    this.settings = settings;
  }

  /** Whether the oldest of these files was written longer ago than the period. */
  boolean isOver(List<StoreFileSummary> files, long nowMillis) {
    if (settings.majorPeriodMillis() <= 0 || files.isEmpty()) {
      return false;
    }
    long oldestMillis = Long.MAX_VALUE;
    for (StoreFileSummary file : files) {
      oldestMillis = Math.min(oldestMillis, file.createdMillis());
    }
    return oldestMillis < nowMillis - millis(files.get(0));
  }

  /** The period, moved by up to the jitter, by the same amount each time for the same file. */
  private long millis(StoreFileSummary file) {
    double share = Math.floorMod(file.name().hashCode() * 0x9E3779B9, 1 << 16) / (double) (1 << 16);
    double jitter = settings.majorPeriodMillis() * settings.majorJitter();
    return Math.round(settings.majorPeriodMillis() + jitter - 2 * jitter * share);
  }
}
