package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.get;
import static io.rowandb.engine.TestDatabase.putAt;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.scan;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.settings.DatabaseOptions;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Threads that write, read, flush and compact real files are interrupted all the time: no file is
 * closed under others, a write that was acknowledged is there, one that was refused is not, and an
 * interrupt is refused only as what it is. The figures are printed.
 */
@Timeout(120)
class InterruptsTest {
  private static final int WRITERS = 4;
  private static final int READERS = 3;
  private static final int WRITES = 3_000;
  private static final int FLUSHES = 12;
  private static final int LEAST_INTERRUPTS = 1_001;

  @TempDir private Path directory;

  private final Map<String, String> acknowledged = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private volatile boolean stop;

  /** Writers go on until there were enough, however slow the thread is that interrupts them. */
  private volatile long interrupts;

  @Test
  void interruptsDisturbNobody() throws Exception {
    DatabaseOptions options =
        DatabaseOptions.builder(directory)
            .flushBytes(200_000)
            .splits(TestDatabase.UNSPLIT)
            .blockCacheBytes(100_000)
            .logSegmentBytes(100_000)
            .build();
    try (Database database = Database.open(options)) {
      database.createTable(table(TABLE, family("f")), List.of());
      CountDownLatch writing = new CountDownLatch(WRITERS + 1);
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        int writer = i;
        threads.add(start(() -> write(database, writer), writing));
      }
      threads.add(start(() -> flush(database), writing));
      for (int i = 0; i < READERS; i++) {
        int seed = i;
        threads.add(start(() -> read(database, seed), new CountDownLatch(1)));
      }
      interruptUntilDone(threads, writing);
      stop = true;
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(failures).isEmpty();
      assertThat(rows(database)).isEqualTo(new TreeMap<>(acknowledged));
      assertThat(database.stats().backgroundFailures()).isZero();
    }
    try (Database database = Database.open(options)) {
      assertThat(rows(database)).isEqualTo(new TreeMap<>(acknowledged));
    }
    assertThat(interrupts).isGreaterThanOrEqualTo(LEAST_INTERRUPTS);
    System.out.printf(
        "interrupts: %d of %d threads, %d writes acknowledged, lost 0%n",
        interrupts, WRITERS + READERS + 1, acknowledged.size());
  }

  private void interruptUntilDone(List<Thread> threads, CountDownLatch writing) {
    Random random = new Random(1);
    long done = 0;
    while (writing.getCount() > 0) {
      threads.get(random.nextInt(threads.size())).interrupt();
      done++;
      interrupts = done;
      for (int i = random.nextInt(2_000); i > 0; i--) {
        Thread.onSpinWait();
      }
    }
  }

  private Thread start(Callable<?> work, CountDownLatch done) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.call();
              } catch (Throwable e) {
                failures.add(e);
              } finally {
                done.countDown();
              }
            });
    thread.start();
    return thread;
  }

  private Void write(Database database, int writer) throws Exception {
    for (int i = 0; i < WRITES || interrupts < LEAST_INTERRUPTS; i++) {
      String row = "w" + writer + "-" + i;
      String value = row + "x".repeat(100);
      try {
        region(database, row).write(putAt(1, row, "f:q=" + value));
        acknowledged.put(row, value);
        Thread.interrupted();
      } catch (InterruptedIOException e) {
        assertThat(Thread.interrupted()).as("the flag of %s", e).isTrue();
      }
    }
    return null;
  }

  private Void read(Database database, int seed) throws Exception {
    Random random = new Random(seed);
    while (!stop) {
      String row = "w" + random.nextInt(WRITERS) + "-" + random.nextInt(WRITES);
      String expected = acknowledged.get(row);
      List<String> found = get(database, row);
      if (expected != null) {
        assertThat(found).containsExactly("f:q@1=" + expected);
      }
    }
    return null;
  }

  private Void flush(Database database) throws Exception {
    for (int i = 0; i < FLUSHES; i++) {
      database.flush(TABLE);
      database.compact(TABLE, null, true);
    }
    return null;
  }

  private static Map<String, String> rows(Database database) throws Exception {
    Map<String, String> rows = new TreeMap<>();
    for (String cell : scan(database)) {
      rows.put(cell.substring(0, cell.indexOf('/')), cell.substring(cell.indexOf('=') + 1));
    }
    return rows;
  }
}
