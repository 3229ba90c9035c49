package io.rowandb.engine.background;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.rowandb.engine.region.StoredRegion;
import java.io.IOException;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Regions that have become too large and wait for their split, in order of arrival. Work that added
 * a file to a region offers the region here; {@code AutomaticSplits} pulls.
 *
 * <ol>
 *   <li>A region is queued at most once, which bounds the queue.
 *   <li>Offering takes no lock, so it may be done in the middle of a change of the schema.
 *   <li>A queued region is checked again before it is split: it may be gone by then.
 *   <li>After each offer a pull begins that finds the region; at most one pull waits to begin.
 * </ol>
 *
 * Safe for many threads. Lives as long as {@link Maintenance}, which owns it.
 */
public final class SplitQueue {
  // Fixed at construction.
  private final SplitChecks checks;
  private final Executor executor;
  private final BackgroundFailures failures;

  // Safe for many threads.
  private final Set<StoredRegion> waiting = ConcurrentHashMap.newKeySet();
  private final Queue<StoredRegion> inOrder = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean pullWaits = new AtomicBoolean();

  /** Null before the start. */
  private volatile Runnable pull;

  SplitQueue(SplitChecks checks, Executor executor, BackgroundFailures failures) {
    this.checks = checks;
    this.executor = executor;
    this.failures = failures;
  }

  /** The log was read: from now on regions may be split, by {@code pull} in the executor. */
  void start(Runnable pull) {
    this.pull = pull;
  }

  /**
   * Offers a region that has just got a new file.
   *
   * @return whether it is too large; then the thread that pulls it has it split or compacted
   */
  @CanIgnoreReturnValue
  boolean offer(StoredRegion region) {
    boolean due = false;
    try {
      due = pull != null && checks.isDue(region);
      if (due) {
        add(region);
        callIfNeeded();
      }
    } catch (IOException | RuntimeException | Error e) {
      failed(region, e);
    }
    return due;
  }

  /** The region that waited longest, which waits no more; or null. */
  public StoredRegion poll() {
    StoredRegion region = inOrder.poll();
    if (region != null) {
      waiting.remove(region); // who offers it from here on, has it looked at again
    }
    return region;
  }

  /** Has a region wait on that was pulled too early; the next offer, or tick, tries again. */
  public void putBack(StoredRegion region) {
    add(region);
  }

  private void add(StoredRegion region) {
    if (waiting.add(region)) {
      boolean added = false;
      try {
        added = inOrder.add(region);
      } finally {
        if (!added) { // no memory: it does not wait, so its next file offers it again
          waiting.remove(region);
        }
      }
    }
  }

  /** Has what waits pulled, if anything does. */
  void callIfNeeded() {
    Runnable task = pull;
    if (task != null && !inOrder.isEmpty() && pullWaits.compareAndSet(false, true)) {
      boolean queued = false;
      try {
        executor.execute(
            () -> {
              // First: an offer that comes too late for this pull calls another.
              pullWaits.set(false);
              task.run();
            });
        queued = true;
      } finally {
        if (!queued) { // no thread could be started: the next offer or tick tries again
          pullWaits.set(false);
        }
      }
    }
  }

  /** Reports that a split failed, unless the region no longer exists. */
  public void failed(StoredRegion region, Throwable e) {
    if (!BackgroundFailures.isGone(e)) {
      failures.add("split of region " + region, e);
    }
  }
}
