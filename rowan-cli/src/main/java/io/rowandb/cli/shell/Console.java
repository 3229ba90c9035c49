package io.rowandb.cli.shell;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jline.keymap.KeyMap;
import org.jline.reader.Binding;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/**
 * A shell at a terminal: lines can be edited and are remembered ({@link ShellHistory}); the tab key
 * completes commands, tables, columns and fields. Pasted lines run one after the other. An
 * interrupt (Ctrl-C) discards the line, or ends the running command at its next row; the end of
 * input (Ctrl-D) ends the shell.
 */
public final class Console {
  private static final String PROMPT = "rowan> ";
  private static final String CONTINUED = "  ...> ";
  private static final String WELCOME =
      "Commands of HBase's shell. help lists them, Tab completes, exit or Ctrl-D ends.";

  /** Two, so that one look-up that takes long leaves the others a thread. */
  private static final int LOOK_UP_THREADS = 2;

  /** What JLine shows in colours: the words that Tab offers, and their background. */
  private static final List<String> COLOURED =
      List.of(
          LineReader.COMPLETION_STYLE_STARTING,
          LineReader.COMPLETION_STYLE_DESCRIPTION,
          LineReader.COMPLETION_STYLE_GROUP,
          LineReader.COMPLETION_STYLE_BACKGROUND,
          LineReader.COMPLETION_STYLE_LIST_STARTING,
          LineReader.COMPLETION_STYLE_LIST_DESCRIPTION,
          LineReader.COMPLETION_STYLE_LIST_GROUP,
          LineReader.COMPLETION_STYLE_LIST_BACKGROUND);

  /** An empty one would count as none. */
  private static final String UNCOLOURED = "fg:default,bg:default";

  private Console() {}

  /** Makes the shell. */
  public interface Opening {
    /**
     * Of where its text goes, what asks it to stop, and what answers it.
     *
     * @param out the screen
     */
    Shell shell(PrintWriter out, BooleanSupplier stopped, Session.Answers answers);
  }

  /**
   * Reads and carries out lines until the end.
   *
   * @param open makes the shell
   * @throws IOException when there is no terminal
   */
  public static void run(Opening open) throws IOException {
    try (Terminal terminal = TerminalBuilder.builder().system(true).dumb(true).build()) {
      boolean plain = io.rowandb.cli.terminal.Terminal.isPlain(System.getenv());
      run(terminal, home(System.getenv("HOME")), plain, open);
    }
  }

  /** Where the user's own files are, as the shell's ~ says it. */
  static Path home(String environment) {
    boolean given = environment != null && !environment.isBlank();
    return Path.of(given ? environment : System.getProperty("user.home"));
  }

  /**
   * The same at a terminal, with lines that are remembered in a directory.
   *
   * @param plain whether no colours are to be written
   */
  static void run(Terminal terminal, Path home, boolean plain, Opening open) {
    AtomicBoolean interrupted = new AtomicBoolean();
    ExecutorService lookUps = Executors.newFixedThreadPool(LOOK_UP_THREADS, Console::thread);
    try {
      terminal.handle(Terminal.Signal.INT, signal -> interrupted.set(true));
      LineReader answers = LineReaderBuilder.builder().terminal(terminal).build();
      Shell shell = open.shell(terminal.writer(), interrupted::get, () -> answer(answers));
      Optional<Path> history = ShellHistory.in(home);
      LineReader reader = reader(terminal, shell, lookUps, history);
      if (plain) {
        COLOURED.forEach(style -> reader.setVariable(style, UNCOLOURED));
      }
      terminal.writer().println(WELCOME);
      Shell.Outcome outcome = Shell.Outcome.DONE;
      while (outcome != Shell.Outcome.EXIT) {
        interrupted.set(false);
        try {
          String typed = reader.readLine(outcome == Shell.Outcome.BEGUN ? CONTINUED : PROMPT);
          outcome = lines(shell, typed, interrupted::get);
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

  /** One line, or all that were pasted at once, up to an interrupt. */
  private static Shell.Outcome lines(Shell shell, String typed, BooleanSupplier interrupted) {
    Shell.Outcome outcome = Shell.Outcome.DONE;
    for (String line : typed.lines().toList()) {
      if (outcome == Shell.Outcome.EXIT || interrupted.getAsBoolean()) {
        break;
      }
      long begun = System.nanoTime();
      outcome = shell.line(line);
      boolean timed = shell.session().json().isEmpty() && !line.isBlank();
      if (timed && outcome == Shell.Outcome.DONE) {
        shell
            .session()
            .out()
            .printf(Locale.ROOT, "Took %.4f seconds%n", (System.nanoTime() - begun) / 1e9);
        shell.session().out().flush();
      }
    }
    return outcome;
  }

  /** A line; null where it was given up, or there is no more input. */
  private static String answer(LineReader reader) {
    try {
      return reader.readLine();
    } catch (UserInterruptException | EndOfFileException e) {
      return null; // no answer is one too
    }
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "shell-completion");
    thread.setDaemon(true); // one that the store keeps does not keep the program
    return thread;
  }

  /** Reads lines, which are completed by what a shell's store has. */
  static LineReader reader(
      Terminal terminal, Shell shell, Executor lookUps, Optional<Path> history) {
    CompletionNames names =
        new CompletionNames(shell.session().connection(), lookUps, CompletionNames.WAIT_MILLIS);
    LineReaderBuilder builder =
        LineReaderBuilder.builder()
            .terminal(terminal)
            .parser(new StatementWords())
            .completer(new StatementCompleter(shell, names))
            .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true);
    history.ifPresent(file -> builder.variable(LineReader.HISTORY_FILE, file));
    LineReader reader = builder.build();
    bindBothForms(reader.getKeyMaps().get(LineReader.MAIN));
    return reader;
  }

  /**
   * Binds arrows, Home and End also as the terminal sends them in the other of its two modes: not
   * every terminal changes to the one that its description names.
   */
  private static void bindBothForms(KeyMap<Binding> keys) {
    for (String key : List.of("A", "B", "C", "D", "H", "F")) {
      String cursor = "\u001b[" + key;
      String application = "\u001bO" + key;
      Binding ofCursor = keys.getBound(cursor);
      Binding ofApplication = keys.getBound(application);
      if (ofCursor == null && ofApplication != null) {
        keys.bind(ofApplication, cursor);
      } else if (ofApplication == null && ofCursor != null) {
        keys.bind(ofCursor, application);
      }
    }
  }
}
