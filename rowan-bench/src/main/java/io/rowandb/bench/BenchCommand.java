package io.rowandb.bench;

import io.rowandb.bench.workload.Metric;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/**
 * {@code rowan bench}: the command line of the benchmark. Exit code 0 when every figure came, 1
 * when a peer failed, 2 for a wrong command line.
 */
@Command(
    name = "rowan bench",
    description = {
      "Measures Rowan beside HBase and RocksDB: the same rows, the same heap, one after the other,",
      "each in a JVM of its own. Ratios of one run count, not absolute figures."
    },
    subcommands = {
      AllocationCommand.class,
      BulkCommand.class,
      CacheCommand.class,
      EdgesCommand.class,
      GrowthCommand.class,
      MemStoreCommand.class,
      OffHeapCommand.class,
      ReadsCommand.class,
      SeriesCommand.class,
      TimingCommand.class,
      TypedCommand.class
    },
    sortOptions = false)
public final class BenchCommand implements Callable<Integer> {
  static final long DEFAULT_ROWS = 5_000_000;
  static final int FAILED = 1;

  /** As many as a median and its range need to be published. */
  private static final int DEFAULT_RUNS = 5;

  @Mixin private BenchOptions options = new BenchOptions();

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

  /** Made by picocli. */
  public BenchCommand() {}

  /** Runs the command line and exits. */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return new CommandLine(new BenchCommand())
        .setParameterExceptionHandler(BenchCommand::refuse)
        .setExecutionExceptionHandler(
            (failure, command, parsed) -> {
              command.getErr().println("rowan bench: " + failure);
              return FAILED;
            });
  }

  /** One line that says what is wrong, one that says where to look. */
  private static int refuse(ParameterException wrong, String[] arguments) {
    PrintWriter err = wrong.getCommandLine().getErr();
    err.println("rowan bench: " + wrong.getMessage());
    err.println("Try: ./rowan bench --help");
    return wrong.getCommandLine().getCommandSpec().exitCodeOnInvalidInput();
  }

  /** The options that all commands share. */
  BenchOptions options() {
    return options;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    return run(Metric.workloads(), DEFAULT_RUNS);
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
        plan.directory(),
        Machine.load());
    return new BenchRun(plan, out).measure();
  }
}
