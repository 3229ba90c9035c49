package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.counter;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.increment;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.region.Region;
import io.rowandb.engine.region.RegionScanner;
import io.rowandb.engine.scan.Progress;
import io.rowandb.engine.scan.ScanSpec;
import io.rowandb.engine.settings.DatabaseOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Writers, readers, counters, flushes and compactions at the same time, on real files. Every read
 * sees whole rows, all that was acknowledged before it began, and never less than the read before;
 * no increment is lost; memory stays within its limit; afterwards, and after opening again,
 * everything is there.
 */
@Timeout(120)
class ConcurrencyTest {
  private static final int WRITERS = 3;
  private static final int ROWS = 60;
  private static final int WRITES = 6_000;
  private static final int COUNTERS = 2;
  private static final int INCREMENTS = 1_500;
  private static final long GLOBAL_BYTES = 2 << 20;

  /**
   * One batch of the largest size per thread can pass the limit; and each region has two chunks.
   */
  private static final long MOST_BYTES = GLOBAL_BYTES + (2 << 20);

  private final AtomicLongArray acknowledged = new AtomicLongArray(ROWS);
  private final AtomicBoolean done = new AtomicBoolean();
  private Database database;

  @Tag("slow")
  @Test
  void rowsStayWholeAndReadsNeverGoBack(@TempDir Path directory) throws Exception {
    DatabaseOptions options =
        DatabaseOptions.builder(directory)
            .clock(Clock.systemUTC())
            .flushBytes(300_000)
            .splits(TestDatabase.UNSPLIT)
            .globalMemStoreBytes(GLOBAL_BYTES)
            .blockCacheBytes(1 << 20)
            .compactionMinBytes(1)
            .backgroundThreads(3)
            .forceIntervalMillis(20)
            .logSegmentBytes(200_000)
            .build();
    database = Database.open(options);
    database.createTable(
        table(TABLE, family("a"), family("b")), List.of(bytes("r020"), bytes("r040")));
    run();
    verify();
    assertThat(database.stats().flushes()).isGreaterThan(5);
    assertThat(database.stats().compactions()).isPositive();
    assertThat(database.stats().backgroundFailures())
        .as(database.stats().lastBackgroundFailure())
        .isZero();
    database.close();
    database = Database.open(options);
    verify();
    assertThat(database.stats().orphanFiles()).isZero();
    database.close();
  }

