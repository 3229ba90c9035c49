package io.rowandb.client.store;

import io.rowandb.engine.cache.BlockCacheOptions;
import io.rowandb.engine.cache.BlockCaching;
import io.rowandb.engine.cache.CachePolicy;
import io.rowandb.engine.cache.LruShares;
import io.rowandb.engine.cache.OffHeapOptions;
import io.rowandb.engine.settings.DatabaseOptions;
import org.apache.hadoop.conf.Configuration;

/** How blocks are cached, from HBase's keys; a key that is not set leaves what there is. */
final class BlockCacheKeys {
  private static final String LRU = "hbase.lru.blockcache.";
  private static final String BUCKETS = "hbase.bucketcache.";

  /** HBase's rule for the sizes of buckets. */
  private static final int SIZE_UNIT_BYTES = 256;

  private BlockCacheKeys() {}

  static BlockCacheOptions read(Configuration conf, BlockCacheOptions defaults) {
    BlockCacheOptions options = defaults;
    if (isSet(conf, "hfile.block.cache.size")) {
      double share = conf.getDouble("hfile.block.cache.size", 0);
      if (!(share >= 0 && share <= 1)) {
        throw new IllegalArgumentException(
            "hfile.block.cache.size is a share of the heap, from 0 to 1: " + share);
      }
      options = options.withHeapBytes(DatabaseOptions.ofHeap(share));
    }
    if (new CheckedKeys(conf).isChosen("hfile.block.cache.policy")) {
      options = options.withPolicy(CachePolicy.of(conf.getTrimmed("hfile.block.cache.policy")));
    }
    return options
        .withShares(shares(conf))
        .withOffHeap(offHeap(conf, options.offHeap()))
        .withFamilies(families(conf));
  }

  /** The bucket cache; as in HBase there is one when it is said where. */
  private static OffHeapOptions offHeap(Configuration conf, OffHeapOptions defaults) {
    String engine = conf.getTrimmed(BUCKETS + "ioengine", "");
    if (engine.isEmpty()) {
      return defaults;
    }
    if (!engine.startsWith("offheap")) {
      throw new IllegalArgumentException(
          "hbase.bucketcache.ioengine must be offheap, since there is no cache in files: "
              + engine);
    }
    float megabytes = conf.getFloat(BUCKETS + "size", 0);
    if (!(megabytes >= 1)) {
      throw new IllegalArgumentException(
          "hbase.bucketcache.size must be a number of megabytes, at least 1, when there is an"
              + " hbase.bucketcache.ioengine: "
              + megabytes);
    }
    boolean combined = conf.getBoolean(BUCKETS + "combinedcache.enabled", true);
    return new OffHeapOptions(
        (long) (megabytes * (1 << 20)), maxBlockBytes(conf), !combined, bucketShares(conf));
  }

  private static int maxBlockBytes(Configuration conf) {
    if (!isSet(conf, BUCKETS + "bucket.sizes")) {
      return OffHeapOptions.DEFAULT_MAX_BLOCK_BYTES;
    }
    int largest = 0;
    for (String size : conf.getTrimmedStrings(BUCKETS + "bucket.sizes")) {
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
    Shares keys = new Shares(conf, LRU, "acceptable.factor", "min.factor", ".percentage");
    LruShares shares = keys.read(absent);
    // Only of the bucket cache HBase lets both be the same.
    if (shares.min() >= shares.acceptable()) {
      throw new IllegalArgumentException(
          LRU + "min.factor must be less than acceptable.factor: " + shares.min());
    }
    return shares;
  }

  private static LruShares bucketShares(Configuration conf) {
    Shares keys = new Shares(conf, BUCKETS, "acceptfactor", "minfactor", ".factor");
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

  private static BlockCaching families(Configuration conf) {
    BlockCaching defaults = BlockCaching.DEFAULT;
    return new BlockCaching(
        conf.getBoolean("hbase.block.data.cacheonread", defaults.dataOnRead()),
        defaults.inMemory(),
        conf.getBoolean("hbase.rs.cacheblocksonwrite", defaults.dataOnWrite()),
        conf.getBoolean("hfile.block.index.cacheonwrite", defaults.indexOnWrite()),
        conf.getBoolean("hfile.block.bloom.cacheonwrite", defaults.bloomsOnWrite()),
        conf.getBoolean("hbase.rs.prefetchblocksonopen", defaults.prefetchOnOpen()),
        compactedOnWriteBytes(conf));
  }

  /** As HBase reads it: a negative threshold is none. */
  private static long compactedOnWriteBytes(Configuration conf) {
    String key = "hbase.rs.cachecompactedblocksonwrite";
    if (!conf.getBoolean(key, false)) {
      return BlockCaching.NO_BYTES;
    }
    long threshold =
        new CheckedKeys(conf)
            .number(key + ".threshold", Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
    return threshold < 0 ? Long.MAX_VALUE : threshold;
  }

  /** HBase's default file names some keys without a value. */
  private static boolean isSet(Configuration conf, String key) {
    return !conf.getTrimmed(key, "").isEmpty();
  }
}
