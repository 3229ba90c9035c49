package io.rowandb.systems.webtable;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
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
 *       link a line. Lines of one source that follow one another are a fetch of it.
 *   <li>{@code host}: a line is the page {@code http://host/}.
 * </ul>
 *
 * <p>What is not named has a default: the status is 200, the rest is empty, and the time has to be
 * said.
 */
public final class CrawlFile {
  private static final String TIME = "time";
  private static final int FOUND = 200;

  /** Characters of a wrong line that an error shows. */
  private static final int SHOWN = 200;

  // Fixed at construction.
  private final String name;
  private final BufferedReader lines;
  private final Instant time;
  private final Consumer<String> wrong;
  private final List<String> columns;

  private long number = 1;

  /** The fetch that the next line may have another link of; null for none. */
  private PageFetch begun;

  private final List<PageLink> links = new ArrayList<>();

  private CrawlFile(String name, BufferedReader lines, Instant time, Consumer<String> wrong) {
    this.name = name;
    this.lines = lines;
    this.time = time;
    this.wrong = wrong;
    String first = line();
    String header = first == null ? "" : first.replaceFirst("^\\uFEFF", "");
    columns = Arrays.asList(header.split("\t", -1));
    boolean links = columns.containsAll(List.of("source_url", "target_url", "anchor_text"));
    if (!links && !columns.contains("url") && !columns.contains("host")) {
      throw new IllegalArgumentException(
          name
              + ": the first line is "
              + (header.isEmpty() ? "missing" : '"' + beginning(header) + '"')
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
    PageFetch.checkTime(TIME, time);
    try {
      CrawlFile file = new CrawlFile(name, lines, time, wrong);
      return StreamSupport.stream(file.fetches(), /* parallel= */ false).onClose(file::close);
    } catch (UncheckedIOException e) {
      lines.close();
      throw e.getCause();
    } catch (RuntimeException e) {
      lines.close();
      throw e;
    }
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

  private void close() {
    try {
      lines.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The next line, null at the end. */
  private String line() {
    try {
      return lines.readLine();
    } catch (CharacterCodingException e) {
      throw new UncheckedIOException(new IOException(name + " is no text in UTF-8", e));
    } catch (IOException e) {
      throw new UncheckedIOException(new IOException(name + ": " + e.getMessage(), e));
    }
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
    for (String line = line(); line != null; line = line()) {
      number++;
      PageFetch fetch = line.isEmpty() ? null : taken(line);
      if (fetch != null) {
        return fetch;
      }
    }
    return ended();
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
      wrong.accept(name + ", line " + number + ": " + e.getMessage() + ": " + beginning(line));
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
    PageLink link =
        new PageLink(PageUrl.of(value(values, "target_url", "")), value(values, "anchor_text", ""));
    if (source.equals(begun)) {
      links.add(link);
      return null;
    }
    PageFetch before = begun;
    List<PageLink> ofBefore = List.copyOf(links);
    begun = source;
    links.clear();
    links.add(link);
    return before == null ? null : withLinks(before, ofBefore);
  }

  private static PageFetch withLinks(PageFetch fetch, List<PageLink> all) {
    return new PageFetch(
        fetch.url(), fetch.time(), fetch.status(), fetch.type(), fetch.body(), all);
  }

  /** The last fetch of a file of links; null for none. */
  private PageFetch ended() {
    PageFetch last = begun;
    begun = null;
    try {
      return last == null ? null : withLinks(last, links);
    } catch (IllegalArgumentException e) {
      wrong.accept(name + ", line " + number + ": " + e.getMessage());
      return null;
    }
  }

  private String value(String[] values, String column, String other) {
    int at = columns.indexOf(column);
    return at < 0 ? other : values[at];
  }

  private Instant time(String[] values) {
    int at = columns.indexOf(TIME);
    if (at < 0) {
      return time;
    }
    try {
      return Instant.parse(values[at]);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "time is \"" + values[at] + "\", not as 2011-07-03T10:15:30.250Z", e);
    }
  }

  private static int status(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("status is \"" + text + "\", not a number", e);
    }
  }

  /** Of a line that may be a whole file. */
  private static String beginning(String line) {
    return line.length() <= SHOWN ? line : line.substring(0, SHOWN) + " …";
  }
}
