package io.rowandb.schema.pattern.notes;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/**
 * Which indexes of an open table are incomplete, so that no read may use them, and why. Used by any
 * number of threads.
 */
public final class IndexStates {
  /** Asks the servers, or gives what is known. */
  @FunctionalInterface
  public interface Source {
    Map<String, String> unbuilt(Map<String, String> known) throws IOException;
  }

  // Fixed at construction.
  private final Source source;
  private final long leaseNanos;

  private volatile Map<String, String> unbuilt;

  /** When they were asked for last. */
  private volatile Since since;

  /**
   * The states when the table was opened, and the source of later ones.
   *
   * @param unbuilt the indexes that are not complete, and what each is
   * @param since when that was so
   * @param lease how long they are relied on
   */
  IndexStates(Map<String, String> unbuilt, Since since, Source source, Duration lease) {
    this.unbuilt = Map.copyOf(unbuilt);
    this.since = since;
    this.source = source;
    leaseNanos = lease.toNanos();
  }

  /** Without a source: the owner queries the states and passes them to {@link #set}. */
  public static IndexStates told() {
    return new IndexStates(Map.of(), Since.now(), known -> known, Duration.ofDays(1));
  }

  /** Sets the states that the owner got. */
  public void set(Map<String, String> newUnbuilt) {
    unbuilt = Map.copyOf(newUnbuilt);
  }

  /**
   * As they were a lease ago at the most: an index may have been given up meanwhile. While nobody
   * can tell, because no master answers, they are as they were.
   */
  public Map<String, String> unbuilt() {
    if (!since.isYounger(leaseNanos)) {
      ask();
    }
    return unbuilt;
  }

  /** The same, asked for now if any was incomplete: it may have been built meanwhile. */
  public Map<String, String> unbuiltNow() {
    if (!unbuilt.isEmpty()) {
      ask();
    }
    return unbuilt;
  }

  private void ask() {
    Since now = Since.now();
    try {
      set(source.unbuilt(unbuilt));
      since = now;
    } catch (IOException e) {
      since = Since.now(); // reads need no master, and go on by what is known
    }
  }
}
