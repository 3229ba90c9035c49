package io.rowandb.engine.region;

import io.rowandb.engine.store.SharedStoreFile;
import io.rowandb.engine.store.StoreStats;
import io.rowandb.engine.store.StoreView;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * All sources of a region's cells at one moment: a view of each store. Immutable, except that
 * writers add to the active memstores. While the view is pinned, its files stay open and the memory
 * of its memstores is not reused. The region itself pins its current view.
 */
final class RegionView implements AutoCloseable {
  private final StoreSet stores;
  private final StoreView[] views;
  private final AtomicInteger pins = new AtomicInteger(1);

  /** A view with one pin, for its region. */
  RegionView(StoreSet stores, StoreView[] views) {
    this.stores = stores;
    this.views = views;
    for (StoreView view : views) {
      view.retain();
      view.retainMemory();
    }
  }

  StoreSet stores() {
    return stores;
  }

  StoreView store(int i) {
    return views[i];
  }

  /** Keeps it alive; false when it is dead already. */
  boolean pin() {
    int before = pins.get();
    while (before > 0) {
      if (pins.compareAndSet(before, before + 1)) {
        return true;
      }
      before = pins.get();
    }
    return false;
  }

  /** Gives up a pin; with the last one its memstores and files are let go of. */
  void unpin() {
    int left = pins.decrementAndGet();
    assert left >= 0 : "unpinned too often";
    if (left == 0) {
      for (StoreView view : views) {
        view.release();
        view.releaseMemory();
      }
    }
  }

  /** As {@link #unpin}, for a pin that is needed in one block only. */
  @Override
  public void close() {
    unpin();
  }

  /** The memory of its memstores is never to be used again; the caller has it pinned. */
  void keepMemory() {
    for (StoreView view : views) {
      view.keepMemory();
    }
  }

  /** Whether no store has a cell in its active memstore. */
  boolean activeIsEmpty() {
    for (StoreView view : views) {
      if (view.active().cellCount() > 0) {
        return false;
      }
    }
    return true;
  }

  boolean hasFrozen() {
    for (StoreView view : views) {
      if (view.frozen() != null) {
        return true;
      }
    }
    return false;
  }

  /** The latest time of a cell in its files; {@code Long.MIN_VALUE} without files. */
  long newestInFiles() {
    long newest = Long.MIN_VALUE;
    for (StoreView view : views) {
      for (SharedStoreFile file : view.files()) {
        newest = Math.max(newest, file.info().maxTimestamp());
      }
    }
    return newest;
  }

  /** The latest time of a cell in its active memstores; {@code Long.MIN_VALUE} without any. */
  long newestInMemory() {
    long newest = Long.MIN_VALUE;
    for (StoreView view : views) {
      newest = Math.max(newest, view.active().maxTimestamp());
    }
    return newest;
  }

  /** Cells in all memstores. */
  long memStoreCells() {
    long cells = 0;
    for (StoreView view : views) {
      cells += view.memStoreCells();
    }
    return cells;
  }

  /** Heap bytes of all memstores. */
  long memStoreBytes() {
    long bytes = 0;
    for (StoreView view : views) {
      bytes += view.memStoreBytes();
    }
    return bytes;
  }

  /** Heap bytes of the active memstores. */
  long activeBytes() {
    long bytes = 0;
    for (StoreView view : views) {
      bytes += view.active().heapBytes();
    }
    return bytes;
  }

  /** Sizes and counts of each family now, in byte order of the names. */
  List<StoreStats> familyStats() {
    List<StoreStats> families = new ArrayList<>(views.length);
    for (int i = 0; i < views.length; i++) {
      families.add(stores.get(i).stats(views[i]));
    }
    return families;
  }

  /** Bytes of the store files of each family, in byte order of the names. */
  long[] familyBytes() {
    long[] bytes = new long[views.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = fileBytes(views[i]);
    }
    return bytes;
  }

  /** See {@link StoredRegion#filesLeft}. */
  int filesLeft() {
    int least = Integer.MAX_VALUE;
    for (int i = 0; i < views.length; i++) {
      least = Math.min(least, stores.get(i).filesLeft(views[i]));
    }
    return least;
  }

  /** The most that one family needs compactions. */
  double compactionPressure() {
    double most = 0;
    for (int i = 0; i < views.length; i++) {
      most = Math.max(most, stores.get(i).compactionPressure(views[i]));
    }
    return most;
  }

  /** See {@link StoredRegion#splitRow}. */
  byte[] splitRow() throws IOException {
    byte[] row = null;
    long most = 0;
    for (int i = 0; i < views.length; i++) {
      byte[] ofStore = stores.get(i).splitRow(views[i]);
      long bytes = fileBytes(views[i]);
      if (ofStore != null && bytes > most) {
        row = ofStore;
        most = bytes;
      }
    }
    return row;
  }

  /** Drops the blocks of its files from the cache; returns how many there were. */
  int evictBlocks() {
    int evicted = 0;
    for (StoreView view : views) {
      for (SharedStoreFile file : view.files()) {
        evicted += file.evict();
      }
    }
    return evicted;
  }

  private static long fileBytes(StoreView view) {
    long bytes = 0;
    for (SharedStoreFile file : view.files()) {
      bytes += file.info().fileBytes();
    }
    return bytes;
  }

  /** Whether no active memstore has memory. */
  boolean activeIsUnused() {
    for (StoreView view : views) {
      if (!view.active().isUnused()) {
        return false;
      }
    }
    return true;
  }

  /**
   * The view after the active memstores of these stores were frozen. They are closed to writers
   * when there is one: until then there may be no memory for it.
   */
  RegionView freeze(Predicate<StoreView> chosen) {
    StoreView[] next = views.clone();
    for (int i = 0; i < next.length; i++) {
      if (chosen.test(views[i])) {
        next[i] = views[i].freeze();
      }
    }
    RegionView frozen = new RegionView(stores, next);
    for (StoreView view : next) {
      if (view.frozen() != null) {
        view.frozen().closeToWriters();
      }
    }
    return frozen;
  }

  /** Whether a rule finds a store large. */
  boolean hasLarge(FlushRule rule) {
    for (StoreView view : views) {
      if (rule.isLarge(view)) {
        return true;
      }
    }
    return false;
  }

  /** The view after the frozen memstores of some stores became files; a null file has no cells. */
  RegionView flushed(boolean[] flushed, SharedStoreFile[] files) {
    StoreView[] next = views.clone();
    for (int i = 0; i < next.length; i++) {
      if (flushed[i]) {
        next[i] = views[i].flushed(files[i]);
      }
    }
    return new RegionView(stores, next);
  }

  /** The view with another view of store {@code i}. */
  RegionView with(int i, StoreView view) {
    StoreView[] next = views.clone();
    next[i] = view;
    return new RegionView(stores, next);
  }
}
