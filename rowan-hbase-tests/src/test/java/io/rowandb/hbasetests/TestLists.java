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
 * Which of HBase's tests run, and why the others do not: three files for each {@link Door}, the
 * first of which Surefire reads too.
 *
 * <ul>
 *   <li>{@code classes.txt}: the classes that run, one a line; and {@code own-process-classes.txt},
 *       for the complete door, those that share no process.
 *   <li>{@code excluded-tests.txt}: their methods that do not, {@code class#method}; at the fast
 *       door, only those that run at the complete one.
 *   <li>{@code left-out-classes.txt}: classes beside them of which nothing runs; at the fast door,
 *       those that run at the complete one.
 * </ul>
 *
 * In the latter two a line that begins with {@code #} is the reason of the lines below it.
 */
final class TestLists {
  private TestLists() {}

  /** The classes that run. */
  static List<String> classes(Door door) {
    List<String> classes = new ArrayList<>(read(door.classes()).keySet());
    if (door == Door.COMPLETE) {
      classes.addAll(read("own-process-classes.txt").keySet());
    }
    return classes;
  }

  /** Reasons by {@code class#method}. */
  static Map<String, String> excludedTests(Door door) {
    Map<String, String> reasons = read(door.excludedTests());
    if (door == Door.FAST) {
      List<String> classes = classes(door);
      excludedTests(Door.COMPLETE)
          .forEach(
              (test, reason) -> {
                if (classes.contains(className(test))) {
                  reasons.put(test, reason);
                }
              });
    }
    return reasons;
  }

  /** The class of {@code class#method}. */
  static String className(String test) {
    return test.substring(0, test.indexOf('#'));
  }

  /** Reasons by class. */
  static Map<String, String> leftOutClasses(Door door) {
    return read(door.leftOutClasses());
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
