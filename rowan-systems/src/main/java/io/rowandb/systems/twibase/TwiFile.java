package io.rowandb.systems.twibase;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

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

    static Kind of(String line) {
      for (Kind kind : values()) {
        if (line.equals(kind.first) || (kind == GRAPH && line.startsWith(kind.first))) {
          return kind;
        }
      }
      throw new IllegalArgumentException(
          "the first line is '"
              + line
              + "', and neither name,nickname,email, nor"
              + " follower,followed, nor follower,followed,time, nor author,time,text, nor #");
    }
  }

  /**
   * Reads lines.
   *
   * @param file for messages
   * @param lines closed with the stream
   * @return to be closed; a wrong line is an {@link IllegalArgumentException} that names file and
   *     line, and a failed read an {@link UncheckedIOException}
   */
  public static Stream<TwiEvent> read(String file, BufferedReader lines) {
    Lines events = new Lines(file, lines);
    return StreamSupport.stream(
            Spliterators.spliteratorUnknownSize(events, Spliterator.ORDERED | Spliterator.NONNULL),
            /* parallel= */ false)
        .onClose(
            () -> {
              try {
                lines.close();
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
  }

  /** One line after the other. Used by one thread. */
  private static final class Lines implements Iterator<TwiEvent> {
    // Fixed at construction.
    private final String file;
    private final BufferedReader lines;

    private Kind kind;
    private TwiEvent next;
    private long number;

    Lines(String file, BufferedReader lines) {
      this.file = file;
      this.lines = lines;
    }

    @Override
    public boolean hasNext() {
      while (next == null) {
        String line = line();
        if (line == null) {
          return false;
        }
        try {
          if (kind == null) {
            kind = Kind.of(line);
          } else if (!line.isEmpty()) {
            next = event(line);
          }
        } catch (IllegalArgumentException | DateTimeException e) {
          throw new IllegalArgumentException(file + ", line " + number + ": " + e.getMessage(), e);
        }
      }
      return true;
    }

    private String line() {
      try {
        String line = lines.readLine();
        number++;
        return number == 1 && line != null && line.startsWith("\uFEFF") ? line.substring(1) : line;
      } catch (IOException e) {
        throw new UncheckedIOException(file + ": " + e.getMessage(), e);
      }
    }

    @Override
    public TwiEvent next() {
      if (!hasNext()) {
        throw new NoSuchElementException(file + " has no more lines");
      }
      TwiEvent event = next;
      next = null;
      return event;
    }

    /** What a line says; null when it says nothing. */
    private TwiEvent event(String line) {
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
}
