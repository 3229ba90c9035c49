package io.rowandb.engine.storefile;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.cache.BlockCache;
import io.rowandb.engine.cache.BlockCaching;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellSamples;
import io.rowandb.engine.cell.CellScanner;
import io.rowandb.engine.cell.CellScannerContract;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The scanner's contract over files of one block, of many, cached or not, read ahead or not. */
class StoreFileScannerTest {
  abstract static class OverFiles extends CellScannerContract {
    private final StoreFileOptions options;
    private final long readAheadAfterBytes;
    private final BlockCache cache;
    private final List<StoreFile> open = new ArrayList<>();

    OverFiles(StoreFileOptions options, long readAheadAfterBytes, long cacheBytes) {
      this.options = options;
      this.readAheadAfterBytes = readAheadAfterBytes;
      this.cache = new BlockCache(cacheBytes);
    }

    @Override
    protected CellScanner scannerOver(List<Cell> cells) throws IOException {
      StoreFile file = StoreFile.open(StoreFiles.written(options, cells), StoreFiles.PATH, cache);
      open.add(file);
      return file.scanner(true, readAheadAfterBytes);
    }

    @AfterEach
    void closeFiles() throws IOException {
      for (StoreFile file : open) {
        file.close();
      }
    }
  }

  @Nested
  class OneBlock extends OverFiles {
    OneBlock() {
      super(StoreFileOptions.DEFAULT, StoreFile.NEVER_READ_AHEAD, 1 << 20);
    }
  }

  @Nested
  class TinyBlocks extends OverFiles {
    TinyBlocks() {
      super(StoreFiles.TINY, StoreFile.NEVER_READ_AHEAD, 1 << 20);
    }
  }

  @Nested
  class TinyBlocksSequential extends OverFiles {
    TinyBlocksSequential() {
      super(StoreFiles.TINY.withCompression(Compression.LZ4), 0, 1 << 20);
    }
  }

  @Nested
  class TinyBlocksWithoutCache extends OverFiles {
    TinyBlocksWithoutCache() {
      super(StoreFiles.TINY, 0, 0);
    }
  }

  @Nested
  class TinyBlocksSequentialAfterSome extends OverFiles {
    TinyBlocksSequentialAfterSome() {
      super(StoreFiles.TINY, 300, 4096);
    }
  }

  @Nested
  class TinyBlocksInATinyCache extends OverFiles {
    TinyBlocksInATinyCache() {
      super(StoreFiles.TINY.withCompression(Compression.SNAPPY), StoreFile.NEVER_READ_AHEAD, 4096);
    }
  }

  @Nested
  class PartOfAFile extends CellScannerContract {
    private StoreFile file;

    @Override
    protected CellScanner scannerOver(List<Cell> cells) throws IOException {
      List<Cell> all = new ArrayList<>();
      all.add(CellSamples.put("a", "q", 1, "before", 1));
      all.add(CellSamples.put("a\0", "q", 1, "before", 1));
      all.addAll(cells);
      all.add(CellSamples.put("t", "", 9, "behind", 1));
      all.add(CellSamples.put("t", "q", 1, "behind", 1));
      file =
          StoreFile.open(
              StoreFiles.written(StoreFiles.TINY, all),
              StoreFiles.PATH,
              new BlockCache(1 << 20).open(BlockCaching.DEFAULT),
              CellSamples.bytes("b"),
              CellSamples.bytes("t"));
      return file.scanner(true, false);
    }

    @AfterEach
    void closeFile() throws IOException {
      file.close();
    }
  }

  @Test
  void refusesToMoveAfterClose() throws IOException {
    List<Cell> cells = CellSamples.sorted(1, 10);
    try (StoreFile file =
        StoreFile.open(
            StoreFiles.written(StoreFileOptions.DEFAULT, cells),
            StoreFiles.PATH,
            new BlockCache(0))) {
      CellScanner scanner = file.scanner(true, false);
      scanner.close();
      assertThatThrownBy(scanner::next)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("closed");
    }
  }
}
