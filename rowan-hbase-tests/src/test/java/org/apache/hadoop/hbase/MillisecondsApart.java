package org.apache.hadoop.hbase;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.apache.hadoop.hbase.util.DefaultEnvironmentEdge;
import org.apache.hadoop.hbase.util.EnvironmentEdge;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * The system's time, of which every millisecond is handed out once: who asks again in the same one
 * gets the next, so the time runs ahead while more is asked than milliseconds pass. Over the
 * network two calls hardly share a millisecond, and some of HBase's tests put a row right after
 * they deleted it, which the delete would hide in the same one. HBase's tests do the same where
 * they noticed.
 *
 * <p>A time that a test injects is handed out as it is. Safe for many threads.
 */
final class MillisecondsApart extends Clock {
  /** Guarded by this. */
  private long last;

  @Override
  public synchronized long millis() {
    EnvironmentEdge edge = EnvironmentEdgeManager.getDelegate();
    if (!(edge instanceof DefaultEnvironmentEdge)) {
      return edge.currentTime();
    }
    last = Math.max(last + 1, edge.currentTime());
    return last;
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
