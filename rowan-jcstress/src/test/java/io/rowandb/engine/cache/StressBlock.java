package io.rowandb.engine.cache;

/** A small block that is nothing but its name. */
record StressBlock(long file, long offset) implements CachedBlock {
  /** What one counts for in a cache. */
  static final long COUNTED_BYTES = 136 + CacheEntry.HEAP_BYTES;

  @Override
  public BlockKind kind() {
    return BlockKind.BLOOM;
  }

  @Override
  public long heapBytes() {
    return COUNTED_BYTES - CacheEntry.HEAP_BYTES;
  }
}
