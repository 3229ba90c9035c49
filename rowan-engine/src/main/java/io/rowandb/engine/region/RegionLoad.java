package io.rowandb.engine.region;

import io.rowandb.engine.store.SharedStoreFile;
import io.rowandb.engine.store.Store;
import io.rowandb.engine.store.StoreManifest;
import io.rowandb.engine.store.StoreView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A region that is about to load files made elsewhere, together with other regions.
 *
 * <ol>
 *   <li>Each file gets a sequence id above everything that is in the region's files and below every
 *       write that begins after {@link #hold}: so of cells with the same timestamp, a later write
 *       wins over the load, and the load over an earlier write. The later of two files is the
 *       newer.
 *   <li>From {@code hold} to {@link #close} no other flush begins, so that the files are the newest
 *       when the view gets them. Readers and compactions continue, and so do writers, except for
 *       the moment in which the memstores are frozen.
 *   <li>No reader sees a file before {@link #show}, which is called after the manifest is written.
 * </ol>
 *
 * Used by one thread. Files that were taken but not {@link #keep kept} are deleted when this is
 * closed.
 */
public final class RegionLoad implements AutoCloseable {
  // Fixed at construction.
  private final RegionInfo info;
  private final RegionViews views;
  private final RegionFiles files;

  /** What was taken, oldest first: by the store's place among the region's. */
  private final List<List<SharedStoreFile>> taken = new ArrayList<>();

  private StoreSet stores;
  private RegionFiles.Gap gap;
  private int used;
  private RegionViews.Hold structure;
  private boolean kept;

  RegionLoad(RegionInfo info, RegionViews views, RegionFiles files) {
    this.info = info;
    this.views = views;
    this.files = files;
  }

  /**
   * Flushes, so that little is left to flush from {@link #hold} on.
   *
   * @return how many flushes there were
   */
  public int prepare() throws IOException {
    return files.flush() ? 1 : 0;
  }

  /**
   * Brings everything into files and keeps other flushes away.
   *
   * @param count how many files there will be at most
   * @return how many flushes there were
   */
  public int hold(int count) throws IOException {
    gap = files.flushAndHold(count);
    stores = views.stores();
    for (int i = 0; i < stores.size(); i++) {
      taken.add(new ArrayList<>());
    }
    return gap.flushes();
  }

  /**
   * Takes a file, or of it the rows that are the region's.
   *
   * @param family one of the region's
   * @param file on the database's disk, forced
   * @param last whether its present name is needed no more
   */
  public void take(String family, Path file, boolean last) throws IOException {
    int store = stores.indexOf(family);
    SharedStoreFile loaded = stores.get(store).load(file, gap.sequences()[used++], last);
    if (loaded != null) {
      taken.get(store).add(loaded);
    }
  }

  /** Blocks all other changes of the view until this is closed. */
  public void holdView() throws RefusedException {
    structure = views.hold();
    views.checkOpen();
  }

  /** The changes to write to the manifest. */
  public List<StoreManifest.Change> changes() {
    List<StoreManifest.Change> changes = new ArrayList<>();
    for (int i = 0; i < stores.size(); i++) {
      if (!taken.get(i).isEmpty()) {
        List<String> names = taken.get(i).stream().map(SharedStoreFile::name).toList();
        String family = stores.get(i).options().family();
        long flushed = gap.sequences()[gap.sequences().length - 1];
        changes.add(
            new StoreManifest.Change(
                info.number(), family, names, List.of(), flushed, /* logged= */ false));
      }
    }
    return changes;
  }

  /** The manifest has the files, or may have: they stay, whatever happens. */
  public void keep() {
    kept = true;
  }

  /** Lets readers see the files; the view is held and the manifest has them. */
  public void show() throws IOException {
    views.replace(() -> {}, this::loaded);
  }

  private RegionView loaded(RegionView before) {
    StoreView[] views = new StoreView[stores.size()];
    for (int i = 0; i < views.length; i++) {
      List<SharedStoreFile> newestFirst = new ArrayList<>(taken.get(i));
      Collections.reverse(newestFirst);
      views[i] = newestFirst.isEmpty() ? before.store(i) : before.store(i).loaded(newestFirst);
    }
    return new RegionView(stores, views);
  }

  /** Lets the region go on. */
  @Override
  public void close() {
    for (int i = 0; i < taken.size(); i++) {
      Store store = stores.get(i);
      for (SharedStoreFile file : taken.get(i)) {
        if (kept) {
          file.release();
        } else {
          store.discard(file);
        }
      }
    }
    taken.clear();
    if (structure != null) {
      structure.close();
      structure = null;
    }
    if (gap != null) {
      gap.close();
      gap = null;
    }
  }
}
