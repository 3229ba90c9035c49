package io.rowandb.systems.web.program;

import io.rowandb.cli.CommandRunner;
import io.rowandb.cli.FatalEnd;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The program behind {@code ./rowan systems}. */
@Command(
    name = "rowan",
    description = "The worked systems in a browser.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {SystemsCommand.class})
public final class SystemsProgram implements Runnable {
  @Spec private CommandSpec spec;

  private SystemsProgram() {}

  /** Runs the command line and ends the process with its code. */
  public static void main(String[] arguments) {
    FatalEnd.atLackOfMemory();
    System.exit(CommandRunner.run(SystemsProgram::newCommandLine, arguments));
  }

  /** The whole command, ready to run. */
  public static CommandLine newCommandLine() {
    return CommandRunner.commandLine(new SystemsProgram());
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing: systems");
  }
}
