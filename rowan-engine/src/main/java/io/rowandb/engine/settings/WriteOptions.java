package io.rowandb.engine.settings;

/**
 * Limits of a single write, and how long it waits for its row. Immutable.
 *
 * @param rowLockWaitMillis hbase.rowlock.wait.duration: longest wait for the lock of a row; 30 s
 * @param maxCellBytes hbase.server.keyvalue.maxsize: the largest cell; 10 MB; 0 for no limit
 * @param timestampSlopMillis hbase.hregion.keyvalue.timestamp.slop.millisecs: how far in the future
 *     a timestamp may lie; Long.MAX_VALUE for any
 */
public record WriteOptions(long rowLockWaitMillis, int maxCellBytes, long timestampSlopMillis) {
  /** Checks every number. */
  public WriteOptions {
    NumberRules.atLeast(0, rowLockWaitMillis, "rowLockWaitMillis");
    NumberRules.atLeast(0, maxCellBytes, "maxCellBytes");
    NumberRules.atLeast(0, timestampSlopMillis, "timestampSlopMillis");
  }
}
