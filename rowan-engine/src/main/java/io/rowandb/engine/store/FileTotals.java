package io.rowandb.engine.store;

import io.rowandb.engine.storefile.StoreFile;
import io.rowandb.engine.storefile.StoreFileSizes;

/** Adds up the files of a store for its {@link StoreStats}. Used by one thread, once. */
final class FileTotals {
  private int files;
  private int references;
  private long bytes;
  private long largestBytes;
  private long entries;
  private long uncompressedBytes;
  private long rootIndexBytes;
  private long indexBytes;
  private long bloomBytes;
  private long oldestMajorMillis = Long.MAX_VALUE;
  private long maxSequence;

  void add(StoreFile file) {
    files++;
    references += file.isPart() ? 1 : 0;
    bytes += file.info().fileBytes();
    largestBytes = Math.max(largestBytes, file.info().fileBytes());
    entries += file.info().entryCount();
    StoreFileSizes sizes = file.sizes();
    uncompressedBytes += sizes.uncompressedBytes();
    rootIndexBytes += sizes.rootIndexBytes();
    indexBytes += sizes.indexBytes();
    bloomBytes += sizes.bloomBytes();
    maxSequence = Math.max(maxSequence, file.info().maxSequence());
    if (file.info().majorCompaction()) {
      oldestMajorMillis = Math.min(oldestMajorMillis, file.info().createdMillis());
    }
  }

  /** With what is in memory. */
  StoreStats stats(String family, StoreView view, StoreCounts counts) {
    return stats(
        family, view.memStoreBytes(), view.memStoreCells(), view.memStoreCellBytes(), counts);
  }

  /** The files alone. */
  StoreStats stats(String family) {
    return stats(family, 0, 0, 0, StoreCounts.NONE);
  }

  private StoreStats stats(
      String family, long memBytes, long memCells, long memCellBytes, StoreCounts counts) {
    return new StoreStats(
        family,
        memBytes,
        memCells,
        memCellBytes,
        files,
        references,
        bytes,
        largestBytes,
        entries,
        uncompressedBytes,
        rootIndexBytes,
        indexBytes,
        bloomBytes,
        oldestMajorMillis == Long.MAX_VALUE ? 0 : oldestMajorMillis,
        maxSequence,
        counts);
  }
}
