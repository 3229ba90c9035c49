package io.rowandb.engine.region;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.rowandb.engine.compaction.CommonPace;
import io.rowandb.engine.compaction.CompactionPolicy.Wish;
import io.rowandb.engine.compaction.Pace;
import io.rowandb.engine.latency.OperationTimer;
import io.rowandb.engine.store.SharedStoreFile;
import io.rowandb.engine.store.Store;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The compactions of a region. Several may run at once, even of one family, so files that arrive
 * during a long one can be merged meanwhile.
 *
 * <ol>
 *   <li>At most one of them merges a given file at a time.
 *   <li>While files of a family are being merged, only newer ones are chosen: the files of each
 *       selection are neighbours in age, and stay so.
 *   <li>A compaction of all files of a family waits until none of them is being merged; until then
 *       no other compaction of the family begins.
 * </ol>
 *
 * Safe for use by many threads. Its lock is taken before those of {@link RegionViews}.
 */
final class RegionCompactions {
  /** Puts new files in the place of others, or deletes them when those are not there any more. */
  @FunctionalInterface
  interface Exchange {
    void exchange(Store store, List<SharedStoreFile> chosen, List<SharedStoreFile> merged)
        throws IOException;
  }

  /** What of a store is to be merged. */
  private record Choice(Store store, Store.Merge merge) {
    List<SharedStoreFile> files() {
      return merge.newestFirst();
    }
  }

  // Fixed at construction.
  private final RegionViews views;
  private final Exchange exchange;
  private final OperationTimer timer;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition ended = lock.newCondition();

  // Guarded by lock.
  /** What is being merged, by family; no family without files. */
  @GuardedBy("lock")
  private final Map<String, Set<SharedStoreFile>> merging = new HashMap<>();

  /** How many wait to merge all files, by family. */
  @GuardedBy("lock")
  private final Map<String, Integer> waiting = new HashMap<>();

  RegionCompactions(RegionViews views, Exchange exchange, OperationTimer timer) {
    this.views = views;
    this.exchange = exchange;
    this.timer = timer;
  }

  /**
   * Drops files of one family whose TTL has passed, and merges others if the policy finds some.
   *
   * @param largeToo whether it may take long, by the size of the files or since others of the
   *     family are being merged
   */
  CompactionOutcome compact(String family, Wish wish, boolean largeToo, CommonPace pace)
      throws IOException {
    long begun = timer.begin();
    boolean dropped;
    Choice choice;
    lock.lock();
    try {
      dropped = dropExpired(family);
      if (wish == Wish.MAJOR && merging.containsKey(family) && !largeToo) {
        return CompactionOutcome.LARGE;
      }
      choice = begin(family, wish);
    } finally {
      lock.unlock();
    }
    if (choice == null) {
      return dropped ? CompactionOutcome.MERGED : CompactionOutcome.NOTHING;
    }
    try {
      if (!largeToo && choice.store().isLarge(choice.merge())) {
        return CompactionOutcome.LARGE;
      }
      List<SharedStoreFile> merged = choice.store().compact(choice.merge(), whileOpen(pace));
      exchange.exchange(choice.store(), choice.files(), merged);
      if (choice.merge().allFiles()) {
        choice.store().purging().compacted();
      }
      timer.end(begun);
      return CompactionOutcome.MERGED;
    } finally {
      end(family, choice);
    }
  }

  /** Returns when none runs any more. Of a closed region none begins. */
  void awaitEnd() {
    lock.lock();
    try {
      while (!merging.isEmpty()) {
        ended.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  private boolean dropExpired(String family) throws IOException {
    try (RegionView pinned = views.pin()) {
      int i = pinned.stores().indexOf(family);
      if (i < 0) {
        return false;
      }
      Store store = pinned.stores().get(i);
      List<SharedStoreFile> expired =
          store.expired(pinned.store(i), merging.getOrDefault(family, Set.of()));
      if (expired.isEmpty()) {
        return false;
      }
      exchange.exchange(store, expired, List.of());
      return true;
    }
  }

  /** Chooses what to merge, and keeps others from it; null for nothing. */
  @GuardedBy("lock")
  private Choice begin(String family, Wish wish) throws IOException {
    if (wish == Wish.MAJOR) {
      awaitTurn(family);
    } else if (waiting.containsKey(family)) {
      return null; // it will all be merged
    }
    Choice choice = choose(family, wish);
    if (choice != null) {
      merging.computeIfAbsent(family, f -> new HashSet<>()).addAll(choice.files());
    }
    return choice;
  }

  @GuardedBy("lock")
  private void awaitTurn(String family) {
    waiting.merge(family, 1, Integer::sum);
    while (merging.containsKey(family)) {
      ended.awaitUninterruptibly();
    }
    waiting.computeIfPresent(family, (f, count) -> count == 1 ? null : count - 1);
  }

  private void end(String family, Choice choice) {
    lock.lock();
    try {
      Set<SharedStoreFile> files = merging.get(family);
      choice.files().forEach(files::remove);
      if (files.isEmpty()) {
        merging.remove(family);
      }
      ended.signalAll();
    } finally {
      lock.unlock();
    }
    choice.files().forEach(SharedStoreFile::release);
  }

  /**
   * The files to merge, each retained for the caller; null for nothing. The view is released:
   * otherwise its memstores would stay in the heap, uncounted, for as long as the merge takes.
   */
  @GuardedBy("lock")
  private Choice choose(String family, Wish wish) throws IOException {
    try (RegionView pinned = views.pin()) {
      int i = pinned.stores().indexOf(family);
      if (i < 0) {
        return null;
      }
      Store store = pinned.stores().get(i);
      Set<SharedStoreFile> busy = merging.getOrDefault(family, Set.of());
      Choice choice = new Choice(store, store.select(pinned.store(i), busy, wish));
      if (choice.files().isEmpty()) {
        return null;
      }
      choice.files().forEach(SharedStoreFile::retain);
      return choice;
    }
  }

  private Pace whileOpen(CommonPace pace) {
    return bytes -> pace.wrote(bytes, views::checkOpen);
  }
}
