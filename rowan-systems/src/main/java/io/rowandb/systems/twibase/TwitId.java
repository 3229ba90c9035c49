package io.rowandb.systems.twibase;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.Objects;

/**
 * Which post it is. The newest is the first in order; of one millisecond the one with the greatest
 * number, and then by the author's name.
 *
 * @param author the user's name
 * @param time when it was made, in whole milliseconds of a year from 1970 to 9999
 * @param number its number among the author's posts, from 1
 */
public record TwitId(String author, Instant time, long number) implements Comparable<TwitId> {
  /** All times are before it. */
  private static final Instant END_OF_TIME = Instant.parse("+10000-01-01T00:00:00Z");

  private static final Comparator<TwitId> NEWEST_FIRST =
      Comparator.comparing(TwitId::time)
          .thenComparing(TwitId::number)
          .reversed()
          .thenComparing(TwitId::author);

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException when one is out of range
   */
  public TwitId {
    Objects.requireNonNull(author, "author");
    checkTime(time);
    if (number < 1) {
      throw new IllegalArgumentException("number " + number + " of a post is not 1 or more");
    }
  }

  /** Refuses what cannot be the time of a post. */
  static void checkTime(Instant time) {
    if (time.isBefore(Instant.EPOCH) || !time.isBefore(END_OF_TIME)) {
      throw new IllegalArgumentException("time " + time + " is not in a year from 1970 to 9999");
    }
    if (!time.equals(time.truncatedTo(ChronoUnit.MILLIS))) {
      throw new IllegalArgumentException("time " + time + " has more than milliseconds");
    }
  }

  /**
   * Reads what {@link #toString} gives.
   *
   * @throws IllegalArgumentException when it is something else
   */
  public static TwitId parse(String text) {
    String[] parts = text.split("/", -1);
    if (parts.length == 3) {
      try {
        return new TwitId(parts[0], Instant.parse(parts[1]), Long.parseLong(parts[2]));
      } catch (DateTimeException | IllegalArgumentException e) {
        throw new IllegalArgumentException(message(text), e);
      }
    }
    throw new IllegalArgumentException(message(text));
  }

  private static String message(String text) {
    return "post '" + text + "' is not NAME/TIME/NUMBER, as ada/2026-01-31T12:00:00Z/1";
  }

  @Override
  public int compareTo(TwitId other) {
    return NEWEST_FIRST.compare(this, other);
  }

  @Override
  public String toString() {
    return author + "/" + time + "/" + number;
  }
}
