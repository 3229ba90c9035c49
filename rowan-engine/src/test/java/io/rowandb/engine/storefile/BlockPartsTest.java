package io.rowandb.engine.storefile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.cache.BlockCache;
import io.rowandb.engine.cache.BlockKind;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellCodec;
import io.rowandb.engine.cell.CellSamples;
import io.rowandb.engine.cell.CellScanner;
import io.rowandb.engine.cell.CellScannerContract;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.DelegatingFileSystem;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.io.RandomReadFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Blocks that are compressed in parts: what is read of them, and that nothing is missed. */
class BlockPartsTest {
  private static final StoreFileOptions LZ4 =
      StoreFileOptions.DEFAULT.withCompression(Compression.LZ4);
  private static final int CELLS = 600;
  private static final long SEED = 20261122;

  private final List<Cell> cells = cells();

  /** 300 KB of cells, half of them compressible: five blocks. Rows have one to three versions. */
  private static List<Cell> cells() {
    Random random = new Random(SEED);
    List<Cell> cells = new ArrayList<>();
    for (int row = 0; cells.size() < CELLS; row++) {
      for (int version = random.nextInt(3); version >= 0 && cells.size() < CELLS; version--) {
        StringBuilder value = new StringBuilder("the same in every value ".repeat(10));
        while (value.length() < 500) {
          value.append((char) ('a' + random.nextInt(26)));
        }
        String name = String.format(Locale.ROOT, "row%05d", row);
        cells.add(CellSamples.put(name, "q", 100 + version, value.toString(), version));
      }
    }
    return cells;
  }

  private static StoreFile open(MemoryFileSystem files, BlockCache cache) throws IOException {
    return StoreFile.open(files, StoreFiles.PATH, cache);
  }

  @Test
  void aGetKeepsAPartOfABlockAndItsOutline() throws IOException {
    BlockCache cache = new BlockCache(8 << 20);
    try (StoreFile file = open(StoreFiles.written(LZ4, cells), cache);
        CellScanner scanner = file.scanner(true, false)) {
      assertThat(scanner.seek(cells.get(CELLS / 2))).isTrue();
      CellScannerContract.assertSame(scanner.cell(), cells.get(CELLS / 2));
      assertThat(cache.bytes()).isBetween(8_000L, 16_000L);
      assertThat(cache.misses(BlockKind.DATA)).isEqualTo(1);
      assertThat(cache.misses(BlockKind.INDEX)).isEqualTo(1);
      try (CellScanner again = file.scanner(true, false)) {
        assertThat(again.seek(cells.get(CELLS / 2))).isTrue();
      }
      assertThat(cache.misses()).isEqualTo(2);
      assertThat(cache.hits(BlockKind.DATA)).isEqualTo(1);
      assertThat(cache.hits(BlockKind.INDEX)).isEqualTo(1);
    }
  }

