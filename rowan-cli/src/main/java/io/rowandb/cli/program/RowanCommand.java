package io.rowandb.cli.program;

import io.rowandb.cli.BackupCommand;
import io.rowandb.cli.CheckCommand;
import io.rowandb.cli.CommandRunner;
import io.rowandb.cli.DemoCommand;
import io.rowandb.cli.DumpCommand;
import io.rowandb.cli.RestoreCommand;
import io.rowandb.cli.ShellCommand;
import io.rowandb.cli.StatsCommand;
import io.rowandb.cli.VersionCommand;
import io.rowandb.cli.designcheck.DesignCommand;
import io.rowandb.cli.load.LoadCommand;
import io.rowandb.cli.systems.board.BoardCommand;
import io.rowandb.cli.systems.calls.CallsCommand;
import io.rowandb.cli.systems.forum.ForumCommand;
import io.rowandb.cli.systems.logs.LogsCommand;
import io.rowandb.cli.systems.messages.MessagesCommand;
import io.rowandb.cli.systems.twibase.TwibaseCommand;
import io.rowandb.cli.systems.webtable.WebtableCommand;
import io.rowandb.cli.tsdb.TsdbCommand;
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
      Map.ofEntries(
          Map.entry("backup", BackupCommand.class),
          Map.entry("board", BoardCommand.class),
          Map.entry("calls", CallsCommand.class),
          Map.entry("check", CheckCommand.class),
          Map.entry("demo", DemoCommand.class),
          Map.entry("design", DesignCommand.class),
          Map.entry("dump", DumpCommand.class),
          Map.entry("forum", ForumCommand.class),
          Map.entry("load", LoadCommand.class),
          Map.entry("logs", LogsCommand.class),
          Map.entry("messages", MessagesCommand.class),
          Map.entry("restore", RestoreCommand.class),
          Map.entry("shell", ShellCommand.class),
          Map.entry("stats", StatsCommand.class),
          Map.entry("tsdb", TsdbCommand.class),
          Map.entry("twibase", TwibaseCommand.class),
          Map.entry("version", VersionCommand.class),
          Map.entry("webtable", WebtableCommand.class));

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
  public static CommandLine newCommandLine() {
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
