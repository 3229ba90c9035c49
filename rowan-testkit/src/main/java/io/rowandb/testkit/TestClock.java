package io.rowandb.testkit;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * The time of a test store, in milliseconds: it determines implicit timestamps and expiry. It
 * starts at the current time and runs with it, until it is moved or stopped.
 *
 * <p>Moving it takes no real time and does not make a store do anything by itself. While it is
 * stopped, all implicit timestamps are equal, with the usual consequence in HBase: a delete hides a
 * put that follows it. Safe for use by many threads.
 */
public final class TestClock extends Clock {
  private static final Clock TIME_OF_DAY = Clock.systemUTC();

  /**
   * What the clock shows: the time of day plus an offset, or a fixed time.
   *
   * @param millis the offset, or the fixed time
   */
  record Reading(boolean stopped, long millis) {}

  /** Replaced by those who move the clock, one at a time. */
  private volatile Reading reading;

  TestClock(Reading reading) {
    this.reading = reading;
  }

  /** A clock that shows the time of day. */
  TestClock() {
    this(new Reading(false, 0));
  }

  @Override
  public long millis() {
    Reading now = reading;
    return now.stopped() ? now.millis() : TIME_OF_DAY.millis() + now.millis();
  }

  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(millis());
  }

  /**
   * Moves it forward.
   *
   * @throws IllegalArgumentException when {@code by} is negative
   */
  public synchronized void advance(Duration by) {
    if (by.isNegative()) {
      throw new IllegalArgumentException("A clock is set back with set, not advanced by " + by);
    }
    reading = new Reading(reading.stopped(), Math.addExact(reading.millis(), by.toMillis()));
  }

  /**
   * Sets it, forward or back; it keeps running, or stays stopped, as before.
   *
   * @throws IllegalArgumentException when {@code time} is before 1970
   */
  public synchronized void set(Instant time) {
    long millis = time.toEpochMilli();
    if (millis < 0) {
      throw new IllegalArgumentException("HBase has no times before 1970: " + time);
    }
    reading = new Reading(reading.stopped(), reading.stopped() ? millis : offsetTo(millis));
  }

  /** Stops it where it is. */
  public synchronized void stop() {
    reading = new Reading(true, millis());
  }

  /** Resumes it from its current time. */
  public synchronized void resume() {
    if (reading.stopped()) {
      reading = new Reading(false, offsetTo(reading.millis()));
    }
  }

  /** What it shows now, for {@link #restore}. */
  Reading reading() {
    return reading;
  }

  synchronized void restore(Reading earlier) {
    reading = earlier;
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return zone.equals(getZone()) ? this : new Zoned(this, zone);
  }

  @Override
  public String toString() {
    return instant() + (reading.stopped() ? ", stopped" : "");
  }

  private static long offsetTo(long millis) {
    return millis - TIME_OF_DAY.millis();
  }

  /** The same clock elsewhere. */
  private static final class Zoned extends Clock {
    private final TestClock clock;
    private final ZoneId zone;

    Zoned(TestClock clock, ZoneId zone) {
      this.clock = clock;
      this.zone = zone;
    }

    @Override
    public long millis() {
      return clock.millis();
    }

    @Override
    public Instant instant() {
      return clock.instant();
    }

    @Override
    public ZoneId getZone() {
      return zone;
    }

    @Override
    public Clock withZone(ZoneId other) {
      return clock.withZone(other);
    }
  }
}
