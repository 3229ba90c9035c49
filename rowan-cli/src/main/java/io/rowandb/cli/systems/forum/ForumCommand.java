package io.rowandb.cli.systems.forum;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./rowan forum}: posts, comments and replies. */
@Command(
    name = "forum",
    mixinStandardHelpOptions = true,
    description = {
      "A blog or a site of questions, in tables of a store or a cluster: posts, comments of them and replies to comments, as columns of the post's row or as rows. compare shows what other designs read and lose. Its Java API is Forum, in rowan-systems.",
      ""
    },
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      ForumLoadCommand.class,
      ForumAskCommand.class,
      ForumExplainCommand.class,
      ForumCompareCommand.class,
      ForumMoveCommand.class,
      ForumRemoveCommand.class,
      ForumRepairCommand.class
    })
public final class ForumCommand implements Runnable {
  @Spec private CommandSpec spec;

  /** For picocli. */
  public ForumCommand() {}

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "a command is missing: load, ask, explain, compare, move, remove or repair");
  }
}
