package io.rowandb.systems.twibase;

import java.time.Duration;
import java.time.Instant;

/**
 * How much of something there was lately: what happened a week ago counts half, two weeks ago a
 * quarter. Something that comes regularly, once a day, has a count of about ten.
 *
 * @param count as of {@code atMillis}, not negative
 * @param atMillis since 1970
 */
record DecayingCount(double count, long atMillis) {
  static final DecayingCount NONE = new DecayingCount(0, 0);

  private static final double HALF_LIFE_MILLIS = Duration.ofDays(7).toMillis();

  /** How far the clocks of two programs may differ without harm. */
  private static final long SKEW_MILLIS = Duration.ofHours(1).toMillis();

  /** How much is left of it; a time before its own leaves all. */
  double at(Instant now) {
    return decayed(count, atMillis, now.toEpochMilli());
  }

  /**
   * With more of it.
   *
   * @param when it happened; what is to come counts as if it were now
   */
  DecayingCount plus(double more, Instant when, Instant now) {
    long nowMillis = now.toEpochMilli();
    // A clock that was wrong by years must not stop the decay for years.
    boolean isAhead = atMillis > nowMillis && atMillis - nowMillis <= SKEW_MILLIS;
    long time = isAhead ? atMillis : nowMillis;
    return new DecayingCount(
        decayed(count, atMillis, time) + decayed(more, when.toEpochMilli(), time), time);
  }

  private static double decayed(double count, long fromMillis, long toMillis) {
    return count * Math.pow(0.5, Math.max(0, toMillis - fromMillis) / HALF_LIFE_MILLIS);
  }
}
