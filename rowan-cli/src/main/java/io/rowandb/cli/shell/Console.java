package io.rowandb.cli.shell;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/**
 * A shell at a terminal: lines can be edited, are remembered as long as it runs, and commands,
 * tables, columns and fields are completed by the tab. An interrupt (Ctrl-C) gives up the line, or
 * ends the command at work at its next row; the end of input (Ctrl-D) ends the shell.
 */
public final class Console {
  private static final String PROMPT = "rowan> ";
  private static final String CONTINUED = "  ...> ";

  /** Two, so that one look-up that takes long leaves the others a thread. */
  private static final int LOOK_UP_THREADS = 2;

  private Console() {}

  /**
   * Reads and carries out lines until the end.
   *
   * @param open makes the shell, from where its text goes and what asks it to stop
   * @throws IOException when there is no terminal
   */
  public static void run(BiFunction<PrintWriter, BooleanSupplier, Shell> open) throws IOException {
    AtomicBoolean interrupted = new AtomicBoolean();
    ExecutorService lookUps = Executors.newFixedThreadPool(LOOK_UP_THREADS, Console::thread);
    try (Terminal terminal = TerminalBuilder.builder().system(true).dumb(true).build()) {
      terminal.handle(Terminal.Signal.INT, signal -> interrupted.set(true));
      Shell shell = open.apply(terminal.writer(), interrupted::get);
      LineReader reader = reader(terminal, shell, lookUps);
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
    } finally {
      lookUps.shutdownNow();
    }
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "shell-completion");
    thread.setDaemon(true); // one that the store keeps does not keep the program
    return thread;
  }

  /** Reads lines, which are completed by what a shell's store has. */
  static LineReader reader(Terminal terminal, Shell shell, Executor lookUps) {
    CompletionNames names =
        new CompletionNames(shell.session().connection(), lookUps, CompletionNames.WAIT_MILLIS);
    return LineReaderBuilder.builder()
        .terminal(terminal)
        .parser(new StatementWords())
        .completer(new StatementCompleter(shell, names))
        .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
        .build();
  }
}
