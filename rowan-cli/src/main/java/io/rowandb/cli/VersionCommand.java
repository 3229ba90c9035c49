package io.rowandb.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./rowan version}: which Rowan, which HBase client, which Java. */
@Command(
    name = "version",
    mixinStandardHelpOptions = true,
    description = "Prints the versions of Rowan, HBase's client and Java.")
public final class VersionCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    for (String line : new VersionText().getVersion()) {
      out.println(line);
    }
    return 0;
  }
}
