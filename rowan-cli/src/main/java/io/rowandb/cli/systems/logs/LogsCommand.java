package io.rowandb.cli.systems.logs;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./rowan logs}: a log store. */
@Command(
    name = "logs",
    mixinStandardHelpOptions = true,
    description = {
      "The lines of many logs, in a table of a store or a cluster: those of a group and some days that have a guid, or a code. index adds another question; compare shows what other designs of the table would do. Its Java API is LogStore, in rowan-systems.",
      ""
    },
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      LogsLoadCommand.class,
      LogsAskCommand.class,
      LogsExplainCommand.class,
      LogsIndexCommand.class,
      LogsCompareCommand.class
    })
public final class LogsCommand implements Runnable {
  @Spec private CommandSpec spec;

  /** For picocli. */
  public LogsCommand() {}

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "a command is missing: load, ask, explain, index or compare");
  }
}
