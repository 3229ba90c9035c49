package io.rowandb.bench;

import io.rowandb.bench.edges.EdgeFigures;
import java.io.PrintStream;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code rowan bench edges}: measures operations whose cost once grew without bound. */
@Command(
    name = "edges",
    description =
        "What once grew without bound: the top of an index after many updates, indexes and views of loaded tables, thousands of regions, a torn log. In this JVM, in one thread.")
final class EdgesCommand implements Callable<Integer> {
  private static final long DEFAULT_ROWS = 50_000;
  private static final int MIN_ROWS = 1_000;
  private static final Set<String> FOLLOWED = Set.of("--rows", "--path");

  private final BenchOptions options;

  EdgesCommand(BenchOptions options) {
    this.options = options;
  }

  @Override
  public Integer call() throws Exception {
    options.refuseOthersThan(FOLLOWED, "edges measures stores in this JVM");
    int rows = options.rowsInMemory(MIN_ROWS, DEFAULT_ROWS);
    PrintStream out = System.out;
    out.println(Machine.line());
    out.println("load average before " + Machine.load());
    try (ScratchDirectory scratch = ScratchDirectory.in(options.directory(), "edges")) {
      out.print(ReportTable.align(new EdgeFigures(scratch.path(), rows).table()));
    }
    out.println("load average after " + Machine.load());
    return 0;
  }
}
