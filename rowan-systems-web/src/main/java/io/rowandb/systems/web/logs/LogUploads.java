package io.rowandb.systems.web.logs;

import io.rowandb.systems.logs.LogRecord;
import io.rowandb.systems.logs.LogStore;
import io.rowandb.systems.web.WebException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;

/** Writes the lines of a body while they come; a batch is in memory. Thread-safe. */
final class LogUploads {
  /** Each waits for its client, who may be slow, and must not take all threads. */
  private static final int AT_ONCE = 4;

  private static final int BATCH_LINES = 500;
  private static final int BATCH_CHARS = 1_000_000;

  // Fixed at construction.
  private final OpenLogs logs;

  private final Semaphore free = new Semaphore(AT_ONCE);

  LogUploads(OpenLogs logs) {
    this.logs = logs;
  }

  /** What reads a body. */
  interface Body {
    /** Throws IllegalArgumentException, as the stream does, when it is wrong. */
    Stream<LogRecord> lines() throws IOException;
  }

  /**
   * Writes all lines.
   *
   * @param title of their file
   * @return how many
   * @throws WebException when a line is wrong; it says how many before it are there
   */
  long add(String title, Body body) throws IOException {
    if (!free.tryAcquire()) {
      throw new WebException(
          WebException.UNAVAILABLE, AT_ONCE + " bodies of lines are being read already");
    }
    try {
      return write(title, body);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } finally {
      free.release();
    }
  }

  private long write(String title, Body body) throws IOException {
    long added = 0;
    try (Stream<LogRecord> lines = body.lines()) {
      Iterator<LogRecord> each = lines.iterator();
      for (List<LogRecord> batch = next(each); !batch.isEmpty(); batch = next(each)) {
        add(title, batch);
        added += batch.size();
      }
    } catch (WebException e) {
      throw new WebException(e.status(), e.getMessage() + so(added));
    } catch (IllegalArgumentException e) {
      throw WebException.wrong(e.getMessage() + so(added));
    }
    if (added == 0) {
      throw WebException.wrong("the body has no line");
    }
    return added;
  }

  private static String so(long added) {
    return added == 0
        ? "; no line was stored"
        : "; " + added + " lines before it are stored, and may be sent again";
  }

  private static List<LogRecord> next(Iterator<LogRecord> lines) {
    List<LogRecord> batch = new ArrayList<>();
    long chars = 0;
    while (batch.size() < BATCH_LINES && chars < BATCH_CHARS && lines.hasNext()) {
      LogRecord line = lines.next();
      batch.add(line);
      chars += Objects.toString(line.text(), "").length();
    }
    return batch;
  }

  /** Some lines; when it fails, some of them may be there. */
  void add(String title, List<LogRecord> lines) throws IOException {
    logs.write(store -> added(store, title, lines));
  }

  private static boolean added(LogStore store, String title, List<LogRecord> lines)
      throws IOException {
    store.addAll(store.numbered(lines.stream(), file -> title).toList());
    return true;
  }
}
