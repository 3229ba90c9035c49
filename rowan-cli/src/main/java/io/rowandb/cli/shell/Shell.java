package io.rowandb.cli.shell;

import static java.util.stream.Collectors.joining;

import io.rowandb.cli.design.DesignFiles;
import io.rowandb.cli.terminal.DisplayText;
import io.rowandb.cli.terminal.NearestName;
import io.rowandb.schema.pattern.UnservedReadException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Runs commands, one after the other. Used by one thread.
 *
 * <p>A failed or unknown command is reported in one line that begins with {@code ERROR}; the reader
 * of the lines decides whether to continue.
 */
public final class Shell {
  /** The command that ends it, as in HBase's. */
  private static final String EXIT = "exit";

  /** The same, not listed. */
  private static final String QUIT = "quit";

  private static final String HELP = "help";

  /** A short name of describe, not listed. */
  private static final String DESC = "desc";

  // Fixed at construction.
  private final Session session;
  private final Function<Throwable, String> reasons;
  private final boolean typed;
  private final Map<String, Verb> verbs = new TreeMap<>();

  private final Variables variables = new Variables();

  /** What there is of a command that goes on in the next line; null for none. */
  private BegunCommand begun;

  /** How a line ended. */
  public enum Outcome {
    /** The command has been carried out, or there was none. */
    DONE,
    /** It failed or was refused, and that was printed. */
    FAILED,
    /** It goes on in the next line. */
    BEGUN,
    /** It was to end the shell. */
    EXIT
  }

  /**
   * Begins; the first command that fails ends its line.
   *
   * @param reasons one line for what failed
   */
  public Shell(Session session, Function<Throwable, String> reasons) {
    this(session, reasons, /* typed= */ false);
  }

  /**
   * A shell for a user who types and sees failures: the commands after a failed one in the same
   * line are executed, as in HBase's shell.
   *
   * @param reasons one line for what failed
   */
  public static Shell typed(Session session, Function<Throwable, String> reasons) {
    return new Shell(session, reasons, /* typed= */ true);
  }

  private Shell(Session session, Function<Throwable, String> reasons, boolean typed) {
    this.session = session;
    this.reasons = reasons;
    this.typed = typed;
    Stream.of(
            TableVerbs.all(),
            AlterStatement.verbs(),
            ManyTables.verbs(),
            RowVerbs.all(),
            WriteVerbs.all(),
            List.of(CountVerb.verb()),
            CounterVerbs.all(),
            RegionVerbs.all(),
            SnapshotVerbs.all(),
            NamespaceVerbs.all(),
            QuotaVerbs.all(),
            ClusterVerbs.all())
        .flatMap(List::stream)
        .forEach(verb -> verbs.put(verb.name(), verb));
  }

  /** The commands' names, in ascending order. */
  public List<String> commands() {
    List<String> names = new ArrayList<>(verbs.keySet());
    names.add(EXIT);
    names.add(HELP);
    return names;
  }

  private boolean isCommand(String name) {
    return commands().contains(name) || name.equals(QUIT) || name.equals(DESC);
  }

  /** What there is of a command that goes on in the next line, with the end of its last line. */
  String begun() {
    return begun == null ? "" : begun + "\n";
  }

  /** What its commands work on. */
  Session session() {
    return session;
  }

  /** What its lines have named. */
  Variables variables() {
    return variables;
  }

  /** Forgets what there is of a command. */
  public void clear() {
    if (begun != null) {
      variables.removeAssignedIn(begun.toString());
    }
    begun = null;
  }

  /**
   * Carries out what a line has, or completes: one command, or several with semicolons between.
   * None of them is carried out when one cannot be read; a name that nothing has, and but for a
   * typed line any failure, ends the line. A variable that the line was to give a value, and did
   * not, has none afterwards: what is called on it next was not meant for what it had before.
   */
  public Outcome line(String line) {
    BegunCommand command = begun == null ? new BegunCommand() : begun;
    command.add(line);
    if (!command.isToBeParsed()) {
      begun = command;
      return Outcome.BEGUN;
    }
    begun = null;
    String text = command.toString();
    List<Statement> statements;
    try {
      statements = StatementParser.parse(text);
    } catch (SyntaxException.Incomplete e) {
      begun = command;
      return Outcome.BEGUN;
    } catch (SyntaxException e) {
      variables.removeAssignedIn(text);
      return failed(e.getMessage());
    }
    return run(statements);
  }

  /**
   * What is left when all lines were read: a command that has no end has failed.
   *
   * @return DONE or FAILED
   */
  public Outcome end() {
    if (begun == null) {
      return Outcome.DONE;
    }
    try {
      StatementParser.parse(begun.toString());
      throw new IllegalStateException("complete after all: " + begun);
    } catch (SyntaxException e) {
      return failed(e.getMessage());
    } finally {
      begun = null;
    }
  }

