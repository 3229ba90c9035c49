package io.rowandb.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code rowan bench timing}: measures what it costs a store to time its operations. */
@Command(
    name = "timing",
    description = "What it costs a store to time its operations, in one thread.")
final class TimingCommand implements Callable<Integer> {
  /** 12 MB of cells: they fit into any cache. */
  private static final long DEFAULT_ROWS = 100_000;

  private static final int MIN_ROWS = 1_000;

  private static final Set<String> FOLLOWED = Set.of("--rows", "--seed", "--turns");

  private final BenchOptions options;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "20261122",
      description = "What the order of the rows follows from; ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--turns",
      paramLabel = "N",
      defaultValue = "501",
      description = "Turns with timing and without, of which the medians count; ${DEFAULT-VALUE}.")
  private int turns;

  TimingCommand(BenchOptions options) {
    this.options = options;
  }

  @Override
  public Integer call() throws IOException {
    options.refuseOthersThan(FOLLOWED, "timing measures a store in memory");
    if (turns < 1) {
      throw options.refused("--turns must be at least 1: " + turns);
    }
    int rows = options.rowsInMemory(MIN_ROWS, DEFAULT_ROWS);
    PrintStream out = System.out;
    out.println("seed " + seed + ", load average " + Machine.load());
    out.print(ReportTable.align(new TimingCost(seed, rows, turns).table()));
    return 0;
  }
}
