package io.rowandb.cli.systems.twibase;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./rowan twibase}: users who post and follow one another. */
@Command(
    name = "twibase",
    mixinStandardHelpOptions = true,
    description = {
      "Users who post and follow one another, in tables of a store or a cluster: timelines, lists, counts. compare shows what other designs would do. Its Java API is TwiBase, in rowan-systems.",
      ""
    },
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      TwibaseLoadCommand.class,
      TwibaseAskCommand.class,
      TwibaseExplainCommand.class,
      TwibaseCompareCommand.class,
      TwibaseReplanCommand.class
    })
public final class TwibaseCommand implements Runnable {
  @Spec private CommandSpec spec;

  /** For picocli. */
  public TwibaseCommand() {}

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "a command is missing: load, ask, explain, compare or replan");
  }
}
