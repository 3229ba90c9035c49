package io.rowandb.systems.twibase;

import io.rowandb.systems.lines.DataLines;
import java.io.BufferedReader;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * Reads what users did from lines, whose first one says what the others hold:
 *
 * <ul>
 *   <li>{@code name,nickname,email}
 *   <li>{@code follower,followed} or {@code follower,followed,time}; without a time since 1970
 *   <li>{@code author,time,text}, whose text may have commas
 *   <li>lines that begin with {@code #}, and then two numbers a line, who follows and who is
 *       followed, as graphs of SNAP have them; a user who follows themselves is left out
 * </ul>
 */
public final class TwiFile {
  private TwiFile() {}

  /** What the lines hold. */
  private enum Kind {
    JOINED("name,nickname,email"),
    FOLLOWED("follower,followed"),
    FOLLOWED_AT("follower,followed,time"),
    POSTED("author,time,text"),
    GRAPH("#");

    private final String first;

    Kind(String first) {
      this.first = first;
    }

    static Kind of(String name, String line) {
      for (Kind kind : values()) {
        if (line.equals(kind.first) || (kind == GRAPH && line.startsWith(kind.first))) {
          return kind;
        }
      }
      throw new IllegalArgumentException(
          name
              + ", line 1: the first line is '"
              + DataLines.beginning(line)
              + "', and neither name,nickname,email, nor"
              + " follower,followed, nor follower,followed,time, nor author,time,text, nor #");
    }
  }

  /**
   * What a file says; empty lines are skipped.
   *
   * @param name of the file, for errors
   * @param lines are read while the stream is, and closed by it
   * @return a stream that throws IllegalArgumentException at a line that is wrong, with its number
   *     and its text, and UncheckedIOException when the file cannot be read on
   * @throws IllegalArgumentException when the first line says something else
   */
  public static Stream<TwiEvent> read(String name, BufferedReader lines) throws IOException {
    return DataLines.read(name, lines, DataLines.USUAL_CHARS, first -> parser(name, first));
  }

  private static DataLines.Parser<TwiEvent> parser(String name, String first) {
    if (first.isEmpty()) {
      return (number, line) -> {
        throw new IllegalArgumentException("the first line is missing");
      };
    }
    Kind kind = Kind.of(name, first);
    return (number, line) -> {
      TwiEvent event = event(kind, line);
      return event == null ? List.of() : List.of(event);
    };
  }

  /** What a line says; null when it says nothing. */
  private static TwiEvent event(Kind kind, String line) {
    return switch (kind) {
      case JOINED -> {
        String[] fields = fields(line, ",", 3);
        TwiUser.checkNickname(fields[1]);
        yield new TwiEvent.Joined(name(fields[0]), fields[1], fields[2], Instant.EPOCH);
      }
      case FOLLOWED -> followed(fields(line, ",", 2), Instant.EPOCH);
      case FOLLOWED_AT -> {
        String[] fields = fields(line, ",", 3);
        yield followed(fields, time(fields[2]));
      }
      case POSTED -> {
        String[] fields = fields(line, ",", 3);
        TwiUser.checkText(fields[2]);
        yield new TwiEvent.Posted(name(fields[0]), fields[2], time(fields[1]));
      }
      case GRAPH -> graph(line);
    };
  }

  private static TwiEvent graph(String line) {
    if (line.startsWith("#")) {
      return null;
    }
    String[] fields = fields(line, "\\s+", 2);
    return fields[0].equals(fields[1]) ? null : followed(fields, Instant.EPOCH);
  }

  private static Instant time(String text) {
    Instant time = Instant.parse(text);
    TwitId.checkTime(time);
    return time;
  }

  private static TwiEvent followed(String[] fields, Instant time) {
    if (fields[0].equals(fields[1])) {
      throw new IllegalArgumentException("'" + fields[0] + "' cannot follow themselves");
    }
    return new TwiEvent.Followed(name(fields[0]), name(fields[1]), time);
  }

  private static String name(String name) {
    TwiUser.checkName(name);
    return name;
  }

  private static String[] fields(String line, String separator, int count) {
    String[] fields = line.split(separator, count);
    if (fields.length != count) {
      throw new IllegalArgumentException(
          "'" + line + "' has " + fields.length + " fields of " + count);
    }
    return fields;
  }
}
