package io.rowandb.bench;

import io.rowandb.bench.bulk.BulkFigures;
import io.rowandb.bench.bulk.BulkLoadBench;
import io.rowandb.bench.bulk.LoadWay;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code rowan bench records}: the ways to load the same records with two indexes. */
@Command(
    name = "records",
    description =
        "Records of calls with two indexes, 1,000,000 unless --rows says otherwise, loaded by sorted files and by puts, and as lines by ./rowan load --bulk; --runs times each, the medians.")
final class RecordsCommand implements Callable<Integer> {
  private static final Set<String> FOLLOWED = Set.of("--rows", "--path", "--heap", "--runs");
  private static final long ROWS = 1_000_000;
  private static final int RUNS = 3;

  private final BenchOptions options;

  RecordsCommand(BenchOptions options) {
    this.options = options;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    options.refuseOthersThan(FOLLOWED, "records loads what it makes");
    long rows = options.rows() == null ? ROWS : options.rows();
    if (rows < 1) {
      throw options.refused("--rows must be at least 1: " + rows);
    }
    PrintStream out = System.out;
    out.println(Machine.line());
    out.println("load average before: " + Machine.load());
    Map<LoadWay, List<Double>> speeds = new EnumMap<>(LoadWay.class);
    for (int run = 0; run < options.runs(RUNS); run++) {
      for (LoadWay way : LoadWay.values()) {
        double speed = speed(way, rows);
        out.printf(Locale.ROOT, "  run %d, %s: %,.0f records/s%n", run + 1, way.title(), speed);
        speeds.computeIfAbsent(way, each -> new ArrayList<>()).add(speed);
      }
    }
    speeds.forEach(
        (way, each) ->
            out.printf(
                Locale.ROOT, "%s: %,.0f records/s%n", way.title(), Statistics.of(each).median()));
    out.println("load average after: " + Machine.load());
    return 0;
  }

  private double speed(LoadWay way, long rows) throws IOException, InterruptedException {
    try (ScratchDirectory scratch = ScratchDirectory.in(options.directory(), "records")) {
      BulkLoadBench load =
          new BulkLoadBench(scratch.path(), rows, options.heapBytes(ChildMemory.DEFAULT));
      load.makeLines();
      BulkFigures figures = load.load(way, line -> {});
      return figures.rows() * 1e9 / figures.nanos();
    }
  }
}
