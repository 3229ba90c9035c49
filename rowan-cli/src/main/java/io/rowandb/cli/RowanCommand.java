package io.rowandb.cli;

import io.rowandb.cli.systems.CallsCommand;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The program behind {@code ./rowan}: finds the subcommand and runs it. */
@Command(
    name = "rowan",
    description = "HBase's data model and Java client API in one process.",
    synopsisSubcommandLabel = "COMMAND")
public final class RowanCommand implements Runnable {
  private static final Map<String, Class<?>> COMMANDS =
      Map.of(
          "backup", BackupCommand.class,
          "calls", CallsCommand.class,
          "check", CheckCommand.class,
          "demo", DemoCommand.class,
          "dump", DumpCommand.class,
          "load", LoadCommand.class,
          "restore", RestoreCommand.class,
          "shell", ShellCommand.class,
          "stats", StatsCommand.class,
          "version", VersionCommand.class);

  @Spec private CommandSpec spec;

  private RowanCommand() {}

  /** Runs the command line and ends the process with its code. */
  public static void main(String[] arguments) {
    System.exit(CommandRunner.run(() -> newCommandLine(arguments), arguments));
  }

  /** The command with the one subcommand that is asked for: to read all takes a start's time. */
  private static CommandLine newCommandLine(String[] arguments) {
    Class<?> asked = arguments.length == 0 ? null : COMMANDS.get(arguments[0]);
    return asked == null ? newCommandLine() : newCommandLine(Map.of(arguments[0], asked));
  }

  /** The whole command, ready to run. */
  static CommandLine newCommandLine() {
    return newCommandLine(COMMANDS);
  }

  private static CommandLine newCommandLine(Map<String, Class<?>> subcommands) {
    CommandSpec command = CommandSpec.forAnnotatedObject(new RowanCommand());
    subcommands.forEach((name, type) -> command.addSubcommand(name, new CommandLine(type)));
    return CommandRunner.commandLine(command);
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }
}
