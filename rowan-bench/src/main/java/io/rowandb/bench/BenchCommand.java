package io.rowandb.bench;

import io.rowandb.bench.cache.CacheComparison;
import io.rowandb.bench.memstore.MemStoreCosts;
import io.rowandb.bench.peer.Peer;
import io.rowandb.bench.workload.Metric;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

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
    sortOptions = false)
public final class BenchCommand implements Callable<Integer> {
  private static final long DEFAULT_ROWS = 5_000_000;
  private static final long QUICK_ROWS = 100_000;
  private static final double DEFAULT_SECONDS = 5;
  private static final double QUICK_SECONDS = 0.5;
  private static final int DEFAULT_RUNS = 5;
  private static final int FAILED = 1;

  /** 58 MB of cells: as many blocks as a cache of some megabytes can choose from. */
  private static final long DEFAULT_TRACE_ROWS = 400_000;

  /** Some tens of flushes. */
  private static final long DEFAULT_FLUSHED_ROWS = 3_000_000;

  /** 12 MB of cells: they fit into any cache. */
  private static final long DEFAULT_TIMED_ROWS = 100_000;

  /** Fewer would not fill a cache. */
  private static final int MIN_TRACE_REQUESTS = 1_000;

  private static final int MIN_TRACE_ROWS = 1_000;

  /** Of the options that all commands have, and its own, those that {@code cache} follows. */
  private static final Set<String> TRACE_OPTIONS = Set.of("--rows", "--seed", "--requests");

  /** What {@code timing} follows. */
  private static final Set<String> TIMING_OPTIONS = Set.of("--help", "--rows", "--seed", "--turns");

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Prints this text.")
  @SuppressWarnings("UnusedVariable") // picocli looks for it by its annotation
  private boolean help;

  @Spec private CommandSpec spec;

  @Option(
      names = "--rows",
      scope = ScopeType.INHERIT,
      paramLabel = "N",
      description = "Rows to load; 5,000,000.")
  private Long rows;

  @Option(
      names = "--runs",
      scope = ScopeType.INHERIT,
      paramLabel = "N",
      description = "How often everything is measured; 5. A look needs 1.")
  private Integer runs;

  @Option(
      names = "--seconds",
      scope = ScopeType.INHERIT,
      paramLabel = "S",
      description = "Length of each timed loop, after a warm-up of half of it; 5.")
  private Double seconds;

  @Option(
      names = "--only",
      scope = ScopeType.INHERIT,
      split = ",",
      paramLabel = "NAME",
      description = "Only these peers or workloads; a workload's name may be shortened.")
  private List<String> only = new ArrayList<>();

  @Option(
      names = "--quick",
      scope = ScopeType.INHERIT,
      description =
          "A look in about a minute: 100,000 rows, one run of half a second each, no hbase.")
  private boolean quick;

  @Option(
      names = "--heap",
      scope = ScopeType.INHERIT,
      paramLabel = "MB",
      defaultValue = "4096",
      description = "Heap of each JVM; ${DEFAULT-VALUE}.")
  private long heapMegabytes;

  @Option(
      names = "--cache",
      scope = ScopeType.INHERIT,
      paramLabel = "MB",
      defaultValue = "1024",
      description = "Block cache of each store; ${DEFAULT-VALUE}.")
  private long cacheMegabytes;

  @Option(
      names = "--path",
      scope = ScopeType.INHERIT,
      paramLabel = "DIR",
      description = "Where the data goes; it is removed afterwards. The temporary directory.")
  private Path path;

  @Option(
      names = "--csv",
      scope = ScopeType.INHERIT,
      paramLabel = "FILE",
      description = "Also write every figure there.")
  private Path csv;

  @Option(
      names = "--svg",
      scope = ScopeType.INHERIT,
      paramLabel = "FILE",
      description = "Also draw the medians there.")
  private Path svg;

  @Option(
      names = "--jfr",
      scope = ScopeType.INHERIT,
      paramLabel = "DIR",
      description = "Also leave a flight recording of each JVM there; it slows them a little.")
  private Path recordings;

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

  @Override
  public Integer call() throws IOException, InterruptedException {
    return run(Metric.workloads());
  }

