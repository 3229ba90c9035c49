package io.rowandb.engine.storefile;

/** Blocks of all open store files, bounded in bytes. Safe for use by many threads. */
public final class BlockCache {
  private final long maxBytes;

  /**
   * An empty cache.
   *
   * @param maxBytes the bound on the bytes of all blocks; 0 caches nothing
   */
  public BlockCache(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** The bound on {@link #bytes}. */
  public long maxBytes() {
    return maxBytes;
  }

  /** Bytes of the blocks held now. */
  public long bytes() {
    return 0;
  }

  /** Lookups that found their block. */
  public long hits() {
    return 0;
  }

  /** Lookups that did not. */
  public long misses() {
    return 0;
  }

  /** Blocks dropped to make room. */
  public long evictions() {
    return 0;
  }
}
