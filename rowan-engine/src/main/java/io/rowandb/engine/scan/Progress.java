package io.rowandb.engine.scan;

/** How a call that reads the next cells of a scan ended. */
public enum Progress {
  /** The batch got the last cells of a row; another row may follow. */
  ROW_COMPLETE,
  /**
   * The batch got some cells of a row, and the limits or the scan's {@link ScanWatch} ended the
   * call; more may follow.
   */
  ROW_CONTINUES,
  /**
   * The batch got nothing, and the scan's {@link ScanWatch} ended the call, between two rows or
   * inside of one: it may go on.
   */
  PAUSED,
  /** The batch got nothing: the scan of this region is over. */
  EXHAUSTED
}
