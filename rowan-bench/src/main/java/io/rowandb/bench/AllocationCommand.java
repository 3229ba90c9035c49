package io.rowandb.bench;

import io.rowandb.bench.workload.Metric;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** {@code rowan bench allocation}: what single operations allocate. */
@Command(
    name = "allocation",
    description =
        "Bytes that the calling thread allocates in single operations, and where; no timing.")
final class AllocationCommand implements Callable<Integer> {
  @ParentCommand private BenchCommand bench;

  @Override
  public Integer call() throws IOException, InterruptedException {
    return bench.run(Metric.allocations(), 1);
  }
}
