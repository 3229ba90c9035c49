package io.rowandb.schema.table;

import io.rowandb.schema.field.Given;
import java.time.Instant;

/**
 * A value that a field had from a certain time on.
 *
 * @param time the timestamp of its cell: whole milliseconds, from 1970 to the year 292278994
 * @param value not null
 * @param <T> the value's type
 */
public record Versioned<T>(Instant time, T value) {
  private static final Instant FIRST = Instant.EPOCH;

  /** HBase takes the next one for no timestamp at all. */
  private static final Instant LAST = Instant.ofEpochMilli(Long.MAX_VALUE - 1);

  /**
   * Checks both.
   *
   * @throws IllegalArgumentException when one is null, or HBase has no such timestamp
   */
  public Versioned {
    Given.notNull(time, "Versioned.time");
    Given.notNull(value, "Versioned.value");
    if (time.isBefore(FIRST)
        || time.isAfter(LAST)
        || !Instant.ofEpochMilli(time.toEpochMilli()).equals(time)) {
      throw new IllegalArgumentException(
          "the time of a version is in whole milliseconds from " + FIRST + " on, not " + time);
    }
  }

  /** The timestamp, in milliseconds since 1970. */
  long millis() {
    return time.toEpochMilli();
  }
}
