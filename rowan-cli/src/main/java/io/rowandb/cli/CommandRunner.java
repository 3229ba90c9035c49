package io.rowandb.cli;

import io.rowandb.cli.terminal.Terminal;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * How every command of {@code ./rowan} runs. A wrong command line prints what is wrong with it and
 * ends with code 2; a command that fails prints one line, with {@link VerboseOption} also the
 * stack, and ends with code 1.
 */
public final class CommandRunner {
  /** Exit code of a command that could not do its work. */
  static final int FAILED = 1;

  private CommandRunner() {}

  /**
   * The command, ready to run.
   *
   * @param command an object with picocli's annotations
   */
  public static CommandLine commandLine(Object command) {
    CommandLine commandLine = new CommandLine(command);
    tellVersion(commandLine);
    if (Terminal.isPlain(System.getenv())) {
      commandLine.setColorScheme(Help.defaultColorScheme(Help.Ansi.OFF));
    }
    commandLine.setParameterExceptionHandler(CommandRunner::refuse);
    commandLine.setExecutionExceptionHandler(CommandRunner::fail);
    return commandLine;
  }

  /** Every command's --version says the same. */
  private static void tellVersion(CommandLine command) {
    command.getCommandSpec().versionProvider(new VersionText());
    command.getSubcommands().values().forEach(CommandRunner::tellVersion);
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
    if (command.getMixins().values().stream().anyMatch(CommandRunner::asksForMore)) {
      e.printStackTrace(err);
    }
    return FAILED;
  }

  private static boolean asksForMore(Object mixin) {
    return mixin instanceof VerboseOption verbose && verbose.given();
  }
}
