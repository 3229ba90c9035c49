package io.rowandb.engine.cell;

/** What an acknowledged write survives, by HBase's names, weakest first. */
public enum Durability {
  /** Not logged: lost when the process dies before the next flush. */
  SKIP_WAL,
  /** Logged soon, without waiting: the last moments may be lost when the process dies. */
  ASYNC_WAL,
  /**
   * Handed to the operating system before the call returns: survives the death of the process;
   * forced to disk within one second.
   */
  SYNC_WAL,
  /** Forced to disk before the call returns: survives the loss of power. */
  FSYNC_WAL
}
