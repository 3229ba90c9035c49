package io.rowandb.cli.systems.messages;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./rowan messages}: the messages between the users of a site. */
@Command(
    name = "messages",
    mixinStandardHelpOptions = true,
    description = {
      "Messages between the users of a site, in tables of a store or a cluster: inbox, sent, unread, and what people wrote each other. compare shows what other designs of the tables would do. Its Java API is Messages, in rowan-systems.",
      ""
    },
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      MessagesLoadCommand.class,
      MessagesAskCommand.class,
      MessagesExplainCommand.class,
      MessagesCompareCommand.class,
      MessagesRepairCommand.class
    })
public final class MessagesCommand implements Runnable {
  @Spec private CommandSpec spec;

  /** For picocli. */
  public MessagesCommand() {}

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "a command is missing: load, ask, explain, compare or repair");
  }
}
