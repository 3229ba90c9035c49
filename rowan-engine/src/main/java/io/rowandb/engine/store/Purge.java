package io.rowandb.engine.store;

/** How a store is rid of what deletions hide. */
public enum Purge {
  /** Not worth it yet. */
  NONE,
  /** By a flush that drops the delete markers of rows that no file has. */
  FLUSH,
  /** By such a flush and a major compaction. */
  COMPACTION
}
