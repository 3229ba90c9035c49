package io.rowandb.engine.store;

/**
 * Memstores of a store that were written to files.
 *
 * @param flushes how many
 * @param nanos the time they took, added up
 * @param cells the number of their cells
 * @param cellBytes the bytes of these cells
 * @param fileBytes the bytes of the files that were made of them
 */
public record FlushCounts(long flushes, long nanos, long cells, long cellBytes, long fileBytes) {
  /** No flush. */
  public static final FlushCounts NONE = new FlushCounts(0, 0, 0, 0, 0);

  /** Both together. */
  FlushCounts plus(FlushCounts other) {
    return new FlushCounts(
        flushes + other.flushes,
        nanos + other.nanos,
        cells + other.cells,
        cellBytes + other.cellBytes,
        fileBytes + other.fileBytes);
  }
}
