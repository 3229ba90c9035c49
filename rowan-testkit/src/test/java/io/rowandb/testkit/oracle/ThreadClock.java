package io.rowandb.testkit.oracle;

import java.time.Clock;
import org.apache.hadoop.hbase.util.EnvironmentEdge;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * HBase has one clock for a process; this one shows each thread that runs a history its own, and
 * all others, which only measure how long things take, the system's. Safe for many threads.
 */
final class ThreadClock implements EnvironmentEdge {
  private static final ThreadClock INSTANCE = new ThreadClock();

  private final Clock system = Clock.systemUTC();
  private final ThreadLocal<Clock> own = new ThreadLocal<>();

  private ThreadClock() {}

  /** Lets HBase see this clock in this thread. */
  static void set(Clock clock) {
    EnvironmentEdgeManager.injectEdge(INSTANCE);
    INSTANCE.own.set(clock);
  }

  /** Gives this thread the system's clock back. */
  static void reset() {
    INSTANCE.own.remove();
  }

  @Override
  public long currentTime() {
    Clock clock = own.get();
    return (clock == null ? system : clock).millis();
  }
}
