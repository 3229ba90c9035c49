package io.rowandb.engine.scan;

import io.rowandb.engine.cell.Cell;

/** How much of a row one call may still return, and whether its time is up. */
final class Limits {
  /** What HBase counts for a cell beside its bytes: the object that stands for it there. */
  private static final int CELL_OVERHEAD_BYTES = 32;

  private int cells;
  private long bytes;

  /** Whether the scan's watch may end the call inside of the row. */
  private boolean watched;

  private boolean paused;

  /**
   * Starts a call.
   *
   * @param pausable whether it may end inside of a row when the scan's watch wants it
   */
  void reset(int maxCells, long maxBytes, boolean pausable) {
    cells = maxCells;
    bytes = maxBytes;
    watched = pausable;
    paused = false;
  }

  /** Takes one cell off. */
  void count(int cellBytes) {
    cells--;
    bytes -= cellBytes + CELL_OVERHEAD_BYTES;
  }

  /** Whether the watch ends the call before this cell; if not, it is told about the cell. */
  boolean pauseBefore(Cell cell, ScanWatch watch) {
    if (watched && watch.endsBeforeCell()) {
      paused = true;
      return true;
    }
    watch.looksAt(cell);
    return false;
  }

  /** Ends the call here if the watch wants it. */
  void pauseIfOver(ScanWatch watch) {
    paused |= watched && watch.isOver();
  }

  /** Whether the watch ended the call. */
  boolean paused() {
    return paused;
  }

  /** Whether the call must end. */
  boolean reached() {
    return cells <= 0 || bytes <= 0 || paused;
  }
}
