package io.rowandb.engine.store;

/**
 * The flushes of a store.
 *
 * @param flushes how many
 * @param nanos the total time they took
 * @param cells the number of their cells
 * @param cellBytes the bytes of these cells
 * @param fileBytes the bytes of the resulting files
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
