package io.rowandb.engine.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** HBase's LRU: when it makes room, how much, and of which priority. */
class LruPolicyTest {
  private static final long BYTES = TestBlock.COUNTED_BYTES;

  private final BlockCache cache =
      new BlockCache(BlockCacheOptions.ofHeap(100 * BYTES).withPolicy(CachePolicy.LRU));

  private void put(int from, int to, boolean inMemory) {
    for (int i = from; i < to; i++) {
      cache.put(TestBlock.data(1, i), inMemory);
    }
  }

  private int kept(int from, int to) {
    int kept = 0;
    for (int i = from; i < to; i++) {
      kept += cache.peek(1, i) == null ? 0 : 1;
    }
    return kept;
  }

  private void use(int from, int to) {
    for (int i = from; i < to; i++) {
      assertThat(cache.get(1, i, BlockKind.DATA)).as("block %s", i).isNotNull();
    }
  }

  @Test
  void f91_makesRoomAtNinetyNineHundredthsDownToNinetyFive() {
    put(0, 99, false);
    assertThat(cache.evictions()).isZero();
    put(99, 100, false);
    assertThat(cache.evictions()).isEqualTo(5);
    assertThat(cache.bytes()).isEqualTo(95 * BYTES);
    put(100, 104, false);
    assertThat(cache.evictions()).isEqualTo(5);
    put(104, 105, false);
    assertThat(cache.bytes()).isEqualTo(95 * BYTES);
  }

  @Test
  void letsTheLeastRecentlyUsedGo() {
    put(0, 99, false);
    use(0, 10);
    put(99, 100, false);
    assertThat(kept(0, 10)).isEqualTo(10);
    assertThat(kept(10, 15)).isZero();
    assertThat(kept(15, 100)).isEqualTo(85);
  }

  @Test
  void f88_aScanTakesNothingFromBlocksThatWereUsedAgainWithinTheirHalf() {
    put(0, 45, false);
    use(0, 45);
    put(1000, 3000, false);
    assertThat(kept(0, 45)).isEqualTo(45);
  }

  @Test
  void blocksUsedAgainKeepToTheirShareOnceOthersNeedTheirs() {
    put(0, 90, false);
    use(0, 90);
    put(1000, 3000, false);
    // 50 % and 95 % of it, and what an eviction takes from the other groups in turns.
    assertThat(kept(0, 90)).isBetween(47, 75);
    put(5000, 9000, false);
    assertThat(kept(0, 90)).isGreaterThanOrEqualTo(47);
  }

  @Test
  void f90_blocksInMemoryHaveAQuarterForThemselves() {
    put(0, 20, true);
    put(1000, 3000, false);
    assertThat(kept(0, 20)).isEqualTo(20);
    put(3000, 4000, true);
    assertThat(kept(3000, 4000)).isLessThanOrEqualTo(95);
  }

  @Test
  void aBlockOfNearlyTheWholeCacheComesIn() {
    put(0, 99, false);
    cache.put(new TestBlock(1, 500, BlockKind.DATA, 100 * BYTES - CacheEntry.HEAP_BYTES), false);
    assertThat(kept(500, 501)).isEqualTo(1);
    assertThat(kept(0, 99)).isZero();
  }

  @Test
  void refusesSharesThatAreNoWhole() {
    assertThatThrownBy(() -> new LruShares(0.99, 0.95, 0.5, 0.5, 0.5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0.5, 0.5, 0.5");
    assertThatThrownBy(() -> new LruShares(0.9, 0.95, 0.25, 0.5, 0.25))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0.95, 0.9");
  }
}
