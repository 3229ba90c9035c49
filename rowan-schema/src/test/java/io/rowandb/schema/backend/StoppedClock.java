package io.rowandb.schema.backend;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** Goes on when it is told. Used by any number of threads, of which one tells it. */
public final class StoppedClock extends Clock {
  private volatile Instant now = Instant.now();

  /** Goes on by so much. */
  public void pass(Duration time) {
    now = now.plus(time);
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    throw new UnsupportedOperationException("it has no other zone");
  }

  @Override
  public Instant instant() {
    return now;
  }
}
