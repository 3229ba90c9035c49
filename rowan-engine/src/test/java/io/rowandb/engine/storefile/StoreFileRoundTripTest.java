package io.rowandb.engine.storefile;

import static io.rowandb.engine.cell.CellScannerContract.assertSame;
import static io.rowandb.engine.cell.CellScannerContract.firstAtOrAfter;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.cache.BlockCache;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellSamples;
import io.rowandb.engine.cell.CellScanner;
import io.rowandb.engine.io.MemoryFileSystem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;

/** What was written is read back: all cells, from everywhere, whatever the options. */
class StoreFileRoundTripTest {
  @Provide
  Arbitrary<StoreFileOptions> options() {
    return Combinators.combine(
            Arbitraries.of(Compression.class),
            Arbitraries.of(BlockEncoding.class),
            Arbitraries.integers().between(1, 2000),
            Arbitraries.of(BloomType.class),
            Arbitraries.integers().between(1, 400),
            Arbitraries.integers().between(30, 1000),
            Arbitraries.integers().between(HFileFormat.HEADER_BYTES, 300),
            Arbitraries.integers().between(0, 3))
        .as(
            (compression, encoding, block, bloom, chunk, index, checksum, suffixes) ->
                new StoreFileOptions(
                    compression,
                    encoding,
                    block,
                    new BloomOptions(bloom, 3, 0.01, chunk, 7),
                    index,
                    checksum,
                    (suffixes & 1) != 0,
                    (suffixes & 2) != 0));
  }

  @Tag("slow")
  @Property(tries = 300)
  void readsBackWhatWasWritten(
      @ForAll("options") StoreFileOptions options,
      @ForAll long seed,
      @ForAll @IntRange(max = 600) int count)
      throws IOException {
    List<Cell> cells = sample(options, seed, count);
    MemoryFileSystem fileSystem = StoreFiles.written(options, cells);
    try (StoreFile file =
        StoreFile.open(fileSystem, StoreFiles.PATH, new BlockCache(seed & 0xffff))) {
      assertCells(StoreFiles.read(file, false), cells);
      assertCells(StoreFiles.read(file, true), cells);
      assertSeeks(file, cells, seed);
      for (Cell cell : cells) {
        assertThat(file.mayContainRow(cell.row())).as("row of %s", cell).isTrue();
        byte[][] column = {cell.qualifier()};
        assertThat(file.mayContainColumns(cell.row(), column)).as("column of %s", cell).isTrue();
        assertThat(file.mayContainRange(cell.row(), cell.row(), true)).as("%s", cell).isTrue();
      }
    }
  }

  private static List<Cell> sample(StoreFileOptions options, long seed, int count) {
    Random random = new Random(seed);
    List<Cell> cells = new ArrayList<>();
    for (Cell cell : CellSamples.sorted(seed, count)) {
      Cell kept = cell;
      if (options.tags() && random.nextInt(3) == 0) {
        byte[] tags = new byte[1 + random.nextInt(300)];
        random.nextBytes(tags);
        kept = CellSamples.withTags(cell, tags);
      }
      if (!options.sequences()) {
        kept = new Cell().set(kept.array(), kept.offset(), kept.length(), 0);
      }
      cells.add(kept);
    }
    return cells;
  }

  private static void assertCells(List<Cell> actual, List<Cell> expected) {
    assertThat(actual).hasSameSizeAs(expected);
    for (int i = 0; i < expected.size(); i++) {
      assertSame(actual.get(i), expected.get(i));
    }
  }

