package io.rowandb.engine.store;

import io.rowandb.engine.cache.CacheCounts;

/**
 * The activity in one store or in several.
 *
 * @param reads how often a get, or a scan of a region, opened the store's sources
 * @param memStoreReads how many of them found in memstores everything they could find
 * @param filterChecks how often a file's Bloom filter was checked
 * @param selections which files the reads opened and why they skipped the others, including those
 *     excluded by a Bloom filter
 * @param cache lookups of the files' blocks
 * @param flushes memstores written to files
 * @param compactions files merged
 */
public record StoreCounts(
    long reads,
    long memStoreReads,
    long filterChecks,
    FileSelections.Counts selections,
    CacheCounts.Counts cache,
    FlushCounts flushes,
    CompactionCounts compactions) {
  /** Nothing was done. */
  public static final StoreCounts NONE =
      new StoreCounts(
          0,
          0,
          0,
          new FileSelections.Counts(0, 0, 0, 0),
          CacheCounts.Counts.NONE,
          FlushCounts.NONE,
          CompactionCounts.NONE);

  /** Both together. */
  public StoreCounts plus(StoreCounts other) {
    return new StoreCounts(
        reads + other.reads,
        memStoreReads + other.memStoreReads,
        filterChecks + other.filterChecks,
        selections.plus(other.selections),
        cache.plus(other.cache),
        flushes.plus(other.flushes),
        compactions.plus(other.compactions));
  }

  /** Bytes of all store files that were written. */
  public long fileBytesWritten() {
    return flushes.fileBytes() + compactions.bytesWritten();
  }

  /**
   * Write amplification of the files: bytes written to store files for each byte of the cells that
   * were flushed. Less than 1 where files are compressed and not compacted; 0 before any flush.
   */
  public double writeAmplification() {
    return ratio(fileBytesWritten(), flushes.cellBytes());
  }

  /** Read amplification: store files that a read had to open; 0 before any read. */
  public double readAmplification() {
    return ratio(selections.opened(), reads);
  }

  /** How many times the divisor; 0 when that is 0. */
  public static double ratio(long dividend, long divisor) {
    return divisor == 0 ? 0 : (double) dividend / divisor;
  }
}
