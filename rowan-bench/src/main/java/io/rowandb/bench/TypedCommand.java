package io.rowandb.bench;

import io.rowandb.bench.typed.TypedCost;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Set;
import java.util.concurrent.Callable;
import org.openjdk.jmh.runner.RunnerException;
import picocli.CommandLine.Command;

/** {@code rowan bench typed}: measures what records cost compared to HBase's own calls. */
@Command(
    name = "typed",
    description =
        "What a put and a get of a record cost over HBase's own calls, under JMH: --runs JVMs each, --seconds for each measurement.")
final class TypedCommand implements Callable<Integer> {
  private static final Set<String> FOLLOWED = Set.of("--runs", "--seconds", "--path");

  /** A JVM compiles the same code in different ways. */
  private static final int FORKS = 3;

  private final BenchOptions options;

  TypedCommand(BenchOptions options) {
    this.options = options;
  }

  @Override
  public Integer call() throws IOException, RunnerException {
    options.refuseOthersThan(FOLLOWED, "typed compares two ways of the same calls");
    PrintStream out = System.out;
    out.println("load average " + Machine.load());
    try (ScratchDirectory scratch = ScratchDirectory.in(options.directory(), "typed")) {
      out.print(
          ReportTable.align(
              TypedCost.table(scratch.path(), options.runs(FORKS), options.seconds())));
    }
    return 0;
  }
}
