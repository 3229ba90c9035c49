package io.rowandb.engine.scan;

/** How much of a row one call may still return. */
final class Limits {
  /** What HBase counts for a cell beside its bytes: the object that stands for it there. */
  private static final int CELL_OVERHEAD_BYTES = 32;

  private int cells;
  private long bytes;

  /** Starts a call. */
  void reset(int maxCells, long maxBytes) {
    cells = maxCells;
    bytes = maxBytes;
  }

  /** Takes one cell off. */
  void count(int cellBytes) {
    cells--;
    bytes -= cellBytes + CELL_OVERHEAD_BYTES;
  }

  /** Whether the call must end. */
  boolean reached() {
    return cells <= 0 || bytes <= 0;
  }
}
