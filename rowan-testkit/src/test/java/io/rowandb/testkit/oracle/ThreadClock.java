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
  private static final ThreadLocal<Clock> OWN = new ThreadLocal<>();

  private final Clock system = Clock.systemUTC();

  private ThreadClock() {}

  /** Lets HBase see this clock in this thread. */
  static void set(Clock clock) {
    EnvironmentEdgeManager.injectEdge(INSTANCE);
    OWN.set(clock);
  }

  /** Gives this thread the system's clock back. */
  static void reset() {
    OWN.remove();
  }

  @Override
  public long currentTime() {
    Clock clock = OWN.get();
    return (clock == null ? system : clock).millis();
  }
}
