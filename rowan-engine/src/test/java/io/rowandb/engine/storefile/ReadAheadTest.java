package io.rowandb.engine.storefile;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.cache.BlockCache;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellSamples;
import io.rowandb.engine.cell.CellScanner;
import io.rowandb.engine.cell.CellScannerContract;
import io.rowandb.engine.io.WatchedReads;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When a scan reads blocks ahead, by the reads of the file. */
class ReadAheadTest {
  private static final int BLOCKS = 40;
  private static final int ROWS_OF_A_BLOCK = 64;

  /** What HBase's default is for blocks of this size. */
  private static final long FOUR_BLOCKS = 4L * StoreFileOptions.DEFAULT.blockBytes();

  private static final int MOST_OF_A_BLOCK = 70_000;

  private final List<Cell> cells = cells();
  private final List<Integer> reads = new ArrayList<>();
  private final BlockCache cache = new BlockCache(64 << 20);
  private StoreFile file;

  private static List<Cell> cells() {
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < BLOCKS * ROWS_OF_A_BLOCK; i++) {
      cells.add(CellSamples.put("row" + (10_000 + i), "q", 7, "v".repeat(1_000), 1));
    }
    return cells;
  }

  private void open(StoreFileOptions options) throws IOException {
    WatchedReads files = new WatchedReads(StoreFiles.written(options, cells));
    file = StoreFile.open(files, StoreFiles.PATH, cache);
    files.watch((path, position, length) -> reads.add(length));
  }

  @AfterEach
  void close() throws IOException {
    file.close();
  }

  /** Reads so many cells from where it stands, which begin with this one. */
  private void scan(CellScanner scanner, int from, int count) throws IOException {
    for (int i = from; i < from + count; i++) {
      assertThat(scanner.next()).isTrue();
      CellScannerContract.assertSame(scanner.cell(), cells.get(i));
    }
  }

  private void scanAll(long readAheadAfterBytes) throws IOException {
    try (CellScanner scanner = file.scanner(true, readAheadAfterBytes)) {
      scan(scanner, 0, cells.size());
      assertThat(scanner.next()).isFalse();
    }
  }

  @Test
  void beginsAfterFourBlocksThatMissedTheCacheAndGrows() throws IOException {
    open(StoreFileOptions.DEFAULT);
    scanAll(FOUR_BLOCKS);
    assertThat(reads.subList(0, 4)).allMatch(length -> length < MOST_OF_A_BLOCK);
    assertThat(reads.subList(4, 7)).containsExactly(128 << 10, 256 << 10, 512 << 10);
    assertThat(reads).hasSizeLessThan(11);
  }

  @Test
  void beginsAtOnceWhenTheCallerKnows() throws IOException {
    open(StoreFileOptions.DEFAULT);
    scanAll(0);
    assertThat(reads.subList(0, 3)).containsExactly(128 << 10, 256 << 10, 512 << 10);
  }

  @Test
  void neverBeginsWhenTheCallerDoesNotWantIt() throws IOException {
    open(StoreFileOptions.DEFAULT);
    scanAll(StoreFile.NEVER_READ_AHEAD);
    assertThat(reads).hasSize(BLOCKS).allMatch(length -> length < MOST_OF_A_BLOCK);
  }

  @Test
  void keepsTheBlocksForOthersAsTheScanWants() throws IOException {
    open(StoreFileOptions.DEFAULT);
    scanAll(FOUR_BLOCKS);
    assertThat(cache.bytes()).isGreaterThan(BLOCKS * ROWS_OF_A_BLOCK * 1_000L);
    reads.clear();
    scanAll(FOUR_BLOCKS);
    scanAll(0);
    assertThat(reads).isEmpty();
  }

  @Test
  void keepsNothingOfAScanThatDoesNotWantIt() throws IOException {
    open(StoreFileOptions.DEFAULT);
    try (CellScanner scanner = file.scanner(false, FOUR_BLOCKS)) {
      scan(scanner, 0, cells.size());
    }
    assertThat(cache.bytes()).isZero();
    assertThat(reads).hasSizeLessThan(11);
  }

  @Test
  void aBlockThatIsCachedIsNoReasonToReadAhead() throws IOException {
    open(StoreFileOptions.DEFAULT);
    try (CellScanner get = file.scanner(true, StoreFile.NEVER_READ_AHEAD)) {
      assertThat(get.seek(cells.get(2 * ROWS_OF_A_BLOCK + 1))).isTrue();
    }
    reads.clear();
    scanAll(FOUR_BLOCKS);
    assertThat(reads.subList(0, 6)).allMatch(length -> length < MOST_OF_A_BLOCK);
    assertThat(reads.get(6)).isEqualTo(128 << 10);
  }

  @Test
  void endsWhenTheScanGoesElsewhere() throws IOException {
    open(StoreFileOptions.DEFAULT);
    try (CellScanner scanner = file.scanner(true, FOUR_BLOCKS)) {
      scan(scanner, 0, 5 * ROWS_OF_A_BLOCK);
      assertThat(reads.get(reads.size() - 1)).isEqualTo(128 << 10);
      for (int block = 15; block < BLOCKS; block += 5) {
        assertThat(scanner.seekForward(cells.get(block * ROWS_OF_A_BLOCK + 1))).isTrue();
        assertThat(reads.get(reads.size() - 1)).as("block %s", block).isLessThan(MOST_OF_A_BLOCK);
      }
      reads.clear();
      assertThat(scanner.seek(cells.get(6 * ROWS_OF_A_BLOCK))).isTrue();
      scan(scanner, 6 * ROWS_OF_A_BLOCK + 1, 6 * ROWS_OF_A_BLOCK);
      assertThat(reads.get(0)).isLessThan(MOST_OF_A_BLOCK);
      assertThat(reads).as("and begins again").contains(128 << 10);
    }
  }

  @Test
  void neverBeginsBackwards() throws IOException {
    open(StoreFileOptions.DEFAULT);
    try (CellScanner scanner = file.scanner(true, FOUR_BLOCKS)) {
      for (int i = cells.size() - 1; i > 0; i--) {
        assertThat(scanner.seekBefore(cells.get(i))).isTrue();
      }
    }
    assertThat(reads).hasSize(BLOCKS).allMatch(length -> length < MOST_OF_A_BLOCK);
  }

  @Test
  void beginsInACompressedFileToo() throws IOException {
    open(StoreFileOptions.DEFAULT.withCompression(Compression.LZ4));
    scanAll(FOUR_BLOCKS);
    assertThat(reads).hasSizeLessThan(15);
    reads.clear();
    scanAll(FOUR_BLOCKS);
    assertThat(reads).isEmpty();
    assertThat(cache.bytes()).isGreaterThan(BLOCKS * ROWS_OF_A_BLOCK * 1_000L);
  }
}
