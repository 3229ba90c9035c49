package io.rowandb.tools.shell;

import java.util.ArrayList;
import java.util.List;

/**
 * Some commands, and what both shells print.
 *
 * @param place file and line, for messages
 * @param comment what it is about; of shells that differ, why
 * @param commands each with its answers
 * @param hbase what HBase's shell prints
 * @param rowan what ours prints
 */
record ShellScenario(
    String place, List<String> comment, List<Command> commands, String hbase, String rowan) {
  private static final String BOTH = "----";
  private static final String HBASE = "---- HBase";
  private static final String ROWAN = "---- Rowan";
  private static final String ANSWER = "> ";

  /**
   * A command.
   *
   * @param text one line
   * @param answers to what it asks, each ended by a line feed
   */
  record Command(String text, String answers) {
    /** The word that it begins with. */
    String name() {
      return text.split("[^a-z_]", 2)[0];
    }
  }

  /** Reads the lines between two empty ones; null when they are comments alone. */
  static ShellScenario parse(String place, List<String> lines) {
    List<String> comment = new ArrayList<>();
    List<Command> commands = new ArrayList<>();
    int at = 0;
    while (at < lines.size() && lines.get(at).startsWith("#")) {
      comment.add(lines.get(at++));
    }
    if (at == lines.size()) {
      return null;
    }
    for (; at < lines.size() && !lines.get(at).startsWith(BOTH); at++) {
      String line = lines.get(at);
      if (line.startsWith(ANSWER)) {
        Command asks = commands.remove(commands.size() - 1);
        String answer = line.substring(ANSWER.length()) + "\n";
        commands.add(new Command(asks.text(), asks.answers() + answer));
      } else {
        commands.add(new Command(line, ""));
      }
    }
    List<String> outputs = lines.subList(at, lines.size());
    int second = outputs.indexOf(ROWAN);
    String hbase = text(second < 0 ? outputs : outputs.subList(0, second));
    String rowan = second < 0 ? hbase : text(outputs.subList(second, outputs.size()));
    return new ShellScenario(place, comment, commands, hbase, rowan);
  }

  /** What stands below a line of dashes. */
  private static String text(List<String> section) {
    return section.isEmpty() ? "" : String.join("\n", section.subList(1, section.size()));
  }

  boolean isSame() {
    return hbase.equals(rowan);
  }

  /** Whether both end with an error, whatever its words are. */
  boolean isRefusedByBoth() {
    return isError(hbase) && isError(rowan);
  }

  private static boolean isError(String output) {
    return output.contains(PlainOutput.ERROR);
  }

  /** The same commands with what the shells have printed. */
  ShellScenario with(String fromHBase, String fromRowan) {
    return new ShellScenario(place, comment, commands, fromHBase, fromRowan);
  }

  /** As it stands in its file. */
  List<String> lines() {
    List<String> lines = new ArrayList<>(comment);
    for (Command command : commands) {
      lines.add(command.text());
      command.answers().lines().forEach(answer -> lines.add(ANSWER + answer));
    }
    if (isSame()) {
      lines.add(BOTH);
      hbase.lines().forEach(lines::add);
    } else {
      lines.add(HBASE);
      hbase.lines().forEach(lines::add);
      lines.add(ROWAN);
      rowan.lines().forEach(lines::add);
    }
    return lines;
  }
}
