package io.rowandb.testkit.crash;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The parts of a bulk load that was under way at a kill: each came through or did not. */
final class LoadParts {
  private final List<Map<String, Long>> parts = new ArrayList<>();

  /**
   * Adds one.
   *
   * @param part rows, and the numbers that they get
   */
  void add(Map<String, Long> part) {
    parts.add(part);
  }

  /** What became of a row is known: not of interest any more. */
  void settled(String row) {
    parts.removeIf(part -> part.containsKey(row));
  }

  int count() {
    return parts.size();
  }

  /** How many came through, by what was found. */
  long through(Map<String, Long> found) {
    return parts.stream().filter(part -> of(found, part).equals(part)).count();
  }

  /**
   * Those that came through in half, described.
   *
   * @param before what the rows held
   */
  List<String> halves(Map<String, Long> before, Map<String, Long> found) {
    List<String> halves = new ArrayList<>();
    for (Map<String, Long> part : parts) {
      Map<String, Long> now = of(found, part);
      if (!now.equals(part) && !now.equals(of(before, part))) {
        halves.add("half of a load: " + now + " of " + part + " after " + of(before, part));
      }
    }
    return halves;
  }

  private static Map<String, Long> of(Map<String, Long> numbers, Map<String, Long> part) {
    Map<String, Long> of = new HashMap<>();
    part.keySet().forEach(row -> of.put(row, numbers.getOrDefault(row, KilledRows.ABSENT)));
    return of;
  }
}
