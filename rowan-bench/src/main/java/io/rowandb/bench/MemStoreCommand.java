package io.rowandb.bench;

import io.rowandb.bench.memstore.MemStoreCosts;
import io.rowandb.bench.workload.Metric;
import java.io.PrintStream;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code rowan bench memstore}: measures what the memstore costs and where its writers wait. */
@Command(
    name = "memstore",
    description =
        "Writers into one region and what they wait for, loads with and without the pool of chunks, cells by their number. In this JVM: ROWAN_JAVA_OPTS=-Xmx1g sets its heap.")
final class MemStoreCommand implements Callable<Integer> {
  /** Some tens of flushes. */
  private static final long DEFAULT_ROWS = 3_000_000;

  private static final Set<String> FOLLOWED =
      Set.of("--rows", "--seconds", "--quick", "--path", "--seed");

  private final BenchOptions options;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "20261122",
      description = "What the cells that are sought follow from; ${DEFAULT-VALUE}.")
  private long seed;

  MemStoreCommand(BenchOptions options) {
    this.options = options;
  }

  @Override
  public Integer call() throws Exception {
    options.refuseOthersThan(FOLLOWED, "memstore measures one store in this JVM");
    BenchPlan plan =
        options.plan(
            Metric.workloads(),
            DEFAULT_ROWS,
            new BenchOptions.Defaults(Set.of(), 1, ChildMemory.DEFAULT));
    PrintStream out = System.out;
    out.println(Machine.line());
    out.printf("seed %d, load average before %s%n", seed, Machine.load());
    new MemStoreCosts(plan.directory(), plan.seconds(), plan.rows(), seed)
        .print(out, ReportTable::align);
    out.println("load average after: " + Machine.load());
    return 0;
  }
}
