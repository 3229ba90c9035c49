package io.rowandb.schema.backend;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;

/** Goes on when it is told, and never back. Used by any number of threads. */
public final class StoppedClock extends Clock {
  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());

  /** Goes on by so much. */
  public void pass(Duration time) {
    now.updateAndGet(before -> before.plus(time));
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
    return now.get();
  }
}
