package io.rowandb.client.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.cache.BlockCacheOptions;
import io.rowandb.engine.cache.BlockCaching;
import io.rowandb.engine.cache.CachePolicy;
import io.rowandb.engine.cache.LruShares;
import io.rowandb.engine.cache.OffHeapOptions;
import io.rowandb.engine.settings.DatabaseOptions;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** HBase's keys of the block cache reach the engine. */
class BlockCacheKeysTest {
  private static final BlockCacheOptions DEFAULTS = BlockCacheOptions.ofHeap(7);

  private final Configuration conf = new Configuration(false);

  @Test
  void leaveTheDefaultsWhereNothingIsSet() {
    assertThat(BlockCacheKeys.read(conf, DEFAULTS)).isEqualTo(DEFAULTS);
    BlockCacheOptions hbase = BlockCacheKeys.read(HBaseConfiguration.create(), DEFAULTS);
    assertThat(hbase.withHeapBytes(7)).as("what hbase-default.xml says").isEqualTo(DEFAULTS);
  }

  @Test
  void takeHBasesOwnDefaultPolicyForAWishOnlyWhenSomebodySetIt() {
    Configuration hbase = HBaseConfiguration.create();
    assertThat(hbase.get("hfile.block.cache.policy")).isEqualTo("LRU");
    hbase.set("hfile.block.cache.policy", "LRU");
    assertThat(BlockCacheKeys.read(hbase, DEFAULTS).policy()).isEqualTo(CachePolicy.LRU);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hbase.rs.cacheblocksonwrite",
        "hfile.block.index.cacheonwrite",
        "hfile.block.bloom.cacheonwrite",
        "hbase.rs.prefetchblocksonopen",
        "hbase.rs.cachecompactedblocksonwrite",
        "hbase.block.data.cacheonread"
      })
  void refuseWhatIsNeitherTrueNorFalse(String key) {
    conf.set(key, "yes");
    assertThatThrownBy(() -> BlockCacheKeys.read(conf, DEFAULTS))
        .hasMessage(key + " is \"yes\", must be true or false");
  }

  @Test
  void chooseSizePolicyAndShares() {
    conf.set("hfile.block.cache.size", "0.25");
    conf.set("hfile.block.cache.policy", " tinylfu ");
    conf.set("hbase.lru.blockcache.min.factor", "0.8");
    conf.set("hbase.lru.blockcache.single.percentage", "0.5");
    conf.set("hbase.lru.blockcache.multi.percentage", "0.4");
    conf.set("hbase.lru.blockcache.memory.percentage", "0.1");
    BlockCacheOptions read = BlockCacheKeys.read(conf, DEFAULTS);
    assertThat(read.heapBytes()).isEqualTo(DatabaseOptions.ofHeap(0.25));
    assertThat(read.policy()).isEqualTo(CachePolicy.TINY_LFU);
    assertThat(read.shares()).isEqualTo(new LruShares(0.99, 0.8, 0.5, 0.4, 0.1));
  }

  @Test
  void chooseASecondLevelOutsideOfTheHeap() {
    conf.set("hbase.bucketcache.size", "8");
    assertThat(BlockCacheKeys.read(conf, DEFAULTS).offHeap())
        .as("without an ioengine there is none, as in HBase")
        .isEqualTo(OffHeapOptions.NONE);
    conf.set("hbase.bucketcache.ioengine", "offheap");
    assertThat(BlockCacheKeys.read(conf, DEFAULTS).offHeap()).isEqualTo(OffHeapOptions.of(8 << 20));
    conf.set("hbase.bucketcache.size", "2.5");
    conf.set("hbase.bucketcache.bucket.sizes", "5120, 66560,9216");
    conf.set("hbase.bucketcache.combinedcache.enabled", "false");
    assertThat(BlockCacheKeys.read(conf, DEFAULTS).offHeap())
        .isEqualTo(new OffHeapOptions(5 << 19, 66560, true, OffHeapOptions.DEFAULT_SHARES));
  }

  @Test
  void refuseASecondLevelThatMakesNoSense() {
    conf.set("hbase.bucketcache.ioengine", "offheap");
    assertRefused("hbase.bucketcache.size", "0.0");
    conf.set("hbase.bucketcache.size", "0.4");
    assertRefused("hbase.bucketcache.size", "0.4");
    conf.set("hbase.bucketcache.size", "100000000");
    assertRefused("hbase.bucketcache.size", "100000000 MB");
    conf.set("hbase.bucketcache.size", "8");
    for (String sizes : new String[] {"5120,1000", "-256", "many", "0", "99999999999"}) {
      conf.set("hbase.bucketcache.bucket.sizes", sizes);
      assertRefused("hbase.bucketcache.bucket.sizes", sizes.replace("5120,", ""));
    }
    conf.unset("hbase.bucketcache.bucket.sizes");
    for (String engine :
        new String[] {"file:/tmp/x", "files:/a,/b", "mmap:/x", "pmem:/x", "heap"}) {
      conf.set("hbase.bucketcache.ioengine", engine);
      assertRefused("hbase.bucketcache.ioengine must be offheap", engine);
    }
  }

  private void assertRefused(String key, String value) {
    assertThatThrownBy(() -> BlockCacheKeys.read(conf, DEFAULTS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(key)
        .hasMessageContaining(value);
  }

  @Test
  void setWhatHoldsForEveryFamily() {
    conf.set("hbase.block.data.cacheonread", "false");
    conf.set("hbase.rs.cacheblocksonwrite", "true");
    conf.set("hfile.block.index.cacheonwrite", "true");
    conf.set("hfile.block.bloom.cacheonwrite", "true");
    conf.set("hbase.rs.prefetchblocksonopen", "true");
    assertThat(BlockCacheKeys.read(conf, DEFAULTS).families())
        .isEqualTo(new BlockCaching(false, false, true, true, true, true, BlockCaching.NO_BYTES));
  }

  @Test
  void cacheTheBlocksOfCompactionsUpToAThreshold() {
    conf.set("hbase.rs.cachecompactedblocksonwrite.threshold", "1000");
    assertThat(compactedOnWriteBytes()).as("off by default").isEqualTo(BlockCaching.NO_BYTES);
    conf.set("hbase.rs.cachecompactedblocksonwrite", "true");
    assertThat(compactedOnWriteBytes()).isEqualTo(1000);
    conf.set("hbase.rs.cachecompactedblocksonwrite.threshold", "-5");
    assertThat(compactedOnWriteBytes()).as("HBase's rule").isEqualTo(Long.MAX_VALUE);
    conf.unset("hbase.rs.cachecompactedblocksonwrite.threshold");
    assertThat(compactedOnWriteBytes()).isEqualTo(Long.MAX_VALUE);
  }

  private long compactedOnWriteBytes() {
    return BlockCacheKeys.read(conf, DEFAULTS).families().compactedOnWriteBytes();
  }

  @Test
  void divideTheSecondLevel() {
    conf.set("hbase.bucketcache.ioengine", "offheap");
    conf.set("hbase.bucketcache.size", "8");
    conf.set("hbase.bucketcache.acceptfactor", "0.9");
    conf.set("hbase.bucketcache.minfactor", "0.9");
    conf.set("hbase.bucketcache.single.factor", "0.5");
    conf.set("hbase.bucketcache.multi.factor", "0.4");
    conf.set("hbase.bucketcache.memory.factor", "0.1");
    assertThat(BlockCacheKeys.read(conf, DEFAULTS).offHeap().shares())
        .isEqualTo(new LruShares(0.9, 0.9, 0.5, 0.4, 0.1));
    conf.set("hbase.bucketcache.memory.factor", "0.2");
    assertRefused("hbase.bucketcache.single.factor", "0.5, 0.4, 0.2");
    conf.set("hbase.bucketcache.memory.factor", "1.1");
    assertRefused("hbase.bucketcache.memory.factor", "1.1");
    conf.set("hbase.bucketcache.memory.factor", "0.1");
    conf.set("hbase.bucketcache.minfactor", "0.95");
    assertRefused("hbase.bucketcache.minfactor", "0.95, 0.9");
  }

  @Test
  void divideTheFirstLevelByHBasesRules() {
    conf.set("hbase.lru.blockcache.acceptable.factor", "0.9");
    conf.set("hbase.lru.blockcache.min.factor", "0.9");
    assertRefused("hbase.lru.blockcache.min.factor must be less than", "0.9");
    conf.set("hbase.lru.blockcache.min.factor", "0.8");
    conf.set("hbase.lru.blockcache.single.percentage", "0.5");
    assertRefused("hbase.lru.blockcache.single.percentage", "0.5, 0.5, 0.25");
  }

  @Test
  void areRefusedWhenTheyMakeNoSense() {
    conf.set("hfile.block.cache.size", "40");
    assertThatThrownBy(() -> BlockCacheKeys.read(conf, DEFAULTS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("hfile.block.cache.size")
        .hasMessageContaining("40");
    conf.set("hfile.block.cache.size", "0.4");
    conf.set("hfile.block.cache.policy", "Best");
    assertThatThrownBy(() -> BlockCacheKeys.read(conf, DEFAULTS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("hfile.block.cache.policy")
        .hasMessageContaining("Best");
  }
}
