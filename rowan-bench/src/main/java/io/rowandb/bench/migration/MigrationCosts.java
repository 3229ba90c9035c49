package io.rowandb.bench.migration;

import io.rowandb.client.Rowan;
import io.rowandb.schema.migration.MigratedTable;
import io.rowandb.schema.migration.MigrationRun;
import io.rowandb.schema.pattern.IndexSettings;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/**
 * Moves calls from a key that begins with the month to one that begins with a hash, beside four
 * writers and two readers that check what they find, while the program that moves them is killed
 * again and again.
 */
public final class MigrationCosts {
  private static final int WRITERS = 4;
  private static final int READERS = 2;
  private static final int WARM_UP_SECONDS = 5;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  // Fixed at construction.
  private final Configuration configuration;
  private final int count;
  private final int kills;
  private final IndexSettings settings;
  private final Random random = new Random(1);

  /**
   * In an empty directory.
   *
   * @param count of calls
   * @param kills how often who moves the calls is killed
   * @param lease how long programs rely on what they know of the tables
   */
  public MigrationCosts(Path directory, int count, int kills, Duration lease) {
    configuration = Rowan.configuration(directory.toString());
    this.count = count;
    this.kills = kills;
    settings = IndexSettings.usual().withLease(lease);
  }

  /**
   * What some time of the application's work took.
   *
   * @param seconds how long it was
   * @param processorSeconds of the thread that copied or moved meanwhile
   * @param rate the median of the application's operations in a second
   * @param least the least rate of two seconds, one after the other
   * @param microsEach the application's processor time for an operation, in microseconds
   */
  public record Span(
      double seconds, double processorSeconds, long rate, long least, double microsEach) {}

  /**
   * What was measured.
   *
   * @param before nothing but the application
   * @param copy a copy of all calls by the same calls, beside the same application
   * @param move all phases
   * @param after nothing but the application, which is warm then
   * @param kills how often who moves the calls was killed
   * @param checkedReads how many reads were compared with what may be there
   */
  public record Result(
      Span before, Span copy, Span move, Span after, int kills, long checkedReads) {}

  /** Something that is done beside the application. */
  @FunctionalInterface
  private interface Work {
    void run() throws IOException, InterruptedException;
  }

  /**
   * Does it.
   *
   * @throws IllegalStateException when the application found anything wrong, or failed
   */
  public Result run() throws IOException, InterruptedException {
    try (Connection connection = ConnectionFactory.createConnection(configuration)) {
      try (RecordTable<Call> table = RecordTable.create(connection, Call.byMonth())) {
        table.load(IntStream.range(0, count).mapToObj(number -> Call.of(number, 0)));
      }
      try (LiveCalls calls = new LiveCalls(connection, settings, count, WRITERS, READERS);
          Meter meter = new Meter(calls)) {
        meter.await(WARM_UP_SECONDS);
        Span before = span(calls, meter, () -> meter.await(WARM_UP_SECONDS));
        Span copy = span(calls, meter, () -> copy(connection));
        AtomicInteger killed = new AtomicInteger();
        Span move = span(calls, meter, () -> killed.set(move(calls)));
        Span after = span(calls, meter, () -> meter.await(WARM_UP_SECONDS));
        Result result = new Result(before, copy, move, after, killed.get(), calls.checkedReads());
        calls.end();
        checkAll(connection, calls);
        return result;
      }
    }
  }

  private static Span span(LiveCalls calls, Meter meter, Work work)
      throws IOException, InterruptedException {
    meter.reset();
    long operations = calls.operations();
    long processorNanos = calls.processorNanos();
    long ownNanos = THREADS.getCurrentThreadCpuTime();
    long began = System.nanoTime();
    work.run();
    double seconds = seconds(System.nanoTime() - began);
    long done = Math.max(1, calls.operations() - operations);
    return new Span(
        seconds,
        seconds(THREADS.getCurrentThreadCpuTime() - ownNanos),
        meter.median(),
        meter.least(),
        (calls.processorNanos() - processorNanos) / 1e3 / done);
  }

  private static double seconds(long nanos) {
    return nanos / (double) TimeUnit.SECONDS.toNanos(1);
  }

  /** A plain copy, which misses what is written meanwhile. */
  private static void copy(Connection connection) throws IOException {
    TableDesign<Call> copies = Call.byHash("copies");
    try (RecordTable<Call> from = RecordTable.open(connection, Call.byMonth());
        RecordTable<Call> to = RecordTable.create(connection, copies);
        Stream<Call> all = from.all().allowFullScan().stream()) {
      to.load(all);
    }
  }

  /** Moves the calls, and says how often who did was killed. */
  private int move(LiveCalls calls) throws IOException, InterruptedException {
    ScheduledExecutorService killer = Executors.newSingleThreadScheduledExecutor();
    try {
      for (int killed = 0; ; killed++) {
        AtomicBoolean isKilled = new AtomicBoolean();
        Connection mortal = ConnectionFactory.createConnection(configuration);
        Future<?> kill =
            killed < kills
                ? killer.schedule(
                    () -> {
                      isKilled.set(true);
                      mortal.close();
                      return null;
                    },
                    random.nextInt((int) settings.lease().multipliedBy(8).toMillis()),
                    TimeUnit.MILLISECONDS)
                : CompletableFuture.completedFuture(null);
        try {
          MigrationRun<Call> run = MigrationRun.of(mortal, Call.migration(), settings);
          run.copy();
          run.switchReads();
          run.end();
          kill.cancel(false);
          mortal.close();
          return killed;
        } catch (IOException | RuntimeException e) {
          if (calls.hasFailed()) {
            calls.end(); // which says why
          }
          if (!isKilled.get()) {
            throw e;
          }
        }
      }
    } finally {
      killer.shutdownNow();
    }
  }

  private void checkAll(Connection connection, LiveCalls calls) throws IOException {
    try (MigratedTable<Call> table = MigratedTable.open(connection, Call.migration(), settings)) {
      long there = 0;
      for (int number = 0; number < count; number++) {
        Call call = Call.of(number, 0);
        Optional<Call> found = table.get(call.phone(), call.month(), call.start());
        if (!found.equals(calls.expected(number))) {
          throw new IllegalStateException(
              "found " + found + " in the place of " + calls.expected(number));
        }
        there += found.isPresent() ? 1 : 0;
      }
      long records = table.all().allowFullScan().count();
      if (records != there) {
        throw new IllegalStateException(records + " records in the place of " + there);
      }
    }
  }
}
