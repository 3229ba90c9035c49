package io.rowandb.cli.designcheck;

import io.rowandb.cli.terminal.Terminal;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How a command prints its report: for people, or as JSON. */
final class ReportForm {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(names = "--json", description = "Prints the report as one line of JSON.")
  private boolean json;

  /**
   * Prints it.
   *
   * @param lines for so many columns
   */
  void print(Supplier<String> line, IntFunction<List<String>> lines) {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(line.get());
    } else {
      lines.apply(Terminal.ofProcess().columns()).forEach(out::println);
    }
    out.flush();
  }
}
