package io.rowandb.engine.store;

/**
 * The completed compactions of a store.
 *
 * @param compactions how many
 * @param nanos the total time they took, including waits for their share of the disk
 * @param files how many files they merged
 * @param bytesRead the bytes of these files; for a reference, the region's share
 * @param bytesWritten the bytes of the files they wrote
 */
public record CompactionCounts(
    long compactions, long nanos, long files, long bytesRead, long bytesWritten) {
  /** No compaction. */
  public static final CompactionCounts NONE = new CompactionCounts(0, 0, 0, 0, 0);

  /** Both together. */
  CompactionCounts plus(CompactionCounts other) {
    return new CompactionCounts(
        compactions + other.compactions,
        nanos + other.nanos,
        files + other.files,
        bytesRead + other.bytesRead,
        bytesWritten + other.bytesWritten);
  }
}
