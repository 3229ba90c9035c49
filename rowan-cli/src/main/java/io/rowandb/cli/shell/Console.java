package io.rowandb.cli.shell;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.completer.StringsCompleter;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/**
 * A shell at a terminal: lines can be edited, are remembered as long as it runs, and commands are
 * completed by the tab. An interrupt (Ctrl-C) gives up the line, or ends the command at work at its
 * next row; the end of input (Ctrl-D) ends the shell.
 */
public final class Console {
  private static final String PROMPT = "rowan> ";
  private static final String CONTINUED = "  ...> ";

  private Console() {}

  /**
   * Reads and carries out lines until the end.
   *
   * @param open makes the shell, from where its text goes and what asks it to stop
   * @throws IOException when there is no terminal
   */
  public static void run(BiFunction<PrintWriter, BooleanSupplier, Shell> open) throws IOException {
    AtomicBoolean interrupted = new AtomicBoolean();
    try (Terminal terminal = TerminalBuilder.builder().system(true).dumb(true).build()) {
      terminal.handle(Terminal.Signal.INT, signal -> interrupted.set(true));
      Shell shell = open.apply(terminal.writer(), interrupted::get);
      LineReader reader =
          LineReaderBuilder.builder()
              .terminal(terminal)
              .completer(new StringsCompleter(shell.commands()))
              .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
              .build();
      Shell.Outcome outcome = Shell.Outcome.DONE;
      while (outcome != Shell.Outcome.EXIT) {
        interrupted.set(false);
        try {
          outcome =
              shell.line(reader.readLine(outcome == Shell.Outcome.BEGUN ? CONTINUED : PROMPT));
        } catch (UserInterruptException e) {
          shell.clear(); // the line was given up
          outcome = Shell.Outcome.DONE;
        } catch (EndOfFileException e) {
          outcome = Shell.Outcome.EXIT;
        }
      }
    }
  }
}
