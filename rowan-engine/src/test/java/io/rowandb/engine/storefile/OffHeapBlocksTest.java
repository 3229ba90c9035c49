package io.rowandb.engine.storefile;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.cache.BlockCache;
import io.rowandb.engine.cache.BlockCacheOptions;
import io.rowandb.engine.cache.OffHeapOptions;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellSamples;
import io.rowandb.engine.cell.CellScanner;
import io.rowandb.engine.cell.CellScannerContract;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Blocks that were outside of the heap have the cells that they had before. */
class OffHeapBlocksTest {
  private static final long SEED = 20261122;
  private static final int MEGABYTE = 1 << 20;

  private static BlockCache cache(long heapBytes, int megabytes, boolean victims) {
    return new BlockCache(
        BlockCacheOptions.ofHeap(heapBytes)
            .withOffHeap(OffHeapOptions.of((long) megabytes * MEGABYTE).withVictimsOnly(victims)));
  }

  @ParameterizedTest
  @EnumSource
  void ofEveryEncodingAreReadAsTheyWere(BlockEncoding encoding) throws IOException {
    for (Compression compression : new Compression[] {Compression.NONE, Compression.LZ4}) {
      List<Cell> cells = CellSamples.sorted(SEED, 1_500);
      StoreFileOptions options =
          StoreFiles.TINY.withCompression(compression).withEncoding(encoding);
      BlockCache cache = cache(MEGABYTE, 4, false);
      try (StoreFile file =
          StoreFile.open(StoreFiles.written(options, cells), StoreFiles.PATH, cache)) {
        for (int round = 0; round < 2; round++) {
          List<Cell> read = StoreFiles.read(file, round == 0);
          assertThat(read).hasSameSizeAs(cells);
          for (int i = 0; i < cells.size(); i++) {
            CellScannerContract.assertSame(read.get(i), cells.get(i));
          }
        }
        assertThat(cache.offHeapHits()).isGreaterThan(100);
      }
      assertThat(cache.offHeapBytes()).as("the file is closed").isZero();
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"0, false", "40000, false", "100000, true"})
  void manyThreadsReadThemWhileTheyGo(long heapBytes, boolean victims) throws Exception {
    List<Cell> cells = new ArrayList<>();
    Random random = new Random(SEED);
    for (int i = 0; i < 40_000; i++) {
      String value = Long.toString(random.nextLong(), 36).repeat(6);
      cells.add(CellSamples.put("row" + (100_000 + i), "q", 7, value, i % 3));
    }
    StoreFileOptions options =
        new StoreFileOptions(
            Compression.LZ4,
            BlockEncoding.NONE,
            64 << 10,
            new BloomOptions(BloomType.ROW, 1, 0.01, 128 << 10, 7),
            128 << 10,
            16 << 10,
            true,
            true);
    BlockCache cache = cache(heapBytes, 1, victims);
    try (StoreFile file =
        StoreFile.open(StoreFiles.written(options, cells), StoreFiles.PATH, cache)) {
      ExecutorService threads = Executors.newFixedThreadPool(4);
      List<Future<Void>> readers = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        long seed = SEED + t;
        readers.add(
            threads.submit(
                () -> {
                  read(file, cells, new Random(seed));
                  return null;
                }));
      }
      threads.shutdown();
      for (Future<Void> reader : readers) {
        reader.get();
      }
      assertThat(cache.offHeapBytes()).isBetween(1L, (long) MEGABYTE);
    }
    assertThat(cache.offHeapEvictions()).isGreaterThan(100);
    assertThat(cache.offHeapHits()).isGreaterThan(100);
    assertThat(cache.bytes() + cache.offHeapBytes()).isZero();
  }

  private static void read(StoreFile file, List<Cell> cells, Random random) throws IOException {
    for (int i = 0; i < 1_500; i++) {
      int at = Math.min(cells.size() - 1, (int) Math.abs(random.nextGaussian() * 10_000));
      int rows = random.nextInt(20) == 0 ? 2_000 : 1;
      try (CellScanner scanner = file.scanner(true, false)) {
        assertThat(scanner.seek(cells.get(at))).isTrue();
        for (int row = at; row < Math.min(cells.size(), at + rows); row++) {
          CellScannerContract.assertSame(scanner.cell(), cells.get(row));
          scanner.next();
        }
      }
    }
  }

  @Test
  void aGetTakesAPartAndNotTheBlock() throws IOException {
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      cells.add(CellSamples.put("row" + (1000 + i), "q", 7, "v".repeat(100), 1));
    }
    BlockCache cache = cache(MEGABYTE, 1, false);
    StoreFileOptions options =
        new StoreFileOptions(
            Compression.LZ4,
            BlockEncoding.NONE,
            64 << 10,
            new BloomOptions(BloomType.NONE, 1, 0.01, 128 << 10, 7),
            128 << 10,
            16 << 10,
            true,
            true);
    try (StoreFile file =
        StoreFile.open(StoreFiles.written(options, cells), StoreFiles.PATH, cache)) {
      for (int round = 0; round < 2; round++) {
        try (CellScanner scanner = file.scanner(true, false)) {
          assertThat(scanner.seek(cells.get(100))).isTrue();
          CellScannerContract.assertSame(scanner.cell(), cells.get(100));
        }
      }
      assertThat(cache.offHeapBytes()).isBetween(8_000L, 16_000L);
      assertThat(cache.offHeapHits()).isEqualTo(1);
      assertThat(cache.bytes()).as("its outline").isBetween(1L, 4_000L);
    }
  }
}
