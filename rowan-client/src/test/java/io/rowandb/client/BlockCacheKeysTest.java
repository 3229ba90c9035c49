package io.rowandb.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.DatabaseOptions;
import io.rowandb.engine.cache.BlockCacheOptions;
import io.rowandb.engine.cache.BlockCaching;
import io.rowandb.engine.cache.CachePolicy;
import io.rowandb.engine.cache.LruShares;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.junit.jupiter.api.Test;

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
  void setWhatHoldsForEveryFamily() {
    conf.set("hbase.block.data.cacheonread", "false");
    conf.set("hbase.rs.cacheblocksonwrite", "true");
    conf.set("hfile.block.index.cacheonwrite", "true");
    conf.set("hfile.block.bloom.cacheonwrite", "true");
    conf.set("hbase.rs.prefetchblocksonopen", "true");
    assertThat(BlockCacheKeys.read(conf, DEFAULTS).families())
        .isEqualTo(new BlockCaching(false, false, true, true, true, true));
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
