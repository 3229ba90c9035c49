package io.rowandb.engine;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that goes on when it is told to. Safe for use by many threads. */
public class ManualClock extends Clock {
  private final AtomicLong millis = new AtomicLong(1_000_000);

  public void set(long now) {
    millis.set(now);
  }

  public void advance(long by) {
    millis.addAndGet(by);
  }

  @Override
  public long millis() {
    return millis.get();
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
}
