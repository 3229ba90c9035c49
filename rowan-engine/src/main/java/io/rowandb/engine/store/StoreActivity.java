package io.rowandb.engine.store;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.rowandb.engine.cache.CacheCounts;

/**
 * Counts the activity in one store since its region was opened. Counts never decrease. Reads are
 * counted without a lock; flushes and compactions are rare.
 *
 * <p>Safe for use by many threads; each count is exact, but they are not all of the same moment.
 */
public final class StoreActivity {
  // Fixed at construction.
  private final FileSelections selections = new FileSelections();
  private final CacheCounts cache = new CacheCounts();

  @GuardedBy("this")
  private FlushCounts flushes = FlushCounts.NONE;

  @GuardedBy("this")
  private CompactionCounts compactions = CompactionCounts.NONE;

  /** Counts nothing yet. */
  public StoreActivity() {}

  FileSelections selections() {
    return selections;
  }

  CacheCounts cache() {
    return cache;
  }

  synchronized void addFlush(FlushCounts flush) {
    flushes = flushes.plus(flush);
  }

  synchronized void addCompaction(CompactionCounts compaction) {
    compactions = compactions.plus(compaction);
  }

  /** All counts. */
  StoreCounts counts() {
    FlushCounts flushed;
    CompactionCounts compacted;
    synchronized (this) {
      flushed = flushes;
      compacted = compactions;
    }
    return new StoreCounts(
        selections.reads(),
        selections.memStoreReads(),
        selections.filterChecks(),
        selections.counts(),
        cache.counts(),
        flushed,
        compacted);
  }
}
