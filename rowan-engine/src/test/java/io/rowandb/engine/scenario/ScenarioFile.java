package io.rowandb.engine.scenario;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A file of cases.
 *
 * <pre>
 *  file:   paragraphs, with empty lines between
 *  case:   { # what it shows } *
 *          command word* { name=value } *
 *          { input } *
 *          ----
 *          { expected output } *
 * </pre>
 *
 * A paragraph of comments alone belongs to no case. No line has blanks at its end, and no output an
 * empty line: what cannot be seen would not be noticed when it changes.
 */
final class ScenarioFile {
  private static final String DASHES = "----";
  private static final Pattern BLANKS_AT_END = Pattern.compile("\\s$");

  private final Path path;
  private final List<String> lines;
  private final List<Scenario> cases = new ArrayList<>();

  /** For each case the first line of its output and the one after the last, from 0 on. */
  private final List<int[]> outputs = new ArrayList<>();

  private ScenarioFile(Path path, List<String> lines) {
    this.path = path;
    this.lines = lines;
  }

  /**
   * Reads a file.
   *
   * @throws IllegalArgumentException when it is malformed, with file and line
   */
  static ScenarioFile read(Path path) throws IOException {
    ScenarioFile file = new ScenarioFile(path, Files.readAllLines(path));
    int at = 0;
    while (at < file.lines.size()) {
      int end = at;
      while (end < file.lines.size() && !file.lines.get(end).isEmpty()) {
        file.requireNoBlanksAtEnd(end);
        end++;
      }
      file.addCase(at, end);
      at = end + 1;
    }
    if (file.cases.isEmpty()) {
      throw file.malformed(0, "there is no case");
    }
    return file;
  }

  /** The cases, in their order. */
  List<Scenario> cases() {
    return List.copyOf(cases);
  }

  /** Puts these outputs, one for each case, in the place of those that were expected. */
  void rewrite(List<String> actual) throws IOException {
    List<String> rewritten = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < outputs.size(); i++) {
      rewritten.addAll(lines.subList(from, outputs.get(i)[0]));
      rewritten.addAll(actual.get(i).lines().toList());
      from = outputs.get(i)[1];
    }
    rewritten.addAll(lines.subList(from, lines.size()));
    Files.writeString(path, String.join("\n", rewritten) + "\n");
  }

  /** Refuses an output that could not be read again as it is. */
  static void requireReadable(String output) {
    for (String line : output.lines().toList()) {
      if (line.isEmpty() || line.equals(DASHES) || BLANKS_AT_END.matcher(line).find()) {
        throw new IllegalArgumentException("the output has a line \"" + line + "\"");
      }
    }
  }

  private void addCase(int from, int end) {
    int command = from;
    while (command < end && isComment(command)) {
      command++;
    }
    int dashes = command;
    while (dashes < end && !lines.get(dashes).equals(DASHES)) {
      if (isComment(dashes)) {
        throw malformed(dashes, "a comment stands before the command of its case");
      }
      dashes++;
    }
    if (command == end) {
      return;
    }
    if (dashes == command) {
      throw malformed(dashes, DASHES + " without a command");
    }
    if (dashes == end) {
      throw malformed(command, "a case without " + DASHES);
    }
    List<String> expected = lines.subList(dashes + 1, end);
    if (expected.contains(DASHES)) {
      throw malformed(dashes + 1 + expected.indexOf(DASHES), "a second " + DASHES + " in a case");
    }
    cases.add(
        new Scenario(
            path,
            command + 1,
            parsed(command),
            List.copyOf(lines.subList(command + 1, dashes)),
            String.join("\n", expected)));
    outputs.add(new int[] {dashes + 1, end});
  }

  private Command parsed(int line) {
    try {
      return Command.parse(lines.get(line));
    } catch (IllegalArgumentException e) {
      throw malformed(line, e.getMessage());
    }
  }

  private boolean isComment(int line) {
    return lines.get(line).startsWith("#");
  }

  private void requireNoBlanksAtEnd(int line) {
    if (BLANKS_AT_END.matcher(lines.get(line)).find()) {
      throw malformed(line, "blanks at the end of the line");
    }
  }

  private IllegalArgumentException malformed(int line, String what) {
    return new IllegalArgumentException(path + ":" + (line + 1) + ": " + what);
  }
}
