package io.rowandb.engine.scan;

import io.rowandb.engine.cell.Cell;
import java.io.IOException;

/**
 * How much of a row one call may still return, whether its time is up, and whether there is room
 * for it.
 */
final class Limits {
  /** What HBase counts for a cell beside its bytes: the object that stands for it there. */
  private static final int CELL_OVERHEAD_BYTES = 32;

  private int cells;
  private long bytes;

  /** Of the row. */
  private long rowBytes;

  /** How long the row may become before its thread's account is asked. */
  private long roomBytes;

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
    rowBytes = 0;
    roomBytes = RowRoom.STEP_BYTES;
    watched = pausable;
    paused = false;
  }

  /**
   * Takes one cell off.
   *
   * @throws IOException when the account of this thread has no room for it
   */
  void count(int cellBytes) throws IOException {
    int counted = cellBytes + CELL_OVERHEAD_BYTES;
    cells--;
    bytes -= counted;
    rowBytes += counted;
    if (rowBytes > roomBytes) {
      askForRoom();
    }
  }

  private void askForRoom() throws IOException {
    RowRoom.Account account = RowRoom.ofThread();
    if (account == null) {
      roomBytes = Long.MAX_VALUE;
      return;
    }
    long steps = (rowBytes - roomBytes + RowRoom.STEP_BYTES - 1) / RowRoom.STEP_BYTES;
    account.take(steps * RowRoom.STEP_BYTES);
    roomBytes += steps * RowRoom.STEP_BYTES;
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
