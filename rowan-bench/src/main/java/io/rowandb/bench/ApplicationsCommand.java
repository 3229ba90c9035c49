package io.rowandb.bench;

import io.rowandb.bench.applications.ApplicationCost;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code rowan bench applications}: six applications with records and by hand, side by side. */
@Command(
    name = "applications",
    description =
        "Six small applications, each with records and by hand with HBase's calls: lines of code, and processor time of writing --rows records and asking a tenth as many questions, the median of --runs rounds in one process. A ratio above 1: records take more.")
final class ApplicationsCommand implements Callable<Integer> {
  private static final Set<String> FOLLOWED = Set.of("--runs", "--rows", "--path");

  private static final int ROUNDS = 5;
  private static final long RECORDS = 20_000;

  private static final String SOURCES = "rowan-bench/src/main/java/io/rowandb/bench/applications";

  private final BenchOptions options;

  ApplicationsCommand(BenchOptions options) {
    this.options = options;
  }

  @Override
  public Integer call() throws IOException {
    options.refuseOthersThan(FOLLOWED, "applications compares two ways of the same programs");
    int records = options.rowsInMemory(1, RECORDS);
    Path sources = Path.of(System.getProperty("rowan.home", "."), SOURCES);
    PrintStream out = System.out;
    out.println("load average " + Machine.load());
    try (ScratchDirectory scratch = ScratchDirectory.in(options.directory(), "applications")) {
      out.print(
          ReportTable.align(
              ApplicationCost.table(scratch.path(), sources, records, options.runs(ROUNDS))));
    }
    return 0;
  }
}
