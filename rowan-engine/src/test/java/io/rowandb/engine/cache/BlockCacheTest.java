package io.rowandb.engine.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** What holds for every policy: the bound, the counters, whole files that go. */
class BlockCacheTest {
  private static final int ROOM = 40;

  private static BlockCache cache(CachePolicy policy) {
    return new BlockCache(
        BlockCacheOptions.ofHeap(ROOM * TestBlock.COUNTED_BYTES).withPolicy(policy));
  }

  private static CachedBlock get(BlockCache cache, long file, long offset) {
    return cache.get(file, offset, BlockKind.DATA);
  }

  @ParameterizedTest
  @EnumSource
  void staysWithinItsBytesWhateverIsPut(CachePolicy policy) {
    BlockCache cache = cache(policy);
    Random random = new Random(3);
    for (int i = 0; i < 10_000; i++) {
      cache.put(
          new TestBlock(1, i, BlockKind.INDEX, 1 + random.nextInt(4000)), random.nextInt(10) == 0);
      get(cache, 1, random.nextInt(i + 1));
      assertThat(cache.bytes()).isLessThanOrEqualTo(cache.maxBytes());
    }
    assertThat(cache.bytes()).isGreaterThan(cache.maxBytes() * 8 / 10);
    assertThat(cache.evictions()).isGreaterThan(6_000);
  }

  @ParameterizedTest
  @EnumSource
  void countsHitsAndMissesOfEachKind(CachePolicy policy) {
    BlockCache cache = cache(policy);
    cache.put(TestBlock.bloom(1, 5), false);
    assertThat(cache.get(1, 5, BlockKind.BLOOM)).isEqualTo(TestBlock.bloom(1, 5));
    assertThat(cache.get(1, 6, BlockKind.INDEX)).isNull();
    assertThat(cache.get(2, 5, BlockKind.DATA)).isNull();
    assertThat(cache.peek(1, 6)).isNull();
    assertThat(cache.hits()).isEqualTo(1);
    assertThat(cache.hits(BlockKind.BLOOM)).isEqualTo(1);
    assertThat(cache.misses()).isEqualTo(2);
    assertThat(cache.misses(BlockKind.BLOOM)).isZero();
    assertThat(cache.misses(BlockKind.INDEX)).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "INDEX_ONLY_LRU")
  void keepsUsedBlocksThroughAScan(CachePolicy policy) {
    BlockCache cache = cache(policy);
    for (int i = 0; i < 5; i++) {
      cache.put(TestBlock.data(1, i), false);
      cache.put(TestBlock.bloom(1, 10 + i), false);
    }
    for (int i = 100; i < 300; i++) {
      for (int used = 0; used < 5; used++) {
        assertThat(get(cache, 1, used)).as("used data block at %s", i).isNotNull();
        assertThat(cache.get(1, 10 + used, BlockKind.BLOOM)).as("used Bloom block").isNotNull();
      }
      cache.put(TestBlock.data(1, i), false);
    }
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "INDEX_ONLY_LRU")
  void keepsBlocksOfInMemoryFamiliesThroughAScanWithoutAnyUse(CachePolicy policy) {
    BlockCache cache = cache(policy);
    for (int i = 0; i < 5; i++) {
      cache.put(TestBlock.data(1, i), true);
      cache.put(TestBlock.data(2, i), false);
    }
    for (int i = 100; i < 100 + ROOM; i++) {
      cache.put(TestBlock.data(1, i), false);
    }
    for (int i = 0; i < 5; i++) {
      assertThat(cache.peek(1, i)).as("block in memory").isNotNull();
      if (policy != CachePolicy.TINY_LFU) { // it prefers what came first to what is as unpopular
        assertThat(cache.peek(2, i)).as("block of another family").isNull();
      }
    }
  }

  @Test
  void keepsNoDataBlocksWithIndexOnlyLru() {
    BlockCache cache = cache(CachePolicy.INDEX_ONLY_LRU);
    cache.put(TestBlock.data(1, 1), true);
    cache.put(TestBlock.bloom(1, 2), false);
    assertThat(cache.peek(1, 1)).isNull();
    assertThat(cache.peek(1, 2)).isNotNull();
  }

  @Test
  void doesNotKeepWhatIsLargerThanItself() {
    BlockCache none = new BlockCache(0);
    none.put(TestBlock.bloom(1, 1), false);
    assertThat(none.peek(1, 1)).isNull();
    assertThat(none.bytes()).isZero();
    BlockCache cache = cache(CachePolicy.LRU);
    cache.put(new TestBlock(1, 1, BlockKind.INDEX, cache.maxBytes()), false);
    assertThat(cache.bytes()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void forgetsAFileThatIsDropped(CachePolicy policy) {
    BlockCache cache = cache(policy);
    for (int i = 0; i < 5; i++) {
      cache.put(TestBlock.bloom(1, i), false);
      cache.put(TestBlock.bloom(2, i), false);
    }
    assertThat(cache.drop(1)).isEqualTo(5);
    for (int i = 0; i < 5; i++) {
      assertThat(cache.peek(1, i)).isNull();
      assertThat(cache.peek(2, i)).isNotNull();
    }
    assertThat(cache.bytes()).isEqualTo(5 * TestBlock.COUNTED_BYTES);
    for (int i = 0; i < 3 * ROOM; i++) {
      cache.put(TestBlock.bloom(3, i), false);
    }
    assertThat(cache.bytes()).isLessThanOrEqualTo(cache.maxBytes());
  }

  @ParameterizedTest
  @EnumSource
  void staysWithinItsBytesWithManyThreads(CachePolicy policy) throws Exception {
    BlockCache cache =
        new BlockCache(BlockCacheOptions.ofHeap(20L << 20).withPolicy(policy)); // several shards
    AtomicLong wrong = new AtomicLong();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Future<?>> done = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      Random random = new Random(t);
      done.add(threads.submit(() -> readAtRandom(cache, random, wrong)));
    }
    threads.shutdown();
    for (Future<?> reader : done) {
      reader.get();
    }
    assertThat(wrong).hasValue(0);
    assertThat(cache.bytes()).isLessThanOrEqualTo(cache.maxBytes());
    for (int file = 0; file < 4; file++) {
      assertThat(cache.drop(file)).isNotNegative();
    }
    assertThat(cache.bytes()).isZero();
  }

  private static void readAtRandom(BlockCache cache, Random random, AtomicLong wrong) {
    for (int i = 0; i < 20_000; i++) {
      long file = random.nextInt(4);
      long offset = (long) Math.abs(random.nextGaussian() * 1000);
      CachedBlock found = cache.get(file, offset, BlockKind.INDEX);
      if (found == null) {
        cache.put(new TestBlock(file, offset, BlockKind.INDEX, 1 << 15), false);
      } else if (found.file() != file || found.offset() != offset) {
        wrong.incrementAndGet();
      }
      if (random.nextInt(5000) == 0) {
        cache.drop(file);
      }
    }
  }

  @Test
  void namesThePoliciesThereAreWhenOneIsUnknown() {
    assertThat(CachePolicy.of("tinylfu")).isEqualTo(CachePolicy.TINY_LFU);
    assertThatThrownBy(() -> CachePolicy.of("Best"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("hfile.block.cache.policy must be LRU, TinyLFU")
        .hasMessageEndingWith(": Best");
  }
}
