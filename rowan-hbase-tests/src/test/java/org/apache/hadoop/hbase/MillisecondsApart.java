package org.apache.hadoop.hbase;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * HBase's time, of which every millisecond is handed out once: who asks again in the same one waits
 * for the next. Over the network two calls hardly share a millisecond, and some of HBase's tests
 * put a row right after they deleted it, which the delete would hide in the same one.
 *
 * <p>A time that a test holds still is handed out as it is. Safe for many threads.
 */
final class MillisecondsApart extends Clock {
  private static final long LONGEST_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  /** Guarded by this. */
  private long last;

  @Override
  public synchronized long millis() {
    long begin = System.nanoTime();
    long now = EnvironmentEdgeManager.currentTime();
    while (now == last && System.nanoTime() - begin < LONGEST_WAIT_NANOS) {
      Thread.onSpinWait();
      now = EnvironmentEdgeManager.currentTime();
    }
    last = now;
    return now;
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
    throw new UnsupportedOperationException("The engine counts milliseconds, which have no zone");
  }
}
