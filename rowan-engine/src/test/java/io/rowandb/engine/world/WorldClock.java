package io.rowandb.engine.world;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that goes on when it is told to. Used by one thread. */
final class WorldClock extends Clock {
  private long nowMillis = 1_000_000;

  void advance(long millis) {
    nowMillis += millis;
  }

  @Override
  public long millis() {
    return nowMillis;
  }

  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(nowMillis);
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
