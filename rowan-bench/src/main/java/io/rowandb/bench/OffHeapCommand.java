package io.rowandb.bench;

import io.rowandb.bench.offheap.CachePlaces;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code rowan bench offheap}: measures the benefit of an off-heap block cache. */
@Command(
    name = "offheap",
    description =
        "Reads of one store with the block cache on the heap and outside of it, in as much memory, each in a JVM of its own and in turns: time, hits, and pauses of the collector.")
final class OffHeapCommand implements Callable<Integer> {
  private static final long DEFAULT_ROWS = 2_000_000;
  private static final int DEFAULT_TURNS = 3;
  private static final Set<String> FOLLOWED =
      Set.of("--rows", "--runs", "--cache", "--path", "--reads");

  private final BenchOptions options;

  @Option(
      names = "--reads",
      paramLabel = "N",
      defaultValue = "600000",
      description = "Reads of each run, a quarter of them to warm up; ${DEFAULT-VALUE}.")
  private int reads;

  OffHeapCommand(BenchOptions options) {
    this.options = options;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    options.refuseOthersThan(FOLLOWED, "offheap reads a store that it makes");
    long rows = options.rowsInMemory(2, DEFAULT_ROWS);
    long cacheBytes = options.cacheBytes(ChildMemory.DEFAULT);
    if (reads < 1 || cacheBytes < 1) {
      throw options.refused("--reads and --cache must be at least 1");
    }
    int turns = options.runs(DEFAULT_TURNS);
    PrintStream out = System.out;
    out.println(Machine.line());
    out.printf(
        "%,d rows of 1 kB, %,d reads, cache %d MB, %d turns, load average before %s%n",
        rows, reads, cacheBytes >> 20, turns, Machine.load());
    try (ScratchDirectory scratch = ScratchDirectory.in(options.directory(), "offheap")) {
      out.print(
          ReportTable.align(
              new CachePlaces(scratch.path(), rows, reads, cacheBytes, turns).table()));
    }
    out.println("medians of the turns, and their range; load average after " + Machine.load());
    return 0;
  }
}
