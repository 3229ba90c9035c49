package io.rowandb.tools.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a shell printed, without what may be different on two stores and in the width of columns:
 *
 * <ul>
 *   <li>empty lines, spaces at the ends of lines, and all but one of several spaces
 *   <li>the time that a command took; after an error the hint at its help, the class of the
 *       exception and its stack
 *   <li>that the table of quotas is not there, which is how HBase's shell finds out that there are
 *       no quotas; Rowan keeps them elsewhere
 *   <li>the overloads of a method of Java that Ruby found none to fit, which come in any order
 *   <li>a heading before an error; which options there are instead of a wrong one
 *   <li>the version, rates, heaps, and the numbers of Ruby's objects
 *   <li>times of this century, encoded names of regions, names of servers, start codes and ports
 * </ul>
 */
final class PlainOutput {
  static final String ERROR = "ERROR: ";

  private static final Set<String> HEADINGS = Set.of("ROW COLUMN+CELL", "COLUMN CELL", "TABLE");

  private static final Pattern DROPPED =
      Pattern.compile(
          "Took [0-9.]+ seconds|For usage try 'help .*|help '.*' prints examples|at \\S+\\(.*"
              + "|Quota is disabled|available overloads:|\\([\\w.]+(\\[])?\\)");

  private record Rule(Pattern pattern, String replacement) {
    Rule(String pattern, String replacement) {
      this(Pattern.compile(pattern), replacement);
    }
  }

  private static final List<Rule> RULES =
      List.of(
          new Rule("[ \\t]+", " "),
          new Rule("(#<[\\w:<#]+:)0x[0-9a-f]+", "$1ID"),
          new Rule("(requestsPerSecond|usedHeapMB|maxHeapMB)=[0-9.]+", "$1=N"),
          new Rule("-{5,}", "-----"),
          new Rule("(there is no option \\w+ here), but .*", "$1"),
          new Rule("^[0-9.]+\\S*, r[0-9a-f]+, .*", "VERSION"),
          new Rule("^ERROR: (\\w+\\.)+[A-Z]\\w*: ", "ERROR: "),
          new Rule(
              "\\b20\\d\\d-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d(:[0-9.]+)?( [-+]\\d{4}| UTC)?", "NOW"),
          new Rule(",\\d{13}\\.[0-9a-f]{32}", ",NOW.ENCODED"),
          new Rule("\\b[0-9a-f]{32}\\b", "ENCODED"),
          new Rule("\\b[\\w.-]+,\\d+,\\d{9,}", "SERVER"),
          new Rule("\\b[\\w.-]+:\\d+ \\d{9,}", "SERVER"),
          new Rule("\\b(localhost|rowan)[\\w.-]*:\\d+", "SERVER"));

  private PlainOutput() {}

  static String of(String printed) {
    List<String> lines = new ArrayList<>();
    for (String line : printed.lines().toList()) {
      String plain = line;
      for (Rule rule : RULES) {
        plain = rule.pattern.matcher(plain).replaceAll(rule.replacement);
      }
      plain = plain.strip();
      if (plain.startsWith(ERROR)
          && !lines.isEmpty()
          && HEADINGS.contains(lines.get(last(lines)))) {
        lines.remove(last(lines));
      }
      if (!plain.isEmpty() && !DROPPED.matcher(plain).matches()) {
        lines.add(plain);
      }
    }
    return String.join("\n", lines);
  }

  private static int last(List<String> lines) {
    return lines.size() - 1;
  }
}
