package io.rowandb.cli;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * The program behind {@code ./rowan}: finds the subcommand and runs it. A wrong command line prints
 * what is wrong with it and ends with code 2; a command that fails prints one line and ends with
 * code 1.
 */
@Command(
    name = "rowan",
    description = "HBase's data model and Java client API in one process.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {DemoCommand.class, VersionCommand.class})
public final class RowanCommand implements Runnable {
  /** Exit code of a command that could not do its work. */
  static final int FAILED = 1;

  private CommandLine commandLine;

  private RowanCommand() {}

  /** Runs the command line and ends the process with its code. */
  public static void main(String[] arguments) {
    System.exit(newCommandLine().execute(arguments));
  }

  /** The whole command, ready to run. */
  static CommandLine newCommandLine() {
    RowanCommand command = new RowanCommand();
    CommandLine commandLine = new CommandLine(command);
    command.commandLine = commandLine;
    commandLine.setParameterExceptionHandler(RowanCommand::refuse);
    commandLine.setExecutionExceptionHandler(RowanCommand::fail);
    return commandLine;
  }

  @Override
  public void run() {
    throw new ParameterException(commandLine, "a command is missing");
  }

  private static int refuse(ParameterException e, String[] arguments) {
    CommandLine command = e.getCommandLine();
    PrintWriter err = command.getErr();
    err.println("rowan: " + e.getMessage());
    err.println("Try: ./" + command.getCommandSpec().qualifiedName(" ") + " --help");
    return command.getCommandSpec().exitCodeOnInvalidInput();
  }

  private static int fail(Exception e, CommandLine command, ParseResult result) {
    PrintWriter err = command.getErr();
    err.println("rowan: " + Failures.oneLine(e));
    if (command.getCommand() instanceof DemoCommand demo && demo.verbose()) {
      e.printStackTrace(err);
    }
    return FAILED;
  }
}
