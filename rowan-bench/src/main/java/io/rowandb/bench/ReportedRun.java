package io.rowandb.bench;

import io.rowandb.bench.workload.Metric;
import io.rowandb.cli.terminal.DisplayText;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine.Option;

/**
 * Measures, prints the table, writes the files, and compares with an earlier run if its options
 * request that. Filled by picocli before a command runs.
 */
final class ReportedRun {
  /** The exit code when a peer failed, or something is worse. */
  static final int FAILED = 1;

  private static final long DEFAULT_ROWS = 5_000_000;

  private final BenchOptions options;

  @Option(
      names = "--against",
      paramLabel = "FILE",
      description =
          "Also compare the medians with the --csv of an earlier run; marks what is 20 %% worse.")
  private Path against;

  @Option(
      names = "--fail-worse",
      description = "Exit code 1 when --against marks something; without it the marks are printed.")
  private boolean failWorse;

  /**
   * Runs as the options say that all commands share.
   *
   * @param options filled before the first run
   */
  ReportedRun(BenchOptions options) {
    this.options = options;
  }

  /** Measures what is wanted of {@code available}, prints the table and writes the files. */
  int run(List<Metric> available, int defaultRuns) throws IOException, InterruptedException {
    Baseline earlier = earlier(); // before its file may be written again, by --csv
    BenchPlan plan =
        options.plan(
            available,
            DEFAULT_ROWS,
            new BenchOptions.Defaults(Set.of(), defaultRuns, ChildMemory.DEFAULT));
    PrintStream out = System.out;
    Measurements measurements = measure(plan, out);
    out.printf(Locale.ROOT, "%n%s%n", new ReportTable(plan, measurements).render());
    out.println("load average after: " + Machine.load());
    if (options.csv() != null) {
      CsvFile.write(options.csv(), plan, measurements);
    }
    if (options.svg() != null) {
      SvgPlot.write(options.svg(), plan, measurements);
    }
    boolean worse = earlier != null && comparesWorse(earlier, plan, measurements, out);
    return measurements.failures().isEmpty() && !(worse && failWorse) ? 0 : FAILED;
  }

  /** What this run is compared with, or null. */
  private Baseline earlier() {
    if (against == null) {
      if (failWorse) {
        throw options.refused("--fail-worse needs --against");
      }
      return null;
    }
    try {
      return Baseline.read(against);
    } catch (IllegalArgumentException e) {
      throw options.refused(e.getMessage());
    }
  }

  /** Prints how the runs compare; whether something is worse. */
  private static boolean comparesWorse(
      Baseline earlier, BenchPlan plan, Measurements now, PrintStream out) {
    Baseline.Comparison compared = earlier.compare(plan, now);
    out.printf(Locale.ROOT, "%n%s", compared.render());
    return !compared.worse().isEmpty();
  }

  /** Carries out a plan behind a head that says on what machine. */
  static Measurements measure(BenchPlan plan, PrintStream out)
      throws IOException, InterruptedException {
    out.println(Machine.line());
    out.printf(
        Locale.ROOT,
        "%,d rows, %d run(s), heap %d MB, cache %d MB, data in %s, load average before %s%n",
        plan.rows(),
        plan.runs(),
        plan.heapBytes() >> 20,
        plan.cacheBytes() >> 20,
        DisplayText.printable(plan.directory().toString()),
        Machine.load());
    return new BenchRun(plan, out).measure();
  }
}
