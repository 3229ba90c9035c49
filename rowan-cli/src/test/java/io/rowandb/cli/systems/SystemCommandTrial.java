package io.rowandb.cli.systems;

import io.rowandb.cli.CommandRunner;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A command of a system, as a user types it, and what it prints. */
public abstract class SystemCommandTrial {
  /** Of this test alone. */
  @TempDir protected Path directory;

  /** What the last run printed. */
  protected final StringWriter out = new StringWriter();

  /** What it printed as errors. */
  protected final StringWriter err = new StringWriter();

  private final Supplier<Object> command;

  /** Of a command, made anew for each run. */
  protected SystemCommandTrial(Supplier<Object> command) {
    this.command = command;
  }

  /** Runs it, and gives its exit code. */
  protected final int run(String... arguments) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    CommandLine line = CommandRunner.commandLine(command.get());
    return line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err)).execute(arguments);
  }

  /** The lines that the last run printed, without blanks around them. */
  protected final List<String> lines() {
    return out.toString().lines().map(String::strip).toList();
  }

  /** A store of this test alone. */
  protected final String store() {
    return directory.resolve("store").toString();
  }
}
