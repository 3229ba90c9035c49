package io.rowandb.bench;

import io.rowandb.bench.bulk.BulkFigures;
import io.rowandb.bench.bulk.BulkLoadBench;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code rowan bench bulk}: measures how long {@code ./rowan load --bulk} takes for many lines. */
@Command(
    name = "bulk",
    description = {
      "Lines of calls, 20,000,000 unless --rows says otherwise, loaded by ./rowan load --bulk.",
      "Each has two index rows beside its own. Needs about 500 bytes of disk in --path for each."
    })
final class BulkCommand implements Callable<Integer> {
  private static final Set<String> FOLLOWED = Set.of("--rows", "--path", "--heap");

  private final BenchOptions options;

  BulkCommand(BenchOptions options) {
    this.options = options;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    options.refuseOthersThan(FOLLOWED, "bulk loads lines that it makes");
    long rows = options.rows() == null ? BulkFigures.LEAST_ROWS : options.rows();
    if (rows < 1) {
      throw options.refused("--rows must be at least 1: " + rows);
    }
    PrintStream out = System.out;
    out.println(Machine.line());
    long heapBytes = options.heapBytes(ChildMemory.DEFAULT);
    try (ScratchDirectory scratch = ScratchDirectory.in(options.directory(), "bulk")) {
      BulkLoadBench load = new BulkLoadBench(scratch.path(), rows, heapBytes);
      long lineBytes = load.makeLines();
      out.printf(
          Locale.ROOT,
          "%,d lines of %,.0f MB, heap %d MB, load average before %s%n",
          rows,
          lineBytes / 1e6,
          heapBytes >> 20,
          Machine.load());
      BulkFigures figures = load.load(line -> out.println("  " + line));
      figures.lines(lineBytes).forEach(out::println);
    }
    out.println("load average after: " + Machine.load());
    return 0;
  }
}
