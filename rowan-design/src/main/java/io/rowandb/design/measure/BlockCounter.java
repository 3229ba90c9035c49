package io.rowandb.design.measure;

import java.util.OptionalLong;

/** How many blocks of files the reads of a store asked for so far. */
@FunctionalInterface
public interface BlockCounter {
  /** Where nothing counts them, as on a cluster. */
  BlockCounter NONE = OptionalLong::empty;

  /** Blocks from the cache and from disk; those of indexes and filters are among them. */
  OptionalLong blocks();
}
