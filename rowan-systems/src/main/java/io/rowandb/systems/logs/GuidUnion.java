package io.rowandb.systems.logs;

import io.rowandb.schema.pattern.Page;
import io.rowandb.schema.pattern.RecordQuery;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;

/**
 * The lines of several guids, merged: each once, the oldest first. Of each guid some lines are in
 * memory, and of each long one only one line: all of them have less than 3,000,000 characters, and
 * 100,000 more for each guid. Used by one thread.
 */
final class GuidUnion {
  /** Lines of a guid that are read at once; with the longest texts 2,000,000 characters. */
  private static final int STEP = 20;

  /** When so many characters are in memory, lines are read one by one. */
  private static final long MANY_CHARS = 1_000_000;

  /** The lines of one guid, which come in the order of their places. */
  private final class Source {
    private final RecordQuery<LogRecord> query;
    private final Deque<LogRecord> read = new ArrayDeque<>();
    private Optional<String> next = Optional.empty();

    Source(RecordQuery<LogRecord> query) throws IOException {
      this.query = query;
      take(query.page(step()));
    }

    private void take(Page<LogRecord> page) {
      read.addAll(page.records());
      page.records().forEach(each -> chars += each.textChars());
      next = page.next();
    }

    /** Whether there is a line; only then it has a place. */
    boolean hasLine() throws IOException {
      while (read.isEmpty() && next.isPresent()) {
        take(query.page(step(), next.get()));
      }
      return !read.isEmpty();
    }

    LinePlace place() {
      return LinePlace.of(read.getFirst());
    }

    LogRecord remove() {
      LogRecord line = read.removeFirst();
      chars -= line.textChars();
      return line;
    }
  }

  private final Queue<Source> sources = new PriorityQueue<>(Comparator.comparing(Source::place));
  private long chars;

  /**
   * Merges.
   *
   * @param queries one for each guid
   * @param after where the first line stands behind; empty for all
   */
  GuidUnion(Iterable<RecordQuery<LogRecord>> queries, Optional<LinePlace> after)
      throws IOException {
    for (RecordQuery<LogRecord> each : queries) {
      Source source = new Source(each);
      while (source.hasLine() && after.isPresent() && source.place().compareTo(after.get()) <= 0) {
        source.remove();
      }
      if (source.hasLine()) {
        sources.add(source);
      }
    }
  }

  /** The next line; empty when there is none. */
  Optional<LogRecord> next() throws IOException {
    if (sources.isEmpty()) {
      return Optional.empty();
    }
    LinePlace place = sources.element().place();
    LogRecord line = null;
    while (!sources.isEmpty() && sources.element().place().equals(place)) {
      Source source = sources.remove(); // the line may have several of the guids
      line = source.remove();
      if (source.hasLine()) {
        sources.add(source);
      }
    }
    return Optional.ofNullable(line);
  }

  private int step() {
    return chars < MANY_CHARS ? STEP : 1;
  }

  /** Characters of the texts that are in memory. */
  long chars() {
    return chars;
  }

  /** Whether there is another one. */
  boolean hasNext() {
    return !sources.isEmpty();
  }
}
