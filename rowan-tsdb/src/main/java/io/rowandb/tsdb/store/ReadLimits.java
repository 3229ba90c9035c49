package io.rowandb.tsdb.store;

import java.time.Duration;

/**
 * What a read may take. Beyond it, its scan is closed and it fails; it never gives a part.
 *
 * @param maxPoints that it gives, from 1
 * @param maxBytes of cells that the store sends, from 1
 * @param maxSeries that it meets, from 1; 2,147,483,647 for no limit, and none is counted
 * @param maxTime that it takes, more than none
 */
public record ReadLimits(long maxPoints, long maxBytes, int maxSeries, Duration maxTime) {
  /** Ten million points, 1 GB, a hundred thousand series, a minute. */
  public static final ReadLimits DEFAULT =
      new ReadLimits(10_000_000, 1L << 30, 100_000, Duration.ofMinutes(1));

  /** None, for work on whole tables. */
  public static final ReadLimits NONE =
      new ReadLimits(Long.MAX_VALUE, Long.MAX_VALUE, Integer.MAX_VALUE, Duration.ofDays(1_000_000));

  /** Checks it. */
  public ReadLimits {
    if (maxPoints < 1 || maxBytes < 1 || maxSeries < 1) {
      throw new IllegalArgumentException(
          "limits are at least 1: "
              + maxPoints
              + " points, "
              + maxBytes
              + " bytes, "
              + maxSeries
              + " series");
    }
    if (maxTime.isNegative() || maxTime.isZero()) {
      throw new IllegalArgumentException("a read may take more than no time: " + maxTime);
    }
  }

  /** The same with so many bytes, if it has more. */
  public ReadLimits atMostBytes(long bytes) {
    return new ReadLimits(maxPoints, Math.min(bytes, maxBytes), maxSeries, maxTime);
  }
}