  private static void assertSeeks(StoreFile file, List<Cell> cells, long seed) throws IOException {
    Random random = new Random(seed);
    try (CellScanner scanner = file.scanner(true, false)) {
      for (int i = 0; i < 50; i++) {
        Cell key = CellSamples.searchKey(random, cells.size());
        int at = firstAtOrAfter(cells, key);
        assertThat(scanner.seek(key)).as("seek %s", key).isEqualTo(at < cells.size());
        if (at < cells.size()) {
          // Without sequence ids several cells compare as one; any of their places is right.
          assertThat(scanner.cell()).hasToString(cells.get(at).toString());
        }
        assertThat(scanner.seekBefore(key)).as("seekBefore %s", key).isEqualTo(at > 0);
        if (at > 0) {
          assertThat(scanner.cell()).hasToString(cells.get(at - 1).toString());
        }
      }
    }
  }

  @Example
  void keepsLargeValuesInFramesOfManyChunks() throws IOException {
    Random random = new Random(7);
    byte[] value = new byte[3 << 20];
    random.nextBytes(value);
    String text = new String(value, java.nio.charset.StandardCharsets.ISO_8859_1);
    List<Cell> cells =
        List.of(
            CellSamples.put("a", "q", 1, text, 1),
            CellSamples.put("b", "q", 1, text.substring(0, 500_000), 2),
            CellSamples.put("c", "q", 1, "x".repeat(2_000_000), 3));
    for (Compression compression : Compression.values()) {
      StoreFileOptions options = StoreFileOptions.DEFAULT.withCompression(compression);
      try (StoreFile file =
          StoreFile.open(
              StoreFiles.written(options, cells), StoreFiles.PATH, new BlockCache(1 << 20))) {
        assertCells(StoreFiles.read(file, true), cells);
        assertCells(StoreFiles.read(file, false), cells);
      }
    }
  }

  @Example
  void saysTheSameAboutAFileAfterWritingAndAfterOpening() throws IOException {
    MemoryFileSystem fileSystem = StoreFiles.written(StoreFiles.TINY, List.of());
    fileSystem.delete(StoreFiles.PATH);
    List<Cell> cells = CellSamples.sorted(3, 400);
    StoreFileInfo written = StoreFiles.write(fileSystem, StoreFiles.TINY, cells);
    try (StoreFile file = StoreFile.open(fileSystem, StoreFiles.PATH, new BlockCache(0))) {
      assertThat(file.info()).usingRecursiveComparison().isEqualTo(written);
    }
    assertThat(written.entryCount()).isEqualTo(cells.size());
    assertThat(written.fileBytes()).isEqualTo(fileSystem.size(StoreFiles.PATH));
    assertThat(written.maxSequence()).isEqualTo(77);
    assertThat(written.createdMillis()).isEqualTo(StoreFiles.CREATED_MILLIS);
    assertThat(written.firstRow()).isEqualTo(cells.get(0).row());
    assertThat(written.lastRow()).isEqualTo(cells.get(cells.size() - 1).row());
    assertThat(written.deleteMarkers()).isPositive();
  }

  @Example
  void refusesCellsOutOfOrder() throws IOException {
    MemoryFileSystem fileSystem = StoreFiles.written(StoreFiles.TINY, List.of());
    fileSystem.delete(StoreFiles.PATH);
    List<Cell> cells = new ArrayList<>(CellSamples.sorted(3, 20));
    Collections.swap(cells, 5, 6);
    assertThatThrownBy(() -> StoreFiles.write(fileSystem, StoreFiles.TINY, cells))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("in order");
    assertThat(fileSystem.exists(StoreFiles.PATH)).as("the unfinished file is deleted").isFalse();
  }

  @Example
  void refusesTagsInAFileWithout() throws IOException {
    Cell tagged = CellSamples.withTags(CellSamples.put("r", "q", 1, "v", 1), new byte[] {0, 1, 9});
    StoreFileOptions without =
        new StoreFileOptions(
            Compression.NONE,
            BlockEncoding.NONE,
            100,
            new BloomOptions(BloomType.ROW, 1, 0.01, 128, 7),
            200,
            64,
            false,
            true);
    assertThatThrownBy(() -> StoreFiles.written(without, List.of(tagged)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("tags");
  }
}
