package io.rowandb.cli.shell;

import io.rowandb.cli.design.DesignFiles;
import io.rowandb.schema.pattern.UnservedReadException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Runs commands, one after the other. Used by one thread.
 *
 * <p>A command that fails, or is none, is told of in one line that begins with {@code ERROR}; who
 * reads the lines decides whether to go on.
 */
public final class Shell {
  /** The command that ends it, as in HBase's; it can also be written quit. */
  private static final String EXIT = "exit";

  // Fixed at construction.
  private final Session session;
  private final Function<Throwable, String> reasons;
  private final Map<String, Verb> verbs = new TreeMap<>();

  /** What there is of a command that goes on in the next line; null for none. */
  private String begun;

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
   * Begins.
   *
   * @param reasons one line for what failed
   */
  public Shell(Session session, Function<Throwable, String> reasons) {
    this.session = session;
    this.reasons = reasons;
    Stream.of(
            TableVerbs.all(),
            TableAlteration.verbs(),
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
    names.add("help");
    return names;
  }

  /** What there is of a command that goes on in the next line, with the end of its last line. */
  String begun() {
    return begun == null ? "" : begun + "\n";
  }

  /** What its commands work on. */
  Session session() {
    return session;
  }

  /** Forgets what there is of a command. */
  public void clear() {
    begun = null;
  }

  /** Carries out what a line has, or completes. */
  public Outcome line(String line) {
    String text = begun == null ? line : begun + "\n" + line;
    begun = null;
    Optional<Statement> statement;
    try {
      statement = StatementParser.parse(text);
    } catch (SyntaxException.Incomplete e) {
      begun = text;
      return Outcome.BEGUN;
    } catch (SyntaxException e) {
      return failed(e.getMessage());
    }
    return statement.map(this::run).orElse(Outcome.DONE);
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
      StatementParser.parse(begun);
      throw new IllegalStateException("complete after all: " + begun);
    } catch (SyntaxException e) {
      return failed(e.getMessage());
    } finally {
      begun = null;
    }
  }

  private Outcome run(Statement statement) {
    String name = statement.command();
    if (name.equals(EXIT) || name.equals("quit")) {
      return Outcome.EXIT;
    }
    if (name.equals("help")) {
      return help(statement);
    }
    Verb verb = verbs.get(name.equals("desc") ? "describe" : name);
    if (verb == null) {
      return failed(unknown(name));
    }
    try {
      verb.action().run(new Arguments(statement.arguments()), session);
      session.flush();
      return Outcome.DONE;
    } catch (IllegalArgumentException e) {
      return failed(e.getMessage() + "\nhelp '" + verb.name() + "' prints examples");
    } catch (UnservedReadException e) {
      return failed(e.getMessage() + "; here that is FULL_SCAN => true");
    } catch (LinkageError e) {
      return failed(DesignFiles.reason(e)); // designs have code of their own
    } catch (IOException | RuntimeException e) {
      return failed(reasons.apply(e)); // whatever one command fails by, the next may do
    }
  }

  private String unknown(String name) {
    return "\""
        + name
        + "\" is no command; "
        + NearestName.of(name, commands()).map(near -> "did you mean " + near + "? ").orElse("")
        + "help prints all of them";
  }

  private Outcome failed(String reason) {
    session.out().println("ERROR: " + reason);
    session.out().flush();
    return Outcome.FAILED;
  }

  private Outcome help(Statement statement) {
    PrintWriter out = session.out();
    if (statement.arguments().isEmpty()) {
      verbs.values().forEach(verb -> out.printf("%-20s %s%n", verb.name(), verb.summary()));
      out.printf("%-20s %s%n", EXIT, "Ends the shell.");
      out.println("help 'scan' prints examples. Arguments are as in HBase's shell: 'text',");
      out.println(
          "\"bytes \\x00\\x01\", numbers, NAME => value, [lists], {maps}; # begins a comment.");
      out.flush();
      return Outcome.DONE;
    }
    String name = statement.arguments().get(0).toString();
    Verb verb = verbs.get(name);
    if (verb == null) {
      return failed(unknown(name));
    }
    out.println(verb.summary());
    verb.usage().lines().forEach(example -> out.println("  " + example));
    out.flush();
    return Outcome.DONE;
  }
}