  private Outcome run(List<Statement> statements) {
    Outcome outcome = Outcome.DONE;
    Deque<Statement> rest = new ArrayDeque<>(statements);
    try {
      while (!rest.isEmpty()) {
        Statement statement = rest.peek();
        Outcome of =
            statement instanceof Statement.Assignment assignment
                ? assign(assignment.variable(), assignment.value())
                : run((Statement.Call) statement);
        outcome = of == Outcome.DONE ? outcome : of;
        rest.remove();
        boolean goesOn = of == Outcome.DONE || (of == Outcome.FAILED && typed);
        if (!goesOn || session.stopped().getAsBoolean()) {
          break;
        }
      }
    } catch (NotUnderstoodException e) {
      return failed(e.getMessage());
    } finally {
      rest.forEach(this::forget);
    }
    return outcome;
  }

  private void forget(Statement notRun) {
    if (notRun instanceof Statement.Assignment assignment) {
      variables.remove(assignment.variable());
    }
  }

  private Outcome assign(String variable, Object value) {
    Variables.requireName(variable, this::isCommand);
    if (!(value instanceof Statement.Call call)) {
      variables.set(variable, variables.resolve(value));
      return Outcome.DONE;
    }
    Optional<Object> other = call.isWord() ? variables.value(call.command()) : Optional.empty();
    if (other.isPresent()) {
      variables.set(variable, other.get());
      return Outcome.DONE;
    }
    if (!call.receiver().isEmpty() || !TableReference.SOURCES.contains(call.command())) {
      throw new NotUnderstoodException(
          call.command()
              + " gives no value to "
              + variable
              + ": a variable is a table, by create or get_table, or text, a number, a list or"
              + " {NAME => value}");
    }
    List<Object> arguments = variables.resolve(call.arguments());
    variables.remove(variable); // one that was to be another table is not the one before
    Outcome outcome = run(new Statement.Call("", call.command(), arguments));
    if (outcome == Outcome.DONE) {
      Text table = new Arguments(arguments).text("the name of a table");
      variables.set(variable, new TableReference(table));
    }
    return outcome;
  }

  private Outcome run(Statement.Call asTyped) {
    Statement.Call call = asTyped.receiver().isEmpty() ? asTyped : variables.withTable(asTyped);
    String name = call.command();
    if (name.equals(EXIT) || name.equals(QUIT)) {
      return Outcome.EXIT;
    }
    if (name.equals(HELP)) {
      return help(call);
    }
    if (call.isWord() && variables.value(name).isPresent()) {
      session.out().println(Options.shown(variables.value(name).get()));
      session.flush();
      return Outcome.DONE;
    }
    Verb verb = verb(name);
    if (verb == null) {
      throw new NotUnderstoodException(unknown(name, commands()));
    }
    try {
      verb.action().run(new Arguments(variables.resolve(call.arguments())), session);
      session.flush();
      return Outcome.DONE;
    } catch (IllegalArgumentException e) {
      return failed(e.getMessage() + "\nhelp '" + verb.name() + "' prints examples");
    } catch (UnservedReadException e) {
      return failed(e.getMessage() + "; here that is FULL_SCAN => true");
    } catch (LinkageError | StackOverflowError e) {
      return failed(DesignFiles.reason(e)); // designs have code of their own
    } catch (IOException | RuntimeException e) {
      return failed(reasons.apply(e)); // whatever one command fails by, the next may do
    }
  }

  private static String unknown(String name, List<String> known) {
    Optional<String> absent = AbsentCommands.reason(name);
    if (absent.isPresent()) {
      return name + " is a command of HBase's shell that is not here: " + absent.get();
    }
    return "\""
        + name
        + "\" is no command; "
        + NearestName.of(name, known).map(near -> "did you mean " + near + "? ").orElse("")
        + "help prints all of them";
  }

  /** A reason quotes what was typed, whose characters must not steer the terminal. */
  private Outcome failed(String reason) {
    String shown = reason.lines().map(DisplayText::printable).collect(joining("\n"));
    session.out().println("ERROR: " + shown);
    session.out().flush();
    return Outcome.FAILED;
  }

  private Outcome help(Statement.Call call) {
    PrintWriter out = session.out();
    if (call.arguments().isEmpty()) {
      HelpText.printAll(verbs.values(), EXIT, out);
    }
    Outcome outcome = Outcome.DONE;
    for (Object each : call.arguments()) {
      outcome = help(each.toString(), out) ? outcome : Outcome.FAILED;
    }
    out.flush();
    return outcome;
  }

  /** Of a command or a group; whether there is one. A command comes first, as in HBase's shell. */
  private boolean help(String name, PrintWriter out) {
    Verb verb = verb(name);
    if (verb != null) {
      HelpText.print(verb, out);
    } else if (name.equals(EXIT) || name.equals(QUIT)) {
      HelpText.printSummary(name, HelpText.OF_EXIT, out);
    } else if (name.equals(HELP)) {
      HelpText.printSummary(name, HelpText.OF_HELP, out);
    } else if (CommandGroups.names().contains(name)) {
      CommandGroups.of(name).stream()
          .map(this::verb)
          .forEach(each -> HelpText.printSummary(each.name(), each.summary(), out));
    } else {
      List<String> known = commands();
      known.addAll(CommandGroups.names());
      failed(CommandGroups.absence(name).orElseGet(() -> unknown(name, known)));
      return false;
    }
    return true;
  }

  private Verb verb(String name) {
    return verbs.get(name.equals(DESC) ? "describe" : name);
  }
}
