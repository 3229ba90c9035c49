package io.rowandb.systems.webtable;

import io.rowandb.systems.lines.DataLines;
import java.io.BufferedReader;
import java.io.IOException;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Files of what a crawler fetched: lines of values with tabs between, and a first line that names
 * them. Other names than these are passed over.
 *
 * <ul>
 *   <li>{@code url}, and if wanted {@code time}, {@code status}, {@code type}, {@code body}: a page
 *       a line, without links. The time is as {@code 2011-07-03T10:15:30.250Z}.
 *   <li>{@code source_url}, {@code target_url}, {@code anchor_text}, and if wanted {@code time}: a
 *       link a line. Lines of one source and time are a fetch of it, and must follow one another:
 *       one that comes back after up to 100,000 other fetches is a wrong line. From further away it
 *       is not noticed, and takes the place of the fetch before.
 *   <li>{@code host}: a line is the page {@code http://host/}.
 * </ul>
 *
 * <p>What is not named has a default: the status is 200, the rest is empty, and the time has to be
 * said. A time that is more than a minute ahead is wrong.
 */
public final class CrawlFile {
  private static final String TIME = "time";
  private static final int FOUND = 200;

  /** Twice the longest body. */
  private static final int MOST_LINE_CHARS = 8_000_000;

  // Fixed at construction.
  private final DataLines lines;
  private final Instant time;
  private final Clock clock;
  private final Consumer<String> wrong;
  private final List<String> columns;

  private final LinkedFetches linked = new LinkedFetches();

  private CrawlFile(
      String name,
      String header,
      DataLines lines,
      Instant time,
      Clock clock,
      Consumer<String> wrong) {
    this.lines = lines;
    this.time = time;
    this.clock = clock;
    this.wrong = wrong;
    columns = Arrays.asList(header.split("\t", -1));
    boolean links = columns.containsAll(List.of("source_url", "target_url", "anchor_text"));
    if (!links && !columns.contains("url") && !columns.contains("host")) {
      throw new IllegalArgumentException(
          name
              + ": the first line is "
              + DataLines.shown(header)
              + ", and names neither url, host nor source_url, target_url, anchor_text,"
              + " with tabs between");
    }
  }

  /**
   * The fetches of a file. Empty lines are none.
   *
   * @param name of the file, for errors
   * @param lines are read while the stream is, and closed by it
   * @param time of fetches whose lines have none
   * @param wrong gets the message of each wrong line, which is passed over; to throw
   *     IllegalArgumentException ends the stream with that
   * @return a stream that throws UncheckedIOException when the file cannot be read on
   * @throws IllegalArgumentException when the first line does not name what is needed
   */
  public static Stream<PageFetch> read(
      String name, BufferedReader lines, Instant time, Consumer<String> wrong) throws IOException {
    return read(name, lines, time, Clock.systemUTC(), wrong);
  }

  static Stream<PageFetch> read(
      String name, BufferedReader lines, Instant time, Clock clock, Consumer<String> wrong)
      throws IOException {
    PageFetch.checkTime(TIME, time);
    return DataLines.use(
        name,
        lines,
        MOST_LINE_CHARS,
        (first, others) -> {
          CrawlFile file = new CrawlFile(name, first, others, time, clock, wrong);
          return StreamSupport.stream(file.fetches(), /* parallel= */ false);
        });
  }

  /**
   * Checks that a fetch may have a time.
   *
   * @param what it is, for the error
   * @throws IllegalArgumentException when it has more than milliseconds, or is not in a year from
   *     1970 to 9999
   */
  public static void checkTime(String what, Instant time) {
    PageFetch.checkTime(what, time);
  }

  private Spliterator<PageFetch> fetches() {
    return new Spliterators.AbstractSpliterator<>(Long.MAX_VALUE, Spliterator.ORDERED) {
      @Override
      public boolean tryAdvance(Consumer<? super PageFetch> to) {
        PageFetch next = nextFetch();
        if (next != null) {
          to.accept(next);
        }
        return next != null;
      }
    };
  }

  /** Null at the end. */
  private PageFetch nextFetch() {
    for (String line = lines.next(); line != null; line = lines.next()) {
      PageFetch fetch = taken(line);
      if (fetch != null) {
        return fetch;
      }
    }
    return linked.end();
  }

  /** What a line ends: nothing, or the fetch before, or itself. */
  private PageFetch taken(String line) {
    try {
      String[] values = line.split("\t", -1);
      if (values.length != columns.size()) {
        throw new IllegalArgumentException(
            "not " + columns.size() + " values, but " + values.length);
      }
      return columns.contains("source_url") ? linked(values) : page(values);
    } catch (IllegalArgumentException e) {
      wrong.accept(lines.wrong(line, e));
      return null;
    }
  }

  private PageFetch page(String[] values) {
    String host = value(values, "host", "");
    return new PageFetch(
        PageUrl.of(value(values, "url", "http://" + host + "/")),
        time(values),
        status(value(values, "status", Integer.toString(FOUND))),
        value(values, "type", ""),
        value(values, "body", ""),
        List.of());
  }

  private PageFetch linked(String[] values) {
    PageFetch source =
        new PageFetch(
            PageUrl.of(value(values, "source_url", "")), time(values), FOUND, "", "", List.of());
    return linked.add(
        source,
        new PageLink(
            PageUrl.of(value(values, "target_url", "")), value(values, "anchor_text", "")));
  }

  private String value(String[] values, String column, String other) {
    int at = columns.indexOf(column);
    return at < 0 ? other : values[at];
  }

  private Instant time(String[] values) {
    int at = columns.indexOf(TIME);
    Instant of = at < 0 ? time : time(values[at]);
    Webtable.checkNotAhead(of, clock);
    return of;
  }

  private static Instant time(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "time is \"" + text + "\", not as 2011-07-03T10:15:30.250Z", e);
    }
  }

  private static int status(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("status is \"" + text + "\", not a number", e);
    }
  }
}
