package io.rowandb.engine.latency;

import org.HdrHistogram.AtomicHistogram;

/**
 * Times one operation by sampling. Each thread counts its operations to choose them. A few threads
 * may share a counter and occasionally lose a count, which only shifts the next sample. One counter
 * for all threads would cost more than it saves.
 *
 * <p>Safe for use by many threads. The histogram of 37 KB is allocated with the first sample.
 */
public final class OperationTimer {
  /** Given for an operation that is not timed. */
  private static final long NOT_TIMED = Long.MIN_VALUE;

  /** Threads beyond so many share counters. */
  private static final int COUNTERS = 16;

  /** Numbers of a cache line: counters of two threads are never in one. */
  private static final int LINE = 16;

  // Fixed at construction.
  private final Operation operation;
  private final int period;

  /** How many are left until the next one that is timed; changed by all threads, without order. */
  private final int[] left = new int[(COUNTERS + 1) * LINE];

  /** Null until something was recorded. */
  private volatile AtomicHistogram times;

  private volatile boolean on;

  OperationTimer(Operation operation, boolean on) {
    this.on = on;
    this.operation = operation;
    this.period = operation.timedEvery();
  }

  /** An operation begins; what is returned belongs to its {@link #end}. */
  public long begin() {
    return isDue() && on ? System.nanoTime() : NOT_TIMED;
  }

  /** It ended well. */
  public void end(long begun) {
    if (begun != NOT_TIMED) {
      record(System.nanoTime() - begun);
    }
  }

  void turn(boolean toOn) {
    on = toOn;
  }

  private boolean isDue() {
    if (period == 1) {
      return true;
    }
    int at = (((int) Thread.currentThread().getId() & (COUNTERS - 1)) + 1) * LINE;
    int before = left[at];
    left[at] = before == 0 ? period - 1 : before - 1;
    return before == 0;
  }

  void record(long nanos) {
    AtomicHistogram histogram = times;
    if (histogram == null) {
      histogram = made();
    }
    histogram.recordValue(Math.min(Math.max(0, nanos), LatencyHistogram.MAX_NANOS));
  }

  private synchronized AtomicHistogram made() {
    if (times == null) {
      times = new AtomicHistogram(LatencyHistogram.MAX_NANOS, LatencyHistogram.DIGITS);
    }
    return times;
  }

  LatencyHistogram histogram() {
    return LatencyHistogram.of(operation, times);
  }
}
