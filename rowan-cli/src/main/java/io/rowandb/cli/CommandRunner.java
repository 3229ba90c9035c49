package io.rowandb.cli;

import io.rowandb.cli.terminal.DisplayText;
import io.rowandb.cli.terminal.StandardOutput;
import io.rowandb.cli.terminal.Terminal;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * Runs every command of {@code ./rowan}. A wrong command line prints what is wrong with it and
 * exits with code 2. A command that fails prints one line, with {@link VerboseOption} also the
 * stack trace, and exits with code 1; so does one whose output could not be written, for example on
 * a full disk.
 */
public final class CommandRunner {
  /** Exit code of a command that could not do its work. */
  public static final int FAILED = 1;

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
    commandLine.setParameterExceptionHandler(new WrongLine());
    commandLine.setExecutionExceptionHandler(new FailedCommand());
    return commandLine;
  }

  /**
   * Carries out a command line of this process.
   *
   * @param command made when needed, since HBase's classes may fail during initialization
   * @return the exit code of the process
   */
  public static int run(Supplier<CommandLine> command, String[] arguments) {
    StandardOutput standard = StandardOutput.ofProcess();
    PrintWriter out = writer(standard);
    int code;
    try {
      code = command.get().setOut(out).execute(arguments);
    } catch (ExceptionInInitializerError e) { // HBase reads its settings there, which may be broken
      System.err.println("rowan: " + Failures.wholeText(e));
      code = FAILED;
    }
    out.flush();
    Optional<IOException> loss = standard.loss();
    if (loss.isPresent()) {
      System.err.println("rowan: standard output: " + loss.get().getMessage());
    }
    return loss.isPresent() && code == 0 ? FAILED : code;
  }

  /**
   * A writer to standard output, in UTF-8 in every locale. It does not use {@code System.out},
   * which hides write failures: the caller must learn that the reader is gone or that the disk is
   * full.
   */
  static PrintWriter writer(OutputStream out) {
    return new PrintWriter(
        new OutputStreamWriter(out, StandardCharsets.UTF_8), /* autoFlush= */ true);
  }

  /** Every command's --version says the same. */
  public static void tellVersion(CommandLine command) {
    command.getCommandSpec().versionProvider(new VersionText());
    command.getSubcommands().values().forEach(CommandRunner::tellVersion);
  }

  /** A question about the option or command that was mistyped, if one is near. */
  public static String meant(ParameterException wrong) {
    return MistypedName.question(wrong);
  }

  // Classes and no lambdas: Java's archive takes no lambda of an interface as old as picocli's.

  /** Of command lines that are wrong. */
  private static final class WrongLine implements IParameterExceptionHandler {
    @Override
    public int handleParseException(ParameterException e, String[] arguments) {
      CommandLine command = e.getCommandLine();
      PrintWriter err = command.getErr();
      // It may quote a file or an argument, whose characters must not steer the terminal.
      err.println("rowan: " + DisplayText.printable(e.getMessage() + meant(e)));
      err.println("Try: ./" + command.getCommandSpec().qualifiedName(" ") + " --help");
      return command.getCommandSpec().exitCodeOnInvalidInput();
    }
  }

  /** Of commands that failed. */
  private static final class FailedCommand implements IExecutionExceptionHandler {
    @Override
    public int handleExecutionException(Exception e, CommandLine command, ParseResult result) {
      PrintWriter err = command.getErr();
      // It may quote a file, whose characters must not steer the terminal.
      err.println("rowan: " + DisplayText.printable(Failures.oneLine(e)));
      if (command.getMixins().values().stream().anyMatch(CommandRunner::asksForMore)) {
        e.printStackTrace(err);
      }
      return FAILED;
    }
  }

  private static boolean asksForMore(Object mixin) {
    return mixin instanceof VerboseOption verbose && verbose.given();
  }
}
