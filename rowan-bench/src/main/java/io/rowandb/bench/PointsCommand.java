package io.rowandb.bench;

import io.rowandb.bench.points.PointCosts;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code rowan bench points}: measures hour rows of time series beside a row for each point. */
@Command(
    name = "points",
    description =
        "Points of time series in OpenTSDB's hour rows and as rows of their own: --rows points of a hundred series are written, and their sum by the hour is asked for --runs times. In this JVM.")
final class PointsCommand implements Callable<Integer> {
  private static final long DEFAULT_POINTS = 1_000_000;
  private static final int LEAST_POINTS = 1_000;
  private static final int DEFAULT_RUNS = 11;
  private static final Set<String> FOLLOWED = Set.of("--rows", "--runs", "--path");

  private final BenchOptions options;

  PointsCommand(BenchOptions options) {
    this.options = options;
  }

  @Override
  public Integer call() throws IOException {
    options.refuseOthersThan(FOLLOWED, "points measures a store in this JVM");
    int points = options.rowsInMemory(LEAST_POINTS, DEFAULT_POINTS);
    int runs = options.runs(DEFAULT_RUNS);
    PrintStream out = System.out;
    out.println(Machine.line());
    out.println("load average before " + Machine.load());
    try (ScratchDirectory scratch = ScratchDirectory.in(options.directory(), "points")) {
      out.print(ReportTable.align(new PointCosts(scratch.path(), points, runs).table()));
    }
    out.println("load average after " + Machine.load());
    return 0;
  }
}
