package io.rowandb.engine.store;

import io.rowandb.engine.memstore.FrozenMemStore;
import io.rowandb.engine.memstore.MemStore;
import java.util.ArrayList;
import java.util.List;

/**
 * All sources of a store's cells at one moment, newest first: the memstore that takes writes, the
 * one that is being flushed, the files.
 *
 * <ol>
 *   <li>Immutable, except that writers add to the active memstore.
 *   <li>Every cell the store has is in exactly one source.
 *   <li>Between two files, every cell of the earlier one in the list is newer than every cell of
 *       the later one with the same row and timestamp, by sequence id. (After a merge, files of
 *       different regions are interleaved: they have no row in common. Files that one compaction
 *       wrote for different time spans have no timestamp in common.)
 *   <li>Its files are open from {@link #retain} to {@link #release}.
 * </ol>
 */
public final class StoreView {
  private final MemStore active;
  private final FrozenMemStore frozen;
  private final List<SharedStoreFile> files;

  /** A view over these sources. */
  public StoreView(MemStore active, FrozenMemStore frozen, List<SharedStoreFile> newestFirst) {
    this.active = active;
    this.frozen = frozen;
    this.files = List.copyOf(newestFirst);
  }

  /** The memstore that takes writes. */
  public MemStore active() {
    return active;
  }

  /** The memstore on its way into a file, or null. */
  public FrozenMemStore frozen() {
    return frozen;
  }

  /** The files, newest first. */
  public List<SharedStoreFile> files() {
    return files;
  }

  /** Heap bytes of its memstores. */
  public long memStoreBytes() {
    return active.heapBytes() + (frozen == null ? 0 : frozen.heapBytes());
  }

  /** Cells in its memstores. */
  public long memStoreCells() {
    return active.cellCount() + (frozen == null ? 0L : frozen.cellCount());
  }

  /** Delete markers in its memstores. */
  public long memStoreMarkers() {
    return active.markerCount() + (frozen == null ? 0L : frozen.markerCount());
  }

  /** Cells in its files. */
  public long fileCells() {
    long cells = 0;
    for (SharedStoreFile file : files) {
      cells += file.info().entryCount();
    }
    return cells;
  }

  /** The bytes of these cells alone. */
  long memStoreCellBytes() {
    return active.dataBytes() + (frozen == null ? 0 : frozen.dataBytes());
  }

  /**
   * The view after the active memstore was frozen; the same one when that is empty. Memory that an
   * empty memstore took for failed writes is released with it.
   */
  public StoreView freeze() {
    assert frozen == null : "one frozen memstore at a time";
    if (active.cellCount() > 0) {
      return new StoreView(active.next(), active.freeze(), files);
    }
    return active.isUnused() ? this : new StoreView(active.next(), null, files);
  }

  /** The view after the frozen memstore became {@code file}, or nothing when that is null. */
  public StoreView flushed(SharedStoreFile file) {
    List<SharedStoreFile> next = new ArrayList<>(files.size() + 1);
    if (file != null) {
      next.add(file);
    }
    next.addAll(files);
    return new StoreView(active, null, next);
  }

  /** The view with files that came from elsewhere; they are newer than all it has in files. */
  public StoreView loaded(List<SharedStoreFile> newestFirst) {
    assert frozen == null : "what is frozen is older, and is in no file yet";
    List<SharedStoreFile> next = new ArrayList<>(newestFirst);
    next.addAll(files);
    return new StoreView(active, null, next);
  }

  /** The view after neighbouring files became {@code merged}, newest first. */
  public StoreView compacted(List<SharedStoreFile> replaced, List<SharedStoreFile> merged) {
    List<SharedStoreFile> next = new ArrayList<>(files);
    if (merged.isEmpty()) {
      next.removeAll(replaced);
      return new StoreView(active, frozen, next);
    }
    int at = files.indexOf(replaced.get(0));
    assert files.subList(at, at + replaced.size()).equals(replaced) : "not neighbours";
    next.subList(at, at + replaced.size()).clear();
    next.addAll(at, merged);
    return new StoreView(active, frozen, next);
  }

  /** Keeps the files open. */
  public void retain() {
    files.forEach(SharedStoreFile::retain);
  }

  /** Undoes one {@link #retain}. */
  public void release() {
    files.forEach(SharedStoreFile::release);
  }

  /** Keeps the memstores' memory from being used again. */
  public void retainMemory() {
    active.retain();
    if (frozen != null) {
      frozen.retain();
    }
  }

  /** The memstores' memory is never to be used again. */
  public void keepMemory() {
    active.keep();
    if (frozen != null) {
      frozen.keep();
    }
  }

  /** Undoes one {@link #retainMemory}. */
  public void releaseMemory() {
    active.release();
    if (frozen != null) {
      frozen.release();
    }
  }
}