  /** What single operations allocate. */
  @Command(
      name = "allocation",
      description =
          "Bytes that the calling thread allocates in single operations, and where; no timing.")
  int allocation() throws IOException, InterruptedException {
    runs = runs == null ? 1 : runs;
    return run(Metric.allocations());
  }

  /** Which policy of the block cache hits how often. */
  @Command(
      name = "cache",
      description =
          "Hit ratios of the block cache's policies on recorded and made traces; no timing.")
  int cache(
      @Option(
              names = "--seed",
              paramLabel = "N",
              defaultValue = "20261122",
              description = "What the traces follow from; ${DEFAULT-VALUE}.")
          long seed,
      @Option(
              names = "--requests",
              paramLabel = "N",
              defaultValue = "400000",
              description = "Requests of each trace; ${DEFAULT-VALUE}.")
          int requests)
      throws IOException {
    refuseOthersThan(TRACE_OPTIONS, "cache replays traces");
    if (requests < MIN_TRACE_REQUESTS) {
      throw refused("--requests must be at least " + MIN_TRACE_REQUESTS + ": " + requests);
    }
    PrintStream out = System.out;
    CacheComparison comparison = new CacheComparison(seed, requests, rowsOr(DEFAULT_TRACE_ROWS));
    out.println("seed " + seed);
    comparison.describe().forEach(out::println);
    out.printf(
        "%nshare of the reads that hit, in %%; cache sizes as parts of what is read%n%s",
        ReportTable.align(comparison.table()));
    out.printf(
        "%nthe same with a second level outside of the heap; heap 1/16, off heap 1/4%n%s",
        ReportTable.align(comparison.levels()));
    return 0;
  }

  /** Whether they are given before the name of the command or behind it. */
  private void refuseOthersThan(Set<String> followed, String command) {
    for (ParseResult at = spec.commandLine().getParseResult(); at != null; at = at.subcommand()) {
      for (OptionSpec option : at.matchedOptions()) {
        if (!followed.contains(option.longestName())) {
          throw refused(command + " and takes no " + option.longestName());
        }
      }
    }
  }

  private int rowsOr(long otherwise) {
    long wanted = or(rows, otherwise);
    if (wanted < MIN_TRACE_ROWS || wanted > Integer.MAX_VALUE) {
      throw refused(
          "--rows must be from " + MIN_TRACE_ROWS + " to " + Integer.MAX_VALUE + ": " + wanted);
    }
    return (int) wanted;
  }

