package io.rowandb.engine.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.bulk.BulkSort.SortedFile;
import io.rowandb.engine.cache.BlockCache;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellCodec;
import io.rowandb.engine.cell.CellScanner;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.io.CrashFileSystem;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.HookedFileSystem;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.io.OneFailure;
import io.rowandb.engine.io.OneFailure.Kind;
import io.rowandb.engine.storefile.StoreFile;
import io.rowandb.engine.storefile.StoreFileCheck;
import io.rowandb.engine.storefile.StoreFileOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cells in, sorted files out: what is in them, and what a crash on the way leaves. */
class BulkSortTest {
  private static final Path DIRECTORY = Path.of("/sort");
  private static final List<byte[]> STARTS = List.of(bytes("r3"), bytes("r5"), bytes("x"));
  private static final SortWatch GO_ON = () -> true;

  private static BulkSortOptions options() {
    StoreFileOptions files = StoreFileOptions.DEFAULT.withSuffixes(false, false);
    return new BulkSortOptions(
        Map.of("a", files, "b", files), 1 << 20, BulkSortOptions.USUAL_MAX_FILE_BYTES, 1_000);
  }

  private static BulkSort open(FileSystem disk) throws IOException {
    return BulkSort.open(disk, DIRECTORY, options(), Runnable::run);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Input number {@code i}: few rows, so that keys come again. */
  private static Cell input(int i) {
    Random random = new Random(i);
    return CellCodec.cell(
        bytes("r" + random.nextInt(60)),
        bytes(random.nextInt(3) == 0 ? "b" : "a"),
        bytes("q"),
        random.nextInt(3),
        CellType.PUT,
        bytes("v" + i),
        0);
  }

  private static String key(Cell cell) {
    return new String(cell.family(), StandardCharsets.UTF_8)
        + "/"
        + new String(cell.row(), StandardCharsets.UTF_8)
        + "/"
        + (9 - cell.timestamp());
  }

  private static String value(Cell cell) {
    return new String(cell.value(), StandardCharsets.UTF_8);
  }

  /** By the key, the value that came last. */
  private static Map<String, String> expected(int inputs) {
    Map<String, String> cells = new TreeMap<>();
    for (int i = 0; i < inputs; i++) {
      cells.put(key(input(i)), value(input(i)));
    }
    return cells;
  }

  /** The cells of the files; each file is whole and within its part. */
  private static Map<String, String> read(FileSystem disk, List<SortedFile> files)
      throws IOException {
    Map<String, String> cells = new TreeMap<>();
    String last = "";
    for (SortedFile sorted : files) {
      StoreFileCheck.check(
          disk,
          sorted.path(),
          bytes(sorted.family()),
          finding -> {
            throw new AssertionError(finding);
          });
      try (StoreFile file = StoreFile.open(disk, sorted.path(), new BlockCache(0));
          CellScanner scanner = file.scanner(false, true)) {
        for (byte[] start : STARTS) {
          assertThat(java.util.Arrays.compareUnsigned(file.info().firstRow(), start) >= 0)
              .isEqualTo(java.util.Arrays.compareUnsigned(file.info().lastRow(), start) >= 0);
        }
        while (scanner.next()) {
          String key = key(scanner.cell());
          assertThat(key).isGreaterThan(last);
          last = key;
          cells.put(key, value(scanner.cell()));
        }
      }
    }
    return cells;
  }

  /** The mark is the number of the next input. */
  private static int marked(BulkSort sort) {
    byte[] mark = sort.mark();
    return mark.length == 0 ? 0 : Integer.parseInt(new String(mark, StandardCharsets.UTF_8));
  }

  private static List<SortedFile> sort(BulkSort sort, int inputs, int spillEach)
      throws IOException {
    for (int i = marked(sort); i < inputs && !sort.isMerging(); i++) {
      sort.add(input(i));
      if ((i + 1) % spillEach == 0 || i == inputs - 1) {
        sort.spill(bytes("" + (i + 1)));
      }
    }
    return sort.merge(STARTS, GO_ON);
  }

  @Test
  void theLastOfEqualCellsIsKeptAndFilesEndWithTheirPart() throws IOException {
    MemoryFileSystem disk = new MemoryFileSystem();
    try (BulkSort sort = open(disk)) {
      List<SortedFile> files = sort(sort, 5_000, 1_100);
      assertThat(files).hasSize(6);
      assertThat(read(disk, files)).isEqualTo(expected(5_000));
      sort.remove();
    }
    assertThat(disk.exists(DIRECTORY)).isFalse();
  }

  @Test
  void moreRunsThanCanBeMergedAtOnceAreMergedInPasses() throws IOException {
    MemoryFileSystem disk = new MemoryFileSystem();
    try (BulkSort sort = open(disk)) {
      int runs = 25; // with this memory four are merged at once
      List<SortedFile> files = sort(sort, 10 * runs, 10);
      assertThat(read(disk, files)).isEqualTo(expected(10 * runs));
      assertThat(disk.list(DIRECTORY.resolve("runs/a"))).hasSize(4);
    }
  }

  @Test
  void aDirectoryOfSomebodyElseIsNotTouched() throws IOException {
    MemoryFileSystem disk = new MemoryFileSystem();
    List<Path> others = List.of(DIRECTORY.resolve("runs/a/mine"), DIRECTORY.resolve("letter"));
    for (Path other : others) {
      disk.createDirectories(other.getParent());
      disk.create(other).close();
    }
    assertThatThrownBy(() -> open(disk))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("deletes nothing of others: /sort has letter and 1 more");
    assertThat(others).allMatch(other -> exists(disk, other));
    assertThat(disk.list(DIRECTORY)).hasSize(2);
    assertThatThrownBy(() -> BulkSort.open(disk, others.get(0), options(), Runnable::run))
        .isInstanceOf(FileSystemException.class);
  }

  private static boolean exists(FileSystem disk, Path path) {
    try {
      return disk.exists(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aSortOfOtherFamiliesIsNotTouched() throws IOException {
    MemoryFileSystem disk = new MemoryFileSystem();
    try (BulkSort sort = open(disk)) {
      sort.add(input(0));
      sort.add(input(1));
      sort.add(input(2));
      sort.spill(bytes("3"));
    }
    StoreFileOptions files = StoreFileOptions.DEFAULT.withSuffixes(false, false);
    BulkSortOptions other = new BulkSortOptions(Map.of("x", files), 1 << 20, 1 << 20, 1_000);
    assertThatThrownBy(() -> BulkSort.open(disk, DIRECTORY, other, Runnable::run))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("which are not of [x]");
    try (BulkSort again = open(disk)) {
      assertThat(marked(again)).isEqualTo(3);
    }
  }

  @Test
  void startsThatDoNotGrowAreRefused() throws IOException {
    try (BulkSort sort = open(new MemoryFileSystem())) {
      sort.add(input(0));
      sort.spill(bytes("1"));
      for (List<byte[]> starts :
          List.of(
              List.of(bytes("r5"), bytes("r3")),
              List.of(bytes("r5"), bytes("r5")),
              List.of(bytes(""), bytes("r5")))) {
        assertThatThrownBy(() -> sort.merge(starts, GO_ON))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("must grow, and none is empty: \"");
        assertThat(sort.isMerging()).isFalse();
      }
      assertThat(sort.merge(STARTS, GO_ON)).hasSize(1);
    }
  }

  @Test
  void aMarkThatIsNotedWhileMergingStays() throws IOException {
    CrashFileSystem disk = new CrashFileSystem();
    try (BulkSort sort = open(disk)) {
      sort.add(input(0));
      sort.spill(bytes("1"));
      assertThatThrownBy(() -> sort.note(bytes("2"))).isInstanceOf(IllegalStateException.class);
      sort(sort, 1, 1);
      assertThat(marked(sort)).isEqualTo(1);
      sort.note(bytes("2"));
    }
    CrashFileSystem left = disk.afterPowerLoss(new Random(1));
    try (BulkSort again = open(left)) {
      assertThat(marked(again)).isEqualTo(2);
      assertThat(read(left, again.merge(STARTS, GO_ON))).isEqualTo(expected(1));
    }
  }

  @Test
  void severalThreadsGiveTheSame() throws IOException {
    MemoryFileSystem disk = new MemoryFileSystem();
    ExecutorService threads = Executors.newFixedThreadPool(3);
    try (BulkSort sort = BulkSort.open(disk, DIRECTORY, options(), threads)) {
      assertThat(read(disk, sort(sort, 20_000, 300))).isEqualTo(expected(20_000));
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void isFullWhenItsMemoryIs() throws IOException {
    try (BulkSort sort = open(new MemoryFileSystem())) {
      long bytes = 0;
      int cells = 0;
      while (!sort.isFull()) {
        sort.add(input(cells++));
        bytes += input(cells).length();
      }
      assertThat(bytes).isBetween(1L << 17, 1L << 20);
      for (int spills = 0; spills < 5; spills++) {
        sort.spill(new byte[0]);
        for (int i = 0; i < cells - 1; i++) {
          assertThat(sort.isFull()).as("after " + i + " cells of fill " + spills).isFalse();
          sort.add(input(i));
        }
      }
    }
  }

  @Test
  void refusesAFamilyThatIsNotSorted() throws IOException {
    try (BulkSort sort = open(new MemoryFileSystem())) {
      Cell other =
          CellCodec.cell(bytes("r"), bytes("x"), bytes("q"), 1, CellType.PUT, bytes(""), 0);
      assertThatThrownBy(() -> sort.add(other))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("[a, b]");
    }
  }

  @Test
  void whatIsStoppedGoesOn() throws IOException {
    MemoryFileSystem disk = new MemoryFileSystem();
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (BulkSort sort = BulkSort.open(disk, DIRECTORY, options(), threads)) {
      sort(sort, 1_000, 100);
    } finally {
      threads.shutdown();
    }
    try (BulkSort again = open(disk)) {
      assertThat(again.isMerging()).isTrue();
      assertThat(read(disk, again.merge(List.of(), GO_ON))).isEqualTo(expected(1_000));
    }
  }

  @Test
  void aFailedSpillIsNotForgotten() throws IOException {
    MemoryFileSystem disk = new MemoryFileSystem();
    HookedFileSystem full = new HookedFileSystem(disk);
    try (BulkSort sort = open(full)) {
      sort.add(input(0));
      sort.spill(bytes("1"));
      sort.add(input(1));
      full.hook(
          (operation, path) -> {
            throw new IOException("no space left");
          });
      sort.spill(bytes("2"));
      full.hook((operation, path) -> {});
      sort.add(input(2));
      assertThatThrownBy(() -> sort.spill(bytes("3"))).hasMessageContaining("no space left");
      assertThatThrownBy(() -> sort.spill(bytes("3"))).hasMessageContaining("open the sort again");
      assertThatThrownBy(() -> sort.merge(STARTS, GO_ON)).hasRootCauseMessage("no space left");
    }
    try (BulkSort again = open(disk)) {
      assertThat(marked(again)).isEqualTo(1);
      assertThat(read(disk, sort(again, 500, 100))).isEqualTo(expected(500));
    }
  }

  @Test
  void refusesToMergeBeforeEverythingIsSpilled() throws IOException {
    try (BulkSort sort = open(new MemoryFileSystem())) {
      sort.add(input(0));
      assertThatThrownBy(() -> sort.merge(STARTS, GO_ON))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("not spilled");
    }
  }

  @Test
  void splitRowsPartTheCellsEvenly() throws IOException {
    MemoryFileSystem disk = new MemoryFileSystem();
    try (BulkSort sort = open(disk)) {
      for (int i = 0; i < 40_000; i++) {
        byte[] row = bytes("" + (100_000 + (i * 7919) % 40_000));
        sort.add(CellCodec.cell(row, bytes("a"), bytes("q"), 1, CellType.PUT, new byte[50], 0));
        if (i % 10_000 == 9_999) {
          sort.spill(new byte[0]);
        }
      }
      List<byte[]> rows = sort.splitRows(4);
      assertThat(rows).hasSize(3);
      for (int i = 0; i < 3; i++) {
        // an index has shortened rows
        int row = padded(new String(rows.get(i), StandardCharsets.UTF_8));
        assertThat(row).isBetween(110_000 + 10_000 * i - 1_500, 110_000 + 10_000 * i + 1_500);
      }
    }
  }

  /** With two families the least row stands for the first blocks of both, and parts nothing. */
  @Test
  void noPieceIsEmptyWhereThereIsLittle() throws IOException {
    MemoryFileSystem disk = new MemoryFileSystem();
    try (BulkSort sort = open(disk)) {
      for (int i = 0; i < 4_000; i++) {
        for (String family : List.of("a", "b")) {
          byte[] row = bytes("" + (10_000 + i));
          sort.add(CellCodec.cell(row, bytes(family), bytes("q"), 1, CellType.PUT, bytes("v"), 0));
        }
      }
      sort.spill(new byte[0]);
      assertThat(sort.splitRows(5)).isNotEmpty().doesNotContain(bytes("10000"));
    }
  }

  private static int padded(String row) {
    return Integer.parseInt((row + "000000").substring(0, 6));
  }

  /** An executor that takes only so many works; the next sort goes on. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 5, 8, 10})
  void anExecutorThatRefusesIsAFailure(int taken) throws IOException {
    OneFailure disk = new OneFailure(new MemoryFileSystem(), Long.MAX_VALUE, Kind.REFUSED);
    int[] left = {taken};
    Executor refusing =
        work -> {
          if (left[0]-- <= 0) {
            throw new RejectedExecutionException("enough");
          }
          work.run();
        };
    assertThatThrownBy(
            () -> {
              try (BulkSort sort = BulkSort.open(disk, DIRECTORY, options(), refusing)) {
                sort(sort, 300, 70);
              }
            })
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessage("enough");
    assertThat(disk.open()).isEmpty();
    try (BulkSort again = open(disk)) {
      assertThat(read(disk, sort(again, 300, 70))).isEqualTo(expected(300));
    }
  }

  /** Each change of the disk throws an error, with many threads at it. */
  @Tag("slow")
  @Test
  void anErrorIsThrownAsItWasAndNothingRunsThen() throws IOException {
    boolean failed = true;
    for (int at = 1; failed; at += 3) {
      MemoryFileSystem disk = new MemoryFileSystem();
      HookedFileSystem failing = new HookedFileSystem(disk);
      AtomicInteger calls = new AtomicInteger();
      AtomicBoolean over = new AtomicBoolean();
      AtomicInteger late = new AtomicInteger();
      int failAt = at;
      failing.hook(
          (operation, path) -> {
            if (over.get()) {
              late.incrementAndGet();
            }
            if (calls.incrementAndGet() == failAt) {
              throw new InternalError("call " + failAt);
            }
          });
      ExecutorService threads = Executors.newFixedThreadPool(3);
      failed = false;
      try (BulkSort sort = BulkSort.open(failing, DIRECTORY, options(), threads)) {
        sort(sort, 300, 25);
      } catch (InternalError e) {
        assertThat(e).hasMessage("call " + at);
        failed = true;
      } finally {
        over.set(true);
        threads.shutdown();
      }
      assertThat(late).as("changes after the failure of call " + at).hasValue(0);
      try (BulkSort again = open(disk)) {
        assertThat(read(disk, sort(again, 300, 25))).isEqualTo(expected(300));
      }
    }
  }

  /** The first work is long, and the second fails at once: nobody waits for the first one's end. */
  @Test
  void aFailureStopsWhatIsUnderWay() throws IOException {
    IOException broken = new IOException("broken");
    ExecutorService threads = Executors.newFixedThreadPool(2);
    AtomicInteger begun = new AtomicInteger();
    try {
      List<SortTasks.Work> works =
          List.of(
              all -> {
                while (true) {
                  all.requireGoOn();
                  Thread.onSpinWait();
                }
              },
              all -> {
                throw broken;
              },
              all -> begun.incrementAndGet());
      assertThatThrownBy(() -> SortTasks.start(threads, works).await(GO_ON)).isSameAs(broken);
    } finally {
      threads.shutdown();
    }
    assertThat(begun).hasValue(0);
  }

  @Test
  void worksThatAnExecutorForgotAreNotWaitedForAfterAStop() {
    List<SortTasks.Work> works = List.of(all -> {});
    SortTasks forgotten = SortTasks.start(work -> {}, works);
    assertThatThrownBy(() -> forgotten.await(() -> false)).isInstanceOf(SortStoppedException.class);
    SortTasks watched = SortTasks.start(work -> {}, works);
    SortWatch broken =
        () -> {
          throw new IllegalStateException("no terminal");
        };
    assertThatThrownBy(() -> watched.await(broken)).hasMessage("no terminal");
  }

  /** A sort that is removed is either one that can be removed again or nothing. */
  @Test
  void removingCanBeRepeatedAfterACrashAnywhere() throws IOException {
    boolean crashed = true;
    for (long more = 1; crashed; more++) {
      CrashFileSystem disk = new CrashFileSystem();
      crashed = false;
      try (BulkSort sort = open(disk)) {
        sort(sort, 300, 70);
        disk.crashAt(disk.operations() + more);
        sort.remove();
      } catch (IOException e) {
        assertThat(e).hasMessageContaining("the machine is dead");
        crashed = true;
      }
      CrashFileSystem after = disk.afterPowerLoss(new Random(more));
      try (BulkSort sort = open(after)) {
        sort.remove();
      }
      assertThat(after.exists(DIRECTORY)).isFalse();
    }
  }

  /** At each change of the disk the power fails, and the sort goes on with what is left. */
  @Tag("slow")
  @Test
  void goesOnAfterACrashAnywhere() throws IOException {
    int inputs = 300;
    CrashFileSystem whole = new CrashFileSystem();
    try (BulkSort sort = open(whole)) {
      sort(sort, inputs, 70);
    }
    for (long at = 1; at <= whole.operations(); at++) {
      CrashFileSystem disk = new CrashFileSystem();
      disk.crashAt(at);
      try (BulkSort sort = open(disk)) {
        sort(sort, inputs, 70);
      } catch (IOException e) {
        assertThat(e).hasMessageContaining("the machine is dead");
      }
      CrashFileSystem after = disk.afterPowerLoss(new Random(at));
      try (BulkSort sort = open(after)) {
        assertThat(read(after, sort(sort, inputs, 70)))
            .as("crash at " + at)
            .isEqualTo(expected(inputs));
      }
    }
  }
}
