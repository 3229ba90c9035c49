package io.rowandb.systems.logs;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * A line of a log. File and line say which it is: written twice, it is there once.
 *
 * @param file the number of its file, 0 or more ({@link LogStore#addFile})
 * @param line its number in the file, 1 or more
 * @param time when it was written, in whole milliseconds, in a year from 1970 to 9999
 * @param group what it belongs to, such as a host; 1 to 100 characters
 * @param guid1 what did something; null for nothing
 * @param guid2 what it was done to, or the parent of the first; null for nothing
 * @param code what happened, 1 to 100 characters; null when the line does not say
 * @param source the part of the system that wrote it, 1 to 100 characters; null when unknown
 * @param text up to 100,000 characters; null for none
 */
public record LogRecord(
    int file,
    int line,
    Instant time,
    String group,
    UUID guid1,
    UUID guid2,
    String code,
    String source,
    String text) {
  private static final int MOST_NAME_CHARS = 100;
  private static final int MOST_TEXT_CHARS = 100_000;

  /** All times are before it. */
  private static final Instant END_OF_TIME = Instant.parse("+10000-01-01T00:00:00Z");

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException when one is out of range
   */
  public LogRecord {
    check(file >= 0, () -> "file " + file + ": 0 or more");
    check(line >= 1, () -> "line " + line + ": 1 or more");
    Objects.requireNonNull(time, "time");
    check(
        !time.isBefore(Instant.EPOCH) && time.isBefore(END_OF_TIME),
        () -> "time " + time + " is not in a year from 1970 to 9999");
    check(
        time.equals(time.truncatedTo(ChronoUnit.MILLIS)),
        () -> "time " + time + " has more than milliseconds");
    checkName("group", Objects.requireNonNull(group, "group"));
    checkName("code", code);
    checkName("source", source);
    check(
        text == null || text.length() <= MOST_TEXT_CHARS,
        () -> "text has more than " + MOST_TEXT_CHARS + " characters");
  }

  /** Its message is made when it is needed: of a load, a tenth of the time was messages. */
  private static void check(boolean right, Supplier<String> message) {
    if (!right) {
      throw new IllegalArgumentException(message.get());
    }
  }

  static void checkName(String what, String name) {
    if (name != null && (name.isEmpty() || name.length() > MOST_NAME_CHARS)) {
      throw new IllegalArgumentException(
          what + " has " + name.length() + " characters, not 1 to " + MOST_NAME_CHARS);
    }
  }

  /** The day of its time, in UTC. */
  public LocalDate date() {
    return LocalDate.ofInstant(time, ZoneOffset.UTC);
  }

  /** Whether one of its two guids is this one. */
  public boolean hasGuid(UUID guid) {
    return guid.equals(guid1) || guid.equals(guid2);
  }

  /** How many characters its text has; 0 when there is none. */
  public int textChars() {
    return text == null ? 0 : text.length();
  }

  /** The same line of a file with another number. */
  LogRecord inFile(int number) {
    return new LogRecord(number, line, time, group, guid1, guid2, code, source, text);
  }
}
