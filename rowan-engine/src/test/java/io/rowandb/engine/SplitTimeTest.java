package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.compaction.CompactionPolicy.Wish;
import io.rowandb.engine.compaction.CompactionSelection;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.RegionInfo;
import io.rowandb.engine.settings.DatabaseOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How long the split of a region of 1 GB takes, and how long a writer waits for it; the figures are
 * printed.
 */
@Tag("slow")
class SplitTimeTest {
  private static final int FILES = 8;
  private static final int ROWS_OF_A_FILE = 125_000;
  private static final byte[] VALUE = new byte[1000];
  private static final byte[] NO_TAGS = {};

  /** Far above what is printed, for machines that have much else to do. */
  private static final long LIMIT_MILLIS = 5000;

  /** Of the split alone, where nothing else is done. */
  private static final long STRICT_MILLIS = 100;

  private static final boolean STRICT = Boolean.getBoolean("rowan.times.strict");

  @TempDir private Path directory;

  @Test
  void f80_aSplitOfAGigabyteRewritesNothingAndHoldsWritersForAMoment() throws Exception {
    try (Database database = Database.open(options())) {
      database.createTable(table(TABLE, family("f")), List.of());
      for (int file = 0; file < FILES; file++) {
        for (int i = 0; i < ROWS_OF_A_FILE; i++) {
          put(database, i * FILES + file);
        }
        database.flush(TABLE);
      }
      long bytes = database.stats().storeFileBytes();
      long written = database.stats().fileBytesWritten();
      assertThat(bytes).isGreaterThan(1_000_000_000);

      long idle = millis(() -> database.splitRegion(name(database), null));

      assertThat(database.stats().fileBytesWritten()).isEqualTo(written);
      assertThat(database.stats().storeFileBytes()).isEqualTo(bytes);
      assertThat(database.stats().storeFiles()).isEqualTo(2 * FILES);
      database.compact(TABLE, null, true);
      mergeAll(database);

      ExecutorService other = Executors.newSingleThreadExecutor();
      AtomicBoolean stop = new AtomicBoolean();
      Future<Long> longest = other.submit(() -> longestPut(database, stop));
      long beside = millis(() -> database.splitRegion(name(database), null));
      stop.set(true);
      other.shutdown();
      long put = longest.get(1, TimeUnit.MINUTES);

      System.out.printf(
          "split of %,d bytes: %d ms; beside a writer %d ms, longest put %d ms%n",
          bytes, idle, beside, put);
      assertThat(idle).isLessThan(STRICT ? STRICT_MILLIS : LIMIT_MILLIS);
      assertThat(put).isLessThan(LIMIT_MILLIS);
      assertThat(database.table(TABLE).regions()).hasSize(2);
    }
  }

  private DatabaseOptions options() {
    return DatabaseOptions.builder(directory)
        .backgroundThreads(0)
        .flushBytes(1L << 30)
        .blockCacheBytes(1 << 20)
        .compactionPolicy(
            settings ->
                (oldestFirst, wish, ttlMillis, nowMillis) ->
                    wish == Wish.MAJOR
                        ? CompactionSelection.of(0, oldestFirst.size(), oldestFirst.size())
                        : CompactionSelection.NONE)
        .build();
  }

  private static void put(Database database, int i) throws IOException {
    byte[] row = bytes("user" + (1_000_000_000 + i));
    RowMutation put = new RowMutation().reset(RowMutation.Kind.PUT, row, Durability.SKIP_WAL);
    put.add(bytes("f"), bytes("q"), Cell.LATEST_TIMESTAMP, CellType.PUT, VALUE, NO_TAGS);
    try {
      database.table(TABLE).locate(row).write(put);
    } catch (RefusedException e) {
      if (e.reason() != RefusedException.Reason.REGION_CLOSED) {
        throw e;
      }
      database.table(TABLE).locate(row).write(put);
    }
  }

  private static long longestPut(Database database, AtomicBoolean stop) throws Exception {
    long longest = 0;
    for (int i = 0; !stop.get(); i = (i + 7919) % (FILES * ROWS_OF_A_FILE)) {
      int row = i;
      longest =
          Math.max(
              longest,
              millis(
                  () -> {
                    put(database, row);
                    return null;
                  }));
    }
    return longest;
  }

  private static void mergeAll(Database database) throws IOException {
    List<String> names =
        database.table(TABLE).regions().stream().map(r -> r.info().encodedName()).toList();
    RegionInfo merged = database.mergeRegions(names);
    assertThat(name(database)).isEqualTo(merged.encodedName());
  }

  private static String name(Database database) {
    return database.table(TABLE).regions().get(0).info().encodedName();
  }

  private static long millis(Callable<?> work) throws Exception {
    long start = System.nanoTime();
    work.call();
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
  }
}
