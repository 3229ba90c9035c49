package io.rowandb.engine.wal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The failures of a log: entries that could not be written and were undone while the log continued,
 * and the failure that ended it. A thread that waits for a failed entry gets the error, however
 * late it asks. Safe for use by many threads; queries take no lock.
 */
final class WalFailures {
  /**
   * A waiting thread asks within moments; this many separate failures mean that the disk is broken.
   */
  private static final int MAX_RANGES = 1000;

  private record Range(long first, long last, IOException cause) {}

  private volatile List<Range> ranges = List.of();
  private volatile WalFailedException end;

  /** Remembers entries that are not in the log, and never will be. */
  synchronized void add(long first, long last, IOException cause) {
    ranges = with(first, last, cause);
    if (ranges.size() > MAX_RANGES) {
      end("too many writes failed", cause);
    }
  }

  /** The log's end is unknown. The first cause stays. */
  synchronized void end(String what, Throwable cause) {
    if (end == null) {
      end = new WalFailedException("The log has failed, " + what + ": " + cause, cause);
    }
  }

  /** Whether the log has failed for good. */
  boolean ended() {
    return end != null;
  }

  /** Throws when the log has failed for good. */
  void refuseAfterEnd() throws WalFailedException {
    WalFailedException first = end;
    if (first != null) {
      throw new WalFailedException(
          first.getMessage() + "; writes are refused until the database is opened again", first);
    }
  }

  /** Throws when the entry is not, or may not be, in the log. */
  void check(long sequence) throws IOException {
    refuseAfterEnd();
    List<Range> all = ranges;
    for (int i = 0; i < all.size(); i++) {
      Range range = all.get(i);
      if (sequence >= range.first() && sequence <= range.last()) {
        throw notWritten(range.cause());
      }
    }
  }

  /** Whether no entry from this one on is known to have failed. */
  boolean noneFrom(long first) {
    List<Range> all = ranges; // the later ones last
    return end == null && (all.isEmpty() || all.get(all.size() - 1).last() < first);
  }

  /** What a writer is told whose entry is not in the log; each gets an exception of its own. */
  static IOException notWritten(IOException cause) {
    return new IOException("The log cannot be written: " + cause.getMessage(), cause);
  }

  @GuardedBy("this")
  private List<Range> with(long first, long last, IOException cause) {
    List<Range> changed = new ArrayList<>(ranges);
    Range previous = changed.isEmpty() ? null : changed.get(changed.size() - 1);
    boolean joins = previous != null && previous.last() == first - 1;
    if (joins) {
      changed.remove(changed.size() - 1);
    }
    changed.add(new Range(joins ? previous.first() : first, last, cause));
    return List.copyOf(changed);
  }
}
