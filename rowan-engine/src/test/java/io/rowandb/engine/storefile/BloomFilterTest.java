package io.rowandb.engine.storefile;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.cache.BlockCache;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellSamples;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The filter lets every stored row pass, and few others. */
class BloomFilterTest {
  private static List<Cell> evenRows(int count) {
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      cells.add(CellSamples.put(row(2 * i), "q", 1, "", 1));
    }
    return cells;
  }

  private static String row(int i) {
    return String.format("%08d", i);
  }

  @Test
  void letsOnePercentOfAbsentRowsPass() throws IOException {
    int rows = 30_000;
    // Chunks for some 3,400 rows each, so several, and a folded last one.
    StoreFileOptions options = options(0.01, 4096);
    try (StoreFile file =
        StoreFile.open(
            StoreFiles.written(options, evenRows(rows)),
            StoreFiles.PATH,
            new BlockCache(1 << 20))) {
      int passed = 0;
      for (int i = 0; i < rows - 1; i++) {
        assertThat(file.mayContainRow(CellSamples.bytes(row(2 * i)))).isTrue();
        passed += file.mayContainRow(CellSamples.bytes(row(2 * i + 1))) ? 1 : 0;
      }
      assertThat(passed / (double) rows).isBetween(0.001, 0.015);
    }
  }

  @Test
  void aLowerRateLetsFewerPass() throws IOException {
    int rows = 30_000;
    try (StoreFile file =
        StoreFile.open(
            StoreFiles.written(options(0.001, 128 << 10), evenRows(rows)),
            StoreFiles.PATH,
            new BlockCache(1 << 20))) {
      int passed = 0;
      for (int i = 0; i < rows - 1; i++) {
        passed += file.mayContainRow(CellSamples.bytes(row(2 * i + 1))) ? 1 : 0;
      }
      assertThat(passed / (double) rows).isLessThan(0.002);
    }
  }

  @Test
  void rowsOutsideTheFileNeedNoFilter() throws IOException {
    BlockCache cache = new BlockCache(1 << 20);
    try (StoreFile file =
        StoreFile.open(
            StoreFiles.written(options(0.01, 4096), evenRows(100)), StoreFiles.PATH, cache)) {
      assertThat(file.mayContainRow(CellSamples.bytes("0"))).isFalse();
      assertThat(file.mayContainRow(CellSamples.bytes("1"))).isFalse();
      assertThat(cache.hits() + cache.misses()).isZero();
    }
  }

  private static StoreFileOptions options(double errorRate, int chunkBytes) {
    return new StoreFileOptions(
        Compression.NONE,
        BlockEncoding.NONE,
        64 << 10,
        BloomType.ROW,
        errorRate,
        chunkBytes,
        128 << 10,
        16 << 10,
        false,
        true);
  }
}
