package io.rowandb.engine.scenario;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * One line of a scenario: a name, words, and {@code name=value} pairs. A word or pair that nobody
 * has asked for is a mistake of who wrote the scenario, and {@link #requireUsed} says so.
 */
public final class Command {
  private final String name;
  private final List<String> words = new ArrayList<>();
  private final Map<String, String> values = new LinkedHashMap<>();
  private final TreeSet<String> unused = new TreeSet<>();

  private Command(String line) {
    String[] parts = line.strip().split(" +", -1);
    this.name = parts[0];
    for (String part : List.of(parts).subList(1, parts.length)) {
      int equals = part.indexOf('=');
      String key = equals > 0 ? part.substring(0, equals) : part;
      if (equals <= 0) {
        words.add(part);
      } else if (values.put(key, part.substring(equals + 1)) != null) {
        throw new IllegalArgumentException(key + " is there twice: " + line);
      }
      unused.add(key);
    }
  }

  /** Reads a line. */
  public static Command parse(String line) {
    return new Command(line);
  }

  /** What the line begins with. */
  public String name() {
    return name;
  }

  /** All words, in their order. */
  public List<String> words() {
    unused.removeAll(words);
    return List.copyOf(words);
  }

  /** The {@code i}-th word. */
  public String word(int i) {
    if (i >= words.size()) {
      throw new IllegalArgumentException(name + " lacks word " + (i + 1) + ", it has " + words);
    }
    unused.remove(words.get(i));
    return words.get(i);
  }

  /** Whether a word is there. */
  public boolean has(String word) {
    unused.remove(word);
    return words.contains(word);
  }

  /** The value of {@code key=value}. */
  public String text(String key, String absent) {
    unused.remove(key);
    return values.getOrDefault(key, absent);
  }

  /** The same as a whole number. */
  public long number(String key, long absent) {
    String text = text(key, null);
    return text == null ? absent : number(text);
  }

  /** All pairs, in their order. */
  public Map<String, String> values() {
    unused.removeAll(values.keySet());
    return Map.copyOf(values);
  }

  /**
   * A whole number; {@code k}, {@code m} and {@code g} behind it are powers of 1024, {@code s},
   * {@code h} and {@code d} seconds, hours and days in milliseconds, and {@code max} is the
   * largest.
   */
  public static long number(String text) {
    if (text.equals("max")) {
      return Long.MAX_VALUE;
    }
    long unit =
        switch (text.charAt(text.length() - 1)) {
          case 'k' -> 1L << 10;
          case 'm' -> 1L << 20;
          case 'g' -> 1L << 30;
          case 's' -> 1_000;
          case 'h' -> 3_600_000;
          case 'd' -> 86_400_000;
          default -> 1;
        };
    String digits = unit == 1 ? text : text.substring(0, text.length() - 1);
    return Math.multiplyExact(Long.parseLong(digits), unit);
  }

  /** Refuses what was never asked for. */
  public void requireUsed() {
    if (!unused.isEmpty()) {
      throw new IllegalArgumentException(name + " has no use for " + unused);
    }
  }
}
