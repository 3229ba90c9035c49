package io.rowandb.engine.storefile;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.cache.BlockCache;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellCodec;
import io.rowandb.engine.cell.CellSamples;
import io.rowandb.engine.cell.CellType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
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

  @Test
  void aFilterOfColumnsLetsOnePercentOfAbsentOnesPass() throws IOException {
    int rows = 20_000;
    BloomOptions columns = new BloomOptions(BloomType.ROWCOL, 1, 0.01, 4096, 7);
    try (StoreFile file =
        StoreFile.open(
            StoreFiles.written(options(0.01, 4096).withBloom(columns), evenRows(rows)),
            StoreFiles.PATH,
            new BlockCache(1 << 20))) {
      int passed = 0;
      for (int i = 0; i < rows - 1; i++) {
        byte[] row = CellSamples.bytes(row(2 * i));
        assertThat(file.mayContainRow(row)).isTrue();
        assertThat(file.mayContainColumns(row, names("q"))).isTrue();
        assertThat(file.mayContainColumns(row, names("a", "q"))).isTrue();
        passed += file.mayContainColumns(row, names("r")) ? 1 : 0;
      }
      assertThat(passed / (double) rows).as("column and row are asked").isBetween(0.001, 0.015);
      assertThat(file.mayContainRow(CellSamples.bytes(row(1)))).as("knows no rows").isTrue();
    }
  }

  private static byte[][] names(String... names) {
    return Stream.of(names).map(CellSamples::bytes).toArray(byte[][]::new);
  }

  @Test
  void aDeleteOfAFamilyPassesForEveryColumn() throws IOException {
    Cell marker =
        CellCodec.cell(
            CellSamples.bytes(row(4)),
            CellSamples.bytes("f"),
            new byte[0],
            9,
            CellType.DELETE_FAMILY,
            new byte[0],
            1);
    List<Cell> cells = evenRows(5);
    cells.set(2, marker);
    BloomOptions columns = new BloomOptions(BloomType.ROWCOL, 1, 0.000_1, 4096, 7);
    try (StoreFile file =
        StoreFile.open(
            StoreFiles.written(options(0.01, 4096).withBloom(columns), cells),
            StoreFiles.PATH,
            new BlockCache(1 << 20))) {
      assertThat(file.mayContainColumns(CellSamples.bytes(row(4)), names("any"))).isTrue();
      assertThat(file.mayContainColumns(CellSamples.bytes(row(6)), names("any"))).isFalse();
    }
  }

  @Test
  void aFilterOfPrefixesKnowsRangesThatBeginAlike() throws IOException {
    List<Cell> cells = new ArrayList<>();
    for (String row : new String[] {"a", "aaa1", "aaa2", "ccc1", "ccc\u00ff\u00ff", "eee"}) {
      cells.add(CellSamples.put(row, "q", 1, "", 1));
    }
    BloomOptions prefixes = new BloomOptions(BloomType.ROWPREFIX_FIXED_LENGTH, 3, 0.000_1, 4096, 7);
    try (StoreFile file =
        StoreFile.open(
            StoreFiles.written(options(0.01, 4096).withBloom(prefixes), cells),
            StoreFiles.PATH,
            new BlockCache(1 << 20))) {
      assertThat(file.mayContainRow(CellSamples.bytes("aaa7"))).as("the prefix is there").isTrue();
      assertThat(file.mayContainRow(CellSamples.bytes("a"))).as("a row of one byte").isTrue();
      assertThat(file.mayContainRow(CellSamples.bytes("aab"))).isFalse();
      assertThat(mayContain(file, "bbb1", "bbb9", false)).as("begin alike").isFalse();
      assertThat(mayContain(file, "ccc1", "ccc9", false)).isTrue();
      assertThat(mayContain(file, "bbb", "bbc", false)).as("all that begin so").isFalse();
      assertThat(mayContain(file, "bbb", "bbc", true)).as("and one that does not").isTrue();
      assertThat(mayContain(file, "bb", "bc", false)).as("shorter than the prefix").isTrue();
      assertThat(mayContain(file, "bbb", "", false)).as("without an end").isTrue();
      assertThat(mayContain(file, "b\u00ff\u00ff", "c", false)).isFalse();
      assertThat(mayContain(file, "\u00ff\u00ff\u00ff", "", false)).as("behind all").isFalse();
    }
  }

  private static boolean mayContain(
      StoreFile file, String least, String greatest, boolean inclusive) throws IOException {
    return file.mayContainRange(CellSamples.bytes(least), CellSamples.bytes(greatest), inclusive);
  }

  private static StoreFileOptions options(double errorRate, int chunkBytes) {
    return new StoreFileOptions(
        Compression.NONE,
        BlockEncoding.NONE,
        64 << 10,
        new BloomOptions(BloomType.ROW, 1, errorRate, chunkBytes, 7),
        128 << 10,
        16 << 10,
        false,
        true);
  }
}
