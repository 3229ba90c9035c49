package io.rowandb.engine;

import java.util.List;

/** When memstores are written to files, and when writers wait. Pure functions of sizes. */
record FlushPolicy(long globalBytes, double lowerLimit, int blockingMultiplier) {

  /** A region's sizes. */
  record Usage<R>(R region, long activeBytes, long memStoreBytes) {}

  /** As the options say. */
  static FlushPolicy of(DatabaseOptions options) {
    return new FlushPolicy(
        options.globalMemStoreBytes(),
        options.globalMemStoreLowerLimit(),
        options.blockingMultiplier());
  }

  /** Whether all regions together are so large that the largest must go early. */
  boolean isGlobalPressure(long allActiveBytes) {
    return allActiveBytes >= globalBytes * lowerLimit;
  }

  /**
   * Whether a writer to a region must wait.
   *
   * @param flushBytes the region is flushed at this size
   */
  boolean mustWait(long memStoreBytes, long flushBytes, long allMemStoreBytes) {
    return allMemStoreBytes >= globalBytes || memStoreBytes / blockingMultiplier >= flushBytes;
  }

  /** The region whose flush frees most; null when none has anything to flush. */
  static <R> R largest(List<Usage<R>> regions) {
    Usage<R> largest = null;
    for (Usage<R> usage : regions) {
      if (usage.memStoreBytes() > 0
          && (largest == null || usage.activeBytes() > largest.activeBytes())) {
        largest = usage;
      }
    }
    return largest == null ? null : largest.region();
  }
}
