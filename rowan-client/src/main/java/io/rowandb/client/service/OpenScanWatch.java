package io.rowandb.client.service;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.scan.ScanWatch;
import java.time.Clock;

/**
 * Counts the rows that a scan goes through, and ends a call that has worked for too long. Used by
 * the thread that uses the scan.
 */
final class OpenScanWatch implements ScanWatch {
  private static final long NEVER = Long.MAX_VALUE;

  // Fixed at construction.
  private final Clock clock;
  private final long cellsPerCheck;

  /** Cells looked at since the scan was opened. */
  private long cells;

  // Of the call.
  private long deadlineMillis = NEVER;
  private long scanned;
  private long filtered;

  /** The cell looked at last. */
  private final Cell last = new Cell();

  private boolean looked;

  /**
   * Watches a scan.
   *
   * @param cellsPerCheck how many cells are looked at between two looks at the clock
   */
  OpenScanWatch(Clock clock, long cellsPerCheck) {
    this.clock = clock;
    this.cellsPerCheck = cellsPerCheck;
  }

  /**
   * A call begins.
   *
   * @param limitMillis how long it may work; 0 for as long as it takes
   */
  void begin(long limitMillis) {
    deadlineMillis = limitMillis == 0 ? NEVER : clock.millis() + limitMillis;
    scanned = 0;
    filtered = 0;
    looked = false;
  }

  /** Rows gone through in this call. */
  long scanned() {
    return scanned;
  }

  /** Those of them that are not shown. */
  long filtered() {
    return filtered;
  }

  /** The row of the cell that the call looked at last, or null. */
  byte[] row() {
    return looked ? last.row() : null;
  }

  @Override
  public void rowScanned() {
    scanned++;
  }

  @Override
  public void rowFiltered() {
    filtered++;
  }

  @Override
  public void looksAt(Cell cell) {
    last.set(cell);
    looked = true;
    cells++;
  }

  @Override
  public boolean endsBeforeCell() {
    return cells % cellsPerCheck == 0 && isOver();
  }

  /** Whether the call has had its time. */
  @Override
  public boolean isOver() {
    return deadlineMillis != NEVER && clock.millis() >= deadlineMillis;
  }
}
