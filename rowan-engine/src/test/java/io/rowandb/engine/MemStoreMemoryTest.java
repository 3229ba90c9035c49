package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.append;
import static io.rowandb.engine.TestDatabase.delete;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.increment;
import static io.rowandb.engine.TestDatabase.put;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.scan;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.io.FaultyFileSystem;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.memstore.FailingHeap;
import io.rowandb.engine.region.RefusedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** No room in the heap for a memstore's arrays: that write is refused, and nothing else happens. */
@Tag("slow")
class MemStoreMemoryTest {
  /** More than a chunk. */
  private static final int LARGE_VALUE = 9 << 18;

  private final ManualClock clock = new ManualClock();
  private final FailingHeap heap = new FailingHeap();

  /** What is visible: row/family:qualifier to value. */
  private final TreeMap<String, String> expected = new TreeMap<>();

  private FileSystem files = new MemoryFileSystem();
  private Database database;

  /** A change of the store, and what it makes of what is visible. */
  private record Step(String name, Change change, Runnable effect) {}

  private interface Change {
    void make() throws IOException;
  }

  private void open() throws IOException {
    database = Database.open(serial(files, clock).flushBytes(1 << 30).build(), heap.pool(64 << 20));
  }

  private void create() throws IOException {
    files = new MemoryFileSystem();
    expected.clear();
    open();
    database.createTable(table(TABLE, family("f"), family("g"), family("h")), List.of());
  }

  private static String value(int length, int seed) {
    return Character.toString('a' + seed % 26).repeat(length);
  }

  private Step putStep(String row, String... cells) {
    return new Step(
        "put " + row, () -> region(database, row).write(put(row, cells)), () -> expect(row, cells));
  }

  private void expect(String row, String... cells) {
    for (String cell : cells) {
      int equals = cell.indexOf('=');
      expected.put(row + "/" + cell.substring(0, equals), cell.substring(equals + 1));
    }
  }

