package io.rowandb.client.quota;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/**
 * A limit of units per span of time, counted as HBase's {@code AverageIntervalRateLimiter} does:
 * the available amount grows evenly with time, up to the limit. Once admitted, a request may take
 * more than is available; then the next ones wait longer. Safe for many threads.
 */
final class RateLimit {
  // Fixed at construction.
  private final long limit;
  private final long spanMillis;

  @GuardedBy("this")
  private long available;

  /** Up to when it has grown; -1 before the first request. */
  @GuardedBy("this")
  private long grownMillis = -1;

  /** Lets {@code limit} units pass in {@code spanMillis}. */
  RateLimit(long limit, long spanMillis) {
    this.limit = limit;
    this.spanMillis = spanMillis;
    this.available = limit;
  }

  /**
   * How long to wait until so many units are there; 0 when they are. Of more than the limit it is
   * enough when the limit is there.
   */
  synchronized long waitMillis(long units, long nowMillis) {
    long wanted = Math.min(units, limit);
    grow(nowMillis);
    if (wanted <= available) {
      return 0;
    }
    return Math.max(1, (long) ((double) (wanted - available) * spanMillis / limit));
  }

  /** Takes units, or gives some back when negative. */
  synchronized void take(long units) {
    available = Math.min(limit, available - units);
  }

  @GuardedBy("this")
  private void grow(long nowMillis) {
    if (grownMillis < 0) {
      grownMillis = nowMillis;
      return;
    }
    long passed = nowMillis - grownMillis;
    long grown =
        passed >= spanMillis ? limit : (long) ((double) Math.max(0, passed) / spanMillis * limit);
    if (grown > 0) { // less than a unit is left to grow on
      available = Math.min(limit, available + grown);
      grownMillis = nowMillis;
    }
  }
}
