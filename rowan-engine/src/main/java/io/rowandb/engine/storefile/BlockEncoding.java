package io.rowandb.engine.storefile;

/** How the keys of a data block are written. Only {@link #NONE} can be written and read today. */
public enum BlockEncoding {
  /** Whole cells, one behind the other. */
  NONE,
  /** The key's prefix shared with the cell before is left out. */
  PREFIX,
  /** As PREFIX, and timestamps, types and lengths as differences. */
  DIFF,
  /** As DIFF, cheaper to decode. */
  FAST_DIFF,
  /** Whole cells, followed by the offsets of the rows. */
  ROW_INDEX_V1
}
