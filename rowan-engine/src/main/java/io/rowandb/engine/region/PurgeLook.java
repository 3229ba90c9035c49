package io.rowandb.engine.region;

import io.rowandb.engine.store.Purge;
import io.rowandb.engine.store.Store;
import java.io.IOException;

/**
 * A look whether a store of a region is to be rid of what deletions hide, since reads step over
 * much of it. The store is the one that was read: when its table is altered meanwhile, nothing is
 * done. Used by one thread at a time, and to be {@linkplain #end ended}.
 */
public final class PurgeLook {
  // Fixed at construction.
  private final RegionViews views;
  private final RegionFiles files;
  private final Store store;

  private boolean compaction;

  PurgeLook(RegionViews views, RegionFiles files, Store store) {
    this.views = views;
    this.files = files;
    this.store = store;
  }

  /** The name of the store's family. */
  public String family() {
    return store.options().family();
  }

  /** Whether something is to be done. */
  public boolean isDue() throws RefusedException {
    Purge due = due();
    compaction = due == Purge.COMPACTION;
    return due != Purge.NONE;
  }

  /** Whether a major compaction was found due. */
  public boolean needsCompaction() {
    return compaction;
  }

  private Purge due() throws RefusedException {
    try (RegionView view = views.pin()) {
      int i = view.stores().indexOf(store);
      return i < 0 ? Purge.NONE : store.purging().due(view.store(i), view.memStoreCells());
    }
  }

  /** Whether it has delete markers that are in no file yet. */
  public boolean hasMarkersInMemory() throws RefusedException {
    try (RegionView view = views.pin()) {
      int i = view.stores().indexOf(store);
      return i >= 0 && view.store(i).memStoreMarkers() > 0;
    }
  }

  /**
   * Flushes the region, and drops those delete markers of the store that mask nothing in its files.
   * A put that comes later with an older time is visible then, as after a major compaction.
   *
   * @return whether there was anything to write
   */
  public boolean flush() throws IOException {
    return files.flushPurged(store);
  }

  /** A major compaction is asked for: what was stepped over before is paid. */
  public void compacted() {
    store.purging().compacted();
  }

  /** It is over: another may be asked for. */
  public void end() {
    store.purging().endLook();
  }
}
