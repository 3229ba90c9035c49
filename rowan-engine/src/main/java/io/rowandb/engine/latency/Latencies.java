package io.rowandb.engine.latency;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Times the operations of one database, each in the thread that does it:
 *
 * <pre>
 *   long begun = latencies.begin(Operation.GET);
 *   …
 *   latencies.end(Operation.GET, begun);
 * </pre>
 *
 * <p>An operation that fails is not recorded. Nothing is ever reset: what happened between two
 * moments is {@link LatencyHistogram#since} of the two.
 *
 * <p>Safe for use by many threads, without a lock and without garbage.
 */
public final class Latencies {
  /** Given for an operation that is not timed. */
  private static final long NOT_TIMED = Long.MIN_VALUE;

  private final Map<Operation, OperationTimer> timers = new EnumMap<>(Operation.class);

  /** Whether anything is timed. */
  private final boolean on;

  /**
   * With no operation recorded.
   *
   * @param on whether anything is timed; turned off to measure what timing costs
   */
  public Latencies(boolean on) {
    this.on = on;
    for (Operation operation : Operation.values()) {
      timers.put(operation, new OperationTimer(operation));
    }
  }

  /** An operation begins; what is returned belongs to its {@link #end}. */
  public long begin(Operation operation) {
    return on && timers.get(operation).isDue() ? System.nanoTime() : NOT_TIMED;
  }

  /** It ended well. */
  public void end(Operation operation, long begun) {
    if (begun != NOT_TIMED) {
      timers.get(operation).record(System.nanoTime() - begun);
    }
  }

  /** What was recorded until now, of every operation, in the order of {@link Operation}. */
  public List<LatencyHistogram> histograms() {
    return Stream.of(Operation.values()).map(each -> timers.get(each).histogram()).toList();
  }
}
