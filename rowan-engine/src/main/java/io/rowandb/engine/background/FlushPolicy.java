package io.rowandb.engine.background;

import io.rowandb.engine.settings.DatabaseOptions;
import java.util.List;

/** When memstores are written to files, and when writers wait. Pure functions of sizes. */
record FlushPolicy(long globalBytes, double lowerLimit, int blockingMultiplier) {

  /** A flush is worth this part of the memory, however little regions that failed have left. */
  private static final int LEAST_SHARE = 64;

  /** A region's sizes. */
  record Usage<R>(R region, long activeBytes, long memStoreBytes) {}

  /** As the options say. */
  static FlushPolicy of(DatabaseOptions options) {
    return new FlushPolicy(
        options.memory().globalBytes(),
        options.memory().globalLowerLimit(),
        options.memory().blockingMultiplier());
  }

  /** Whether all regions together are so large that the largest must go early. */
  boolean isGlobalPressure(long allActiveBytes) {
    return allActiveBytes >= globalBytes * lowerLimit;
  }

  /** At which size a region takes no more writes. */
  long blockingBytes(long flushBytes, boolean flushFailed) {
    return flushFailed ? flushBytes : flushBytes * blockingMultiplier;
  }

  /**
   * The same when some regions cannot be flushed: whether the largest of the others must go. They
   * get half of what is left each time, so that however many of them turn out not to be flushable
   * either, something is left.
   *
   * @param othersActiveBytes of the regions that can be flushed, as far as is known
   * @param failedBytes of those that cannot
   */
  boolean isPressureOfOthers(long othersActiveBytes, long failedBytes) {
    long left = Math.max(globalBytes - failedBytes, globalBytes / LEAST_SHARE);
    return othersActiveBytes >= left / 2;
  }

  /**
   * Whether a region that cannot be flushed has what is left to it, so that the others have memory.
   *
   * @param flushBytes the region is flushed at this size
   * @param failedBytes of all regions that cannot be flushed
   */
  boolean isLeftLittle(long memStoreBytes, long flushBytes, long failedBytes) {
    return memStoreBytes >= flushBytes || failedBytes >= globalBytes / 2;
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
