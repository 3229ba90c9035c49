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
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * Runs histories on HBase's region and on something of Rowan's, both with the same clock.
 *
 * <p>{@code -Drowan.history.seed=N} runs one seed, {@code -Drowan.history.first=N} and {@code
 * -Drowan.history.count=N} so many from there on, {@code -Drowan.history.operations=N} sets their
 * length; {@code -Drowan.history.reduce=false} leaves a history that fails as long as it is.
 */
final class Comparison {
  private final Opener actual;
  private final Path directory;
  private int runs;

  /** Opens an empty region. */
  interface Opener {
    RegionDriver open(TableDescriptor table, Clock clock, Path directory) throws IOException;
  }

  Comparison(Opener actual, Path directory) {
    this.actual = actual;
    this.directory = directory;
  }

  /** The seeds to run. */
  static LongStream seeds(int count) {
    Long seed = Long.getLong("rowan.history.seed");
    long first = Long.getLong("rowan.history.first", 1);
    return seed != null
        ? LongStream.of(seed)
        : LongStream.range(first, first + Integer.getInteger("rowan.history.count", count));
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
      return runOnce(history.with(shorter));
    }
  }

  private Tally runOnce(History history) throws IOException {
    Path place = directory.resolve("run-" + runs++);
    MutableClock clock = new MutableClock(History.START_MILLIS);
    EnvironmentEdgeManager.injectEdge(clock::millis);
    try (HistoryRunner runner =
        new HistoryRunner(
            history.title(),
            clock,
            new HBaseRegionDriver(history.table(), Files.createDirectories(place.resolve("hbase"))),
            actual.open(history.table(), clock, Files.createDirectories(place.resolve("rowan"))))) {
      for (Operation operation : history.operations()) {
        runner.run(operation);
      }
      return runner.tally();
    } finally {
      EnvironmentEdgeManager.reset();
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
