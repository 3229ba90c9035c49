package io.rowandb.client.service;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.scan.ScanWatch;
import java.time.Clock;

/**
 * Counts the rows that a scan goes through, and ends a call that has worked for long without a row
 * to return. Used by the thread that uses the scan.
 */
final class OpenScanWatch implements ScanWatch {
  private static final long NEVER = Long.MAX_VALUE;

  private final Clock clock;
  private long deadlineMillis = NEVER;
  private long scanned;
  private long filtered;
  private byte[] nextRow;

  OpenScanWatch(Clock clock) {
    this.clock = clock;
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
    nextRow = null;
  }

  /** Whether the call has had its time. */
  boolean isOver() {
    return deadlineMillis != NEVER && clock.millis() >= deadlineMillis;
  }

  /** Rows gone through in this call. */
  long scanned() {
    return scanned;
  }

  /** Those of them that are not shown. */
  long filtered() {
    return filtered;
  }

  /** The row before which a call paused, or null. */
  byte[] nextRow() {
    return nextRow;
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
  public boolean wantsPause(Cell next) {
    if (!isOver()) {
      return false;
    }
    nextRow = next.row();
    return true;
  }
}
