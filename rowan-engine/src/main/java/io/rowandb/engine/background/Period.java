package io.rowandb.engine.background;

/**
 * A recurring interval by a clock that may be set forward or back: something due each hour is due
 * within an hour of the last time, whatever the clock then shows. Used by one thread at a time;
 * each must see what the previous one did.
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
