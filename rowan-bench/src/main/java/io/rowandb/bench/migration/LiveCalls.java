package io.rowandb.bench.migration;

import io.rowandb.schema.migration.MigratedTable;
import io.rowandb.schema.pattern.IndexSettings;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.client.Connection;

/**
 * An application at work: writers change calls, each its own ones, version by version; readers
 * compare what they find with the versions that may be there at that moment. Every tenth version is
 * a deletion.
 */
final class LiveCalls implements AutoCloseable {
  private static final int DELETED_EVERY = 10;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  // Fixed at construction.
  private final Connection connection;
  private final IndexSettings settings;
  private final int count;
  private final int writers;
  private final ExecutorService threads;
  private final List<Future<Void>> running = new ArrayList<>();

  /** By the number of a call, the version whose write was answered last. */
  private final AtomicIntegerArray answered;

  /** The version whose write began last. */
  private final AtomicIntegerArray begun;

  private final AtomicLong operations = new AtomicLong();
  private final AtomicLong reads = new AtomicLong();
  private final AtomicLong late = new AtomicLong();

  /** Of those that write and read. */
  private final Set<Long> threadIds = ConcurrentHashMap.newKeySet();

  private volatile boolean ended;

  /**
   * Begins at once.
   *
   * @param count of calls, all of version 0
   */
  LiveCalls(Connection connection, IndexSettings settings, int count, int writers, int readers) {
    this.connection = connection;
    this.settings = settings;
    this.count = count;
    this.writers = writers;
    answered = new AtomicIntegerArray(count);
    begun = new AtomicIntegerArray(count);
    threads = Executors.newFixedThreadPool(writers + readers);
    for (int i = 0; i < writers; i++) {
      int writer = i;
      running.add(threads.submit(() -> write(writer)));
    }
    for (int i = 0; i < readers; i++) {
      int seed = i;
      running.add(threads.submit((Callable<Void>) () -> read(seed)));
    }
  }

  private MigratedTable<Call> opened() throws IOException {
    return MigratedTable.open(connection, Call.migration(), settings);
  }

  private static boolean isDeleted(int version) {
    return version % DELETED_EVERY == DELETED_EVERY - 1;
  }

  private Void write(int writer) throws IOException {
    threadIds.add(Thread.currentThread().getId());
    Random random = new Random(writer);
    try (MigratedTable<Call> table = opened()) {
      while (!ended) {
        int number = random.nextInt(count / writers) * writers + writer;
        int version = begun.incrementAndGet(number);
        write(table, number, version);
        answered.set(number, version);
        operations.incrementAndGet();
      }
    }
    return null;
  }

  private static void write(MigratedTable<Call> table, int number, int version) throws IOException {
    Call call = Call.of(number, version);
    if (isDeleted(version)) {
      table.delete(call);
    } else if (version % 2 == 0 || isDeleted(version - 1)) {
      table.put(call);
    } else if (!table.field(Call::seconds, call.phone(), call.month(), call.start()).set(version)) {
      throw new IllegalStateException("not there: version " + (version - 1) + " of " + call);
    }
  }

  private Void read(int seed) throws IOException {
    threadIds.add(Thread.currentThread().getId());
    Random random = new Random(1_000L + seed);
    try (MigratedTable<Call> table = opened()) {
      while (!ended) {
        int number = random.nextInt(count);
        int least = answered.get(number);
        Call call = Call.of(number, 0);
        long began = System.nanoTime();
        Optional<Call> found = table.get(call.phone(), call.month(), call.start());
        if (System.nanoTime() - began > settings.lease().toNanos()) {
          late.incrementAndGet(); // what this thread knew of the phase may be outdated
        } else {
          check(number, found, least, begun.get(number));
        }
        operations.incrementAndGet();
        reads.incrementAndGet();
      }
    }
    return null;
  }

  private static void check(int number, Optional<Call> found, int least, int most) {
    boolean right = false;
    for (int version = least; version <= most; version++) {
      right |=
          isDeleted(version)
              ? found.isEmpty()
              : found.equals(Optional.of(Call.of(number, version)));
    }
    if (!right) {
      throw new IllegalStateException(
          "read " + found + ", and versions " + least + " to " + most + " may be there");
    }
  }

  /** How many reads and writes were answered. */
  long operations() {
    return operations.get();
  }

  /** The processor time of the threads that write and read, in nanoseconds. */
  long processorNanos() {
    return threadIds.stream().mapToLong(THREADS::getThreadCpuTime).filter(each -> each > 0).sum();
  }

  /** How many reads were compared. */
  long checkedReads() {
    return reads.get() - late.get();
  }

  /** The call of a number as it is at the end. */
  Optional<Call> expected(int number) {
    int version = answered.get(number);
    return isDeleted(version) ? Optional.empty() : Optional.of(Call.of(number, version));
  }

  /**
   * Stops all threads.
   *
   * @throws IllegalStateException when one failed, or found what cannot be there
   */
  void end() throws InterruptedException {
    ended = true;
    for (Future<Void> each : running) {
      try {
        each.get();
      } catch (ExecutionException e) {
        throw new IllegalStateException("the application failed", e.getCause());
      }
    }
  }

  /** Whether a thread ended early. */
  boolean hasFailed() {
    return running.stream().anyMatch(Future::isDone);
  }

  @Override
  public void close() {
    ended = true;
    threads.shutdown();
  }
}
