package io.rowandb.engine.cache;

import io.rowandb.engine.offheap.DirectMemory;
import java.util.Objects;

/**
 * The off-heap second level of the block cache, like HBase's bucket cache.
 *
 * @param bytes hbase.bucketcache.size as bytes: the bound on what is kept there; 0 for no second
 *     level
 * @param maxBlockBytes the largest of hbase.bucketcache.bucket.sizes: larger blocks stay on the
 *     heap
 * @param victimsOnly the opposite of hbase.bucketcache.combinedcache.enabled: whether it gets only
 *     blocks evicted from the heap, instead of all data blocks at once
 * @param shares the settings of {@link CachePolicy#LRU} there: hbase.bucketcache.acceptfactor,
 *     minfactor, single.factor, multi.factor and memory.factor
 */
public record OffHeapOptions(long bytes, int maxBlockBytes, boolean victimsOnly, LruShares shares) {
  /** The largest of HBase's own sizes. */
  public static final int DEFAULT_MAX_BLOCK_BYTES = 513 << 10;

  /** HBase's defaults: its bucket cache makes room earlier than its LRU, and more of it. */
  public static final LruShares DEFAULT_SHARES = new LruShares(0.95, 0.85, 0.25, 0.50, 0.25);

  /** No second level. */
  public static final OffHeapOptions NONE = new OffHeapOptions(0);

  /** Less would not hold one shard of blocks: HBase's rule. */
  private static final long MIN_BYTES = 1L << 20;

  /** Checks the sizes, against what the virtual machine grants too. */
  public OffHeapOptions {
    Objects.requireNonNull(shares, "shares");
    if (bytes != 0) {
      check(bytes, DirectMemory.mostBytes());
    }
    if (maxBlockBytes <= 0) {
      throw new IllegalArgumentException(
          "hbase.bucketcache.bucket.sizes must be positive: " + maxBlockBytes);
    }
  }

  private OffHeapOptions(long bytes) {
    this(bytes, DEFAULT_MAX_BLOCK_BYTES, false, DEFAULT_SHARES);
  }

  private static void check(long bytes, long most) {
    if (bytes < MIN_BYTES) {
      throw new IllegalArgumentException(
          "hbase.bucketcache.size must be at least 1 MB: " + bytes + " bytes");
    }
    if (bytes > most) {
      throw new IllegalArgumentException(
          "hbase.bucketcache.size is "
              + (bytes >> 20)
              + " MB, and this process can spare "
              + (most >> 20)
              + " MB outside of the heap; -XX:MaxDirectMemorySize sets how much it has, by default"
              + " as much as -Xmx");
    }
  }

  /** With data blocks there at once, as HBase 2 has it. */
  public static OffHeapOptions of(long bytes) {
    return new OffHeapOptions(bytes);
  }

  /** The same for blocks that leave the heap. */
  public OffHeapOptions withVictimsOnly(boolean value) {
    return new OffHeapOptions(bytes, maxBlockBytes, value, shares);
  }
}
