package io.rowandb.systems.messages;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Files of messages: a line a message, values with commas between, and a first line that names
 * them.
 *
 * <ul>
 *   <li>{@code id,time,from,to,text}: the time is as {@code 2011-07-03T10:15:30.250Z}; several
 *       receivers have semicolons between; the text is all behind the fourth comma.
 *   <li>{@code timestamp,from,to}: the time is in seconds since a moment that has to be said. The
 *       three together are the id, so a line that is there twice is one message; there is no text.
 *       This is the form of the Copenhagen Networks Study.
 * </ul>
 */
public final class MessageFile {
  private static final String MESSAGES = "id,time,from,to,text";
  private static final String SHORT = "timestamp,from,to";

  /** Characters of a wrong line that an error shows. */
  private static final int SHOWN = 200;

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
    try {
      String first = line(name, lines);
      return read(name, lines, first == null ? "" : first.replaceFirst("^\\uFEFF", ""), epoch);
    } catch (UncheckedIOException e) {
      lines.close();
      throw e.getCause();
    } catch (RuntimeException e) {
      lines.close();
      throw e;
    }
  }

  /** The next line, null at the end. */
  private static String line(String name, BufferedReader lines) {
    try {
      return lines.readLine();
    } catch (CharacterCodingException e) {
      throw new UncheckedIOException(new IOException(name + " is no text in UTF-8", e));
    } catch (IOException e) {
      throw new UncheckedIOException(new IOException(name + ": " + e.getMessage(), e));
    }
  }

  private static Stream<Message> read(
      String name, BufferedReader lines, String header, Instant epoch) {
    if (!MESSAGES.equals(header) && !SHORT.equals(header)) {
      throw new IllegalArgumentException(
          name
              + ": the first line is "
              + (header.isEmpty() ? "missing" : '"' + beginning(header) + '"')
              + ", not "
              + MESSAGES
              + " or "
              + SHORT);
    }
    long[] number = {1};
    return Stream.generate(() -> line(name, lines))
        .takeWhile(Objects::nonNull)
        .peek(line -> number[0]++)
        .filter(line -> !line.isEmpty())
        .map(line -> message(name, number[0], line, MESSAGES.equals(header), epoch))
        .onClose(() -> close(lines));
  }

  private static void close(BufferedReader lines) {
    try {
      lines.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Message message(
      String name, long number, String line, boolean whole, Instant epoch) {
    try {
      return whole ? whole(line) : withoutText(line, epoch);
    } catch (IllegalArgumentException | DateTimeException | ArithmeticException e) {
      throw new IllegalArgumentException(
          name + ", line " + number + ": " + e.getMessage() + ": " + beginning(line), e);
    }
  }

  /** Of a line that may be a whole file. */
  private static String beginning(String line) {
    return line.length() <= SHOWN ? line : line.substring(0, SHOWN) + " …";
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
    String id = String.join("-", values);
    return new Message(id, values[1], List.of(values[2]), epoch.plusSeconds(seconds), "");
  }
}
