package io.rowandb.engine.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.offheap.DirectMemory;
import io.rowandb.engine.offheap.DirectPieces;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** The second level of the block cache: what comes to it, what stays, and that it is never torn. */
@Tag("slow")
class OffHeapCacheTest {
  private static final int MEGABYTE = 1 << 20;
  private static final int BLOCK_BYTES = 8_000;

  private BlockCache cache;

  private void open(CachePolicy policy, long heapBytes, OffHeapOptions offHeap) {
    cache =
        new BlockCache(BlockCacheOptions.ofHeap(heapBytes).withPolicy(policy).withOffHeap(offHeap));
  }

  private void put(long file, long offset) {
    cache.put(ContentBlock.of(file, offset, BLOCK_BYTES), false);
  }

  private CachedBlock get(long file, long offset) {
    return cache.get(file, offset, BlockKind.DATA);
  }

  @AfterEach
  void close() {
    cache.close();
  }

  @ParameterizedTest
  @EnumSource
  void f92_f93_dataBlocksGoThereAtOnceAndOthersStayOnTheHeap(CachePolicy policy) {
    open(policy, MEGABYTE, OffHeapOptions.of(2 * MEGABYTE));
    put(1, 7);
    assertThat(cache.bytes()).isZero();
    assertThat(cache.offHeapBytes()).isEqualTo(9 << 10);
    cache.put(TestBlock.bloom(1, 8), false);
    assertThat(cache.bytes()).isEqualTo(TestBlock.COUNTED_BYTES);
    CachedBlock first = get(1, 7);
    assertThat(ContentBlock.isAt(first, 1, 7)).isTrue();
    assertThat(get(1, 7)).as("a copy for each").isNotSameAs(first);
    assertThat(cache.bytes()).as("which nobody keeps").isEqualTo(TestBlock.COUNTED_BYTES);
    assertThat(cache.hits(BlockKind.DATA)).isEqualTo(2);
    assertThat(cache.offHeapHits()).isEqualTo(2);
    assertThat(get(1, 9)).isNull();
    assertThat(cache.misses(BlockKind.DATA)).isEqualTo(1);
  }

  @Test
  void f94_whatHasToLeaveTheHeapIsFoundThereAndComesBack() {
    open(
        CachePolicy.LRU,
        10 * (BLOCK_BYTES + 1000),
        OffHeapOptions.of(2 * MEGABYTE).withVictimsOnly(true));
    for (int i = 0; i < 100; i++) {
      put(1, i);
    }
    assertThat(cache.bytes()).isPositive();
    assertThat(cache.offHeapBytes()).isGreaterThan(85 * BLOCK_BYTES);
    for (int i = 0; i < 100; i++) {
      assertThat(ContentBlock.isAt(get(1, i), 1, i)).as("block %s", i).isTrue();
    }
    assertThat(cache.misses()).isZero();
    long before = cache.offHeapHits();
    assertThat(before).isPositive();
    get(1, 99);
    assertThat(cache.offHeapHits()).as("the last one read is on the heap").isEqualTo(before);
  }

  @Test
  void aBlockLargerThanTheLargestSizeStaysOnTheHeap() {
    open(
        CachePolicy.TINY_LFU,
        MEGABYTE,
        new OffHeapOptions(2 * MEGABYTE, 8 << 10, false, OffHeapOptions.DEFAULT_SHARES));
    cache.put(ContentBlock.of(1, 1, 20_000), false);
    assertThat(cache.offHeapBytes()).isZero();
    assertThat(cache.bytes()).isGreaterThan(20_000);
    assertThat(ContentBlock.isAt(get(1, 1), 1, 1)).isTrue();
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "INDEX_ONLY_LRU")
  void staysWithinItsBytes(CachePolicy policy) {
    open(policy, 0, OffHeapOptions.of(3 * MEGABYTE));
    Random random = new Random(5);
    for (int i = 0; i < 3_000; i++) {
      cache.put(ContentBlock.of(1, i, 1 + random.nextInt(30_000)), random.nextInt(10) == 0);
      int old = random.nextInt(i + 1);
      CachedBlock found = get(1, old);
      assertThat(found == null || ContentBlock.isAt(found, 1, old)).isTrue();
      assertThat(cache.offHeapBytes()).isLessThanOrEqualTo(3 * MEGABYTE);
    }
    assertThat(cache.offHeapBytes()).isGreaterThan(3 * MEGABYTE / 100 * 80);
    assertThat(cache.offHeapEvictions()).isGreaterThan(1_000);
    assertThat(cache.allocatedOffHeapBytes()).isEqualTo(3 * MEGABYTE);
  }

