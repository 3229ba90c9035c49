package io.rowandb.engine.background;

/**
 * A time that is over again and again, by a clock that may be turned on or back: what comes each
 * hour comes within an hour of the last time, whatever the clock shows then. For one thread at a
 * time, with what it did seen by the next.
 */
final class Period {
  private final long millis;
  private volatile long endMillis;

  /** Begins now. */
  Period(long millis, long nowMillis) {
    this.millis = millis;
    this.endMillis = nowMillis + millis;
  }

  /** Whether it is over; if so, the next one begins. */
  boolean isOver(long nowMillis) {
    // An end that is further away than the period is long was set before the clock was turned back.
    boolean over = nowMillis >= endMillis || endMillis - nowMillis > millis;
    if (over) {
      endMillis = nowMillis + millis;
    }
    return over;
  }
}
