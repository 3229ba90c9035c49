package io.rowandb.bench;

import io.rowandb.bench.peer.Peer;
import io.rowandb.bench.workload.Metric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/**
 * The options that the commands of the benchmark share, before or after the command's name, and the
 * plan that they define. Filled by picocli before a command runs.
 */
final class BenchOptions {
  private static final long QUICK_ROWS = 100_000;
  private static final double DEFAULT_SECONDS = 5;
  private static final double QUICK_SECONDS = 0.5;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Prints this text.")
  @SuppressWarnings("UnusedVariable") // picocli looks for it by its annotation
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      scope = ScopeType.INHERIT,
      description = "Prints the versions of Rowan, HBase's client and Java.")
  @SuppressWarnings("UnusedVariable") // likewise
  private boolean version;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

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
      description = "Heap of each JVM; 4096.")
  private Long heapMegabytes;

  @Option(
      names = "--cache",
      scope = ScopeType.INHERIT,
      paramLabel = "MB",
      description = "Block cache of each store; 1024.")
  private Long cacheMegabytes;

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

  /** Made by picocli's user. */
  BenchOptions() {}

  /**
   * What holds where the command line says nothing.
   *
   * @param peers whom; empty for all
   * @param runs how often
   * @param memory of each child
   */
  record Defaults(Set<Peer> peers, int runs, ChildMemory memory) {}

  /** The plan for as many rows as the command line says, or else {@code defaultRows}. */
  BenchPlan plan(List<Metric> available, long defaultRows, Defaults defaults) {
    return planOf(or(rows, quick ? QUICK_ROWS : defaultRows), available, defaults);
  }

  /** The plan for so many rows, whatever the command line says of them. */
  BenchPlan planOf(long loaded, List<Metric> available, Defaults defaults) {
    try {
      BenchSelection selection = BenchSelection.of(only, available, quick);
      checkPlaces();
      boolean named = only.stream().anyMatch(name -> Peer.of(name) != null);
      return new BenchPlan(
          named || defaults.peers().isEmpty() ? selection.peers() : List.copyOf(defaults.peers()),
          selection.metrics(),
          loaded,
          or(runs, quick ? 1 : defaults.runs()),
          seconds(),
          heapMegabytes == null ? defaults.memory().heapBytes() : heapMegabytes << 20,
          cacheMegabytes == null ? defaults.memory().cacheBytes() : cacheMegabytes << 20,
          directory(),
          recordings);
    } catch (IllegalArgumentException e) {
      throw refused(e.getMessage());
    }
  }

  /** Rows that are asked for; null for the command's own number. */
  Long rows() {
    return rows;
  }

  /** How often everything is measured. */
  int runs(int otherwise) {
    int wanted = or(runs, otherwise);
    if (wanted < 1) {
      throw refused("--runs must be at least 1: " + wanted);
    }
    return wanted;
  }

  /** Length of a timed loop. */
  double seconds() {
    return or(seconds, quick ? QUICK_SECONDS : DEFAULT_SECONDS);
  }

  /** For all data. */
  Path directory() {
    return path == null ? Path.of(System.getProperty("java.io.tmpdir")) : path;
  }

  /** For every figure, or null. */
  Path csv() {
    return csv;
  }

  /** For a picture, or null. */
  Path svg() {
    return svg;
  }

  /** Heap of a child that has no cache to be beside it. */
  long heapBytes(ChildMemory otherwise) {
    return heapMegabytes == null ? otherwise.heapBytes() : heapMegabytes << 20;
  }

  /** Block cache of a child. */
  long cacheBytes(ChildMemory otherwise) {
    return cacheMegabytes == null ? otherwise.cacheBytes() : cacheMegabytes << 20;
  }

  /** Whether heap or cache are the command line's. */
  boolean hasMemory() {
    return heapMegabytes != null || cacheMegabytes != null;
  }

  /** Rows in memory: as many as an array can have. */
  int rowsInMemory(int least, long otherwise) {
    long wanted = or(rows, otherwise);
    if (wanted < least || wanted > Integer.MAX_VALUE) {
      throw refused("--rows must be from " + least + " to " + Integer.MAX_VALUE + ": " + wanted);
    }
    return (int) wanted;
  }

  /** Whether they are given before the name of the command or behind it. */
  void refuseOthersThan(Set<String> followed, String command) {
    for (ParseResult at = spec.commandLine().getParseResult(); at != null; at = at.subcommand()) {
      for (OptionSpec option : at.matchedOptions()) {
        if (!followed.contains(option.longestName())) {
          throw refused(command + " and takes no " + option.longestName());
        }
      }
    }
  }

  ParameterException refused(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  /** Before an hour of measuring: whatever is to be written can be. */
  void checkPlaces() {
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

  private static <T> T or(T given, T otherwise) {
    return given == null ? otherwise : given;
  }
}
