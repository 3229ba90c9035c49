package io.rowandb.engine.scan;

/** How much of a row one call may still return. */
final class Limits {
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
    bytes -= cellBytes;
  }

  /** Whether the call must end. */
  boolean reached() {
    return cells <= 0 || bytes <= 0;
  }
}
