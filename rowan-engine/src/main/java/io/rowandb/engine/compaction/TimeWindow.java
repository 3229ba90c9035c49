package io.rowandb.engine.compaction;

/**
 * A time span whose files are merged with each other. A window begins at a multiple of its length;
 * older windows are longer, as in HBase's ExponentialCompactionWindowFactory. Times that do not fit
 * a long count as the smallest one.
 *
 * @param millis its length
 * @param number its start, as a multiple of its length
 * @param cutoffMillis windows do not get longer if the longer one would begin before this time
 * @param perTier how many windows of one length there are
 */
record TimeWindow(long millis, long number, long cutoffMillis, int perTier) {
  /** The window that has the present. */
  static TimeWindow incoming(DateTieredSettings settings, long nowMillis) {
    return new TimeWindow(
        settings.baseWindowMillis(),
        nowMillis / settings.baseWindowMillis(),
        minus(nowMillis, settings.maxTierAgeMillis()),
        settings.windowsPerTier());
  }

  /** {@code time} less {@code millis}; the least number when that is less still. */
  static long minus(long time, long millis) {
    long difference = time - millis;
    boolean overflow = ((time ^ millis) & (time ^ difference)) < 0;
    return overflow ? Long.MIN_VALUE : difference;
  }

  /** Whether a time is before this window. */
  boolean isAfter(long timestamp) {
    return position(timestamp) < number;
  }

  /** Whether a time is after this window. */
  boolean isBefore(long timestamp) {
    return position(timestamp) > number;
  }

  private long position(long timestamp) {
    return (timestamp < 0 ? minus(timestamp, millis - 1) : timestamp) / millis;
  }

  /** The first time in it. */
  long startMillis() {
    long high = Math.multiplyHigh(millis, number);
    long low = millis * number;
    return high == low >> 63 ? low : Long.MIN_VALUE;
  }

  /** The window before. */
  TimeWindow earlier() {
    return number % perTier <= 0 && mayGrow()
        ? new TimeWindow(millis * perTier, number / perTier - 1, cutoffMillis, perTier)
        : new TimeWindow(millis, number - 1, cutoffMillis, perTier);
  }

  /** This window or the first before it that is not after a time, in few steps. */
  TimeWindow notAfter(long timestamp) {
    TimeWindow window = this;
    while (window.isAfter(timestamp)) {
      long nearest = window.position(timestamp);
      if (window.mayGrow()) {
        nearest = Math.max(nearest, window.number - Math.max(0, window.number % perTier));
      }
      window =
          nearest < window.number
              ? new TimeWindow(window.millis, nearest, cutoffMillis, perTier)
              : window.earlier();
    }
    return window;
  }

  /** Whether windows before this one may be longer; once they may not, they never do. */
  private boolean mayGrow() {
    return perTier > 1
        && millis <= Long.MAX_VALUE / perTier
        && minus(startMillis(), millis * perTier) >= cutoffMillis;
  }
}
