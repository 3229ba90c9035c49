package io.rowandb.engine.background;

import io.rowandb.engine.compaction.CompactionPolicy.Wish;
import io.rowandb.engine.region.Purge;
import io.rowandb.engine.region.PurgeRequests;
import io.rowandb.engine.region.StoredRegion;
import java.io.IOException;
import java.util.concurrent.Executor;

/**
 * Rids families of what deletions hide when reads step over much of it: by a flush, which costs
 * what is in memory, and by a major compaction when they stepped over as many cells as that has to
 * read. So all purges together cost no more than the reads that ask for them.
 *
 * <p>A family is looked at by one thread at a time. Lives as long as {@link Maintenance}.
 */
final class Purges implements PurgeRequests {
  /** Flushes a region, and looks after the log. */
  @FunctionalInterface
  interface Flush {
    void flush(StoredRegion region, String family) throws IOException;
  }

  // Fixed at construction.
  private final Executor threads;
  private final Flush flush;
  private final Compactions compactions;
  private final BackgroundFailures failures;

  /**
   * @param threads where it works
   * @param flush drops what masks nothing in a family's files
   */
  Purges(Executor threads, Flush flush, Compactions compactions, BackgroundFailures failures) {
    this.threads = threads;
    this.flush = flush;
    this.compactions = compactions;
    this.failures = failures;
  }

  @Override
  public void request(StoredRegion region, String family) {
    boolean queued = false;
    try {
      threads.execute(() -> look(region, family));
      queued = true;
    } finally {
      if (!queued) { // no thread could be started
        region.endLook(family);
      }
    }
  }

  private void look(StoredRegion region, String family) {
    try {
      Purge due = region.duePurge(family);
      // A flush that has to wait would keep those of other regions waiting: the next look is soon.
      if (due == Purge.NONE || region.isFlushHeld()) {
        return;
      }
      flush.flush(region, family);
      if (due == Purge.COMPACTION) {
        compactions.request(region, family, Wish.MAJOR);
      }
    } catch (IOException | RuntimeException | Error e) {
      if (!BackgroundFailures.isGone(e)) {
        failures.add("purge of family " + family + " of region " + region, e);
      }
    } finally {
      region.endLook(family);
    }
  }
}
