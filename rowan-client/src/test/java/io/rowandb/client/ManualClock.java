package io.rowandb.client;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that moves when told to. Safe for many threads. */
public final class ManualClock extends Clock {
  private final AtomicLong millis = new AtomicLong(1_700_000_000_000L);

  /** Moves it. */
  public void advance(long byMillis) {
    millis.addAndGet(byMillis);
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
