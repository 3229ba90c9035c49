package io.rowandb.engine.storefile;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.cache.BlockCache;
import io.rowandb.engine.cache.BlockCaching;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellCodec;
import io.rowandb.engine.cell.CellSamples;
import io.rowandb.engine.cell.CellScanner;
import io.rowandb.engine.fuzz.FuzzTarget;
import io.rowandb.engine.io.ReadLimit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A store file: opened, read from end to end in both directions, searched, and opened in part. */
public final class StoreFileTarget implements FuzzTarget {
  private static final int MAX_READS = 20_000;

  /** A cell has 20 bytes; the rest is for what is compressed. */
  private static final int MAX_CELLS = 1_000_000;

  /** Has nothing to hold. */
  public StoreFileTarget() {}

  @Override
  public void run(byte[] input) throws IOException {
    ReadLimit files = new ReadLimit(StoreFiles.holding(SealedFile.file(input)), MAX_READS);
    BlockCache cache = new BlockCache(1 << 20);
    Cell middle;
    try (StoreFile file = StoreFile.open(files, StoreFiles.PATH, cache)) {
      assertThat(file.info()).isNotNull();
      middle = readForwards(file);
      search(file, middle);
      readBackwards(file);
      file.middleRow();
    }
    if (middle != null) {
      try (StoreFile part =
          StoreFile.open(
              files,
              StoreFiles.PATH,
              cache.open(BlockCaching.DEFAULT),
              middle.row(),
              new byte[0])) {
        readForwards(part);
      }
    }
  }

  /** Returns a copy of one of the cells; null when there is none. */
  private static Cell readForwards(StoreFile file) throws IOException {
    Cell middle = null;
    int cells = 0;
    try (CellScanner scanner = file.scanner(true, true)) {
      while (scanner.next()) {
        assertThat(cells++).isLessThan(MAX_CELLS);
        assertThat(scanner.cell().tagsLength()).isNotNegative();
        if (Integer.bitCount(cells) == 1) {
          middle = CellSamples.copyOf(scanner.cell());
        }
      }
    }
    return middle;
  }

  private static void search(StoreFile file, Cell key) throws IOException {
    if (key == null) {
      return;
    }
    file.mayContainRow(key.row());
    file.mayContainColumns(key.row(), new byte[][] {key.qualifier()});
    file.mayContainRange(key.row(), key.row(), true);
    try (CellScanner scanner = file.scanner(true, false)) {
      if (scanner.seek(key)) {
        scanner.seekForward(CellCodec.lastOnRow(key.row()));
      }
      scanner.seekBefore(key);
      scanner.seek(CellCodec.firstOnRow(new byte[0]));
    }
  }

  private static void readBackwards(StoreFile file) throws IOException {
    int cells = 0;
    byte[] last = new byte[Cell.MAX_ROW_BYTES];
    Arrays.fill(last, (byte) -1);
    Cell key = CellCodec.lastOnRow(last);
    try (CellScanner scanner = file.scanner(false, false)) {
      while (cells++ < 100 && scanner.seekBefore(key)) {
        key = CellSamples.copyOf(scanner.cell());
      }
    }
  }

  @Override
  public List<byte[]> seeds() throws IOException {
    List<Cell> cells = new ArrayList<>();
    for (Cell cell : CellSamples.sorted(5, 24)) {
      int tags = (int) cell.timestamp() % 3;
      cells.add(CellSamples.withTags(cell, new byte[tags]));
    }
    List<byte[]> seeds = new ArrayList<>();
    for (Compression compression : Compression.values()) {
      StoreFileOptions tiny = StoreFiles.TINY.withCompression(compression);
      seeds.add(SealedFile.input(StoreFiles.bytes(StoreFiles.written(tiny, cells))));
    }
    for (BlockEncoding encoding : BlockEncoding.values()) {
      StoreFileOptions tiny = StoreFiles.TINY.withEncoding(encoding);
      seeds.add(SealedFile.input(StoreFiles.bytes(StoreFiles.written(tiny, cells))));
    }
    for (BloomType type : BloomType.values()) {
      BloomOptions bloom = new BloomOptions(type, 4, 0.01, 128, 7);
      StoreFileOptions tiny = StoreFiles.TINY.withBloom(bloom);
      seeds.add(SealedFile.input(StoreFiles.bytes(StoreFiles.written(tiny, cells))));
    }
    StoreFileOptions plain =
        new StoreFileOptions(
            Compression.NONE,
            BlockEncoding.NONE,
            4096,
            new BloomOptions(BloomType.NONE, 1, 0.01, 128, 7),
            4096,
            4096,
            false,
            false);
    seeds.add(
        SealedFile.input(StoreFiles.bytes(StoreFiles.written(plain, CellSamples.sorted(6, 3)))));
    return seeds;
  }
}
