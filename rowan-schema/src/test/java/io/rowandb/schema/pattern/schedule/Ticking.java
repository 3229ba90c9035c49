package io.rowandb.schema.pattern.schedule;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.function.LongSupplier;

/** Shows the time that somebody else tells, in milliseconds since 1970. */
public final class Ticking extends Clock {
  private final LongSupplier millis;

  /** Asks for the time each time. */
  public Ticking(LongSupplier millis) {
    this.millis = millis;
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
  public long millis() {
    return millis.getAsLong();
  }

  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(millis());
  }
}
