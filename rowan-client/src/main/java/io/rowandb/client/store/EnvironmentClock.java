package io.rowandb.client.store;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * The time of HBase's {@code EnvironmentEdgeManager}: the system time, unless a test injected its
 * own. HBase's servers use this clock, so tests of programs set it there.
 *
 * <p>Stateless; safe for many threads.
 */
final class EnvironmentClock extends Clock {
  @Override
  public long millis() {
    return EnvironmentEdgeManager.currentTime();
  }

  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(millis());
  }

  @Override
  public ZoneId getZone() {
    return ZoneId.systemDefault(); // HBase counts off-peak hours in this one
  }

  @Override
  public Clock withZone(ZoneId zone) {
    throw new UnsupportedOperationException("The engine counts milliseconds, which have no zone");
  }
}