  private void run() throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      List<Future<?>> working = new ArrayList<>();
      List<Future<?>> watching = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        int writer = i;
        working.add(threads.submit(() -> write(writer), null));
      }
      for (int i = 0; i < COUNTERS; i++) {
        working.add(threads.submit(() -> count(), null));
      }
      watching.add(threads.submit(() -> get(new Random(1)), null));
      watching.add(threads.submit(() -> scan(false), null));
      watching.add(threads.submit(() -> scan(true), null));
      watching.add(threads.submit(() -> maintain(new Random(2)), null));
      for (Future<?> work : working) {
        work.get();
      }
      done.set(true);
      for (Future<?> watch : watching) {
        watch.get();
      }
    } finally {
      done.set(true);
      threads.shutdownNow();
      assertThat(threads.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
    }
  }

  /** Each row belongs to one writer, which gives it ever higher numbers. */
  private void write(int writer) {
    unchecked(
        () -> {
          for (int n = 1; n <= WRITES; n++) {
            int row = writer + n % (ROWS / WRITERS) * WRITERS;
            RowMutation put =
                new RowMutation()
                    .reset(
                        RowMutation.Kind.PUT,
                        bytes(row(row)),
                        n % 50 == 0 ? Durability.FSYNC_WAL : Durability.SYNC_WAL);
            byte[] value = bytes(n + "/" + "x".repeat(n % 300));
            for (String column : List.of("a:x", "a:y", "b:z")) {
              put.add(
                  bytes(column.substring(0, 1)),
                  bytes(column.substring(2)),
                  Cell.LATEST_TIMESTAMP,
                  CellType.PUT,
                  value,
                  new byte[0]);
            }
            region(database, row(row)).write(put);
            acknowledged.set(row, n);
          }
        });
  }

  private void count() {
    unchecked(
        () -> {
          for (int i = 0; i < INCREMENTS; i++) {
            region(database, "counter")
                .update(List.of(increment("counter", "a:n", 1)), null, new CellBatch());
          }
        });
  }

  private void get(Random random) {
    unchecked(
        () -> {
          long[] seen = new long[ROWS];
          while (!done.get()) {
            int row = random.nextInt(ROWS);
            long before = acknowledged.get(row);
            CellBatch cells = new CellBatch();
            region(database, row(row)).get(ScanSpec.get(bytes(row(row))).build(), cells);
            check(cells, row, Math.max(before, seen[row]), seen);
          }
        });
  }

  private void scan(boolean reversed) {
    unchecked(
        () -> {
          long[] seen = new long[ROWS];
          while (!done.get()) {
            for (Region region : database.table(TABLE).regions()) {
              long[] before = new long[ROWS];
              for (int row = 0; row < ROWS; row++) {
                before[row] = Math.max(acknowledged.get(row), seen[row]);
              }
              ScanSpec.Builder spec = ScanSpec.builder();
              if (reversed) {
                spec.reversed(true);
              }
              scan(region, spec.build(), before, seen);
            }
          }
        });
  }

  private static void scan(Region region, ScanSpec spec, long[] before, long[] seen)
      throws IOException {
    try (RegionScanner scanner = region.scan(spec)) {
      CellBatch cells = new CellBatch();
      while (scanner.next(cells, Integer.MAX_VALUE, Long.MAX_VALUE) != Progress.EXHAUSTED) {
        String key =
            new String(cells.get(0, new Cell()).row(), java.nio.charset.StandardCharsets.UTF_8);
        if (key.startsWith("r")) {
          int row = Integer.parseInt(key.substring(1));
          check(cells, row, before[row], seen);
        }
        cells.clear();
      }
    }
  }

  private void maintain(Random random) {
    unchecked(
        () -> {
          while (!done.get()) {
            switch (random.nextInt(4)) {
              case 0 -> database.flush(TABLE);
              case 1 -> database.compact(TABLE, "a", true);
              case 2 -> database.compact(TABLE, "b", false);
              default -> {
                assertThat(database.stats().memStoreBytes()).isLessThan(MOST_BYTES);
                database.tick();
              }
            }
          }
        });
  }

  /** The row is whole and not older than {@code least}; notes what was seen. */
  private static void check(CellBatch cells, int row, long least, long[] seen) {
    long number = 0;
    if (!cells.isEmpty()) {
      assertThat(cells.size()).as("cells of row %d", row).isEqualTo(3);
      Cell cell = new Cell();
      byte[] value = cells.get(0, cell).value();
      for (int i = 1; i < 3; i++) {
        assertThat(cells.get(i, cell).value()).as("half of row %d", row).isEqualTo(value);
      }
      String text = new String(value, java.nio.charset.StandardCharsets.UTF_8);
      number = Long.parseLong(text.substring(0, text.indexOf('/')));
    }
    assertThat(number).as("row %d", row).isGreaterThanOrEqualTo(least);
    seen[row] = number;
  }

  private void verify() throws IOException {
    long[] seen = new long[ROWS];
    for (int row = 0; row < ROWS; row++) {
      CellBatch cells = new CellBatch();
      region(database, row(row)).get(ScanSpec.get(bytes(row(row))).build(), cells);
      check(cells, row, acknowledged.get(row), seen);
      assertThat(seen[row]).isEqualTo(acknowledged.get(row));
    }
    assertThat(counter(database, "counter", "a:n")).isEqualTo((long) COUNTERS * INCREMENTS);
  }

  private static String row(int row) {
    return String.format("r%03d", row);
  }

  private interface Step {
    void run() throws IOException;
  }

  private static void unchecked(Step step) {
    try {
      step.run();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
