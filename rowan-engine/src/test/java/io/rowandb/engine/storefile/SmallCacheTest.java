package io.rowandb.engine.storefile;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.cache.BlockCache;
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

/** Reads through a cache that always has too little room. */
class SmallCacheTest {
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
