package io.rowandb.engine.storefile;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.cache.BlockCache;
import io.rowandb.engine.cache.BlockCacheOptions;
import io.rowandb.engine.cache.BlockCaching;
import io.rowandb.engine.cache.BlockKind;
import io.rowandb.engine.cache.CachePolicy;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellSamples;
import io.rowandb.engine.cell.CellScanner;
import io.rowandb.engine.io.DelegatingFileSystem;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.RandomReadFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Reads of blocks that no cache will keep. */
class UnkeptBlocksTest {
  private static final BlockCacheOptions NO_HEAP = BlockCacheOptions.ofHeap(0);

  /** One block of several parts. */
  private static final StoreFileOptions PARTED =
      new StoreFileOptions(
          Compression.LZ4,
          BlockEncoding.NONE,
          64 << 10,
          new BloomOptions(BloomType.NONE, 1, 0.01, 128 << 10, 7),
          128 << 10,
          16 << 10,
          true,
          true);

  private static final StoreFileOptions WHOLE = PARTED.withCompression(Compression.NONE);

  private static List<Cell> oneBlock() {
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      cells.add(CellSamples.put("row" + (1000 + i), "q", 7, "v".repeat(100), 1));
    }
    return cells;
  }

  @Test
  void ofACacheWithoutHeapDoNotWaitForEachOther() throws Exception {
    assertReadAtOnce(WHOLE, NO_HEAP);
    assertReadAtOnce(PARTED, NO_HEAP);
  }

  @Test
  void ofAPolicyThatKeepsNoDataBlocksDoNotWaitForEachOther() throws Exception {
    assertReadAtOnce(
        WHOLE, BlockCacheOptions.ofHeap(1 << 20).withPolicy(CachePolicy.INDEX_ONLY_LRU));
  }

  /** Two readers of one block are in its read at the same time. */
  private static void assertReadAtOnce(StoreFileOptions options, BlockCacheOptions cache)
      throws Exception {
    List<Cell> cells = oneBlock();
    MeetingFiles files = new MeetingFiles(StoreFiles.written(options, cells));
    try (StoreFile file = StoreFile.open(files, StoreFiles.PATH, new BlockCache(cache))) {
      files.meeting = new CyclicBarrier(2);
      ExecutorService threads = Executors.newFixedThreadPool(2);
      List<Future<Boolean>> readers = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        readers.add(
            threads.submit(
                () -> {
                  try (CellScanner scanner = file.scanner(true, false)) {
                    return scanner.seek(cells.get(0));
                  }
                }));
      }
      threads.shutdown();
      for (Future<Boolean> reader : readers) {
        assertThat(reader.get()).isTrue();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = CachePolicy.class,
      names = {"TINY_LFU", "INDEX_ONLY_LRU"})
  void areToldToWhoListens(CachePolicy policy) throws IOException {
    List<String> told = new ArrayList<>();
    BlockCache cache =
        new BlockCache(
            BlockCacheOptions.ofHeap(1 << 20)
                .withPolicy(policy)
                .withListener(
                    (block, inMemory, kept) -> told.add(block.kind() + (kept ? " kept" : ""))));
    try (StoreFile file =
        StoreFile.open(StoreFiles.written(WHOLE, oneBlock()), StoreFiles.PATH, cache)) {
      for (boolean keep : new boolean[] {false, true, true}) {
        try (CellScanner scanner = file.scanner(keep, false)) {
          assertThat(scanner.next()).isTrue();
        }
      }
    }
    String wanted = policy == CachePolicy.TINY_LFU ? "DATA kept" : "DATA";
    assertThat(told).containsExactly("DATA", wanted, wanted);
  }

  @Test
  void makeNoOutlinesThatNobodyKeeps() throws IOException {
    BlockCache cache = new BlockCache(NO_HEAP);
    try (StoreFile file =
            StoreFile.open(StoreFiles.written(PARTED, oneBlock()), StoreFiles.PATH, cache);
        CellScanner scanner = file.scanner(true, false)) {
      assertThat(scanner.seek(oneBlock().get(7))).isTrue();
    }
    assertThat(cache.misses(BlockKind.INDEX)).isZero();
    assertThat(cache.misses(BlockKind.DATA)).isEqualTo(1);
  }

  @Test
  void settingsOfTheDatabaseHoldForEveryFileThatIsOpened() throws IOException {
    BlockCache cache =
        new BlockCache(
            BlockCacheOptions.ofHeap(1 << 20)
                .withFamilies(
                    new BlockCaching(
                        false, false, false, false, false, false, BlockCaching.NO_BYTES)));
    try (StoreFile file =
            StoreFile.open(StoreFiles.written(WHOLE, oneBlock()), StoreFiles.PATH, cache);
        CellScanner scanner = file.scanner(true, false)) {
      assertThat(scanner.next()).isTrue();
      assertThat(cache.bytes()).isZero();
    }
  }

  /** A file system that lets readers of files go on only when two are there. */
  private static final class MeetingFiles extends DelegatingFileSystem {
    private volatile CyclicBarrier meeting;

    MeetingFiles(FileSystem below) {
      super(below);
    }

    @Override
    protected RandomReadFile opened(Path path, RandomReadFile file) {
      return new DelegatingReadFile(file) {
        @Override
        public void readFully(long position, byte[] target, int offset, int length)
            throws IOException {
          meet();
          super.readFully(position, target, offset, length);
        }
      };
    }

    private void meet() throws IOException {
      CyclicBarrier barrier = meeting;
      if (barrier == null) {
        return;
      }
      try {
        barrier.await(10, TimeUnit.SECONDS);
      } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
        throw new IOException("No other reader came", e);
      }
    }
  }
}
