package io.rowandb.tools.shell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code docs/shell-commands.md} says of each command of HBase's shell. */
final class CommandTable {
  /** What a row says. */
  enum Verdict {
    SAME,
    DIFFERS,
    ABSENT
  }

  private static final Path DOCUMENT = Path.of("..", "docs", "shell-commands.md");
  private static final Pattern ROW =
      Pattern.compile("\\| `([A-Za-z_]+)` \\| (same|differs|absent) \\|.*");

  private final Map<String, Verdict> rows = new TreeMap<>();

  /** Reads it. */
  CommandTable() throws IOException {
    for (String line : Files.readAllLines(DOCUMENT)) {
      Matcher row = ROW.matcher(line);
      if (row.matches()
          && rows.put(row.group(1), Verdict.valueOf(row.group(2).toUpperCase(Locale.ROOT)))
              != null) {
        throw new IllegalStateException(row.group(1) + " has two rows");
      }
    }
  }

  Set<String> commands() {
    return rows.keySet();
  }

  /** Those of which a row says so. */
  Set<String> of(Verdict verdict) {
    Set<String> commands = new TreeSet<>(rows.keySet());
    commands.removeIf(command -> rows.get(command) != verdict);
    return commands;
  }
}
