package io.rowandb.systems.calls;

/**
 * What calls cost the one who makes them: a price for each minute that began, and calls taken are
 * free.
 *
 * @param centsPerMinute from 0 to 1,000,000
 * @param freeMinutes of each month, before anything is to be paid; 0 or more
 */
public record Tariff(long centsPerMinute, long freeMinutes) {
  private static final int SECONDS_PER_MINUTE = 60;

  private static final int MOST_CENTS = 1_000_000;

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException when one is out of range
   */
  public Tariff {
    if (centsPerMinute < 0 || centsPerMinute > MOST_CENTS) {
      throw new IllegalArgumentException(
          "cents per minute " + centsPerMinute + ": 0 to " + MOST_CENTS);
    }
    if (freeMinutes < 0) {
      throw new IllegalArgumentException("free minutes " + freeMinutes + ": 0 or more");
    }
  }

  /** The minutes that a record counts as: those that began. */
  static long minutes(CallRecord record) {
    return record.outgoing() && record.answered()
        ? (record.seconds() + SECONDS_PER_MINUTE - 1L) / SECONDS_PER_MINUTE
        : 0;
  }

  /** What so many minutes of a month cost. */
  long cents(long minutes) {
    return Math.multiplyExact(Math.max(0, minutes - freeMinutes), centsPerMinute);
  }
}
