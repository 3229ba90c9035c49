package io.rowandb.cli;

import io.rowandb.cli.terminal.StandardOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
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
    System.exit(run(arguments, StandardOutput.ofProcess()));
  }

  private static int run(String[] arguments, StandardOutput standard) {
    PrintWriter out = writer(standard);
    int code;
    try {
      code = newCommandLine().setOut(out).execute(arguments);
    } catch (ExceptionInInitializerError e) { // HBase reads its settings there, which may be broken
      System.err.println("rowan: " + Failures.wholeText(e));
      code = CommandRunner.FAILED;
    }
    out.flush();
    Optional<IOException> loss = standard.loss();
    if (loss.isPresent()) {
      System.err.println("rowan: standard output: " + loss.get().getMessage());
    }
    return loss.isPresent() && code == 0 ? CommandRunner.FAILED : code;
  }

  /** The whole command, ready to run. */
  static CommandLine newCommandLine() {
    return CommandRunner.commandLine(new RowanCommand());
  }

  /**
   * What writes standard output, in UTF-8 in each locale. Standard output is not taken from {@code
   * System.out}, which keeps to itself that a line could not be written: who asks is to hear that
   * nobody reads any more, or that the disk is full.
   */
  static PrintWriter writer(OutputStream out) {
    return new PrintWriter(
        new OutputStreamWriter(out, StandardCharsets.UTF_8), /* autoFlush= */ true);
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }
}
