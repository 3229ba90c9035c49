package io.rowandb.cli;

import io.rowandb.cli.systems.CallsCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The program behind {@code ./rowan}: finds the subcommand and runs it. */
@Command(
    name = "rowan",
    description = "HBase's data model and Java client API in one process.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      BackupCommand.class,
      CallsCommand.class,
      CheckCommand.class,
      DemoCommand.class,
      DumpCommand.class,
      LoadCommand.class,
      RestoreCommand.class,
      ShellCommand.class,
      StatsCommand.class,
      VersionCommand.class
    })
public final class RowanCommand implements Runnable {
  @Spec private CommandSpec spec;

  private RowanCommand() {}

  /** Runs the command line and ends the process with its code. */
  public static void main(String[] arguments) {
    System.exit(CommandRunner.run(RowanCommand::newCommandLine, arguments));
  }

  /** The whole command, ready to run. */
  static CommandLine newCommandLine() {
    return CommandRunner.commandLine(new RowanCommand());
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }
}
