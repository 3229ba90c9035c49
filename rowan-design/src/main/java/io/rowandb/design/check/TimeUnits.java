package io.rowandb.design.check;

import io.rowandb.design.plan.FieldType;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Which units of a time a pattern writes: two times that differ in one of them differ in text. */
final class TimeUnits {
  private TimeUnits() {}

  /**
   * The units, each as one letter or, of parts of a second, as {@code S1}, {@code S2} and so on for
   * each digit.
   *
   * @param written {@code seconds}, {@code millis}, or letters of a {@link
   *     java.time.format.DateTimeFormatter}
   */
  static Set<String> of(String written) {
    return of(List.of(written));
  }

  /** The same of a time that several patterns write, each a part of it. */
  static Set<String> of(List<String> written) {
    Set<String> units = new TreeSet<>();
    written.forEach(each -> add(each, units));
    boolean isHalf = units.remove("h") && units.contains("a");
    if (isHalf) {
      units.add("H");
    }
    units.remove("a");
    if (units.containsAll(Set.of("y", "M", "d"))) {
      units.addAll(Set.of("w", "Y", "e", "W", "Q"));
    }
    return units;
  }

  private static void add(String written, Set<String> units) {
    String letters =
        written.equals(FieldType.SECONDS)
            ? "yyyyMMddHHmmss"
            : written.equals(FieldType.MILLIS)
                ? "yyyyMMddHHmmssSSS"
                : written.replaceAll("'[^']*'", "");
    int digits = 0;
    for (int i = 0; i < letters.length(); i++) {
      char letter = letters.charAt(i);
      digits += letter == 'S' ? 1 : 0;
      add(letter, digits, units);
    }
  }

  private static void add(char letter, int digits, Set<String> units) {
    switch (letter) {
      case 'y', 'u' -> units.add("y");
      case 'M', 'L' -> units.add("M");
      case 'D' -> units.addAll(Set.of("M", "d"));
      case 'H', 'k' -> units.add("H");
      case 'h', 'K' -> units.add("h");
      case 'e', 'E', 'c' -> units.add("e");
      case 'Q', 'q' -> units.add("Q");
      case 'S' -> units.add("S" + digits);
      case 'd', 'm', 's', 'a', 'w', 'W', 'Y' -> units.add(String.valueOf(letter));
      default -> {
        // an era, a zone, or a sign between the units
      }
    }
  }
}
