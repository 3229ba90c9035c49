package io.rowandb.engine.latency;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Times the operations of one database, each in the thread that does it:
 *
 * <pre>
 *   long begun = gets.begin();
 *   …
 *   gets.end(begun);
 * </pre>
 *
 * <p>An operation that fails is not recorded. Nothing is ever reset: {@link LatencyHistogram#since}
 * gives what happened between two moments.
 *
 * <p>Safe for use by many threads, without locks or allocation.
 */
public final class Latencies {
  // Fixed at construction.
  private final Map<Operation, OperationTimer> timers = new EnumMap<>(Operation.class);

  /**
   * With no operation recorded.
   *
   * @param on whether anything is timed
   */
  public Latencies(boolean on) {
    for (Operation operation : Operation.values()) {
      timers.put(operation, new OperationTimer(operation, on));
    }
  }

  /** Times nothing that begins from now on, or again; what was recorded stays. */
  public void turn(boolean toOn) {
    timers.values().forEach(timer -> timer.turn(toOn));
  }

  /** The timer of one operation; frequent callers should keep it. */
  public OperationTimer timer(Operation operation) {
    return timers.get(operation);
  }

  /** What was recorded until now, of every operation, in the order of {@link Operation}. */
  public List<LatencyHistogram> histograms() {
    return Stream.of(Operation.values()).map(each -> timers.get(each).histogram()).toList();
  }
}
