package io.rowandb.gateway;

import io.rowandb.cli.CommandRunner;
import io.rowandb.cli.FatalEnd;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The program behind {@code ./rowan rest} and {@code ./rowan thrift}. */
@Command(
    name = "rowan",
    description = "HBase's gateways on an embedded store.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {RestCommand.class, ThriftCommand.class})
public final class Gateways implements Runnable {
  @Spec private CommandSpec spec;

  private Gateways() {}

  /** Runs the command line and ends the process with its code. */
  public static void main(String[] arguments) {
    FatalEnd.atLackOfMemory();
    System.exit(CommandRunner.run(Gateways::newCommandLine, arguments));
  }

  /** The whole command, ready to run. */
  static CommandLine newCommandLine() {
    return CommandRunner.commandLine(new Gateways());
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing: rest or thrift");
  }
}
