package io.rowandb.engine.cache;

/** A block that is nothing but its name and size. */
record TestBlock(long file, long offset, BlockKind kind, long heapBytes) implements CachedBlock {
  /** What a block of {@link #data} counts for. */
  static final long COUNTED_BYTES = 1000;

  /** A data block of a common size. */
  static TestBlock data(long file, long offset) {
    return new TestBlock(file, offset, BlockKind.DATA, COUNTED_BYTES - CacheEntry.HEAP_BYTES);
  }

  /** A Bloom block of that size. */
  static TestBlock bloom(long file, long offset) {
    return new TestBlock(file, offset, BlockKind.BLOOM, COUNTED_BYTES - CacheEntry.HEAP_BYTES);
  }
}
