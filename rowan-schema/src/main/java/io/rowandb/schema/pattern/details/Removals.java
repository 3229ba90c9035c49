package io.rowandb.schema.pattern.details;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.rowandb.schema.pattern.calls.Carrier;
import io.rowandb.schema.pattern.calls.Steps;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Rows from which this client removed something in the last millisecond, or to which it added
 * something besides their records. In HBase a removal hides what is written in the same
 * millisecond, even after it, so a write of such a row waits for the next millisecond. A write of a
 * record also waits for the millisecond after that of details written separately, so that these are
 * older than the write. It holds at most as many rows as a client can change in a millisecond. Used
 * by any number of threads.
 */
public final class Removals {
  // Fixed at construction.
  private final Carrier carrier;
  private final Recent removed = new Recent();
  private final Recent addedBeside = new Recent();

  /** None yet, of what is removed by a carrier's calls. */
  public Removals(Carrier carrier) {
    this.carrier = carrier;
  }

  /** Something was removed from a row, and the servers have answered. */
  public void add(byte[] row) {
    removed.add(row, carrier);
  }

  /** Something was written beside a record, and the servers have answered. */
  void addBeside(byte[] row) {
    addedBeside.add(row, carrier);
  }

  /** Ends when what is written to a row is not hidden: in a millisecond at most, mostly at once. */
  public CompletableFuture<Void> passed(byte[] row) {
    return passed(removed, row);
  }

  /** The same, and when what is written is younger than what was written beside the record. */
  public CompletableFuture<Void> allPassed(byte[] row) {
    return passed(row).thenCompose(done -> passed(addedBeside, row));
  }

  private CompletableFuture<Void> passed(Recent rows, byte[] row) {
    return Steps.whileMore(
        () -> {
          long rest = rows.restNanos(row, carrier);
          return rest > 0
              ? carrier.pause(rest).thenCompose(done -> Steps.more(true))
              : Steps.more(false);
        });
  }

  /** Rows of the last millisecond. */
  private static final class Recent {
    /** A millisecond, and a tenth since the clocks of client and server may not go as fast. */
    private static final long HIDING_NANOS = TimeUnit.MICROSECONDS.toNanos(1_100);

    /** When the servers had answered at the latest, by {@link Carrier#nanoTime}; oldest first. */
    @GuardedBy("this")
    private final Map<ByteBuffer, Long> times = new LinkedHashMap<>();

    private synchronized void add(byte[] row, Carrier clock) {
      long now = clock.nanoTime();
      forget(now);
      ByteBuffer key = ByteBuffer.wrap(row);
      times.remove(key); // else it keeps its place
      times.put(key, now);
    }

    private synchronized long restNanos(byte[] row, Carrier clock) {
      if (times.isEmpty()) {
        return 0;
      }
      long now = clock.nanoTime();
      forget(now);
      Long since = times.get(ByteBuffer.wrap(row));
      return since == null ? 0 : HIDING_NANOS - (now - since);
    }

    @GuardedBy("this")
    private void forget(long now) {
      Iterator<Long> oldest = times.values().iterator();
      while (oldest.hasNext() && now - oldest.next() >= HIDING_NANOS) {
        oldest.remove();
      }
    }
  }
}
