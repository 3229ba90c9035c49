package io.rowandb.engine.region;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Rows with writes whose time the clock has not reached, by the row's hash. Two rows with one hash
 * share the later time. What the clock has passed is forgotten when there are many. Safe for use by
 * many threads.
 */
final class AheadRows {
  private static final int LEAST_LIMIT = 1024;

  private final Map<Integer, Long> newestMillis = new ConcurrentHashMap<>();
  private volatile int limit = LEAST_LIMIT;

  boolean isEmpty() {
    return newestMillis.isEmpty();
  }

  /** The time of the row's newest write; {@code Long.MIN_VALUE} when none is known. */
  long newest(int rowHash) {
    return newestMillis.getOrDefault(rowHash, Long.MIN_VALUE);
  }

  /** The row has a write at {@code millis}, while the clock is at {@code nowMillis}. */
  void note(int rowHash, long millis, long nowMillis) {
    newestMillis.merge(rowHash, millis, Math::max);
    if (newestMillis.size() > limit) {
      newestMillis.values().removeIf(newest -> newest < nowMillis);
      limit = Math.max(LEAST_LIMIT, 2 * newestMillis.size());
    }
  }
}
