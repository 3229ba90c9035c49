package io.rowandb.engine.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.bulk.MergePasses.Group;
import io.rowandb.engine.cell.CellCodec;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.io.AppendFile;
import io.rowandb.engine.io.DelegatingFileSystem;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.io.RandomReadFile;
import io.rowandb.engine.storefile.StoreFileOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What merging many runs costs: bytes written, and files open at a time. */
class MergePassesTest {
  private static final Path DIRECTORY = Path.of("/sort");
  private static final byte[] FAMILY = {'f'};
  private static final int FAN_IN = 4;
  private static final int CELLS_PER_RUN = 20;
  private static final int VALUE_BYTES = 500;

  /** What a file has beside its cells, or a little more. */
  private static final long FILE_BYTES = 6_000;

  /**
   * Counts the bytes that are written to runs and files, and how many of them are open for reading.
   */
  private static final class Counting extends DelegatingFileSystem {
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger mostOpen = new AtomicInteger();

    Counting() {
      super(new MemoryFileSystem());
    }

    @Override
    protected AppendFile created(Path path, AppendFile file) {
      return new DelegatingAppendFile(file) {
        @Override
        public void write(byte[] source, int offset, int length) throws IOException {
          bytes.addAndGet(path.toString().contains("PROGRESS") ? 0 : length);
          super.write(source, offset, length);
        }
      };
    }

    @Override
    protected RandomReadFile opened(Path path, RandomReadFile file) {
      mostOpen.accumulateAndGet(open.incrementAndGet(), Math::max);
      return new DelegatingReadFile(file) {
        @Override
        public void close() throws IOException {
          open.decrementAndGet();
          super.close();
        }
      };
    }
  }

  /** With this memory {@link #FAN_IN} runs are merged at once. */
  private static BulkSortOptions options() {
    StoreFileOptions files = StoreFileOptions.DEFAULT.withSuffixes(false, false);
    return new BulkSortOptions(
        Map.of("f", files), 1 << 20, BulkSortOptions.USUAL_MAX_FILE_BYTES, 1_000);
  }

  private static void fill(BulkSort sort, int runs) throws IOException {
    for (int i = 0; i < runs * CELLS_PER_RUN; i++) {
      byte[] row = String.format("%08d", i * 7919L % 1_000_000).getBytes(StandardCharsets.UTF_8);
      sort.add(CellCodec.cell(row, FAMILY, row, 1, CellType.PUT, new byte[VALUE_BYTES], 0));
      if (i % CELLS_PER_RUN == CELLS_PER_RUN - 1) {
        sort.spill(new byte[0]);
      }
    }
  }

  /**
   * As many passes over all cells as the logarithm says; a cell takes some bytes beside its value.
   */
  @Tag("slow")
  @ParameterizedTest
  @ValueSource(ints = {4, 5, 16, 17, 64, 200})
  void theBytesWrittenGrowAsTheLogarithmOfTheRuns(int runs) throws IOException {
    assertThat(BulkSort.mergedRuns(options())).isEqualTo(FAN_IN);
    Counting disk = new Counting();
    try (BulkSort sort = BulkSort.open(disk, DIRECTORY, options(), Runnable::run)) {
      fill(sort, runs);
      sort.splitRows(2);
      long spilled = disk.bytes.get();
      int passes = (int) Math.ceil(Math.log(runs) / Math.log(FAN_IN) - 1e-9);
      assertThat(sort.mergesLeft()).isEqualTo(passes);
      assertThat(sort.merge(List.of(), () -> true)).hasSize(1);
      assertThat(disk.bytes.get() - spilled)
          .as("bytes of merging " + runs + " runs in " + passes + " passes")
          .isLessThan(
              (long) passes * runs * CELLS_PER_RUN * (VALUE_BYTES + 80) + FILE_BYTES * runs);
    }
    assertThat(disk.mostOpen).hasValueLessThanOrEqualTo(FAN_IN);
    assertThat(disk.open).hasValue(0);
  }

  @Test
  void samplingOpensOneRunAtATime() throws IOException {
    Counting disk = new Counting();
    try (BulkSort sort = BulkSort.open(disk, DIRECTORY, options(), Runnable::run)) {
      fill(sort, 100);
      assertThat(sort.splitRows(4)).hasSize(3);
    }
    assertThat(disk.mostOpen).hasValue(1);
  }

  @Test
  void asManyThreadsMergeAsTheMemoryIsEnoughFor() {
    assertThat(BulkSort.mergingThreads(1 << 20)).isEqualTo(1);
    assertThat(BulkSort.mergingThreads(72 << 20)).isEqualTo(1);
    assertThat(BulkSort.mergingThreads(144 << 20)).isEqualTo(2);
    assertThat(BulkSort.mergingThreads(512 << 20)).isEqualTo(7);
  }

  @Test
  void eachThreadHasItsFilesOpen() throws IOException {
    Counting disk = new Counting();
    int threads = 3;
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try (BulkSort sort = BulkSort.open(disk, DIRECTORY, options(), executor)) {
      fill(sort, 150);
      sort.merge(List.of(), () -> true);
    } finally {
      executor.shutdown();
    }
    assertThat(disk.mostOpen).hasValueLessThanOrEqualTo(threads * FAN_IN);
    assertThat(disk.open).hasValue(0);
  }

  /** Of any number of runs one pass leaves few enough, and groups are neighbours that fit. */
  @Tag("slow")
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 48})
  void aPassLeavesAFractionOfTheRuns(int fanIn) {
    for (int runs = 0; runs < 5_000; runs++) {
      List<Group> groups = MergePasses.groups(runs, fanIn);
      int left = runs;
      int end = 0;
      for (Group group : groups) {
        assertThat(group.from()).isEqualTo(end);
        assertThat(group.to() - group.from()).isBetween(2, fanIn);
        end = group.to();
        left -= group.to() - group.from() - 1;
      }
      assertThat(end).isLessThanOrEqualTo(runs);
      assertThat(left)
          .isEqualTo(runs <= fanIn ? runs : Math.max(fanIn, (runs + fanIn - 1) / fanIn));
    }
  }
}
