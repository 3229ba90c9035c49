package io.rowandb.bench;

import io.rowandb.bench.workload.Metric;
import io.rowandb.cli.CommandRunner;
import io.rowandb.cli.terminal.DisplayText;
import io.rowandb.cli.terminal.Terminal;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

/**
 * {@code rowan bench}: the command line of the benchmark. Exit code 0 if all figures were measured,
 * 1 if a peer failed or the figures could not be printed, 2 for a wrong command line.
 */
@Command(
    name = "rowan bench",
    description =
        "Measures Rowan beside HBase and RocksDB: the same rows, the same heap, one after the other, each in a JVM of its own. Ratios of one run count, not absolute figures.",
    sortOptions = false)
public final class BenchCommand implements Callable<Integer> {
  /** As many as a median and its range need to be published. */
  private static final int DEFAULT_RUNS = 5;

  @Mixin private final BenchOptions options = new BenchOptions();
  @Mixin private final ReportedRun reported = new ReportedRun(options);

  private BenchCommand() {}

  /** Runs the command line and exits. */
  public static void main(String[] arguments) {
    System.setOut(Terminal.ofProcess().out()); // notices what cannot be written
    System.exit(CommandRunner.run(BenchCommand::commandLine, arguments));
  }

  static CommandLine commandLine() {
    BenchCommand bench = new BenchCommand();
    BenchOptions options = bench.options;
    CommandLine commandLine = new CommandLine(bench);
    addCommands(commandLine, bench.reported, options);
    CommandRunner.tellVersion(commandLine);
    return commandLine
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(BenchCommand::refuse)
        .setExecutionExceptionHandler(
            (failure, command, parsed) -> {
              printTo(command, failure.toString());
              return ReportedRun.FAILED;
            });
  }

  private static void addCommands(
      CommandLine commandLine, ReportedRun reported, BenchOptions options) {
    commandLine
        .addSubcommand(new AllocationCommand(reported))
        .addSubcommand(new ApplicationsCommand(options))
        .addSubcommand(new BulkCommand(options))
        .addSubcommand(new CacheCommand(options))
        .addSubcommand(new EdgesCommand(options))
        .addSubcommand(new FanOutCommand(options))
        .addSubcommand(new GrowthCommand(options))
        .addSubcommand(new MemStoreCommand(options))
        .addSubcommand(new MigrationCommand(options))
        .addSubcommand(new OffHeapCommand(options))
        .addSubcommand(new PointsCommand(options))
        .addSubcommand(new ReadsCommand(options))
        .addSubcommand(new RecordsCommand(options))
        .addSubcommand(new SeriesCommand(options))
        .addSubcommand(new SystemCostsCommand(options))
        .addSubcommand(new TimingCommand(options))
        .addSubcommand(new TypedCommand(options));
  }

  /** One line that says what is wrong, one that says where to look. */
  private static int refuse(ParameterException wrong, String[] arguments) {
    CommandLine command = wrong.getCommandLine();
    printTo(command, wrong.getMessage() + CommandRunner.meant(wrong));
    command.getErr().println("Try: ./rowan bench --help");
    return command.getCommandSpec().exitCodeOnInvalidInput();
  }

  /** It may quote a path or an argument, whose characters must not steer the terminal. */
  private static void printTo(CommandLine command, String message) {
    command.getErr().println("rowan bench: " + DisplayText.printable(message));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    return reported.run(Metric.workloads(), DEFAULT_RUNS);
  }
}
