package io.rowandb.engine.region;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Rows or columns, by their hash, with cells whose timestamps are in the future. Two with the same
 * hash share the later time. When there are many, those whose time has passed are forgotten: it
 * keeps at most twice as many entries as are still in the future, or {@link #LEAST_LIMIT}. Safe for
 * use by many threads.
 */
final class AheadTimes {
  private static final int LEAST_LIMIT = 1024;

  private final Map<Integer, Long> newestMillis = new ConcurrentHashMap<>();
  private final AtomicLong greatestMillis = new AtomicLong(Long.MIN_VALUE);
  private volatile int limit = LEAST_LIMIT;

  /** Whether the clock has passed all when it is there. */
  boolean isPast(long millis) {
    return greatestMillis.get() < millis;
  }

  /** The latest time of any; {@code Long.MIN_VALUE} before the first. */
  long greatest() {
    return greatestMillis.get();
  }

  /** The time of its newest cell; {@code Long.MIN_VALUE} when none is known. */
  long newest(int hash) {
    return newestMillis.getOrDefault(hash, Long.MIN_VALUE);
  }

  /** It has a cell at {@code millis}, while the clock is at {@code nowMillis}. */
  void note(int hash, long millis, long nowMillis) {
    newestMillis.merge(hash, millis, Math::max);
    greatestMillis.accumulateAndGet(millis, Math::max);
    if (newestMillis.size() > limit) {
      newestMillis.values().removeIf(newest -> newest < nowMillis);
      limit = Math.max(LEAST_LIMIT, 2 * newestMillis.size());
    }
  }
}
