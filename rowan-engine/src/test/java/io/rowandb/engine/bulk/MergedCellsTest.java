package io.rowandb.engine.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.cache.BlockCache;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellCodec;
import io.rowandb.engine.cell.CellScanner;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.storefile.StoreFile;
import io.rowandb.engine.storefile.StoreFileOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Cells that are changed and left out when they are merged, once and once more. */
class MergedCellsTest {
  private static final Path DIRECTORY = Path.of("/sort");
  private static final int ROWS = 100;

  private final MemoryFileSystem disk = new MemoryFileSystem();

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private BulkSort open() throws IOException {
    BulkSortOptions options =
        new BulkSortOptions(
            Map.of("a", StoreFileOptions.DEFAULT.withSuffixes(false, false)),
            1 << 20,
            BulkSortOptions.USUAL_MAX_FILE_BYTES,
            0);
    return BulkSort.open(disk, DIRECTORY, options, Runnable::run);
  }

  private static Cell cell(int row, long time) {
    return CellCodec.cell(
        bytes(String.format("r%03d", row)),
        bytes("a"),
        bytes("q"),
        time,
        CellType.PUT,
        bytes(""),
        0);
  }

  /** Even rows get a time, and odd ones go. */
  private static MergedCells evenAt(long time, List<String> ended) {
    return family ->
        new MergedCells.Part() {
          @Override
          public Cell cell(Cell sorted) {
            int row = Integer.parseInt(new String(sorted.row(), 1, 3, StandardCharsets.UTF_8));
            return row % 2 == 0 ? MergedCellsTest.cell(row, time) : null;
          }

          @Override
          public void end() {
            ended.add(family);
          }
        };
  }

  private void sort(BulkSort sort) throws IOException {
    for (int row = ROWS - 1; row >= 0; row--) {
      sort.add(cell(row, 1));
      if (row == ROWS / 2) {
        sort.spill(bytes("half"));
      }
    }
    sort.spill(bytes("all"));
  }

  private List<String> read(BulkSort sort) throws IOException {
    List<String> cells = new ArrayList<>();
    for (BulkSort.SortedFile each : sort.finished()) {
      try (StoreFile file = StoreFile.open(disk, each.path(), new BlockCache(0));
          CellScanner scanner = file.scanner(false, true)) {
        while (scanner.next()) {
          Cell cell = scanner.cell();
          cells.add(new String(cell.row(), StandardCharsets.UTF_8) + "@" + cell.timestamp());
        }
      }
    }
    return cells;
  }

  private static List<String> evenRows(long time) {
    List<String> rows = new ArrayList<>();
    for (int row = 0; row < ROWS; row += 2) {
      rows.add(String.format("r%03d@%d", row, time));
    }
    return rows;
  }

  @Test
  void cellsAreChangedAndLeftOutOnceMore() throws IOException {
    List<byte[]> starts = List.of(bytes("r050"));
    List<String> ended = new ArrayList<>();
    try (BulkSort sort = open()) {
      sort(sort);
      sort.merge(starts, evenAt(7, ended), () -> true);
      assertThat(read(sort)).isEqualTo(evenRows(7));
      assertThat(ended).containsExactly("a", "a");
      sort.unmerge(bytes("again"));
      assertThat(sort.finished()).isEmpty();
      assertThat(disk.list(sort.files().resolve("a"))).isEmpty();
    }
    try (BulkSort sort = open()) {
      assertThat(sort.mark()).isEqualTo(bytes("again"));
      assertThat(sort.isMerging()).isFalse();
      sort.merge(List.of(), evenAt(9, ended), () -> true);
      assertThat(read(sort)).isEqualTo(evenRows(9));
      sort.remove();
    }
    assertThat(disk.exists(DIRECTORY)).isFalse();
  }

  @Test
  void whatRefusesACellStopsTheMerge() throws IOException {
    MergedCells refusing =
        family ->
            cell -> {
              throw new IOException("no such cell");
            };
    try (BulkSort sort = open()) {
      sort(sort);
      assertThatThrownBy(() -> sort.merge(List.of(), refusing, () -> true))
          .hasMessage("no such cell");
      assertThat(sort.finished()).isEmpty();
    }
    try (BulkSort sort = open()) {
      assertThat(sort.merge(List.of(), () -> true)).hasSize(1);
    }
  }

  @Test
  void withoutRunsNothingIsMergedOnceMore() throws IOException {
    try (BulkSort sort = open()) {
      sort(sort);
      sort.merge(List.of(), () -> true);
      disk.delete(disk.list(DIRECTORY.resolve("runs").resolve("a")).get(0));
      assertThatThrownBy(() -> sort.unmerge(bytes("again")))
          .isInstanceOf(CorruptFileException.class)
          .hasMessageContaining("is gone, and it is to be merged once more");
      assertThat(sort.finished()).as("files as before").hasSize(1);
    }
  }
}
