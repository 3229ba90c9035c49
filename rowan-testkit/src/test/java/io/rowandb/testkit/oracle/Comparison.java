package io.rowandb.testkit.oracle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * Runs histories on HBase's region and on something of Rowan's, both with the same clock.
 *
 * <p>{@code -Drowan.history.seed=N} runs one seed, {@code -Drowan.history.first=N} and {@code
 * -Drowan.history.count=N} so many from there on, {@code -Drowan.history.operations=N} sets their
 * length; {@code -Drowan.history.reduce=false} leaves a history that fails as long as it is.
 */
final class Comparison {
  private final String source;
  private final Opener expected;
  private final Opener actual;
  private final boolean sameClients;
  private final Path directory;
  private int runs;

  /** Opens an empty region. */
  interface Opener {
    RegionDriver open(TableDescriptor table, Clock clock, Path directory) throws IOException;
  }

  private Comparison(
      String source, Opener expected, Opener actual, boolean sameClients, Path directory) {
    this.source = source;
    this.expected = expected;
    this.actual = actual;
    this.sameClients = sameClients;
    this.directory = directory;
  }

  /**
   * With HBase's region alone.
   *
   * @param source Java that runs {@code history} in this way, for the test of a failing one
   */
  static Comparison withRegion(String source, Opener actual, Path directory) {
    Opener expected =
        (table, clock, place) -> {
          ThreadClock.set(clock);
          return new HBaseRegionDriver(table, place);
        };
    return new Comparison(source, expected, actual, false, directory);
  }

  /**
   * With HBase whole, asked as Rowan is.
   *
   * @param source Java that runs {@code history} in this way, for the test of a failing one
   */
  static Comparison withClient(String source, Opener expected, Opener actual, Path directory) {
    return new Comparison(source, expected, actual, true, directory);
  }

  /** The seeds to run. */
  static LongStream seeds(int count) {
    return LongStream.range(firstSeed(), firstSeed() + count(count));
  }

  /** The first seed to run. */
  static long firstSeed() {
    return Long.getLong("rowan.history.seed", Long.getLong("rowan.history.first", 1));
  }

  /** How many seeds to run. */
  static long count(int count) {
    boolean one = Long.getLong("rowan.history.seed") != null;
    return one ? 1 : Integer.getInteger("rowan.history.count", count);
  }

  /** How long their histories are. */
  static int length(int operations) {
    return Integer.getInteger("rowan.history.operations", operations);
  }

  /** Runs a history; a {@link Difference} tells where the two part and how to come to it. */
  Tally run(History history) throws IOException {
    try {
      return runOnce(history);
    } catch (Difference e) {
      if (!Boolean.parseBoolean(System.getProperty("rowan.history.reduce", "true"))) {
        throw e;
      }
      Reducer reducer = new Reducer(operations -> failsAfter(history.with(operations)));
      List<Operation> shorter = reducer.reduce(history.operations().subList(0, e.operations()));
      return runReduced(history.with(shorter));
    }
  }

  /** Runs what still fails, and prints it as a test. */
  private Tally runReduced(History history) throws IOException {
    try {
      return runOnce(history);
    } catch (Difference e) {
      throw e.with("\nThe same as a test:\n\n" + TestSource.of(history, source));
    }
  }

  private Tally runOnce(History history) throws IOException {
    Path place = directory.resolve("run-" + runs++);
    MutableClock clock = new MutableClock(History.START_MILLIS);
    try (HistoryRunner runner =
        new HistoryRunner(
            history.title() + "\n" + history.table(),
            clock,
            expected.open(history.table(), clock, Files.createDirectories(place.resolve("hbase"))),
            actual.open(history.table(), clock, Files.createDirectories(place.resolve("rowan"))),
            sameClients)) {
      for (Operation operation : history.operations()) {
        runner.run(operation);
      }
      return runner.tally();
    } finally {
      ThreadClock.reset();
      delete(place);
    }
  }

  private int failsAfter(History history) throws IOException {
    try {
      runOnce(history);
      return 0;
    } catch (Difference e) {
      return e.operations();
    }
  }

  private static void delete(Path tree) throws IOException {
    try (Stream<Path> paths = Files.walk(tree)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
