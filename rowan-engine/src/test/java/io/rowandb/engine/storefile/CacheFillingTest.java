package io.rowandb.engine.storefile;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.cache.BlockCache;
import io.rowandb.engine.cache.BlockCacheOptions;
import io.rowandb.engine.cache.BlockCaching;
import io.rowandb.engine.cache.CachePolicy;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellSamples;
import io.rowandb.engine.cell.CellScanner;
import io.rowandb.engine.io.WatchedReads;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Blocks that are loaded when a file is opened, before anybody asks for them. */
class CacheFillingTest {
  private static final BlockCaching PREFETCH =
      new BlockCaching(true, false, false, false, false, true, BlockCaching.NO_BYTES);

  private static final int ROWS = 2_000;

  /** About 200 KB with several levels of index, many data blocks and Bloom chunks. */
  private final List<Cell> cells = cells();

  private final AtomicInteger reads = new AtomicInteger();

  private static List<Cell> cells() {
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      String row = String.format(Locale.ROOT, "row%06d", i);
      cells.add(CellSamples.put(row, "q", 7, "v".repeat(50), 1));
    }
    return cells;
  }

  private StoreFile open(BlockCache cache) throws IOException {
    WatchedReads files = new WatchedReads(StoreFiles.written(StoreFiles.TINY, cells));
    StoreFile file =
        StoreFile.open(
            files, StoreFiles.PATH, cache.open(PREFETCH), StoreFiles.NO_ROW, StoreFiles.NO_ROW);
    files.watch((path, position, length) -> reads.incrementAndGet());
    return file;
  }

  private void readAll(StoreFile file) throws IOException {
    try (CellScanner scanner = file.scanner(true, false)) {
      for (Cell cell : cells) {
        assertThat(file.mayContainRow(cell.row())).isTrue();
        assertThat(scanner.next()).isTrue();
      }
    }
  }

  @Test
  void allAreThereWhenThereIsRoom() throws IOException {
    BlockCache cache = new BlockCache(16 << 20);
    try (StoreFile file = open(cache)) {
      file.loadAsOpened(() -> false);
      assertThat(reads).hasPositiveValue();
      assertThat(cache.misses()).as("nobody asked for any").isZero();
      reads.set(0);
      readAll(file);
    }
    assertThat(reads).hasValue(0);
    assertThat(cache.misses()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void noneTakesTheRoomOfOthers(CachePolicy policy) throws IOException {
    BlockCache cache = new BlockCache(BlockCacheOptions.ofHeap(200 << 10).withPolicy(policy));
    try (StoreFile first = open(cache);
        StoreFile second = open(cache)) {
      readAll(first);
      long evictions = cache.evictions();
      long bytes = cache.bytes();
      second.loadAsOpened(() -> false);
      assertThat(cache.evictions()).isEqualTo(evictions);
      assertThat(cache.bytes()).isGreaterThanOrEqualTo(bytes);
    }
  }

  @Test
  void theyEndWithTheFirstThatDoesNotFit() throws IOException {
    BlockCache cache = new BlockCache(50 << 10);
    try (StoreFile file = open(cache)) {
      file.loadAsOpened(() -> false);
      assertThat(cache.bytes()).isGreaterThan(45 << 10);
      assertThat(cache.evictions()).isZero();
      reads.set(0);
      file.loadAsOpened(() -> false);
      assertThat(reads.get()).as("what is there is not read again").isLessThan(3);
    }
  }

  @Test
  void theyEndWhenTheyAreToldTo() throws IOException {
    BlockCache cache = new BlockCache(16 << 20);
    try (StoreFile file = open(cache)) {
      file.loadAsOpened(() -> reads.get() >= 5);
      assertThat(reads).hasValue(5);
    }
  }

  @Test
  void blocksOfCellsAreNotReadForACacheThatKeepsNone() throws IOException {
    BlockCache cache =
        new BlockCache(BlockCacheOptions.ofHeap(16 << 20).withPolicy(CachePolicy.INDEX_ONLY_LRU));
    try (StoreFile file = open(cache)) {
      file.loadAsOpened(() -> false);
      assertThat(reads.get()).isBetween(10, ROWS / 3);
      reads.set(0);
      file.loadAsOpened(() -> false);
      assertThat(reads).hasValue(0);
    }
  }
}
