package io.rowandb.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The program behind {@code ./rowan}: finds the subcommand and runs it. A wrong command line prints
 * what is wrong with it and ends with code 2, a command that fails with code 1.
 */
@Command(
    name = "rowan",
    description = "HBase's data model and Java client API in one process.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {VersionCommand.class})
public final class RowanCommand {
  /** Exit code of a command that could not do its work. */
  static final int FAILED = 1;

  private RowanCommand() {}

  /** Runs the command line and ends the process with its code. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new RowanCommand()).execute(arguments));
  }
}
