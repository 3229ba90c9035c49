package io.rowandb.cli.systems.board;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./rowan board}: leaderboards. */
@Command(
    name = "board",
    mixinStandardHelpOptions = true,
    description = {
      "Leaderboards, in a table of a store or a cluster: the best, the rank of anybody, those around, for all time, a day or a week. compare shows what other designs of the table would do. Its Java API is Leaderboard, in rowan-systems.",
      ""
    },
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      BoardLoadCommand.class,
      BoardAskCommand.class,
      BoardExplainCommand.class,
      BoardCompareCommand.class
    })
public final class BoardCommand implements Runnable {
  @Spec private CommandSpec spec;

  /** For picocli. */
  public BoardCommand() {}

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "a command is missing: load, ask, explain or compare");
  }
}
