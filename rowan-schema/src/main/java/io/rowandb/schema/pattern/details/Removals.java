package io.rowandb.schema.pattern.details;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.rowandb.schema.pattern.calls.Steps;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import io.rowandb.schema.pattern.calls.Carrier;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Rows from which this client removed something in the last millisecond. In HBase a removal hides
 * what is written in the same millisecond, even after it, so a write of such a row waits for the
 * next millisecond. There are at most as many rows here as a client can change in a millisecond.
 * Used by any number of threads.
 */
public final class Removals {
  /** A millisecond, and a tenth since the clocks of client and server may not go as fast. */
  private static final long HIDING_NANOS = TimeUnit.MICROSECONDS.toNanos(1_100);

  // Fixed at construction.
  private final Carrier carrier;

  /** When the servers had removed it at the latest, by {@link System#nanoTime}; oldest first. */
  @GuardedBy("this")
  private final Map<ByteBuffer, Long> removed = new LinkedHashMap<>();

  /** None yet, of what is removed by a carrier's calls. */
  public Removals(Carrier carrier) {
    this.carrier = carrier;
  }

  /** Something was removed from a row, and the servers have answered. */
  public synchronized void add(byte[] row) {
    long now = System.nanoTime();
    forget(now);
    ByteBuffer key = ByteBuffer.wrap(row);
    removed.remove(key); // else it keeps its place
    removed.put(key, now);
  }

  /** Ends when what is written to a row is not hidden: in a millisecond at most, mostly at once. */
  public CompletableFuture<Void> passed(byte[] row) {
    return Steps.whileMore(
        () -> {
          long rest = restNanos(row);
          return rest > 0
              ? carrier.pause(rest).thenCompose(done -> Steps.more(true))
              : Steps.more(false);
        });
  }

  private synchronized long restNanos(byte[] row) {
    if (removed.isEmpty()) {
      return 0;
    }
    long now = System.nanoTime();
    forget(now);
    Long since = removed.get(ByteBuffer.wrap(row));
    return since == null ? 0 : HIDING_NANOS - (now - since);
  }

  @GuardedBy("this")
  private void forget(long now) {
    Iterator<Long> times = removed.values().iterator();
    while (times.hasNext() && now - times.next() >= HIDING_NANOS) {
      times.remove();
    }
  }
}
