package io.rowandb.engine.region;

import io.rowandb.engine.store.SharedStoreFile;
import io.rowandb.engine.storefile.StoreFileSizes;

/** Adds up the files of a region for its {@link RegionStats}. Used by one thread, once. */
final class FileTotals {
  private int files;
  private int references;
  private long bytes;
  private long uncompressedBytes;
  private long rootIndexBytes;
  private long indexBytes;
  private long bloomBytes;
  private long oldestMajorMillis = Long.MAX_VALUE;
  private long maxSequence;

  void add(SharedStoreFile file) {
    files++;
    references += file.isReference() ? 1 : 0;
    bytes += file.info().fileBytes();
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

  RegionStats stats(long memStoreBytes, long readRequests, long filteredRows, long writeRequests) {
    return new RegionStats(
        files,
        references,
        bytes,
        uncompressedBytes,
        rootIndexBytes,
        indexBytes,
        bloomBytes,
        memStoreBytes,
        readRequests,
        filteredRows,
        writeRequests,
        oldestMajorMillis == Long.MAX_VALUE ? 0 : oldestMajorMillis,
        maxSequence);
  }
}
