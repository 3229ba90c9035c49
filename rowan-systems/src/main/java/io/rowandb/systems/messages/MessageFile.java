package io.rowandb.systems.messages;

import io.rowandb.systems.lines.DataLines;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * Files of messages: a line a message, values with commas between, and a first line that names
 * them.
 *
 * <ul>
 *   <li>{@code id,time,from,to,text}: the time is as {@code 2011-07-03T10:15:30.250Z}; several
 *       receivers have semicolons between; the text is all behind the fourth comma.
 *   <li>{@code timestamp,from,to}: the time is in seconds since a moment that has to be said. The
 *       three together make the id, so a line that is there twice is one message; there is no text.
 *       This is the form of the Copenhagen Networks Study. The id is {@code timestamp-from-to}; if
 *       a name has a hyphen, or that is too long for an id, it is the SHA-256 of {@code
 *       timestamp,from,to} in hexadecimal. So two lines never have the same.
 * </ul>
 */
public final class MessageFile {
  private static final String MESSAGES = "id,time,from,to,text";
  private static final String SHORT = "timestamp,from,to";

  private MessageFile() {}

  /**
   * The messages of a file. Empty lines are none.
   *
   * @param name of the file, for errors
   * @param lines are read while the stream is, and closed by it
   * @param epoch what a file of timestamps counts seconds from
   * @return a stream that throws IllegalArgumentException at a line that is wrong, with its number
   *     and its text, and UncheckedIOException when the file cannot be read on
   * @throws IllegalArgumentException when the first line names other values
   */
  public static Stream<Message> read(String name, BufferedReader lines, Instant epoch)
      throws IOException {
    return DataLines.read(name, lines, DataLines.USUAL_CHARS, first -> parser(name, first, epoch));
  }

  private static DataLines.Parser<Message> parser(String name, String header, Instant epoch) {
    boolean whole = MESSAGES.equals(header);
    if (!whole && !SHORT.equals(header)) {
      throw new IllegalArgumentException(
          name
              + ": the first line is "
              + DataLines.shown(header)
              + ", not "
              + MESSAGES
              + " or "
              + SHORT);
    }
    return (number, line) -> List.of(whole ? whole(line) : withoutText(line, epoch));
  }

  private static String[] values(String line, int count, int limit) {
    String[] values = line.split(",", limit);
    if (values.length != count) {
      throw new IllegalArgumentException("not " + count + " values, but " + values.length);
    }
    return values;
  }

  private static Message whole(String line) {
    String[] values = values(line, 5, 5);
    return new Message(
        values[0], values[2], List.of(values[3].split(";", -1)), time(values[1]), values[4]);
  }

  private static Instant time(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "time is \"" + text + "\", not as 2011-07-03T10:15:30.250Z", e);
    }
  }

  private static Message withoutText(String line, Instant epoch) {
    String[] values = values(line, 3, -1);
    long seconds;
    try {
      seconds = Long.parseLong(values[0]);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "timestamp is \"" + values[0] + "\", not a whole number", e);
    }
    return new Message(
        id(seconds, values[1], values[2]),
        values[1],
        List.of(values[2]),
        epoch.plusSeconds(seconds),
        "");
  }

  /** A hash has no hyphen, and the other form two that separate: no id is of both forms. */
  private static String id(long seconds, String from, String to) {
    String plain = seconds + "-" + from + "-" + to;
    boolean ambiguous = from.contains("-") || to.contains("-");
    return ambiguous || plain.length() > Message.LONGEST_NAME
        ? hash(seconds + "," + from + "," + to)
        : plain;
  }

  private static String hash(String text) {
    try {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
