package io.rowandb.client.store;

import io.rowandb.client.conf.CheckedKeys;
import io.rowandb.engine.cache.BlockCacheOptions;
import io.rowandb.engine.cache.BlockCaching;
import io.rowandb.engine.cache.CachePolicy;
import io.rowandb.engine.cache.LruShares;
import io.rowandb.engine.cache.OffHeapOptions;
import io.rowandb.engine.settings.DatabaseOptions;
import org.apache.hadoop.conf.Configuration;

/**
 * Reads from HBase's keys how blocks are cached; a key that is not set keeps the current setting.
 */
final class BlockCacheKeys {
  static final String SIZE_KEY = "hfile.block.cache.size";
  private static final double DEFAULT_HEAP_SHARE = 0.4;

  /** HBase's rule for the sizes of buckets. */
  private static final int SIZE_UNIT_BYTES = 256;

  private BlockCacheKeys() {}

  static BlockCacheOptions read(Configuration conf, BlockCacheOptions defaults) {
    BlockCacheOptions options = defaults;
    CheckedKeys keys = new CheckedKeys(conf);
    if (keys.isSet(SIZE_KEY)) {
      options = options.withHeapBytes(DatabaseOptions.ofHeap(heapShare(keys)));
    }
    if (keys.isChosen("hfile.block.cache.policy")) {
      options = options.withPolicy(CachePolicy.of(conf.getTrimmed("hfile.block.cache.policy")));
    }
    return options
        .withShares(shares(conf))
        .withOffHeap(offHeap(conf, options.offHeap()))
        .withFamilies(families(keys));
  }

  /** The share of the heap that the cache may take, HBase's where there is none. */
  static double heapShare(CheckedKeys keys) {
    return keys.share(SIZE_KEY, 0, 1, DEFAULT_HEAP_SHARE);
  }

  /** The bucket cache; as in HBase there is one when it is said where. */
  private static OffHeapOptions offHeap(Configuration conf, OffHeapOptions defaults) {
    String engine = conf.getTrimmed("hbase.bucketcache.ioengine", "");
    if (engine.isEmpty()) {
      return defaults;
    }
    if (!engine.startsWith("offheap")) {
      throw new IllegalArgumentException(
          "hbase.bucketcache.ioengine must be offheap, since there is no cache in files: "
              + engine);
    }
    float megabytes = conf.getFloat("hbase.bucketcache.size", 0);
    if (!(megabytes >= 1)) {
      throw new IllegalArgumentException(
          "hbase.bucketcache.size must be a number of megabytes, at least 1, when there is an"
              + " hbase.bucketcache.ioengine: "
              + megabytes);
    }
    boolean combined = new CheckedKeys(conf).flag("hbase.bucketcache.combinedcache.enabled", true);
    return new OffHeapOptions(
        (long) (megabytes * (1 << 20)), maxBlockBytes(conf), !combined, bucketShares(conf));
  }

  private static int maxBlockBytes(Configuration conf) {
    if (!isSet(conf, "hbase.bucketcache.bucket.sizes")) {
      return OffHeapOptions.DEFAULT_MAX_BLOCK_BYTES;
    }
    int largest = 0;
    for (String size : conf.getTrimmedStrings("hbase.bucketcache.bucket.sizes")) {
      if (!size.matches("[1-9][0-9]{0,8}") || Integer.parseInt(size) % SIZE_UNIT_BYTES != 0) {
        throw new IllegalArgumentException(
            "hbase.bucketcache.bucket.sizes must be multiples of 256: " + size);
      }
      largest = Math.max(largest, Integer.parseInt(size));
    }
    return largest;
  }

  private static LruShares shares(Configuration conf) {
    LruShares absent = LruShares.DEFAULT;
    Shares keys =
        new Shares(conf, "hbase.lru.blockcache.", "acceptable.factor", "min.factor", ".percentage");
    LruShares shares = keys.read(absent);
    // Only of the bucket cache HBase lets both be the same.
    if (shares.min() >= shares.acceptable()) {
      throw new IllegalArgumentException(
          "hbase.lru.blockcache.min.factor must be less than acceptable.factor: " + shares.min());
    }
    return shares;
  }

  private static LruShares bucketShares(Configuration conf) {
    Shares keys = new Shares(conf, "hbase.bucketcache.", "acceptfactor", "minfactor", ".factor");
    return keys.read(OffHeapOptions.DEFAULT_SHARES);
  }

  /** The names of the shares of one level. */
  private record Shares(
      Configuration conf, String prefix, String acceptable, String min, String suffix) {
    LruShares read(LruShares absent) {
      String single = "single" + suffix;
      String multi = "multi" + suffix;
      String memory = "memory" + suffix;
      double[] shares = {
        share(acceptable, absent.acceptable()),
        share(min, absent.min()),
        share(single, absent.single()),
        share(multi, absent.multi()),
        share(memory, absent.memory())
      };
      try {
        return new LruShares(shares[0], shares[1], shares[2], shares[3], shares[4]);
      } catch (IllegalArgumentException e) {
        String keys = String.join(", " + prefix, acceptable, min, single, multi, memory);
        throw new IllegalArgumentException(prefix + keys + ": " + e.getMessage(), e);
      }
    }

    private double share(String name, double absent) {
      return new CheckedKeys(conf).share(prefix + name, 0, 1, absent);
    }
  }

  private static BlockCaching families(CheckedKeys keys) {
    BlockCaching defaults = BlockCaching.DEFAULT;
    return new BlockCaching(
        keys.flag("hbase.block.data.cacheonread", defaults.dataOnRead()),
        defaults.inMemory(),
        keys.flag("hbase.rs.cacheblocksonwrite", defaults.dataOnWrite()),
        keys.flag("hfile.block.index.cacheonwrite", defaults.indexOnWrite()),
        keys.flag("hfile.block.bloom.cacheonwrite", defaults.bloomsOnWrite()),
        keys.flag("hbase.rs.prefetchblocksonopen", defaults.prefetchOnOpen()),
        compactedOnWriteBytes(keys));
  }

  /** As HBase reads it: a negative threshold is none. */
  private static long compactedOnWriteBytes(CheckedKeys keys) {
    if (!keys.flag("hbase.rs.cachecompactedblocksonwrite", false)) {
      return BlockCaching.NO_BYTES;
    }
    long threshold =
        keys.number(
            "hbase.rs.cachecompactedblocksonwrite.threshold",
            Long.MIN_VALUE,
            Long.MAX_VALUE,
            Long.MAX_VALUE);
    return threshold < 0 ? Long.MAX_VALUE : threshold;
  }

  /** HBase's default file names some keys without a value. */
  private static boolean isSet(Configuration conf, String key) {
    return !conf.getTrimmed(key, "").isEmpty();
  }
}
