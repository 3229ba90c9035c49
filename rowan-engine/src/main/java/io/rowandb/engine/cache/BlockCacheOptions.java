package io.rowandb.engine.cache;

import java.util.Objects;

/**
 * How blocks are cached.
 *
 * @param heapBytes hfile.block.cache.size as bytes: the bound on blocks on the heap; 0 for none
 * @param policy hfile.block.cache.policy: which blocks are evicted when it is full
 * @param shares the settings of {@link CachePolicy#LRU}
 * @param offHeap the off-heap second level; {@link OffHeapOptions#NONE}
 * @param families settings that apply to every family regardless of its own
 * @param listener is notified of every block that is read; {@link BlockListener#NONE}
 */
public record BlockCacheOptions(
    long heapBytes,
    CachePolicy policy,
    LruShares shares,
    OffHeapOptions offHeap,
    BlockCaching families,
    BlockListener listener) {
  /** The policy where none is chosen: what hits most often in {@code ./rowan bench cache}. */
  public static final CachePolicy DEFAULT_POLICY = CachePolicy.TINY_LFU;

  /** Checks the sizes. */
  public BlockCacheOptions {
    if (heapBytes < 0) {
      throw new IllegalArgumentException("Block cache size must not be negative: " + heapBytes);
    }
    Objects.requireNonNull(policy, "policy");
    Objects.requireNonNull(shares, "shares");
    Objects.requireNonNull(offHeap, "offHeap");
    Objects.requireNonNull(families, "families");
    Objects.requireNonNull(listener, "listener");
  }

  /** The defaults with this bound. */
  public static BlockCacheOptions ofHeap(long bytes) {
    return new BlockCacheOptions(
        bytes,
        DEFAULT_POLICY,
        LruShares.DEFAULT,
        OffHeapOptions.NONE,
        BlockCaching.DEFAULT,
        BlockListener.NONE);
  }

  /** The bound on the bytes of blocks, on the heap and outside of it. */
  public long maxBytes() {
    return heapBytes + offHeap.bytes();
  }

  /** The same with another bound. */
  public BlockCacheOptions withHeapBytes(long value) {
    return new BlockCacheOptions(value, policy, shares, offHeap, families, listener);
  }

  /** The same with another policy. */
  public BlockCacheOptions withPolicy(CachePolicy value) {
    return new BlockCacheOptions(heapBytes, value, shares, offHeap, families, listener);
  }

  /** The same with other shares. */
  public BlockCacheOptions withShares(LruShares value) {
    return new BlockCacheOptions(heapBytes, policy, value, offHeap, families, listener);
  }

  /** The same with another second level. */
  public BlockCacheOptions withOffHeap(OffHeapOptions value) {
    return new BlockCacheOptions(heapBytes, policy, shares, value, families, listener);
  }

  /** The same with other settings for every family. */
  public BlockCacheOptions withFamilies(BlockCaching value) {
    return new BlockCacheOptions(heapBytes, policy, shares, offHeap, value, listener);
  }

  /** The same with a listener. */
  public BlockCacheOptions withListener(BlockListener value) {
    return new BlockCacheOptions(heapBytes, policy, shares, offHeap, families, value);
  }
}
