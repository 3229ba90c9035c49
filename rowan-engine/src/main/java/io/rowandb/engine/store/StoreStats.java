package io.rowandb.engine.store;

/**
 * Sizes and counts of one family, in one region or in several, at one moment.
 *
 * @param family its name
 * @param memStoreBytes heap bytes of its memstores
 * @param memStoreCells cells in its memstores
 * @param memStoreCellBytes the bytes of these cells alone
 * @param storeFiles how many store files
 * @param references how many of them also have rows of other regions, after a split
 * @param storeFileBytes their bytes on disk; for a reference, the region's share
 * @param largestFileBytes the bytes of the largest file in each region
 * @param entries cells in the files, including delete markers and the cells they hide; for a
 *     reference, those of the whole file
 * @param uncompressedBytes bytes of their blocks before compression
 * @param rootIndexBytes memory that the roots of their indexes take
 * @param indexBytes bytes of all blocks of their indexes
 * @param bloomBytes bytes of their Bloom filters
 * @param lastMajorCompactionMillis when the oldest of its files was last rewritten whole; 0 if
 *     never
 * @param maxSequence sequence id of its newest change on disk
 * @param counts the activity since the region was opened
 */
public record StoreStats(
    String family,
    long memStoreBytes,
    long memStoreCells,
    long memStoreCellBytes,
    int storeFiles,
    int references,
    long storeFileBytes,
    long largestFileBytes,
    long entries,
    long uncompressedBytes,
    long rootIndexBytes,
    long indexBytes,
    long bloomBytes,
    long lastMajorCompactionMillis,
    long maxSequence,
    StoreCounts counts) {

  /** Both together, under the name of this one. */
  public StoreStats plus(StoreStats other) {
    return new StoreStats(
        family,
        memStoreBytes + other.memStoreBytes,
        memStoreCells + other.memStoreCells,
        memStoreCellBytes + other.memStoreCellBytes,
        storeFiles + other.storeFiles,
        references + other.references,
        storeFileBytes + other.storeFileBytes,
        largestFileBytes + other.largestFileBytes,
        entries + other.entries,
        uncompressedBytes + other.uncompressedBytes,
        rootIndexBytes + other.rootIndexBytes,
        indexBytes + other.indexBytes,
        bloomBytes + other.bloomBytes,
        oldest(lastMajorCompactionMillis, other.lastMajorCompactionMillis),
        Math.max(maxSequence, other.maxSequence),
        counts.plus(other.counts));
  }

  private static long oldest(long millis, long otherMillis) {
    if (millis == 0 || otherMillis == 0) {
      return Math.max(millis, otherMillis);
    }
    return Math.min(millis, otherMillis);
  }

  /**
   * Space amplification: total bytes of the files per byte of the largest file, which is about what
   * a major compaction would leave if later data replaces earlier data. 1 with one file, 0 without
   * files.
   */
  public double spaceAmplification() {
    return StoreCounts.ratio(storeFileBytes, largestFileBytes);
  }
}
