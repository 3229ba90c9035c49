package io.rowandb.cli.shell;

import java.io.PrintWriter;
import java.util.Collection;

/** Help in lines that a terminal of 80 columns shows whole. No instances. */
final class HelpText {
  private static final int COLUMNS = 80;

  /** As wide as the longest name of a command, and a space. */
  private static final int NAME_COLUMNS = 23;

  static final String OF_EXIT = "Ends the shell.";
  static final String OF_HELP = "Prints all commands, those of a group, or examples.";

  private static final String GENERAL =
      """
      help 'scan' prints examples, help 'ddl' the commands of a group: %s.
      Arguments are as in HBase's shell: 'text', "bytes \\x00\\x01", numbers, NAME => value, [lists], {maps}; # begins a comment.
      ; stands between commands. t = get_table 't' and t.scan call commands on a table.
      """;

  private HelpText() {}

  /** A line for each command, and how arguments are written. */
  static void printAll(Collection<Verb> verbs, String exit, PrintWriter out) {
    verbs.forEach(verb -> printSummary(verb.name(), verb.summary(), out));
    printSummary(exit, OF_EXIT, out);
    GENERAL
        .formatted(String.join(", ", CommandGroups.names()))
        .lines()
        .forEach(line -> print("", "", line, " ", out));
  }

  /** What a command does, behind its name. */
  static void printSummary(String name, String summary, PrintWriter out) {
    String first = String.format("%-" + NAME_COLUMNS + "s", name);
    print(first, " ".repeat(NAME_COLUMNS), summary, " ", out);
  }

  /** What a command does, and examples, which go on behind a comma when they are long. */
  static void print(Verb verb, PrintWriter out) {
    print("", "", verb.summary(), " ", out);
    verb.usage().lines().forEach(example -> print("  ", "      ", example, ", ", out));
  }

  private static void print(String first, String indent, String text, String gap, PrintWriter out) {
    String line = first + text;
    int least = first.length();
    while (line.length() > COLUMNS) {
      int at = line.lastIndexOf(gap, COLUMNS - gap.strip().length());
      if (at <= least) {
        break; // one word, which stays whole
      }
      int end = at + gap.strip().length();
      out.println(line.substring(0, end));
      line = indent + line.substring(end).stripLeading();
      least = indent.length();
    }
    out.println(line);
  }
}