  @Test
  void aScanThatRunsOnReadsWholeBlocks() throws IOException {
    BlockCache cache = new BlockCache(8 << 20);
    try (StoreFile file = open(StoreFiles.written(LZ4, cells), cache)) {
      List<Cell> read = StoreFiles.read(file, false);
      assertThat(read).hasSameSizeAs(cells);
      for (int i = 0; i < CELLS; i++) {
        CellScannerContract.assertSame(read.get(i), cells.get(i));
      }
      // Four parts of the first block, then it and the others whole.
      assertThat(cache.misses(BlockKind.DATA)).isBetween(8L, 12L);
      long misses = cache.misses();
      try (CellScanner get = file.scanner(true, false)) {
        assertThat(get.seek(cells.get(CELLS - 50))).isTrue();
      }
      assertThat(cache.misses()).as("the whole block serves").isEqualTo(misses);
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource
  void everyCellIsFoundByItselfWhateverTheCompression(Compression compression) throws IOException {
    MemoryFileSystem files = StoreFiles.written(LZ4.withCompression(compression), cells);
    for (int cacheBytes : new int[] {0, 100_000, 8 << 20}) {
      Random random = new Random(SEED);
      try (StoreFile file = open(files, new BlockCache(cacheBytes))) {
        for (int i = 0; i < CELLS; i++) {
          assertFound(file, random.nextInt(CELLS));
        }
      }
    }
  }

  private void assertFound(StoreFile file, int i) throws IOException {
    try (CellScanner scanner = file.scanner(true, false)) {
      assertThat(scanner.seek(cells.get(i))).isTrue();
      CellScannerContract.assertSame(scanner.cell(), cells.get(i));
      for (int next = i + 1; next < Math.min(CELLS, i + 40); next++) {
        assertThat(scanner.next()).isTrue();
        CellScannerContract.assertSame(scanner.cell(), cells.get(next));
      }
      Cell behindRow = CellCodec.lastOnRow(cells.get(i).row());
      assertThat(scanner.seekBefore(behindRow)).isTrue();
      assertThat(scanner.cell().sameRow(cells.get(i))).isTrue();
    }
  }

  @Test
  void versionsOfOneKeyStayInOnePart() throws IOException {
    List<Cell> versions = new ArrayList<>();
    for (int sequence = 400; sequence > 0; sequence--) {
      versions.add(CellSamples.put("row", "q", 7, "v".repeat(100), sequence));
    }
    for (int i = 0; i < 400; i++) {
      versions.add(CellSamples.put("row" + (1000 + i), "q", 7, "v".repeat(100), 1));
    }
    try (StoreFile file = open(StoreFiles.written(LZ4, versions), new BlockCache(8 << 20))) {
      for (Cell version : versions) {
        try (CellScanner scanner = file.scanner(true, false)) {
          assertThat(scanner.seek(version)).isTrue();
          CellScannerContract.assertSame(scanner.cell(), version);
        }
      }
    }
  }

  @Test
  void aPartThatWasDamagedSinceItsBlockWasReadIsNoticed() throws IOException {
    ChangingFiles files = new ChangingFiles(StoreFiles.written(LZ4, cells));
    try (StoreFile file = StoreFile.open(files, StoreFiles.PATH, new BlockCache(8 << 20));
        CellScanner scanner = file.scanner(true, false)) {
      assertThat(scanner.seek(cells.get(0))).isTrue();
      files.changed = true;
      assertThatThrownBy(() -> scanner.seek(cells.get(60)))
          .isInstanceOf(CorruptFileException.class)
          .hasMessageContaining("wrong checksum in the DATA block");
      files.changed = false;
      assertThat(scanner.seek(cells.get(60))).isTrue();
      CellScannerContract.assertSame(scanner.cell(), cells.get(60));
    }
  }

  @Test
  void someFlippedBytesAreNoticedOrHarmless() throws IOException {
    byte[] whole = StoreFiles.bytes(StoreFiles.written(LZ4, cells));
    int noticed = 0;
    int flips = 0;
    for (int at = 0; at < whole.length; at += 397) {
      byte[] damaged = whole.clone();
      damaged[at] ^= 0x10;
      flips++;
      try (StoreFile file = open(StoreFiles.holding(damaged), new BlockCache(8 << 20))) {
        for (int i = 0; i < CELLS; i += 9) {
          assertFound(file, i);
        }
      } catch (CorruptFileException e) {
        noticed++;
      }
    }
    assertThat(noticed).isGreaterThan(flips * 9 / 10);
  }

  /** A file system whose files, once told to, change a byte of everything that is read. */
  private static final class ChangingFiles extends DelegatingFileSystem {
    private boolean changed;

    ChangingFiles(MemoryFileSystem below) {
      super(below);
    }

    @Override
    protected RandomReadFile opened(Path path, RandomReadFile file) {
      return new DelegatingReadFile(file) {
        @Override
        public void readFully(long position, byte[] target, int offset, int length)
            throws IOException {
          super.readFully(position, target, offset, length);
          if (changed) {
            target[offset + length / 2] ^= 1;
          }
        }
      };
    }
  }
}
