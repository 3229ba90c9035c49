package io.rowandb.engine.latency;

import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;

/**
 * How long operations of one kind took up to some moment, to two digits. Immutable, so safe for use
 * by many threads.
 */
public final class LatencyHistogram {
  /** What takes longer counts as this. */
  static final long MAX_NANOS = TimeUnit.HOURS.toNanos(1);

  /** With three digits a histogram would take eight times the memory. */
  static final int DIGITS = 2;

  private static final double NANOS_PER_MICRO = 1_000;

  private final Operation operation;

  /** Never changed once it is here; null when nothing was timed. */
  private final Histogram times;

  private LatencyHistogram(Operation operation, Histogram times) {
    this.operation = operation;
    this.times = times;
  }

  /** A copy of what was recorded; {@code recorded} is null when nothing was. */
  static LatencyHistogram of(Operation operation, AbstractHistogram recorded) {
    if (recorded == null) {
      return new LatencyHistogram(operation, null);
    }
    Histogram copy = new Histogram(MAX_NANOS, DIGITS);
    copy.add(recorded);
    return new LatencyHistogram(operation, copy);
  }

  /** What was timed. */
  public Operation operation() {
    return operation;
  }

  /** How many were timed: one in {@link Operation#timedEvery}. */
  public long count() {
    return times == null ? 0 : times.getTotalCount();
  }

  /** The time that this share of them, in percent, did not exceed; 0 when none was timed. */
  public long nanosAt(double percentile) {
    return count() == 0 ? 0 : times.getValueAtPercentile(percentile);
  }

  /** The longest; 0 when none was timed. */
  public long maxNanos() {
    return count() == 0 ? 0 : times.getMaxValue();
  }

  /** The mean; 0 when none was timed. */
  public long meanNanos() {
    return count() == 0 ? 0 : Math.round(times.getMean());
  }

  /**
   * Those of this histogram that were not in an earlier one.
   *
   * @throws IllegalArgumentException when the other is of another operation, or is not the earlier
   */
  public LatencyHistogram since(LatencyHistogram earlier) {
    if (earlier.operation != operation || earlier.count() > count()) {
      throw new IllegalArgumentException(earlier + " is not an earlier one of " + this);
    }
    if (earlier.count() == 0) {
      return this;
    }
    Histogram rest = times.copy();
    rest.subtract(earlier.times);
    return new LatencyHistogram(operation, rest);
  }

  /** Prints all percentiles, in microseconds, as HdrHistogram's tools read and draw them. */
  public void print(PrintStream out) {
    if (count() > 0) {
      times.outputPercentileDistribution(out, NANOS_PER_MICRO);
    }
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%s: %d timed, one in %d; 50 %% took at most %d ns, 99 %% %d, 99.9 %% %d, all %d",
        operation,
        count(),
        operation.timedEvery(),
        nanosAt(50),
        nanosAt(99),
        nanosAt(99.9),
        maxNanos());
  }
}
