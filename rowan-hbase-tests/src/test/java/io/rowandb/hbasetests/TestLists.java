package io.rowandb.hbasetests;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which of HBase's tests run, and why the others do not: three files, two of which Surefire reads
 * too.
 *
 * <ul>
 *   <li>{@code classes.txt}: the classes that run, one a line.
 *   <li>{@code excluded-tests.txt}: their methods that do not, {@code class#method}.
 *   <li>{@code left-out-classes.txt}: classes beside them of which nothing runs.
 * </ul>
 *
 * In the latter two a line that begins with {@code #} is the reason of the lines below it.
 */
final class TestLists {
  private TestLists() {}

  /** The classes that run. */
  static List<String> classes() {
    return List.copyOf(read("classes.txt").keySet());
  }

  /** Reasons by {@code class#method}. */
  static Map<String, String> excludedTests() {
    return read("excluded-tests.txt");
  }

  /** Reasons by class. */
  static Map<String, String> leftOutClasses() {
    return read("left-out-classes.txt");
  }

  /** The names in a file with the comment above each. */
  private static Map<String, String> read(String file) {
    Map<String, String> reasons = new LinkedHashMap<>();
    String reason = "";
    for (String line : lines(file)) {
      if (line.startsWith("#")) {
        reason = line.substring(1).strip();
      } else if (!line.isBlank() && reasons.put(line.strip(), reason) != null) {
        throw new IllegalStateException(file + " names " + line + " twice");
      }
    }
    return reasons;
  }

  private static List<String> lines(String file) {
    List<String> lines = new ArrayList<>();
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                TestLists.class.getResourceAsStream(file), StandardCharsets.UTF_8))) {
      reader.lines().forEach(lines::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return lines;
  }
}
