package io.rowandb.bench.migration;

import io.rowandb.client.Rowan;
import io.rowandb.schema.migration.MigratedTable;
import io.rowandb.schema.migration.MigrationRun;
import io.rowandb.schema.pattern.IndexSettings;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
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
   * What was measured; rates are operations of the application in a second.
   *
   * @param copySeconds of a copy of all calls by the same calls, beside the same application
   * @param moveSeconds of all phases
   * @param kills how often who moves the calls was killed
   * @param before the median before
   * @param copying the median during the copy
   * @param moving the median during the move
   * @param least the least of two seconds during the move
   * @param checkedReads how many reads were compared with what may be there
   */
  public record Result(
      double copySeconds,
      double moveSeconds,
      int kills,
      long before,
      long copying,
      long moving,
      long least,
      long checkedReads) {}

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
        meter.await(WARM_UP_SECONDS);
        long before = meter.median();
        meter.reset();
        double copySeconds = copy(connection);
        long copying = meter.median();
        meter.reset();
        long began = System.nanoTime();
        int killed = move(calls);
        Result result =
            new Result(
                copySeconds,
                seconds(began),
                killed,
                before,
                copying,
                meter.median(),
                meter.least(),
                calls.checkedReads());
        calls.end();
        checkAll(connection, calls);
        return result;
      }
    }
  }

  private static double seconds(long began) {
    return (System.nanoTime() - began) / (double) TimeUnit.SECONDS.toNanos(1);
  }

  /** A plain copy, which misses what is written meanwhile. */
  private double copy(Connection connection) throws IOException {
    TableDesign<Call> copies = Call.byHash("copies");
    long began = System.nanoTime();
    try (RecordTable<Call> from = RecordTable.open(connection, Call.byMonth());
        RecordTable<Call> to = RecordTable.create(connection, copies);
        Stream<Call> all = from.all().allowFullScan().stream()) {
      to.load(all);
    }
    return seconds(began);
  }

  /** Moves the calls, and says how often who did was killed. */
  private int move(LiveCalls calls) throws IOException {
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
          if (!isKilled.get() || calls.hasFailed()) {
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
