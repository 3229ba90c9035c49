package io.rowandb.engine.background;

import io.rowandb.engine.compaction.CompactionPolicy.Wish;
import io.rowandb.engine.region.PurgeLook;
import io.rowandb.engine.region.PurgeRequests;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.StoredRegion;
import java.util.concurrent.Executor;

/**
 * Rids stores of what deletions hide when reads step over much of it: by a flush, or by a major
 * compaction, as its {@link PurgeLook} says.
 *
 * <p>A store is looked at by one thread at a time. Lives as long as {@link Maintenance}.
 */
final class Purges implements PurgeRequests {
  /** Flushes a region, looks after the log, and tells of failures. */
  @FunctionalInterface
  interface Flush {
    /** Returns whether it did not fail. */
    boolean flush(StoredRegion region, PurgeLook look);
  }

  // Fixed at construction.
  private final Executor threads;
  private final Flush flush;
  private final SplitQueue splits;
  private final Compactions compactions;
  private final BackgroundFailures failures;
  private volatile boolean closed;

  /**
   * @param threads where it works
   * @param flush drops what masks nothing in a store's files
   */
  Purges(
      Executor threads,
      Flush flush,
      SplitQueue splits,
      Compactions compactions,
      BackgroundFailures failures) {
    this.threads = threads;
    this.flush = flush;
    this.splits = splits;
    this.compactions = compactions;
    this.failures = failures;
  }

  /** Lets none begin any more. */
  void stop() {
    closed = true;
  }

  @Override
  public void request(StoredRegion region, PurgeLook look) {
    try {
      threads.execute(() -> carryOut(region, look));
    } catch (RuntimeException | Error e) { // the reader has what it asked for
      failures.add("queueing a purge of region " + region, e);
      look.end();
    }
  }

  private void carryOut(StoredRegion region, PurgeLook look) {
    try {
      // A flush that has to wait would keep those of other regions waiting: the next look is soon.
      if (!closed && look.isDue() && !region.isFlushHeld()) {
        purge(region, look);
      }
    } catch (RefusedException | RuntimeException | Error e) {
      if (!BackgroundFailures.isGone(e)) {
        failures.add("purge of region " + region, e);
      }
    } finally {
      look.end();
    }
  }

  private void purge(StoredRegion region, PurgeLook look) throws RefusedException {
    if (look.hasMarkersInMemory() && !flush.flush(region, look)) {
      return;
    }
    if (look.needsCompaction()) {
      look.compacted();
    }
    if (splits.offer(region)) {
      return;
    }
    if (look.needsCompaction()) {
      compactions.request(region, look.family(), Wish.MAJOR);
    } else {
      compactions.request(region);
    }
  }
}
