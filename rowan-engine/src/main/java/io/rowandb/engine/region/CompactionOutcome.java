package io.rowandb.engine.region;

/** The outcome of a requested compaction. */
public enum CompactionOutcome {
  /** There was nothing to merge. */
  NOTHING,
  /** Files were merged, or dropped since their TTL has passed. */
  MERGED,
  /** There is something to merge, and it would take long, which the caller did not want. */
  LARGE
}
