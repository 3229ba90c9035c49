package io.rowandb.systems.calls;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;

/**
 * One phone's side of a call, as the network notes it for each of the two. A phone, a time, the
 * other phone and the direction say which it is: written twice, it is there once.
 *
 * @param phone whose side it is, at most 11 digits
 * @param time when it began, in whole milliseconds, in a year from 1970 to 9999
 * @param peer the other phone
 * @param outgoing whether this phone called
 * @param seconds how long they talked; {@link #MISSED} when nobody answered
 * @param area the location area, a group of cells, from 0 to 65,535; null when unknown
 * @param cell the cell of the area, from 0 to 65,535; null when unknown
 */
public record CallRecord(
    long phone,
    Instant time,
    long peer,
    boolean outgoing,
    int seconds,
    Integer area,
    Integer cell) {
  /** Instead of seconds: nobody answered. */
  public static final int MISSED = -1;

  /** All times are before it. */
  private static final Instant END_OF_TIME = Instant.parse("+10000-01-01T00:00:00Z");

  /** The greatest number of a phone. */
  public static final long LAST_PHONE = 99_999_999_999L;

  /** The greatest number of an area, and of a cell in it. */
  public static final int LAST_PLACE = 0xFFFF;

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException when one is out of range, or only one of area and cell is
   *     given
   */
  public CallRecord {
    checkPhone("phone", phone);
    checkPhone("peer", peer);
    Objects.requireNonNull(time, "time");
    if (time.isBefore(Instant.EPOCH) || !time.isBefore(END_OF_TIME)) {
      throw new IllegalArgumentException("time " + time + " is not in a year from 1970 to 9999");
    }
    if (!time.equals(time.truncatedTo(ChronoUnit.MILLIS))) {
      throw new IllegalArgumentException("time " + time + " has more than milliseconds");
    }
    if (seconds < MISSED) {
      throw new IllegalArgumentException(
          "seconds " + seconds + ": 0 or more, or " + MISSED + " when nobody answered");
    }
    if ((area == null) != (cell == null)) {
      throw new IllegalArgumentException(
          "area " + area + " and cell " + cell + ": both are known, or none");
    }
    if (area != null) {
      checkPlace("area", area);
      checkPlace("cell", cell);
    }
  }

  static void checkPhone(String what, long phone) {
    if (phone < 0 || phone > LAST_PHONE) {
      throw new IllegalArgumentException(what + " " + phone + " has not 1 to 11 digits");
    }
  }

  static void checkPlace(String what, int number) {
    if (number < 0 || number > LAST_PLACE) {
      throw new IllegalArgumentException(what + " " + number + " is not from 0 to " + LAST_PLACE);
    }
  }

  /** Whether somebody answered. */
  public boolean answered() {
    return seconds != MISSED;
  }
}
