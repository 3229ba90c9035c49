package io.rowandb.bench;

import io.rowandb.bench.migration.MigrationCosts;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code rowan bench migration}: changes the key of a live table, and checks all reads. */
@Command(
    name = "migration",
    description =
        "Moves calls to another key beside four writers and two readers, which check what they find, while who moves them is killed. In this JVM.")
final class MigrationCommand implements Callable<Integer> {
  private static final long DEFAULT_ROWS = 200_000;
  private static final int MIN_ROWS = 1_000;
  private static final Set<String> FOLLOWED = Set.of("--rows", "--path", "--kills", "--lease");

  private final BenchOptions options;

  @Option(
      names = "--kills",
      paramLabel = "N",
      defaultValue = "20",
      description = "How often who moves the records is killed; ${DEFAULT-VALUE}.")
  private int kills;

  @Option(
      names = "--lease",
      paramLabel = "MS",
      defaultValue = "1000",
      description =
          "How long programs rely on what they know of the tables, in ms; ${DEFAULT-VALUE}.")
  private int leaseMillis;

  MigrationCommand(BenchOptions options) {
    this.options = options;
  }

  @Override
  public Integer call() throws Exception {
    options.refuseOthersThan(FOLLOWED, "migration measures a store in this JVM");
    if (kills < 0) {
      throw options.refused("--kills must be 0 or more: " + kills);
    }
    if (leaseMillis < 1) {
      throw options.refused("--lease must be at least 1: " + leaseMillis);
    }
    int rows = options.rowsInMemory(MIN_ROWS, DEFAULT_ROWS);
    PrintStream out = System.out;
    out.println(Machine.line());
    out.println("load average before " + Machine.load());
    try (ScratchDirectory scratch = ScratchDirectory.in(options.directory(), "migration")) {
      MigrationCosts.Result result =
          new MigrationCosts(scratch.path(), rows, kills, Duration.ofMillis(leaseMillis)).run();
      out.printf("%,d calls, 4 writers, 2 readers, %d kills%n", rows, result.kills());
      print(out, result);
    }
    out.println("load average after " + Machine.load());
    return 0;
  }

  private static void print(PrintStream out, MigrationCosts.Result result) {
    MigrationCosts.Span copy = result.copy();
    MigrationCosts.Span move = result.move();
    double alone = Math.max(1, Math.max(result.before().rate(), result.after().rate()));
    out.printf(
        "plain copy %.1f s, move %.1f s: %.1f copies%n",
        copy.seconds(), move.seconds(), move.seconds() / copy.seconds());
    out.printf(
        "processor time of who does it: plain copy %.1f s, move %.1f s: %.1f copies%n",
        copy.processorSeconds(),
        move.processorSeconds(),
        move.processorSeconds() / copy.processorSeconds());
    out.printf(
        "operations a second: %,d before, %,d beside the copy, %,d beside the move (%.0f %%), least"
            + " %,d (%.0f %%), %,d after%n",
        result.before().rate(),
        copy.rate(),
        move.rate(),
        100 * move.rate() / alone,
        move.least(),
        100 * move.least() / alone,
        result.after().rate());
    out.printf(
        "processor time of an operation: %.1f µs before, %.1f beside the copy, %.1f beside the"
            + " move, %.1f after%n",
        result.before().microsEach(),
        copy.microsEach(),
        move.microsEach(),
        result.after().microsEach());
    out.printf("%,d reads compared, none wrong%n", result.checkedReads());
  }
}