  private Step batchStep(String prefix, int count, String family, int valueBytes) {
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(prefix + (100_000 + i));
    }
    String cell = family + ":q=" + value(valueBytes, count);
    return new Step(
        "batch " + prefix,
        () -> {
          List<RowMutation> puts = rows.stream().map(row -> put(row, cell)).toList();
          assertThat(region(database, prefix).writeAll(puts)).isNull();
        },
        () -> rows.forEach(row -> expect(row, cell)));
  }

  private Step rowStep(String row, int seed) {
    String[] added = {"f:n=" + seed, "g:n=" + value(500 * seed, seed), "h:n=" + seed};
    return new Step(
        "mutate " + row,
        () ->
            update(
                row,
                put(row, added),
                delete(CellType.DELETE_COLUMN, Cell.LATEST_TIMESTAMP, row, "f:a", "h:b")),
        () -> {
          expected.remove(row + "/f:a");
          expected.remove(row + "/h:b");
          expect(row, added);
        });
  }

  private Step countStep(String row, long total) {
    return new Step(
        "count " + row,
        () -> update(row, increment(row, "f:count", 1), append(row, "g:log=x")),
        () ->
            expect(
                row,
                "f:count=" + new String(longBytes(total)),
                "g:log=" + "x".repeat((int) total)));
  }

  private static char[] longBytes(long number) {
    char[] all = new char[8];
    all[7] = (char) number;
    return all;
  }

  private Step deleteStep(String row) {
    return new Step(
        "delete " + row,
        () ->
            region(database, row)
                .write(
                    delete(CellType.DELETE_FAMILY, Cell.LATEST_TIMESTAMP, row, "f:", "g:", "h:")),
        () -> expected.keySet().removeIf(column -> column.startsWith(row + "/")));
  }

  private void update(String row, RowMutation... mutations) throws IOException {
    assertThat(region(database, row).update(List.of(mutations), null, new CellBatch())).isTrue();
  }

  private Step flushStep() {
    return new Step("flush", () -> database.flush(TABLE), () -> {});
  }

  /** Cells that need many arrays, and larger ones than a chunk. */
  private List<Step> largeWorkload() {
    return List.of(
        batchStep("rows", 1_500, "f", 20),
        largeStep("d"),
        batchStep("large", 4, "g", 400_000),
        putStep("d", "g:x=w", "h:y=w"));
  }

  /** Changes of all kinds, before and after flushes. */
  private List<Step> mixedWorkload() {
    List<Step> steps = new ArrayList<>(smallSteps(0));
    steps.add(flushStep());
    steps.addAll(smallSteps(1));
    steps.add(flushStep());
    steps.add(putStep("z", "f:a=1", "g:a=2", "h:b=3"));
    return steps;
  }

  private Step largeStep(String row) {
    return putStep(
        row, "f:x=" + value(LARGE_VALUE, 3), "g:x=v", "h:x=" + value(900_000, 4), "h:y=v");
  }

  private List<Step> smallSteps(int round) {
    return List.of(
        putStep("a", "f:a=1", "g:a=2", "h:b=3"),
        putStep("b" + round, "f:a=" + value(100, round), "g:c=" + value(30_000, round)),
        rowStep("a", round + 1),
        countStep("count", 2L * round + 1),
        putStep("c" + round, "g:a=" + value(70_000, 1), "f:b=" + value(200_000, 2)),
        batchStep("many" + round, 40, "h", 10),
        countStep("count", 2L * round + 2),
        deleteStep("b" + round),
        rowStep("b" + round, round + 3));
  }

  private List<String> visible() throws IOException {
    List<String> columns = new ArrayList<>();
    for (String cell : scan(database)) {
      columns.add(cell.replaceFirst("@[0-9]+=", "="));
    }
    return columns;
  }

  private void assertVisible(String when) throws IOException {
    List<String> all = new ArrayList<>();
    expected.forEach((column, value) -> all.add(column + "=" + value));
    assertThat(new HashSet<>(visible()).equals(new HashSet<>(all))).as(when).isTrue();
  }

  /**
   * Makes a change; when there is no room for it, sees that nothing was done, and makes it then.
   */
  private void make(Step step) throws IOException {
    clock.advance(10);
    long before = heap.failures();
    try {
      step.change().make();
    } catch (RefusedException e) {
      assertThat(e.reason()).as(step.name()).isEqualTo(RefusedException.Reason.REGION_TOO_BUSY);
      assertThat(e).hasMessageContaining("memory").hasMessageContaining("a test's");
      repeat(step, before);
    } catch (OutOfMemoryError e) {
      assertThat(step.name()).as("only a flush may say so").isEqualTo("flush");
      repeat(step, before);
    }
    step.effect().run();
  }

  private void repeat(Step step, long failuresBefore) throws IOException {
    assertThat(heap.failures()).as(step.name()).isGreaterThan(failuresBefore);
    assertVisible("after " + step.name() + " was refused");
    step.change().make();
  }

  private void reopen() throws IOException {
    database.discard();
    open();
  }

  @Test
  void f76_aWriteWithoutMemoryIsRefusedAloneWhereverThatShows() throws IOException {
    assertThat(failEverywhere(mixedWorkload())).as("arrays that were refused").isGreaterThan(15);
  }

  @Test
  void f76_aLargeWriteWithoutMemoryIsRefusedAloneWhereverThatShows() throws IOException {
    assertThat(failEverywhere(largeWorkload())).as("arrays that were refused").isGreaterThan(12);
  }

  /** One array after the other is the one that there is no room for; returns how many. */
  private int failEverywhere(List<Step> workload) throws IOException {
    int n = 0;
    boolean failed = true;
    while (failed) {
      n++;
      create();
      heap.failAt(n, 1);
      for (Step step : workload) {
        make(step);
      }
      failed = heap.failures() > 0;
      heap.recover();
      assertVisible("with array " + n);
      reopen();
      assertVisible("opened again, with array " + n);
      database.close();
    }
    return n - 1;
  }

  /** What the log has is not lost by an opening that finds no room for it. */
  @Test
  void f76_anOpeningWithoutMemoryFailsAndTheNextOneDoesNot() throws IOException {
    create();
    for (Step step : largeWorkload()) {
      make(step);
    }
    for (Step step : smallSteps(0)) {
      make(step);
    }
    database.discard();
    int n = 0;
    boolean failed = true;
    while (failed) {
      n++;
      heap.failAt(n, 1);
      try {
        open();
        assertVisible("the index of rows is the only thing that may be left out, " + n);
        database.discard();
      } catch (OutOfMemoryError e) {
        assertThat(e).hasMessageContaining("a test's");
      }
      failed = heap.failures() > 0;
    }
    assertThat(n).isGreaterThan(12);
    heap.recover();
    open();
    assertVisible("in the end");
    make(putStep("z", "f:a=9", "g:a=9"));
    assertVisible("after one more");
    database.close();
  }

  /** Refusals take no memory themselves, reads go on, and a flush ends it. */
  @Test
  void f76_refusalsTakeNoMemory() throws IOException {
    create();
    make(batchStep("rows", 3_000, "f", 100));
    heap.failAt(1, Long.MAX_VALUE / 2);
    List<RowMutation> large = new ArrayList<>();
    for (int i = 0; i < 4_000; i++) {
      large.add(put("x" + i, "f:q=" + value(300, i), "g:q=v"));
    }
    long before = -1;
    for (int i = 0; i < 20; i++) {
      assertThatThrownBy(() -> region(database, "x").writeAll(large))
          .isInstanceOfSatisfying(
              RefusedException.class,
              e -> assertThat(e.reason()).isEqualTo(RefusedException.Reason.REGION_TOO_BUSY));
      long after = database.stats().memStoreBytes();
      assertThat(after).isEqualTo(before < 0 ? after : before);
      before = after;
    }
    assertVisible("while there is no memory");
    heap.recover();
    database.flush(TABLE);
    assertThat(database.stats().memStoreBytes()).isZero();
    assertThat(region(database, "x").writeAll(large)).isNull();
    for (int i = 0; i < large.size(); i++) {
      expect("x" + i, "f:q=" + value(300, i), "g:q=v");
    }
    assertVisible("with memory");
    reopen();
    assertVisible("opened again");
    database.close();
  }

  /** The log took the write back: what was reserved for it is given up with the next flush. */
  @Test
  void f76_memoryOfWritesThatTheLogRefusedIsNotLost() throws IOException {
    FaultyFileSystem faulty = new FaultyFileSystem(new MemoryFileSystem());
    files = faulty;
    open();
    database.createTable(table(TABLE, family("f"), family("g")), List.of());
    make(putStep("a", "f:a=1"));
    database.flush(TABLE);
    for (int i = 0; i < 10; i++) {
      faulty.failAt("write", 1);
      assertThatThrownBy(
              () -> region(database, "b").write(put("b", "f:q=" + value(200_000, 1), "g:q=v")))
          .isInstanceOf(IOException.class);
    }
    assertVisible("after refusals");
    assertThat(database.stats().memStoreBytes()).isPositive();
    database.flush(TABLE);
    assertThat(database.stats().memStoreBytes()).isZero();
    make(putStep("b", "f:q=2", "g:q=3"));
    reopen();
    assertVisible("opened again");
    database.close();
  }

  /** Threads whose writes take memory for each other in any order. */
  @Test
  void f76_writersInManyThreadsAreRefusedEachAlone() throws Exception {
    long seed = new Random().nextLong();
    create();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<List<String>>> written = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        Random random = new Random(seed + i);
        String prefix = "t" + i + "-";
        written.add(threads.submit(writer(prefix, random)));
      }
      for (Future<List<String>> each : written) {
        each.get().forEach(row -> expected.put(row, ""));
      }
    } finally {
      threads.shutdown();
    }
    heap.recover();
    assertRowsWhole("seed " + seed);
    reopen();
    assertRowsWhole("opened again, seed " + seed);
    database.close();
  }

  private Callable<List<String>> writer(String prefix, Random random) {
    return () -> {
      List<String> acknowledged = new ArrayList<>();
      for (int i = 0; i < 400; i++) {
        if (random.nextInt(4) == 0) {
          heap.failAt(1, 1 + random.nextInt(3));
        }
        String row = prefix + i;
        int length = random.nextInt(20) == 0 ? random.nextInt(200_000) : random.nextInt(2_000);
        RowMutation put =
            put(row, "f:q=" + value(length, i), "g:q=" + value(random.nextInt(3_000), i), "h:q=v");
        try {
          region(database, row).write(put);
          acknowledged.add(row);
        } catch (RefusedException e) {
          if (e.reason() != RefusedException.Reason.REGION_TOO_BUSY) {
            fail("refused otherwise", e);
          }
        }
      }
      return acknowledged;
    };
  }

  private void assertRowsWhole(String when) throws IOException {
    TreeMap<String, Integer> cells = new TreeMap<>();
    for (String cell : scan(database)) {
      cells.merge(cell.substring(0, cell.indexOf('/')), 1, Integer::sum);
    }
    assertThat(cells.keySet()).as(when).isEqualTo(expected.keySet());
    assertThat(cells.values()).as(when).containsOnly(3);
  }
}
