package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.put;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.io.HookedFileSystem;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.io.WatchedReads;
import io.rowandb.engine.settings.DatabaseOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Blocks are loaded ahead beside those who open and use the files. */
class PrefetchTest {
  private static final int ROWS = 500;
  private static final long WAIT_SECONDS = 30;

  private final HookedFileSystem changes = new HookedFileSystem(new MemoryFileSystem());
  private final WatchedReads files = new WatchedReads(changes);
  private final CountDownLatch reading = new CountDownLatch(1);
  private final CountDownLatch mayRead = new CountDownLatch(1);
  private final AtomicInteger prefetched = new AtomicInteger();
  private Database database;

  /** Two files of a family with PREFETCH_BLOCKS_ON_OPEN, in a database that is closed again. */
  @BeforeEach
  void load() throws IOException {
    database = Database.open(options().build());
    database.createTable(
        table(TABLE, family("f", "PREFETCH_BLOCKS_ON_OPEN", "true", "BLOCKSIZE", "1024")),
        List.of());
    for (int i = 0; i < ROWS; i++) {
      region(database, "").write(put("row" + (1000 + i), "f:q=" + "v".repeat(200)));
      if (i % (ROWS / 2) == ROWS / 2 - 1) {
        database.flush(TABLE);
      }
    }
    database.close();
  }

  private DatabaseOptions.Builder options() {
    return serial(files, new ManualClock()).compactionMinFiles(10).compactionMaxFiles(10);
  }

  @AfterEach
  void close() throws IOException {
    mayRead.countDown();
    database.close();
  }

  private static boolean isPrefetching() {
    return Thread.currentThread().getName().equals("rowan-prefetch");
  }

  /** Opens with threads; the one that loads ahead waits before its first read. */
  private void openWithASlowPrefetch() throws IOException {
    files.watch(
        (path, position, length) -> {
          if (isPrefetching()) {
            reading.countDown();
            await(mayRead);
            prefetched.incrementAndGet();
          }
        });
    database = Database.open(options().backgroundThreads(2).build());
    await(reading);
  }

  private interface Step {
    void run() throws IOException;
  }

  /** Counts reads, and takes the step in the middle of the third; its own reads do not count. */
  private void atTheThirdRead(Step step) {
    boolean[] within = new boolean[1];
    files.watch(
        (path, position, length) -> {
          if (!within[0] && prefetched.incrementAndGet() == 3) {
            within[0] = true;
            step.run();
            within[0] = false;
          }
        });
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(WAIT_SECONDS, TimeUnit.SECONDS)).as("in time").isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void neitherOpeningNorReadingWaitsForIt() throws IOException {
    openWithASlowPrefetch();
    assertThat(TestDatabase.get(database, "row1100")).hasSize(1);
    assertThat(TestDatabase.get(database, "row1400")).hasSize(1);
    assertThat(prefetched).hasValue(0);
  }

  @Test
  void aFileThatIsCompactedAwayMeanwhileIsDeletedWhenItEnds() throws IOException {
    openWithASlowPrefetch();
    Set<Path> deleted = ConcurrentHashMap.newKeySet();
    CountDownLatch both = new CountDownLatch(2);
    changes.hook(
        (operation, path) -> {
          if (operation.equals("delete") && path.toString().contains("/f/") && deleted.add(path)) {
            both.countDown();
          }
        });
    database.compact(TABLE, null, true);
    assertThat(deleted).as("the one that is not being read").hasSize(1);
    mayRead.countDown();
    await(both);
    assertThat(TestDatabase.get(database, "row1100")).hasSize(1);
  }

  @Test
  void closingEndsItWithItsNextBlock() throws IOException {
    Queue<Runnable> tasks = new ArrayDeque<>();
    database = Database.open(options().backgroundExecutor(tasks::add).build());
    assertThat(tasks).as("one for each file").hasSizeGreaterThanOrEqualTo(2);
    atTheThirdRead(database::close);
    Runnable prefetch = tasks.remove();
    prefetch.run();
    assertThat(prefetched).hasValue(3);
    tasks.forEach(Runnable::run);
    assertThat(prefetched).as("the others do not begin").hasValue(3);
  }

  @Test
  void whatIsDisabledIsLoadedNoFurther() throws IOException {
    Queue<Runnable> tasks = new ArrayDeque<>();
    database = Database.open(options().backgroundExecutor(tasks::add).build());
    atTheThirdRead(() -> database.disableTable(TABLE));
    while (!tasks.isEmpty()) {
      tasks.remove().run();
    }
    assertThat(prefetched).hasValue(3);
    assertThat(database.stats().blockCacheBytes()).isZero();
  }
}
