package io.rowandb.engine.settings;

/**
 * How the log is forced, cut into segments and kept short. Immutable. Where a description ends with
 * a value, that is the default.
 *
 * @param alwaysForce hbase.wal.hsync: FSYNC_WAL is the default durability
 * @param segmentBytes hbase.regionserver.hlog.blocksize times its multiplier: the log starts a new
 *     file at this size; 128 MB
 * @param maxBytes hbase.regionserver.maxlogs as bytes: when the log is longer, the region that
 *     holds its oldest part is flushed; as in HBase, 32 such files, and at least twice the global
 *     limit of memstores
 * @param forceIntervalMillis maximum time until a SYNC_WAL write is forced; 1 s
 */
public record LogOptions(
    boolean alwaysForce, long segmentBytes, long maxBytes, long forceIntervalMillis) {
  /** Checks every number. */
  public LogOptions {
    NumberRules.atLeast(1, segmentBytes, "logSegmentBytes");
    NumberRules.atLeast(1, maxBytes, "maxLogBytes");
    NumberRules.atLeast(1, forceIntervalMillis, "forceIntervalMillis");
  }
}
