package io.rowandb.systems.twibase;

import io.rowandb.schema.table.ChangedDesignException;
import java.io.IOException;
import java.util.Map;

/**
 * Counts looks in users' rows. What cannot be written waits on, and a timeline that was read is
 * shown all the same. Used by any number of threads.
 */
final class LookWrites {
  private static final System.Logger LOG = System.getLogger(LookWrites.class.getName());

  /** So many readers' looks that fail one behind another say that no others can be written. */
  private static final int MOST_FAILURES = 8;

  // Fixed at construction.
  private final LookCounts counts;

  /** Of these looks. */
  LookWrites(LookCounts counts) {
    this.counts = counts;
  }

  /**
   * Counts a look at a page that was read. Who is no user takes no place; only an empty page may be
   * theirs.
   */
  void count(TwiSession session, String reader, boolean isEmpty) {
    try {
      if (!isEmpty || counts.isWaiting(reader) || session.isUser(reader)) {
        write(session, counts.count(reader));
      }
    } catch (IOException | ChangedDesignException e) {
      LOG.log(System.Logger.Level.WARNING, "a look of '" + reader + "' is not counted yet", e);
    }
  }

  /**
   * Writes looks that were taken.
   *
   * @throws IOException when some could not be written, which wait again; all others are
   */
  void write(TwiSession session, Map<String, Integer> looks) throws IOException {
    IOException failure = null;
    int failures = 0;
    for (Map.Entry<String, Integer> each : looks.entrySet()) {
      if (failures == MOST_FAILURES) {
        counts.putBack(each.getKey(), each.getValue());
        continue;
      }
      try {
        session.addLooks(each.getKey(), each.getValue());
        failures = 0;
      } catch (IOException | ChangedDesignException e) {
        counts.putBack(each.getKey(), each.getValue());
        failures++;
        if (failure == null) {
          failure = new IOException("looks of '" + each.getKey() + "' could not be written", e);
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