  @ParameterizedTest
  @CsvSource({"TINY_LFU, false", "LRU, false", "LRU, true", "TINY_LFU, true"})
  void manyThreadsNeverReadAnotherBlocksBytes(CachePolicy policy, boolean victims)
      throws Exception {
    open(policy, victims ? MEGABYTE : 0, OffHeapOptions.of(2 * MEGABYTE).withVictimsOnly(victims));
    AtomicLong found = new AtomicLong();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Future<Void>> readers = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      Random random = new Random(t);
      readers.add(
          threads.submit(
              () -> {
                readAndPut(random, found);
                return null;
              }));
    }
    threads.shutdown();
    for (Future<Void> reader : readers) {
      reader.get();
    }
    assertThat(found.get()).isGreaterThan(1_000);
    assertThat(cache.offHeapEvictions()).isGreaterThan(1_000);
    assertThat(cache.offHeapBytes()).isBetween(1L, 2L * MEGABYTE);
    for (int file = 0; file < 3; file++) {
      cache.drop(file);
    }
    assertThat(cache.offHeapBytes()).isZero();
  }

  private void readAndPut(Random random, AtomicLong found) {
    for (int i = 0; i < 6_000; i++) {
      long file = random.nextInt(3);
      long offset = (long) Math.abs(random.nextGaussian() * 150);
      CachedBlock block = get(file, offset);
      if (block == null) {
        cache.put(ContentBlock.of(file, offset, 200 + random.nextInt(16_000)), false);
      } else {
        assertThat(ContentBlock.isAt(block, file, offset)).isTrue();
        found.incrementAndGet();
      }
      if (random.nextInt(2_000) == 0) {
        cache.drop(file);
      }
    }
  }

  @Test
  void aFileThatIsDroppedIsGoneFromBothLevels() {
    open(CachePolicy.TINY_LFU, MEGABYTE, OffHeapOptions.of(MEGABYTE));
    put(1, 1);
    put(2, 1);
    cache.put(TestBlock.bloom(1, 2), false);
    assertThat(cache.drop(1)).isEqualTo(2);
    assertThat(get(1, 1)).isNull();
    assertThat(get(2, 1)).isNotNull();
  }

  @Test
  void nothingIsKeptOnceItIsClosed() {
    open(CachePolicy.TINY_LFU, MEGABYTE, OffHeapOptions.of(MEGABYTE));
    put(1, 1);
    assertThat(cache.allocatedOffHeapBytes()).isEqualTo(MEGABYTE);
    cache.close();
    put(1, 2);
    assertThat(get(1, 1)).isNull();
    assertThat(get(1, 2)).isNull();
    assertThat(cache.offHeapBytes()).isZero();
    assertThat(cache.allocatedOffHeapBytes()).isZero();
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "INDEX_ONLY_LRU")
  void goesOnWithLessWhenTheVirtualMachineHasNoMore(CachePolicy policy) {
    open(policy, 0, OffHeapOptions.NONE);
    int[] granted = {2};
    DirectPieces memory =
        new DirectPieces(
            8 * MEGABYTE,
            MEGABYTE,
            size -> {
              if (granted[0]-- <= 0) {
                throw new OutOfMemoryError("a test's");
              }
              return ByteBuffer.allocateDirect(size);
            });
    OffHeapShard shard =
        new OffHeapShard(memory, policy.forShard(8 * MEGABYTE, OffHeapOptions.DEFAULT_SHARES));
    for (int i = 0; i < 2_000; i++) {
      shard.put(ContentBlock.of(1, i, BLOCK_BYTES), false);
      assertThat(shard.bytes()).isLessThanOrEqualTo(2 * MEGABYTE + (i < 300 ? MEGABYTE : 0));
    }
    assertThat(shard.bytes()).isPositive();
    shard.put(ContentBlock.of(2, 1, 3 * MEGABYTE), false);
    assertThat(shard.get(2, 1, EntryTable.hash(2, 1))).as("larger than what there is").isNull();
  }

  @Test
  void moreThanTheVirtualMachineGrantsIsRefusedWithBothFigures() {
    open(CachePolicy.TINY_LFU, 0, OffHeapOptions.NONE);
    long most = DirectMemory.mostBytes();
    assertThat(OffHeapOptions.of(most).bytes()).isEqualTo(most);
    assertThatThrownBy(() -> OffHeapOptions.of(most + (7L << 40)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("hbase.bucketcache.size is " + ((most + (7L << 40)) >> 20) + " MB")
        .hasMessageContaining((most >> 20) + " MB outside of the heap");
    assertThatThrownBy(() -> OffHeapOptions.of(1000))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least 1 MB: 1000");
  }
}
