package io.rowandb.systems.logs;

import io.rowandb.schema.pattern.Page;
import io.rowandb.schema.pattern.Query;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;

/**
 * The lines of several guids, merged: each once, the oldest first. Of each guid a part of a page is
 * in memory. Used by one thread.
 */
final class GuidUnion {
  /** The lines of one guid, which come in the order of their places. */
  private static final class Source {
    private final Query<LogRecord> query;
    private final int step;
    private final Deque<LogRecord> read = new ArrayDeque<>();
    private Optional<String> next = Optional.empty();

    Source(Query<LogRecord> query, int step) throws IOException {
      this.query = query;
      this.step = step;
      take(query.page(step));
    }

    private void take(Page<LogRecord> page) {
      read.addAll(page.records());
      next = page.next();
    }

    /** Whether there is a line; only then it has a place. */
    boolean hasLine() throws IOException {
      while (read.isEmpty() && next.isPresent()) {
        take(query.page(step, next.get()));
      }
      return !read.isEmpty();
    }

    LinePlace place() {
      return LinePlace.of(read.getFirst());
    }
  }

  private final Queue<Source> sources = new PriorityQueue<>(Comparator.comparing(Source::place));

  /**
   * Merges.
   *
   * @param queries one for each guid
   * @param step lines that are read of each at once
   * @param after where the first line stands behind; empty for all
   */
  GuidUnion(Iterable<Query<LogRecord>> queries, int step, Optional<LinePlace> after)
      throws IOException {
    for (Query<LogRecord> each : queries) {
      Source source = new Source(each, step);
      while (source.hasLine() && after.isPresent() && source.place().compareTo(after.get()) <= 0) {
        source.read.removeFirst();
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
      line = source.read.removeFirst();
      if (source.hasLine()) {
        sources.add(source);
      }
    }
    return Optional.ofNullable(line);
  }

  /** Whether there is another one. */
  boolean hasNext() {
    return !sources.isEmpty();
  }
}
