package io.rowandb.engine.cache;

/**
 * The settings of HBase's LRU by their keys; all but the first two are shares of the whole cache.
 * The keys of its bucket cache differ.
 *
 * @param acceptable hbase.lru.blockcache.acceptable.factor: eviction begins before more than this
 *     share is full; 0.99
 * @param min hbase.lru.blockcache.min.factor: eviction continues down to this share; 0.95
 * @param single hbase.lru.blockcache.single.percentage: for blocks that were used once; 0.25
 * @param multi hbase.lru.blockcache.multi.percentage: for blocks that were used again; 0.50
 * @param memory hbase.lru.blockcache.memory.percentage: for blocks of IN_MEMORY families; 0.25
 */
public record LruShares(double acceptable, double min, double single, double multi, double memory) {
  /** HBase's defaults. */
  public static final LruShares DEFAULT = new LruShares(0.99, 0.95, 0.25, 0.50, 0.25);

  /** What three shares may differ from one whole: HBase's own numbers are rounded. */
  private static final double ROUNDING = 0.0001;

  /** Checks them by HBase's rules. */
  public LruShares {
    if (!(min >= 0 && min <= acceptable && acceptable <= 1)) {
      throw new IllegalArgumentException(
          "The minimum share must be at most the acceptable one, and both from 0 to 1: "
              + min
              + ", "
              + acceptable);
    }
    if (!(single >= 0 && multi >= 0 && memory >= 0)
        || Math.abs(single + multi + memory - 1) > ROUNDING) {
      throw new IllegalArgumentException(
          "The shares for single, multi and memory must be positive and 1 in all: "
              + single
              + ", "
              + multi
              + ", "
              + memory);
    }
  }
}
