package io.rowandb.engine.region;

import io.rowandb.engine.compaction.CommonPace;
import io.rowandb.engine.compaction.CompactionPolicy;
import io.rowandb.engine.latency.Latencies;
import io.rowandb.engine.latency.Operation;
import io.rowandb.engine.latency.OperationTimer;
import io.rowandb.engine.store.Listed;
import io.rowandb.engine.store.SharedStoreFile;
import io.rowandb.engine.store.Store;
import io.rowandb.engine.store.StoreManifest;
import io.rowandb.engine.store.UncertainCommitException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Flushes and compacts a region: writes files and replaces the view. Readers and writers continue
 * meanwhile. Its lock of flushes is taken before the locks of {@link RegionContent}.
 *
 * <ol>
 *   <li>One flush of a region at a time; {@link RegionCompactions} orders the compactions.
 *   <li>A new file is durable, then listed in the manifest, then in the view. A crash before it is
 *       listed leaves a file that opening removes. The files of all families of one flush are
 *       listed at once; before the files of only some families are listed, the log is forced up to
 *       their content.
 *   <li>Memstores frozen by a failed flush stay readable, and the next flush begins with them.
 *   <li>A file replaces exactly the memstore or files it was made from, or is abandoned: meanwhile
 *       its family may have been dropped and recreated with the same name.
 * </ol>
 */
final class RegionFiles {
  /** What may be written while writers wait: a disk takes it in some hundredths of a second. */
  private static final long MAX_HELD_BYTES = 4L << 20;

  // Fixed at construction.
  private final RegionInfo info;
  private final RegionContent content;
  private final RegionViews views;
  private final StoreManifest manifest;
  private final OperationTimer flushes;

  private final RegionCompactions compactions;
  private final ReentrantLock flushLock = new ReentrantLock();

  RegionFiles(RegionInfo info, RegionContent content, StoreManifest manifest, Latencies latencies) {
    this.info = info;
    this.content = content;
    this.views = content.views();
    this.manifest = manifest;
    this.flushes = latencies.timer(Operation.FLUSH);
    this.compactions =
        new RegionCompactions(views, this::exchange, latencies.timer(Operation.COMPACTION));
  }

  /**
   * Writes everything that is in memory now to files.
   *
   * @return whether there was anything
   */
  boolean flush() throws IOException {
    return flush(content::freeze);
  }

  /** Writes everything that is in memory now to files, and pins them before another flush. */
  PinnedFiles flushAndPin() throws IOException {
    flushLock.lock();
    try {
      flush();
      return new PinnedFiles(views.pin());
    } finally {
      flushLock.unlock();
    }
  }

  /** As {@link #flush}, but only the stores that a rule finds large, when it finds any. */
  boolean flushLarge(FlushRule rule) throws IOException {
    return flush(() -> content.freezeLarge(rule));
  }

  /** As {@link #flush}, but drops what no longer masks anything in the files of one store. */
  boolean flushPurged(Store store) throws IOException {
    return flush(content::freeze, store);
  }

  /** Whether it is being flushed, or flushes are blocked. */
  boolean isFlushHeld() {
    return flushLock.isLocked();
  }

  /** Freezes what is to be written. */
  @FunctionalInterface
  private interface Freezing {
    boolean freeze() throws IOException;
  }

  private boolean flush(Freezing freezing) throws IOException {
    return flush(freezing, null);
  }

  /**
   * Writes what is frozen, then what it freezes.
   *
   * @param purged the store of which it keeps no needless delete markers, or null
   */
  private boolean flush(Freezing freezing, Store purged) throws IOException {
    flushLock.lock();
    try {
      boolean leftOver = writeFrozen(purged);
      boolean frozen = freezing.freeze() && writeFrozen(purged);
      return leftOver || frozen;
    } finally {
      flushLock.unlock();
    }
  }

  /** Merges files of one family, as {@link RegionCompactions#compact} says. */
  CompactionOutcome compact(
      String family, CompactionPolicy.Wish wish, boolean largeToo, CommonPace pace)
      throws IOException {
    return compactions.compact(family, wish, largeToo, pace);
  }

  /** No write begins and no file comes or goes, until it is closed, by the same thread. */
  final class Standstill implements AutoCloseable {
    /** Null before writes wait. */
    private RegionViews.Hold held;

    private int flushes;

    /** How many flushes it took. */
    int flushes() {
      return flushes;
    }

    @Override
    public void close() {
      if (held != null) {
        held.close();
      }
      flushLock.unlock();
    }
  }

  /**
   * Holds the region still and brings everything into files. Writers wait for the last flush, so a
   * region with more than {@link #MAX_HELD_BYTES} in memory is flushed once beforehand.
   */
  Standstill hold() throws IOException {
    Standstill standstill = new Standstill();
    flushLock.lock();
    boolean done = false;
    try {
      standstill.flushes += views.activeBytes() > MAX_HELD_BYTES && flush() ? 1 : 0;
      standstill.held = content.hold();
      standstill.flushes += flush() ? 1 : 0;
      done = true;
      return standstill;
    } finally {
      if (!done) {
        standstill.close();
      }
    }
  }

  /** Everything is in files, and no other flush begins until it is closed, by the same thread. */
  final class Gap implements AutoCloseable {
    private final long[] sequences;
    private final int flushes;

    private Gap(long[] sequences, int flushes) {
      this.sequences = sequences;
      this.flushes = flushes;
    }

    /** Sequence ids between what is in files and later writes, in order. */
    long[] sequences() {
      return sequences;
    }

    /** How many flushes it took. */
    int flushes() {
      return flushes;
    }

