package io.rowandb.engine.background;

import io.rowandb.engine.region.StoredRegion;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Splits regions that have become too large, without being asked for: each is looked at after a
 * flush and after a compaction.
 *
 * <ol>
 *   <li>A region waits at most once: that bounds the queue.
 *   <li>What is looked at without a lock is looked at again under that of {@code Schema}, before
 *       the region is split.
 *   <li>A region that is not split after all is compacted if it needs that, since for the split
 *       nobody asked for it.
 * </ol>
 *
 * Safe for many threads. Lives as long as its {@code Database}.
 */
public final class AutomaticSplits {
  // Fixed at construction.
  private final SplitChecks checks;
  private final Splitter splitter;
  private final Executor executor;
  private final Compactions compactions;
  private final BackgroundFailures failures;

  // Safe for many threads.
  private final Set<StoredRegion> waiting = ConcurrentHashMap.newKeySet();
  private final AtomicLong count = new AtomicLong();

  /** Splits a region if that is still due, as one change of the schema. */
  @FunctionalInterface
  public interface Splitter {
    /** Returns whether it did. */
    boolean split(StoredRegion region) throws IOException;
  }

  /** Splits by these checks, in this executor. */
  public AutomaticSplits(
      SplitChecks checks,
      Splitter splitter,
      Executor executor,
      Compactions compactions,
      BackgroundFailures failures) {
    this.checks = checks;
    this.splitter = splitter;
    this.executor = executor;
    this.compactions = compactions;
    this.failures = failures;
  }

  /** How many regions were split. */
  public long count() {
    return count.get();
  }

  /**
   * Queues or makes the split of a region that has just got a new file, if it is due.
   *
   * @return whether it is
   */
  public boolean request(StoredRegion region) {
    boolean due = false;
    try {
      due = checks.dueRow(region) != null;
      if (due && waiting.add(region)) {
        queue(region);
      }
    } catch (IOException | RuntimeException | Error e) {
      failed(region, e);
    }
    return due;
  }

  private void queue(StoredRegion region) {
    boolean queued = false;
    try {
      executor.execute(() -> run(region));
      queued = true;
    } finally {
      if (!queued) { // no thread could be started, or the database is closing
        waiting.remove(region);
      }
    }
  }

  private void run(StoredRegion region) {
    waiting.remove(region);
    boolean split = false;
    try {
      split = splitter.split(region);
      if (split) {
        count.incrementAndGet();
      }
    } catch (IOException | RuntimeException | Error e) {
      failed(region, e);
    }
    if (!split) {
      compactions.request(region);
    }
  }

  private void failed(StoredRegion region, Throwable e) {
    if (!BackgroundFailures.isGone(e)) {
      failures.add("split of region " + region, e);
    }
  }
}
