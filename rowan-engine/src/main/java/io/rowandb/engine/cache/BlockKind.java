package io.rowandb.engine.cache;

/** What a cache has to know of a block: whether a request reads it, or only finds the way by it. */
public enum BlockKind {
  /** Cells. */
  DATA,
  /** A part of an index. */
  INDEX,
  /** A part of a Bloom filter. */
  BLOOM
}
