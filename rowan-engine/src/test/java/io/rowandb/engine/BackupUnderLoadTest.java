package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.put;
import static io.rowandb.engine.TestDatabase.scan;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.care.StoreBackup;
import io.rowandb.engine.io.LocalFileSystem;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.RefusedException.Reason;
import io.rowandb.engine.region.Region;
import io.rowandb.engine.region.RegionInfo;
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
 * Backups of a store on a real disk that several threads write to, while it flushes, compacts,
 * splits and merges. Each writer counts up in both families of a row of each region, one row after
 * the other, so whatever a backup has, it must be one of the writer's moments, and none before the
 * backup began. Prints how many backups, of how many writes.
 */
@Timeout(120)
class BackupUnderLoadTest {
  private static final int WRITERS = 3;
  private static final int ROWS = 4;
  private static final int BACKUPS = 12;
  private static final String FILLING = "x".repeat(500);

  /** The number of writes of each writer that were acknowledged. */
  private final AtomicLongArray acknowledged = new AtomicLongArray(WRITERS);

  private final AtomicBoolean done = new AtomicBoolean();
  private Database database;

  private static DatabaseOptions.Builder options(Path directory) {
    return DatabaseOptions.builder(directory)
        .clock(Clock.systemUTC())
        .flushBytes(200_000)
        .splits(TestDatabase.UNSPLIT)
        .globalMemStoreBytes(4 << 20)
        .blockCacheBytes(1 << 20)
        .compactionMinBytes(1)
        .backgroundThreads(2)
        .forceIntervalMillis(20)
        .logSegmentBytes(150_000);
  }

  @Tag("slow")
  @Test
  void everyBackupIsAMomentOfTheStoreAndNotBeforeItBegan(@TempDir Path directory) throws Exception {
    database = Database.open(options(directory.resolve("store")).build());
    database.createTable(table(TABLE, family("a"), family("b")), List.of(bytes("r2")));
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS + 1);
    List<Future<?>> running = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      int writer = i;
      running.add(threads.submit(() -> write(writer)));
    }
    running.add(threads.submit(this::regroup));
    int tries = 0;
    for (int i = 0; i < BACKUPS; i++) {
      Path backup = directory.resolve("backup" + i);
      long[] before = acknowledgedNow();
      tries +=
          i % 2 == 0
              ? database.backup(backup, i % 4 == 0).tries()
              : StoreBackup.run(
                      new LocalFileSystem(), directory.resolve("store"), backup, i % 4 == 1)
                  .tries();
      verify(backup, before);
    }
    done.set(true);
    for (Future<?> future : running) {
      future.get();
    }
    threads.shutdown();
    assertThat(threads.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
    assertThat(database.stats().flushes()).isGreaterThan(5);
    assertThat(database.stats().compactions()).isPositive();
    long writes = 0;
    for (int i = 0; i < WRITERS; i++) {
      writes += acknowledged.get(i);
    }
    System.out.println(
        String.format(
            "backups: %d in %d tries beside %d writes, %d flushes, %d compactions",
            BACKUPS, tries, writes, database.stats().flushes(), database.stats().compactions()));
    database.close();
  }

  private long[] acknowledgedNow() {
    long[] now = new long[WRITERS];
    for (int i = 0; i < WRITERS; i++) {
      now[i] = acknowledged.get(i);
    }
    return now;
  }

  /** Write n puts n into row n mod ROWS, in both families. */
  private Void write(int writer) throws IOException {
    for (long n = 1; !done.get(); n++) {
      String row = row(writer, n);
      boolean written = false;
      while (!written) {
        Region region = database.table(TABLE).locate(bytes(row));
        try {
          region.write(put(row, "a:n=" + n, "b:n=" + n, "b:x=" + FILLING));
          written = true;
        } catch (RefusedException e) {
          assertThat(e.reason()).isEqualTo(Reason.REGION_CLOSED); // split or merged just now
        }
      }
      acknowledged.set(writer, n);
    }
    return null;
  }

  private static String row(int writer, long n) {
    return "r" + n % ROWS + "-" + writer;
  }

  private Void regroup() throws IOException {
    Random random = new Random(7);
    while (!done.get()) {
      List<RegionInfo> regions =
          database.table(TABLE).regions().stream().map(Region::info).toList();
      try {
        if (regions.size() < 3) {
          RegionInfo first = regions.get(random.nextInt(regions.size()));
          database.splitRegion(first.encodedName(), bytes("r" + (1 + random.nextInt(ROWS - 1))));
        } else {
          database.mergeRegions(
              List.of(regions.get(0).encodedName(), regions.get(1).encodedName()));
        }
      } catch (RefusedException e) {
        // No row of that region, or it has references still: compacted they can be split again.
        assertThat(e.reason()).isIn(Reason.BAD_REQUEST, Reason.NOT_MERGEABLE, Reason.REGION_CLOSED);
        database.compact(TABLE, null, true);
      }
    }
    return null;
  }

  /**
   * Of each writer's rows, the greatest number is that of its last write in the backup; the others
   * follow from it, in both families.
   */
  private void verify(Path backup, long[] before) throws IOException {
    try (Database copy = Database.open(options(backup).build())) {
      List<String> cells = scan(copy);
      for (int writer = 0; writer < WRITERS; writer++) {
        long last = 0;
        for (int r = 0; r < ROWS; r++) {
          last = Math.max(last, number(cells, "r" + r + "-" + writer + "/a:n@"));
        }
        assertThat(last)
            .as("the last write of writer %d in %s", writer, backup)
            .isGreaterThanOrEqualTo(before[writer]);
        for (long n = Math.max(1, last - ROWS + 1); n <= last; n++) {
          assertThat(number(cells, row(writer, n) + "/a:n@")).as("row of write " + n).isEqualTo(n);
          assertThat(number(cells, row(writer, n) + "/b:n@")).as("row of write " + n).isEqualTo(n);
        }
      }
    }
  }

  private static long number(List<String> cells, String prefix) {
    return cells.stream()
        .filter(cell -> cell.startsWith(prefix))
        .mapToLong(cell -> Long.parseLong(cell.substring(cell.indexOf('=') + 1)))
        .findFirst()
        .orElse(0);
  }
}
