package io.rowandb.engine.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.cache.BlockCache;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellCodec;
import io.rowandb.engine.cell.CellScanner;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.io.LocalFileSystem;
import io.rowandb.engine.storefile.StoreFile;
import io.rowandb.engine.storefile.StoreFileOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Millions of cells of one row and column, which a job with a sorted set in memory cannot hold:
 * here a process with a heap of 64 MB sorts them.
 */
@Tag("slow")
class EqualKeysTest {
  private static final boolean FULL = Boolean.getBoolean("rowan.full");
  private static final int CELLS = FULL ? 10_000_000 : 3_000_000;
  private static final int VERSIONS = FULL ? 3_000_000 : 1_500_000;
  private static final long MEMORY_BYTES = 24 << 20;

  @TempDir private Path directory;

  @Test
  void millionsOfVersionsOfOneCellAreSortedInASmallHeap() throws Exception {
    sort("versions");
    long next = VERSIONS - 1L;
    try (StoreFile file = open();
        CellScanner cells = file.scanner(false, true)) {
      while (cells.next()) {
        assertThat(cells.cell().timestamp()).isEqualTo(next--);
      }
    }
    assertThat(next).isEqualTo(-1);
  }

  @Test
  void ofMillionsOfEqualKeysTheLastIsKept() throws Exception {
    sort("equal");
    try (StoreFile file = open();
        CellScanner cells = file.scanner(false, true)) {
      assertThat(cells.next()).isTrue();
      assertThat(number(cells.cell().value())).isEqualTo(CELLS - 1);
      assertThat(cells.next()).isFalse();
    }
  }

  private StoreFile open() throws Exception {
    Path file = directory.resolve("files/f").resolve(PartedFiles.name(0, 0));
    return StoreFile.open(new LocalFileSystem(), file, new BlockCache(1 << 20));
  }

  private void sort(String mode) throws Exception {
    Process sort =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-Drowan.full=" + FULL,
                "-cp",
                System.getProperty("java.class.path"),
                EqualKeysTest.class.getName(),
                directory.toString(),
                mode)
            .inheritIO()
            .start();
    assertThat(sort.waitFor(5, TimeUnit.MINUTES)).isTrue();
    assertThat(sort.exitValue()).isZero();
  }

  /** The process: sorts into the directory. */
  public static void main(String[] arguments) throws Exception {
    StoreFileOptions files = StoreFileOptions.DEFAULT.withSuffixes(false, false);
    BulkSortOptions options =
        new BulkSortOptions(
            Map.of("f", files), MEMORY_BYTES, BulkSortOptions.USUAL_MAX_FILE_BYTES, 1);
    try (BulkSort sort =
        BulkSort.open(new LocalFileSystem(), Path.of(arguments[0]), options, Runnable::run)) {
      byte[] row = {'r'};
      byte[] family = {'f'};
      byte[] value = new byte[4];
      byte[] bytes = new byte[CellCodec.encodedLength(1, 1, 1, value.length, 0)];
      boolean equal = arguments[1].equals("equal");
      for (int i = 0; i < (equal ? CELLS : VERSIONS); i++) {
        long time = equal ? 1 : i * 7_919L % VERSIONS;
        value[0] = (byte) (i >> 24);
        value[1] = (byte) (i >> 16);
        value[2] = (byte) (i >> 8);
        value[3] = (byte) i;
        CellCodec.encode(bytes, 0, row, family, row, time, CellType.PUT, value);
        sort.add(new Cell().set(bytes, 0, bytes.length, 0));
        if (sort.isFull()) {
          sort.spill(new byte[0]);
        }
      }
      sort.spill(new byte[0]);
      assertThat(sort.merge(List.of(), () -> true)).hasSize(1);
    }
  }

  private static int number(byte[] value) {
    return (value[0] & 0xff) << 24
        | (value[1] & 0xff) << 16
        | (value[2] & 0xff) << 8
        | (value[3] & 0xff);
  }
}