  private ParameterException refused(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  /** What the memstore costs, and where its writers wait. */
  @Command(
      name = "memstore",
      description = {
        "Writers into one region and what they wait for, loads with and without the pool of chunks,",
        "cells by their number. In this JVM: ROWAN_JAVA_OPTS=-Xmx1g sets its heap."
      })
  int memstore(
      @Option(
              names = "--seed",
              paramLabel = "N",
              defaultValue = "20261122",
              description = "What the cells that are sought follow from; ${DEFAULT-VALUE}.")
          long seed)
      throws Exception {
    PrintStream out = System.out;
    BenchPlan plan = plan(Metric.workloads());
    out.println(Machine.line());
    out.printf("seed %d, load average before %s%n", seed, Machine.load());
    new MemStoreCosts(
            plan.directory(),
            plan.seconds(),
            rows == null ? Math.min(plan.rows(), DEFAULT_FLUSHED_ROWS) : rows,
            seed)
        .print(out, ReportTable::align);
    out.println("load average after: " + Machine.load());
    return 0;
  }

  /** Whether a row costs the same among many as among few. */
  @Command(
      name = "growth",
      description = "How loading, gets and scans change as the rows become more.")
  int growth(
      @Option(
              names = "--steps",
              paramLabel = "N",
              split = ",",
              defaultValue = "1000000,5000000,20000000,50000000",
              description = "Rows of each step; ${DEFAULT-VALUE}.")
          List<Long> steps)
      throws IOException, InterruptedException {
    if (rows != null || csv != null || svg != null) {
      throw refused("growth takes --steps in place of --rows, and writes no --csv and no --svg");
    }
    runs = runs == null ? 1 : runs;
    if (only.stream().allMatch(name -> Peer.of(name) == null)) {
      only.addAll(List.of(Peer.ROWAN_FAST.id(), Peer.ROCKSDB.id()));
    }
    List<BenchPlan> plans = new ArrayList<>();
    for (long step : steps) {
      rows = step;
      plans.add(plan(Growth.METRICS)); // all are checked before the first is measured
    }
    Growth growth = new Growth();
    for (BenchPlan plan : plans) {
      growth.add(plan.rows(), measure(plan));
    }
    BenchPlan any = plans.get(0);
    System.out.printf(Locale.ROOT, "%n%s", growth.render(any.peers(), any.metrics()));
    System.out.println("load average after: " + Machine.load());
    return growth.hasFailures() ? FAILED : 0;
  }

  /** What timing its operations costs a store. */
  @Command(
      name = "timing",
      description = "What it costs that a store times its operations, in one thread.")
  int timing(
      @Option(
              names = "--seed",
              paramLabel = "N",
              defaultValue = "20261122",
              description = "What the order of the rows follows from; ${DEFAULT-VALUE}.")
          long seed,
      @Option(
              names = "--turns",
              paramLabel = "N",
              defaultValue = "501",
              description =
                  "Turns with timing and without, of which the medians count; ${DEFAULT-VALUE}.")
          int turns)
      throws IOException {
    refuseOthersThan(TIMING_OPTIONS, "timing measures a store in memory");
    if (turns < 1) {
      throw refused("--turns must be at least 1: " + turns);
    }
    PrintStream out = System.out;
    out.println("seed " + seed + ", load average " + Machine.load());
    TimingCost cost = new TimingCost(seed, rowsOr(DEFAULT_TIMED_ROWS), turns);
    out.print(ReportTable.align(cost.table()));
    return 0;
  }

  private int run(List<Metric> available) throws IOException, InterruptedException {
    BenchPlan plan = plan(available);
    Measurements measurements = measure(plan);
    System.out.printf(Locale.ROOT, "%n%s%n", new ReportTable(plan, measurements).render());
    System.out.println("load average after: " + Machine.load());
    if (csv != null) {
      CsvFile.write(csv, plan, measurements);
    }
    if (svg != null) {
      SvgPlot.write(svg, plan, measurements);
    }
    return measurements.failures().isEmpty() ? 0 : FAILED;
  }

  private Measurements measure(BenchPlan plan) throws IOException, InterruptedException {
    PrintStream out = System.out;
    out.println(Machine.line());
    out.printf(
        Locale.ROOT,
        "%,d rows, %d run(s), heap %d MB, cache %d MB, data in %s, load average before %s%n",
        plan.rows(),
        plan.runs(),
        heapMegabytes,
        cacheMegabytes,
        plan.directory(),
        Machine.load());
    return new BenchRun(plan, out).measure();
  }

  private BenchPlan plan(List<Metric> available) {
    Selection selection = select(available);
    try {
      checkPlaces();
      return new BenchPlan(
          selection.peers(),
          selection.metrics(),
          or(rows, quick ? QUICK_ROWS : DEFAULT_ROWS),
          or(runs, quick ? 1 : DEFAULT_RUNS),
          or(seconds, quick ? QUICK_SECONDS : DEFAULT_SECONDS),
          heapMegabytes << 20,
          cacheMegabytes << 20,
          path == null ? Path.of(System.getProperty("java.io.tmpdir")) : path,
          recordings);
    } catch (IllegalArgumentException e) {
      throw refused(e.getMessage());
    }
  }

  /** Before an hour of measuring: whatever is to be written can be. */
  private void checkPlaces() {
    for (Path directory : new Path[] {path, recordings}) {
      try {
        if (directory != null) {
          Files.createDirectories(directory);
        }
      } catch (IOException e) {
        throw new IllegalArgumentException("directory " + directory + " cannot be made: " + e, e);
      }
    }
    checkWritable("--csv", csv);
    checkWritable("--svg", svg);
  }

  private static void checkWritable(String option, Path file) {
    try {
      if (file != null) {
        Files.write(file, new byte[0]);
      }
    } catch (IOException e) {
      throw new IllegalArgumentException(option + " cannot be written: " + e, e);
    }
  }

  private Selection select(List<Metric> available) {
    try {
      return Selection.of(only, available, quick);
    } catch (IllegalArgumentException e) {
      throw refused(e.getMessage());
    }
  }

  private static <T> T or(T given, T otherwise) {
    return given == null ? otherwise : given;
  }
}
