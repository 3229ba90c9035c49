package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.io.SlowFileSystem;
import io.rowandb.engine.region.Region;
import io.rowandb.engine.region.RegionScanner;
import io.rowandb.engine.region.RegionStats;
import io.rowandb.engine.region.StoredRegion;
import io.rowandb.engine.scan.Progress;
import io.rowandb.engine.scan.ScanSpec;
import io.rowandb.engine.settings.DatabaseOptions;
import io.rowandb.engine.stats.TableStats;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Sixteen threads write faster than a slow disk takes: they are held back, none is refused within
 * HBase's limits, and the memstores stay within theirs. The longest stall is printed.
 */
@Tag("slow")
@Timeout(120)
class FloodTest {
  private static final int WRITERS = 16;
  private static final int WRITES = Integer.getInteger("rowan.flood.writes", 750);
  private static final int VALUE_BYTES = 2_000;
  private static final int REGIONS = 4;
  private static final List<Durability> DURABILITIES =
      List.of(
          Durability.SYNC_WAL,
          Durability.SKIP_WAL,
          Durability.ASYNC_WAL,
          Durability.SKIP_WAL,
          Durability.FSYNC_WAL,
          Durability.SKIP_WAL);

  /** The log and the files of 24 MB take some seconds at this speed. */
  private static final long DISK_BYTES_PER_SECOND = 8 << 20;

  private static final long FORCE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final long FLUSH_BYTES = 1 << 20;

  /** Those who do not wait for the log write twice as much, and in less time than the disk. */
  private static final long GLOBAL_BYTES = 6 << 20;

  /** By so much a write under way can pass the limit: the chunk and index it may need. */
  private static final long OVERSHOOT_BYTES_PER_WRITER = 256 << 10;

  private final AtomicLong longestNanos = new AtomicLong();
  private final AtomicLong mostBytes = new AtomicLong();

  @Test
  void f73_writersWaitAndMemoryStaysBounded() throws Exception {
    SlowFileSystem disk =
        new SlowFileSystem(new MemoryFileSystem(), DISK_BYTES_PER_SECOND, FORCE_NANOS);
    DatabaseOptions options =
        serial(disk, Clock.systemUTC())
            .backgroundThreads(2)
            .flushBytes(FLUSH_BYTES)
            .splits(TestDatabase.UNSPLIT)
            .globalMemStoreBytes(GLOBAL_BYTES)
            .build();
    try (Database database = Database.open(options)) {
      List<byte[]> splits = new ArrayList<>();
      for (int i = 1; i < REGIONS; i++) {
        splits.add(bytes(row(i * WRITERS / REGIONS, 0)));
      }
      database.createTable(table(TABLE, family("f")), splits);
      ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
      List<Future<?>> ends = new ArrayList<>();
      for (int w = 0; w < WRITERS; w++) {
        int writer = w;
        ends.add(
            writers.submit(
                () -> {
                  write(database, writer);
                  return null;
                }));
      }
      for (Future<?> end : ends) {
        end.get();
      }
      writers.shutdown();
      System.out.printf(
          "flood: %d writers, longest stall %d ms, memstore at most %d MB of %d MB%n",
          WRITERS,
          TimeUnit.NANOSECONDS.toMillis(longestNanos.get()),
          mostBytes.get() >> 20,
          GLOBAL_BYTES >> 20);
      assertThat(mostBytes.get())
          .isLessThanOrEqualTo(GLOBAL_BYTES + WRITERS * OVERSHOOT_BYTES_PER_WRITER);
      assertThat(longestNanos.get())
          .isLessThan(TimeUnit.MILLISECONDS.toNanos(options.memory().busyWaitMillis()));
      assertThat(database.stats().writeStallMillis()).as("the disk was too slow").isPositive();
      assertThat(database.stats().tables().get(0).regions())
          .as("said of the region too")
          .anyMatch(region -> region.writeStallMillis() > 0);
      TableStats table = database.stats().tables().get(0);
      assertThat(table.writeStallMillis())
          .as("and of the table")
          .isEqualTo(table.regions().stream().mapToLong(RegionStats::writeStallMillis).sum())
          .isPositive();
      assertThat(database.stats().backgroundFailures()).isZero();
      assertThat(countRows(database)).isEqualTo(WRITERS * WRITES);
    }
  }

  /** Who waits for the log is held back by it; the others come as fast as memory takes them. */
  private void write(Database database, int writer) throws IOException {
    Durability durability = DURABILITIES.get(writer % DURABILITIES.size());
    for (int i = 0; i < WRITES; i++) {
      String row = row(writer, i);
      RowMutation put = new RowMutation().reset(RowMutation.Kind.PUT, bytes(row), durability);
      put.add(bytes("f"), bytes("q"), 1, CellType.PUT, new byte[VALUE_BYTES], new byte[0]);
      long start = System.nanoTime();
      region(database, row).write(put);
      longestNanos.accumulateAndGet(System.nanoTime() - start, Math::max);
      mostBytes.accumulateAndGet(memStoreBytes(database), Math::max);
    }
  }

  /** A few reads: whoever asks for all figures after each write does not flood the disk. */
  private static long memStoreBytes(Database database) {
    long bytes = 0;
    for (Region region : database.table(TABLE).regions()) {
      bytes += ((StoredRegion) region).memStoreBytes();
    }
    return bytes;
  }

  private static int countRows(Database database) throws IOException {
    int count = 0;
    CellBatch cells = new CellBatch();
    for (Region region : database.table(TABLE).regions()) {
      try (RegionScanner scanner = region.scan(ScanSpec.builder().build())) {
        Progress progress;
        do {
          cells.clear();
          progress = scanner.next(cells, 1, Long.MAX_VALUE);
          count += cells.size();
        } while (progress != Progress.EXHAUSTED);
      }
    }
    return count;
  }

  private static String row(int writer, int i) {
    return String.format("w%02d-%06d", writer, i);
  }
}
