package io.rowandb.bench;

import io.rowandb.bench.peer.Peer;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code rowan bench growth}: measures whether the cost of a row depends on the number of rows. */
@Command(
    name = "growth",
    description = {
      "How loading, gets and scans change as the rows become more.",
      "Heap and cache are such that the rows of the largest step stay in the cache, and the same for all steps, unless --heap or --cache say otherwise."
    })
final class GrowthCommand implements Callable<Integer> {
  private static final Set<Peer> DEFAULT_PEERS = EnumSet.of(Peer.ROWAN_FAST, Peer.ROCKSDB);

  private static final Set<String> FOLLOWED =
      Set.of(
          "--steps",
          "--runs",
          "--seconds",
          "--only",
          "--quick",
          "--heap",
          "--cache",
          "--path",
          "--csv",
          "--svg",
          "--jfr");

  private final BenchOptions options;

  @Option(
      names = "--steps",
      paramLabel = "N",
      split = ",",
      defaultValue = "1000000,5000000,20000000,50000000",
      description = "Rows of each step; ${DEFAULT-VALUE}.")
  private List<Long> steps;

  GrowthCommand(BenchOptions options) {
    this.options = options;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (options.rows() != null) {
      throw options.refused("growth takes --steps in place of --rows");
    }
    options.refuseOthersThan(FOLLOWED, "growth measures some paces");
    PrintStream out = System.out;
    List<Long> possible = possibleSteps(out);
    ChildMemory memory = ChildMemory.holding(Collections.max(possible));
    List<BenchPlan> plans = new ArrayList<>();
    for (long step : possible) { // all are checked before the first is measured
      plans.add(
          options.planOf(
              step, Growth.METRICS, new BenchOptions.Defaults(DEFAULT_PEERS, 1, memory)));
    }
    Growth growth = new Growth();
    for (BenchPlan plan : plans) {
      growth.add(plan.rows(), ReportedRun.measure(plan, out));
    }
    BenchPlan any = plans.get(0);
    out.printf(Locale.ROOT, "%n%s", growth.render(any.peers(), any.metrics()));
    out.println("load average after: " + Machine.load());
    if (options.csv() != null) {
      Files.write(options.csv(), growth.csv(any.peers(), any.metrics()));
    }
    if (options.svg() != null) {
      Files.writeString(options.svg(), GrowthPlot.render(growth, any.peers(), any.metrics()));
    }
    return growth.hasFailures() ? ReportedRun.FAILED : 0;
  }

  /** The steps that this machine has memory for; those that are too large become the largest. */
  private List<Long> possibleSteps(PrintStream out) throws IOException {
    for (long step : steps) {
      if (step < 1) {
        throw options.refused("--rows must be at least 1: " + step + " of --steps");
      }
    }
    if (options.hasMemory()) {
      return steps;
    }
    long machineBytes = Machine.memoryBytes();
    long most = ChildMemory.mostRows(machineBytes);
    List<Long> possible = steps.stream().map(step -> Math.min(step, most)).distinct().toList();
    if (!possible.equals(steps)) {
      out.printf(
          Locale.ROOT,
          "steps above %,d rows are lowered to it: %,d MB of memory have no room for a cache of"
              + " more; --heap and --cache measure them with misses%n",
          most,
          machineBytes >> 20);
    }
    return possible;
  }
}
