package io.rowandb.engine.wal;

import java.util.function.LongSupplier;

/**
 * How long what was written waits to be forced. Somebody forces the log in time; should nobody do
 * so any more, as its thread has died, the writers have to, or else a loss of power would take more
 * than was promised.
 *
 * <p>Writes are noted by one thread at a time, forces by another; {@link #isOver} is for all.
 */
final class UnforcedTime {
  // Fixed at construction.
  private final long limitNanos;
  private final LongSupplier nanoClock;

  private volatile boolean waiting;
  private volatile boolean over;

  /** Since when something waits. Of the thread that writes. */
  private long sinceNanos;

  /**
   * @param limitNanos after which it is over; 0 for never
   * @param nanoClock {@code System.nanoTime}, or what a test makes of it
   */
  UnforcedTime(long limitNanos, LongSupplier nanoClock) {
    this.limitNanos = limitNanos;
    this.nanoClock = nanoClock;
  }

  /** Something was written. */
  void written() {
    if (limitNanos == 0) {
      return;
    }
    long now = nanoClock.getAsLong();
    if (!waiting) {
      sinceNanos = now;
      waiting = true;
    } else if (now - sinceNanos >= limitNanos) {
      over = true;
    }
  }

  /** All that was written before this call is about to be forced. */
  void forcing() {
    waiting = false;
    over = false;
  }

  /** Whether something waits for too long. */
  boolean isOver() {
    return over;
  }
}
