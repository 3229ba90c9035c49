package io.rowandb.bench;

import io.rowandb.bench.workload.Metric;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code rowan bench allocation}: measures what single operations allocate. */
@Command(
    name = "allocation",
    description =
        "Bytes that the calling thread allocates in single operations, and where; no timing.")
final class AllocationCommand implements Callable<Integer> {
  private final ReportedRun reported;

  AllocationCommand(ReportedRun reported) {
    this.reported = reported;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    return reported.run(Metric.allocations(), 1);
  }
}
