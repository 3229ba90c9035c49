package io.rowandb.testkit.conformance;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.apache.hadoop.hbase.util.EnvironmentEdge;

/**
 * The system's time and as much as it was moved on; can be stopped for a while. Both Rowan's clock
 * and HBase's. Safe for many threads.
 *
 * <p>Invariant: it never goes back, but for the return from a stop that was moved on further than
 * the system's time went.
 */
final class BackendClock extends Clock implements EnvironmentEdge {
  private static final long RUNNING = Long.MIN_VALUE;

  private final Clock system = Clock.systemUTC();

  // Written by the test's thread.
  private volatile long aheadMillis;
  private volatile long stoppedAtMillis = RUNNING;

  void advance(Duration by) {
    long millis = by.toMillis();
    if (stoppedAtMillis != RUNNING) {
      setStopped(stoppedAtMillis + millis);
    }
    setAhead(aheadMillis + millis);
  }

  private void setAhead(long millis) {
    aheadMillis = millis;
  }

  private void setStopped(long millis) {
    stoppedAtMillis = millis;
  }

  /** Does something while the time stands still: all its writes get one millisecond. */
  void stopFor(Action action) throws IOException {
    setStopped(millis());
    try {
      action.run();
    } finally {
      setStopped(RUNNING);
    }
  }

  @Override
  public long millis() {
    long stopped = stoppedAtMillis;
    return stopped == RUNNING ? system.millis() + aheadMillis : stopped;
  }

  @Override
  public long currentTime() {
    return millis();
  }

  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(millis());
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }

  /** What is done while the time stands still. */
  interface Action {
    void run() throws IOException;
  }
}
