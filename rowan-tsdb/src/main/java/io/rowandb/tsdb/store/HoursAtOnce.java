package io.rowandb.tsdb.store;

/**
 * Of how many hours a scan is, so that the time is looked at also while no row passes the filter:
 * it doubles while a scan is quick, and halves while it is slow. Used by one thread.
 */
final class HoursAtOnce {
  private static final int MAX_HOURS = 1 << 7;
  private static final long QUICK_NANOS = 100_000_000;
  private static final long SLOW_NANOS = 1_000_000_000;

  private int hours = 1;

  int hours() {
    return hours;
  }

  boolean isMost() {
    return hours == MAX_HOURS;
  }

  /** So long took a scan of them. */
  void took(long nanos) {
    if (nanos < QUICK_NANOS) {
      hours = Math.min(MAX_HOURS, hours * 2);
    } else if (nanos > SLOW_NANOS) {
      hours = Math.max(1, hours / 2);
    }
  }
}
