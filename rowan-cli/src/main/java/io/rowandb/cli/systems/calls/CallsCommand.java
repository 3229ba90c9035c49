package io.rowandb.cli.systems.calls;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./rowan calls}: the call records of a phone network. */
@Command(
    name = "calls",
    mixinStandardHelpOptions = true,
    description = {
      "The call records of a phone network, in a table of a store or a cluster: what a phone did in a month, its bill, what went on in a cell. compare shows what other designs of the table would do. Its Java API is CallRecords, in rowan-systems.",
      ""
    },
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      CallsLoadCommand.class,
      CallsAskCommand.class,
      CallsExplainCommand.class,
      CallsCompareCommand.class
    })
public final class CallsCommand implements Runnable {
  @Spec private CommandSpec spec;

  /** For picocli. */
  public CallsCommand() {}

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "a command is missing: load, ask, explain or compare");
  }
}
