package io.rowandb.engine.cache;

/** What a cache has to know about a block: whether it has data or is only used to find data. */
public enum BlockKind {
  /** Cells. */
  DATA,
  /** A part of an index. */
  INDEX,
  /** A part of a Bloom filter. */
  BLOOM
}
