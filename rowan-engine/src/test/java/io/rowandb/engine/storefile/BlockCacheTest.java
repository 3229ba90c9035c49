package io.rowandb.engine.storefile;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellSamples;
import io.rowandb.engine.cell.CellScanner;
import io.rowandb.engine.cell.CellScannerContract;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The cache's bound, its preferences and its counters. */
class BlockCacheTest {
  private static final int BYTES = 1000;
  private static final long HEAP_BYTES = BYTES + Block.OVERHEAD_BYTES;

  private final BlockCache cache = new BlockCache(20 * HEAP_BYTES);
  private final long file = cache.newFile();

  private static Block chunk(long file, long offset) {
    return new BloomChunk(file, offset, new byte[BYTES], 0, BYTES);
  }

  /** A data block of about as many bytes. */
  private static Block data(long file, long offset) throws IOException {
    Cell cell = CellSamples.put("r", "q", 1, "v".repeat(BYTES - 30), 0);
    return DataBlock.parse(
        StoreFiles.PATH,
        file,
        offset,
        cell.array(),
        0,
        cell.length(),
        false,
        false,
        AssignedSequence.NONE);
  }

  @Test
  void staysWithinItsBytesWhateverIsPut() throws IOException {
    Random random = new Random(3);
    for (int i = 0; i < 10_000; i++) {
      cache.put(random.nextBoolean() ? chunk(file, i) : data(file, i));
      cache.get(file, random.nextInt(i + 1));
      assertThat(cache.bytes()).isLessThanOrEqualTo(cache.maxBytes());
    }
    assertThat(cache.bytes()).isGreaterThan(cache.maxBytes() * 8 / 10);
    assertThat(cache.evictions()).isGreaterThan(9_000);
  }

  @Test
  void countsHitsAndMisses() {
    cache.put(chunk(file, 5));
    assertThat(cache.get(file, 5)).isNotNull();
    assertThat(cache.get(file, 6)).isNull();
    assertThat(cache.get(file + 1, 5)).isNull();
    assertThat(cache.hits()).isEqualTo(1);
    assertThat(cache.misses()).isEqualTo(2);
  }

  @Test
  void keepsIndexAndBloomBlocksAndUsedBlocksThroughAScan() throws IOException {
    for (int i = 0; i < 5; i++) {
      cache.put(chunk(file, i));
      cache.put(data(file, 10 + i));
    }
    for (int i = 100; i < 200; i++) {
      for (int used = 0; used < 5; used++) {
        assertThat(cache.get(file, 10 + used)).as("used data block").isNotNull();
      }
      cache.put(data(file, i));
    }
    for (int i = 0; i < 5; i++) {
      assertThat(cache.peek(file, 10 + i)).as("used data block").isNotNull();
    }
  }

  @Test
  void doesNotKeepWhatIsLargerThanItself() {
    BlockCache none = new BlockCache(0);
    none.put(chunk(1, 1));
    assertThat(none.get(1, 1)).isNull();
    assertThat(none.bytes()).isZero();
    cache.put(new BloomChunk(file, 1, new byte[(int) cache.maxBytes()], 0, 1));
    assertThat(cache.bytes()).isZero();
  }

  @Test
  void forgetsAFileThatIsDropped() {
    long other = cache.newFile();
    for (int i = 0; i < 5; i++) {
      cache.put(chunk(file, i));
      cache.put(chunk(other, i));
    }
    cache.drop(file);
    for (int i = 0; i < 5; i++) {
      assertThat(cache.peek(file, i)).isNull();
      assertThat(cache.peek(other, i)).isNotNull();
    }
    assertThat(cache.bytes()).isEqualTo(5 * HEAP_BYTES);
  }

  @Test
  void manyThreadsReadOneFileThroughASmallCache() throws Exception {
    List<Cell> cells = CellSamples.sorted(17, 3000);
    StoreFileOptions options = StoreFiles.TINY.withCompression(Compression.ZSTD);
    BlockCache small = new BlockCache(30_000);
    try (StoreFile open =
        StoreFile.open(StoreFiles.written(options, cells), StoreFiles.PATH, small)) {
      ExecutorService threads = Executors.newFixedThreadPool(4);
      List<Future<?>> readers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        long seed = i;
        readers.add(
            threads.submit(
                () -> {
                  seekAtRandom(open, cells, seed);
                  return null;
                }));
      }
      threads.shutdown();
      for (Future<?> reader : readers) {
        reader.get();
      }
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    }
    assertThat(small.evictions()).isPositive();
    assertThat(small.bytes()).isZero();
  }

  private static void seekAtRandom(StoreFile file, List<Cell> cells, long seed) throws IOException {
    Random random = new Random(seed);
    try (CellScanner scanner = file.scanner(true, false)) {
      for (int i = 0; i < 3000; i++) {
        Cell cell = cells.get(random.nextInt(cells.size()));
        assertThat(scanner.seek(cell)).isTrue();
        CellScannerContract.assertSame(scanner.cell(), cell);
      }
    }
  }
}
