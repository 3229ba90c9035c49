package io.rowandb.engine.storefile;

import static io.rowandb.engine.cell.CellSamples.bytes;
import static io.rowandb.engine.cell.CellSamples.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.cache.BlockCache;
import io.rowandb.engine.cache.BlockCaching;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.io.MemoryFileSystem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A file opened for a range of its rows: what it shows, and what it says of itself. */
class PartOfAFileTest {
  private final BlockCache cache = new BlockCache(1 << 20);

  /** Rows r100 to r199 of two cells each. */
  private static MemoryFileSystem file() throws IOException {
    List<Cell> cells = new ArrayList<>();
    for (int i = 100; i < 200; i++) {
      cells.add(put("r" + i, "a", 1, "value", 1));
      cells.add(put("r" + i, "b", 1, "value", 1));
    }
    return StoreFiles.written(StoreFiles.TINY, cells);
  }

  private StoreFile open(MemoryFileSystem files, String start, String end) throws IOException {
    return StoreFile.open(
        files, StoreFiles.PATH, cache.open(BlockCaching.DEFAULT), bytes(start), bytes(end));
  }

  private static List<String> rows(StoreFile file) throws IOException {
    return StoreFiles.read(file, true).stream()
        .map(cell -> new String(cell.row(), java.nio.charset.StandardCharsets.US_ASCII))
        .distinct()
        .toList();
  }

  @Test
  void halvesHaveEachRowOnceAndShareTheBytes() throws IOException {
    MemoryFileSystem files = file();
    try (StoreFile whole = StoreFile.open(files, StoreFiles.PATH, cache)) {
      for (String key : List.of("r101", "r150", "r1500", "r199")) {
        try (StoreFile bottom = open(files, "", key);
            StoreFile top = open(files, key, "")) {
          assertThat(bottom.isPart()).isTrue();
          assertThat(top.isPart()).isTrue();
          List<String> both = new ArrayList<>(rows(bottom));
          both.addAll(rows(top));
          assertThat(both).isEqualTo(rows(whole));
          assertThat(bottom.info().firstRow()).isEqualTo(bytes("r100"));
          assertThat(bottom.info().lastRow())
              .isEqualTo(bytes(rows(bottom).get(rows(bottom).size() - 1)));
          assertThat(top.info().firstRow()).isEqualTo(bytes(rows(top).get(0)));
          assertThat(top.info().lastRow()).isEqualTo(bytes("r199"));
          assertThat(bottom.info().fileBytes() + top.info().fileBytes())
              .isEqualTo(whole.info().fileBytes());
        }
      }
      try (StoreFile middle = open(files, "r150", "")) {
        double share = (double) middle.info().fileBytes() / whole.info().fileBytes();
        assertThat(share).isBetween(0.4, 0.8);
      }
    }
  }

  @Test
  void aHalfKnowsWhichRowsItHas() throws IOException {
    try (StoreFile half = open(file(), "r150", "r160")) {
      assertThat(half.mayContainRow(bytes("r150"))).isTrue();
      assertThat(half.mayContainRow(bytes("r159"))).isTrue();
      assertThat(half.mayContainRow(bytes("r149"))).isFalse();
      assertThat(half.mayContainRow(bytes("r160"))).isFalse();
      assertThat(rows(half)).hasSize(10);
      assertThat(half.middleRow()).isNull();
    }
  }

  @Test
  void aFileInsideTheRangeIsWhole() throws IOException {
    MemoryFileSystem files = file();
    try (StoreFile file = open(files, "r100", "r1990")) {
      assertThat(file.isPart()).isFalse();
      assertThat(rows(file)).hasSize(100);
    }
    try (StoreFile file = open(files, "", "")) {
      assertThat(file.isPart()).isFalse();
    }
  }

  @Test
  void aPartWithoutRowsIsEmpty() throws IOException {
    try (StoreFile part = open(file(), "r1500", "r1501")) {
      assertThat(part.isPart()).isTrue();
      assertThat(part.info().entryCount()).isZero();
      assertThat(part.info().firstRow()).isNull();
      assertThat(rows(part)).isEmpty();
      assertThat(part.mayContainRow(bytes("r1500"))).isFalse();
    }
  }

  @Test
  void splitsInTheMiddleOfTheIndexWhateverItsLevels() throws IOException {
    try (StoreFile file = StoreFile.open(file(), StoreFiles.PATH, cache)) {
      assertThat(new String(file.middleRow(), java.nio.charset.StandardCharsets.US_ASCII))
          .startsWith("r1")
          .isBetween("r14", "r16");
    }
  }

  @Test
  void cannotSplitAtAnEnd() throws IOException {
    List<Cell> oneRow = new ArrayList<>();
    for (int i = 100; i < 200; i++) {
      oneRow.add(put("r", "q" + i, 1, "value", 1));
    }
    MemoryFileSystem files = StoreFiles.written(StoreFiles.TINY, oneRow);
    try (StoreFile file = StoreFile.open(files, StoreFiles.PATH, cache)) {
      assertThat(file.middleRow()).isNull();
    }
    MemoryFileSystem oneBlock =
        StoreFiles.written(
            StoreFileOptions.DEFAULT, List.of(put("a", "q", 1, "v", 1), put("b", "q", 1, "v", 1)));
    try (StoreFile file = StoreFile.open(oneBlock, StoreFiles.PATH, cache)) {
      assertThat(file.middleRow()).isNull();
    }
    try (StoreFile file =
        StoreFile.open(
            StoreFiles.written(StoreFileOptions.DEFAULT, List.of()), StoreFiles.PATH, cache)) {
      assertThat(file.middleRow()).isNull();
    }
  }
}