    @Override
    public void close() {
      flushLock.unlock();
    }
  }

  /**
   * Brings everything into files, and keeps other flushes away; writes go on.
   *
   * @param count how many sequence ids are wanted
   */
  Gap flushAndHold(int count) throws IOException {
    flushLock.lock();
    Gap gap = null;
    try {
      int flushes = writeFrozen(null) ? 1 : 0;
      long[] sequences = content.freezeBelow(count);
      flushes += writeFrozen(null) ? 1 : 0;
      gap = new Gap(sequences, flushes);
      return gap;
    } finally {
      if (gap == null) {
        flushLock.unlock();
      }
    }
  }

  /**
   * Returns when no flush of another thread and no compaction runs any more. Of a closed region
   * none begins, so that afterwards nothing of this region touches a file's name: it may soon be
   * another owner's.
   */
  void awaitEnd() {
    flushLock.lock();
    try {
      // Whoever held it is done.
    } finally {
      flushLock.unlock();
    }
    compactions.awaitEnd();
  }

  private void exchange(Store store, List<SharedStoreFile> chosen, List<SharedStoreFile> merged)
      throws IOException {
    Listed listed = Listed.NO;
    RegionViews.Hold structure = views.hold();
    try (structure) {
      int i = views.stores().indexOf(store.family());
      if (i >= 0 && views.present().store(i).files().containsAll(chosen)) {
        StoreManifest.Change change =
            new StoreManifest.Change(
                info.number(),
                store.options().family(),
                names(merged),
                names(chosen),
                0,
                /* logged= */ true);
        views.replace(
            () -> manifest.commit(List.of(change)),
            view -> view.with(i, view.store(i).compacted(chosen, merged)));
        listed = Listed.YES;
        store.discardReplaced(chosen);
      }
    } catch (UncertainCommitException | RuntimeException | Error e) {
      listed = Listed.PERHAPS;
      throw e;
    } finally {
      for (SharedStoreFile file : merged) {
        letGo(store, file, listed.mayBe());
      }
    }
  }

  /** Writes the frozen memstores, if there are any, and replaces them by their files. */
  private boolean writeFrozen(Store purged) throws IOException {
    long begun = flushes.begin();
    RegionView pinned = views.pin();
    Map<Store, SharedStoreFile> written = new HashMap<>();
    Set<Store> listed = new HashSet<>();
    try {
      if (!pinned.hasFrozen()) {
        return false;
      }
      UnflushedWrites.Frozen frozen = content.frozen();
      for (int i = 0; i < pinned.stores().size(); i++) {
        if (pinned.store(i).frozen() != null) {
          Store store = pinned.stores().get(i);
          List<SharedStoreFile> older = store == purged ? pinned.store(i).files() : null;
          written.put(store, store.flush(pinned.store(i).frozen(), frozen.upTo(), older));
        }
      }
      content.forceLogOf(frozen);
      list(pinned, written, listed, frozen);
      content.markFrozenFlushed();
      flushes.end(begun);
      for (int i = 0; i < pinned.stores().size(); i++) {
        if (listed.contains(pinned.stores().get(i))) {
          pinned.store(i).frozen().markFlushed();
        }
      }
      return true;
    } finally {
      written.forEach((store, file) -> letGo(store, file, listed.contains(store)));
      pinned.unpin();
    }
  }

  /** Puts the files of the memstores that are still there into manifest and view. */
  private void list(
      RegionView pinned,
      Map<Store, SharedStoreFile> written,
      Set<Store> listed,
      UnflushedWrites.Frozen frozen)
      throws IOException {
    RegionViews.Hold structure = views.hold();
    try (structure) {
      RegionView present = views.present();
      List<StoreManifest.Change> changes = new ArrayList<>();
      List<Store> stores = new ArrayList<>();
      SharedStoreFile[] files = new SharedStoreFile[present.stores().size()];
      boolean[] flushed = new boolean[files.length];
      for (int from = 0; from < pinned.stores().size(); from++) {
        Store store = pinned.stores().get(from);
        int i = present.stores().indexOf(store.family());
        if (frozen.whole()
            && i >= 0
            && present.stores().get(i) == store
            && !written.containsKey(store)) {
          changes.add(change(store, List.of(), frozen));
        }
        if (written.containsKey(store)
            && i >= 0
            && present.store(i).frozen() == pinned.store(from).frozen()) {
          SharedStoreFile file = written.get(store);
          List<SharedStoreFile> added = file == null ? List.of() : List.of(file);
          changes.add(change(store, added, frozen));
          files[i] = file;
          flushed[i] = true;
          stores.add(store);
        }
      }
      try {
        views.replace(() -> manifest.commit(changes), view -> view.flushed(flushed, files));
        listed.addAll(stores);
      } catch (UncertainCommitException | RuntimeException | Error e) {
        // As in exchange.
        listed.addAll(stores);
        throw e;
      }
    }
  }

  private StoreManifest.Change change(
      Store store, List<SharedStoreFile> added, UnflushedWrites.Frozen frozen) {
    return new StoreManifest.Change(
        info.number(),
        store.options().family(),
        names(added),
        List.of(),
        frozen.upTo(),
        frozen.logged());
  }

  private static List<String> names(List<SharedStoreFile> files) {
    return files.stream().map(SharedStoreFile::name).toList();
  }

  /** Gives up the opener's reference; a file that the manifest certainly does not list goes. */
  private static void letGo(Store store, SharedStoreFile file, boolean listed) {
    if (file == null) {
      return;
    }
    if (listed) {
      file.release();
    } else {
      store.discard(file);
    }
  }
}
