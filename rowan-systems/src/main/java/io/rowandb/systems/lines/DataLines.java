package io.rowandb.systems.lines;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.time.DateTimeException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The lines of a file whose first line says what the others hold. Errors name the file, the line
 * and how it begins. Used by one thread.
 */
public final class DataLines {
  /** Characters that a line of most files may have; a longer one need not fit in memory. */
  public static final int USUAL_CHARS = 1_000_000;

  /** Characters of a wrong line or value that an error shows. */
  private static final int SHOWN = 200;

  // Fixed at construction.
  private final String name;
  private final BufferedReader lines;
  private final int mostChars;

  private int number;

  private DataLines(String name, BufferedReader lines, int mostChars) {
    this.name = name;
    this.lines = lines;
    this.mostChars = mostChars;
  }

  /** Makes what reads the other lines. */
  public interface Header<T> {
    /**
     * Called with the first line, without the mark that some editors put before it; empty when
     * there is none. What it throws is thrown as it is.
     */
    Parser<T> of(String first);
  }

  /** Reads a line. */
  public interface Parser<T> {
    /**
     * Called with a line that is not empty, and its number in the file. An {@link
     * IllegalArgumentException}, {@link DateTimeException} or {@link ArithmeticException} makes the
     * line a wrong one.
     */
    List<T> parse(int number, String line);
  }

  /** Reads from what has lines; makes a stream of it, which closes it. */
  public interface Use<T> {
    /** The first line is read, and no other. */
    Stream<T> of(String first, DataLines others);
  }

  /**
   * What a file's lines hold; empty lines are skipped.
   *
   * @param name of the file, for errors
   * @param lines are read while the stream is, and closed by it
   * @param mostChars that a line may have
   * @return a stream that throws IllegalArgumentException at a line that is wrong, and
   *     UncheckedIOException when the file cannot be read on
   */
  public static <T> Stream<T> read(
      String name, BufferedReader lines, int mostChars, Header<T> header) throws IOException {
    return use(
        name,
        lines,
        mostChars,
        (first, others) -> {
          Parser<T> parser = header.of(first);
          return Stream.generate(others::next)
              .takeWhile(Objects::nonNull)
              .flatMap(line -> others.parse(parser, line).stream());
        });
  }

  /** As {@link #read}, of a file whose first line is as the others. */
  public static <T> Stream<T> all(
      String name, BufferedReader lines, int mostChars, Parser<T> parser) throws IOException {
    return use(
        name,
        lines,
        mostChars,
        (first, others) ->
            Stream.concat(
                    Stream.of(first).filter(line -> !line.isEmpty()),
                    Stream.generate(others::next).takeWhile(Objects::nonNull))
                .flatMap(line -> others.parse(parser, line).stream()));
  }

  /** As {@link #read}, for who takes the lines one by one. */
  public static <T> Stream<T> use(String name, BufferedReader lines, int mostChars, Use<T> use)
      throws IOException {
    DataLines all = new DataLines(name, lines, mostChars);
    try {
      String first = all.line();
      return use.of(first == null ? "" : first.replaceFirst("^\\uFEFF", ""), all)
          .onClose(all::close);
    } catch (UncheckedIOException e) {
      lines.close();
      throw e.getCause();
    } catch (RuntimeException e) {
      lines.close();
      throw e;
    }
  }

  private <T> List<T> parse(Parser<T> parser, String line) {
    try {
      return parser.parse(number, line);
    } catch (IllegalArgumentException | DateTimeException | ArithmeticException e) {
      throw new IllegalArgumentException(wrong(line, e), e);
    }
  }

  /** The next line that is not empty; null at the end. */
  public String next() {
    String line = line();
    while (line != null && line.isEmpty()) {
      line = line();
    }
    return line;
  }

  /** The number of the last line that was read, from 1 on. */
  public int number() {
    return number;
  }

  /** What is wrong with the last line that was read, and where it is. */
  public String wrong(String line, RuntimeException why) {
    return wrong(why) + ": " + beginning(line);
  }

  /** The same without the line. */
  public String wrong(RuntimeException why) {
    return name + ", line " + number + ": " + why.getMessage();
  }

  /** Of a line or a value that may be a whole file. */
  public static String beginning(String text) {
    return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + " …";
  }

  /** A first line in an error. */
  public static String shown(String first) {
    return first.isEmpty() ? "missing" : '"' + beginning(first) + '"';
  }

  private String line() {
    try {
      int next = lines.read();
      if (next < 0) {
        return null;
      }
      number++;
      StringBuilder line = new StringBuilder();
      for (; next >= 0 && next != '\n' && next != '\r'; next = lines.read()) {
        if (line.length() == mostChars) {
          throw new IllegalArgumentException(
              String.format(
                  Locale.ROOT,
                  "%s, line %d: it has more than %d characters: %s",
                  name,
                  number,
                  mostChars,
                  beginning(line.toString())));
        }
        line.append((char) next);
      }
      if (next == '\r') {
        lines.mark(1);
        if (lines.read() != '\n') {
          lines.reset();
        }
      }
      return line.toString();
    } catch (CharacterCodingException e) {
      throw new UncheckedIOException(new IOException(name + " is no text in UTF-8", e));
    } catch (IOException e) {
      throw new UncheckedIOException(new IOException(name + ": " + e.getMessage(), e));
    }
  }

  private void close() {
    try {
      lines.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
