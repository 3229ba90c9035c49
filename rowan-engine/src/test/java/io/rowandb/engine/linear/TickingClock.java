package io.rowandb.engine.linear;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A clock that no two calls read alike, so that no two writes share a millisecond. Every few looks
 * the thread lets others run: a write looks at the clock between its steps.
 */
final class TickingClock extends Clock {
  private final AtomicLong millis = new AtomicLong(1_000_000);

  @Override
  public long millis() {
    long now = millis.incrementAndGet();
    Disturbance.letOthersRun(now);
    return now;
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }

  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(millis());
  }
}
