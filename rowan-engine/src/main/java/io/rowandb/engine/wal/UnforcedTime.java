package io.rowandb.engine.wal;

import java.util.function.LongSupplier;

/**
 * How long written entries have been waiting to be forced. A background thread normally forces the
 * log in time; if that thread has died, the writers must force it, or a power loss would take more
 * than was promised.
 *
 * <p>One thread at a time notes writes, another notes forces; any thread may call {@link #isOver}.
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
