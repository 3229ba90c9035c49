package io.rowandb.engine;

import io.rowandb.engine.background.Compactions;
import io.rowandb.engine.background.SplitChecks;
import io.rowandb.engine.background.SplitQueue;
import io.rowandb.engine.region.StoredRegion;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Splits the regions that wait in the {@link SplitQueue}; each split is a schema change of its own.
 *
 * <ol>
 *   <li>Whether a split is due, and where, is decided under the lock of {@link Schema}. A region is
 *       left alone if it was merged, or its table dropped or disabled, since it was offered.
 *   <li>A thread that does the background work itself, in the middle of another change, splits
 *       nothing: the regions keep waiting.
 *   <li>A region that is not split after all is compacted if it needs that, since no compaction was
 *       asked for while it waited for the split.
 * </ol>
 *
 * Safe for many threads: each pulls different regions. Lives as long as its {@link Database}.
 */
final class AutomaticSplits implements Runnable {
  // Fixed at construction.
  private final SplitQueue queue;
  private final SplitChecks checks;
  private final SchemaChanges changes;
  private final Schema schema;
  private final Compactions compactions;

  private final AtomicLong count = new AtomicLong();

  AutomaticSplits(
      SplitQueue queue,
      SplitChecks checks,
      SchemaChanges changes,
      Schema schema,
      Compactions compactions) {
    this.queue = queue;
    this.checks = checks;
    this.changes = changes;
    this.schema = schema;
    this.compactions = compactions;
  }

  /** How many regions were split. */
  long count() {
    return count.get();
  }

  /** Splits what waits. */
  @Override
  public void run() {
    boolean goesOn = true;
    while (goesOn) {
      StoredRegion region = queue.poll();
      goesOn = region != null && pulled(region);
    }
  }

  /** Splits or compacts a region; returns false when nothing can be split in this thread now. */
  private boolean pulled(StoredRegion region) {
    Attempt attempt = new Attempt(region);
    try {
      if (!changes.runBetweenOthers(attempt)) {
        queue.putBack(region);
        return false;
      }
    } catch (IOException | RuntimeException | Error e) {
      queue.failed(region, e);
    }
    if (attempt.split) {
      count.incrementAndGet();
    } else {
      compactions.request(region);
    }
    return true;
  }

  /** One split, if it is still due. */
  private final class Attempt implements SchemaChanges.Change {
    private final StoredRegion region;
    private boolean split;

    Attempt(StoredRegion region) {
      this.region = region;
    }

    @Override
    public void run() throws IOException {
      byte[] row = checks.dueRow(region);
      split = row != null && schema.splitIfRoom(region, row);
    }
  }
}
