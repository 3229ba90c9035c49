package io.rowandb.testkit.oracle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
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
 * length; {@code -Drowan.history.reduce=true} shortens a history that fails, which takes minutes.
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

  /** Runs a history; an AssertionError tells the first difference and how to come to it. */
  Tally run(History history) throws IOException {
    try {
      return runOnce(history);
    } catch (AssertionError e) {
      if (Boolean.getBoolean("rowan.history.reduce")) {
        runOnce(history.with(reduce(history)));
      }
      throw e;
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

  /** Leaves out what the failure does not need, in ever smaller pieces. */
  private List<Operation> reduce(History history) throws IOException {
    List<Operation> needed = history.operations();
    for (int piece = needed.size() / 2; piece > 0; piece /= 2) {
      for (int from = 0; from < needed.size(); ) {
        List<Operation> shorter = new ArrayList<>(needed);
        shorter.subList(from, Math.min(needed.size(), from + piece)).clear();
        if (fails(history.with(shorter))) {
          needed = shorter;
        } else {
          from += piece;
        }
      }
    }
    return needed;
  }

  private boolean fails(History history) throws IOException {
    try {
      runOnce(history);
      return false;
    } catch (AssertionError e) {
      return true;
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
