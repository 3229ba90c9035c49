package io.rowandb.systems.messages;

import io.rowandb.schema.value.Utf8;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A message. Its id says which it is: sent twice, it is there once.
 *
 * @param id given by the sender, 1 to 64 characters, no other message's
 * @param sender 1 to 64 characters; names are equal when all their characters are
 * @param receivers 1 to 50 names, each once; the sender may be among them
 * @param time when it was sent, in whole milliseconds, in a year from 1970 to 9999
 * @param text at most 10,000 characters
 */
public record Message(String id, String sender, List<String> receivers, Instant time, String text) {
  /** The most receivers of a message. */
  public static final int MOST_RECEIVERS = 50;

  /** The most characters of an id, and of a name. */
  public static final int LONGEST_NAME = 64;

  /** The most characters of a text. */
  public static final int LONGEST_TEXT = 10_000;

  /** All times are before it. */
  private static final Instant END_OF_TIME = Instant.parse("+10000-01-01T00:00:00Z");

  /**
   * Checks the values, and copies the list.
   *
   * @throws IllegalArgumentException when one is out of range, a name is there twice, or a text has
   *     no form in UTF-8
   */
  public Message {
    checkName("id", id);
    checkName("sender", sender);
    receivers = List.copyOf(receivers);
    if (receivers.isEmpty() || receivers.size() > MOST_RECEIVERS) {
      throw new IllegalArgumentException(
          "receivers " + receivers.size() + ": 1 to " + MOST_RECEIVERS);
    }
    receivers.forEach(each -> checkName("receiver", each));
    if (Set.copyOf(receivers).size() < receivers.size()) {
      throw new IllegalArgumentException("receivers " + receivers + ": a name is there twice");
    }
    checkTime(time);
    Objects.requireNonNull(text, "text");
    if (text.length() > LONGEST_TEXT) {
      throw new IllegalArgumentException(
          "text of " + text.length() + " characters: at most " + LONGEST_TEXT);
    }
    Utf8.requireEncodable(text);
  }

  static void checkName(String what, String name) {
    Objects.requireNonNull(name, what);
    if (name.isEmpty() || name.length() > LONGEST_NAME) {
      throw new IllegalArgumentException(
          what + " of " + name.length() + " characters: 1 to " + LONGEST_NAME);
    }
    Utf8.requireEncodable(name);
  }

  private static void checkTime(Instant time) {
    Objects.requireNonNull(time, "time");
    if (time.isBefore(Instant.EPOCH) || !time.isBefore(END_OF_TIME)) {
      throw new IllegalArgumentException("time " + time + " is not in a year from 1970 to 9999");
    }
    if (!time.equals(time.truncatedTo(ChronoUnit.MILLIS))) {
      throw new IllegalArgumentException("time " + time + " has more than milliseconds");
    }
  }

  /** The receivers, and the sender, each once. */
  public Set<String> people() {
    Set<String> people = new LinkedHashSet<>(receivers);
    people.add(sender);
    return people;
  }
}
