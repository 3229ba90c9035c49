package io.rowandb.cli.shell;

import io.rowandb.cli.terminal.DisplayText;
import io.rowandb.cli.terminal.NearestName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Options given as {@code NAME => value}, taken one after the other; options that were not taken in
 * the end are refused. Used by one thread.
 */
final class Options {
  private final Map<String, Object> left = new LinkedHashMap<>();
  private final Set<String> asked = new TreeSet<>();

  private Options() {}

  static Options of(Map<?, ?> given) {
    Options options = new Options();
    options.left.putAll(named(given));
    return options;
  }

  Optional<byte[]> bytes(String name) {
    return take(name, Text.class, "text in quotes").map(Text::bytes);
  }

  /** A number, which may stand in quotes. */
  Optional<Long> number(String name) {
    Object given = left.get(name);
    if (given instanceof Text text && text.toString().matches("-?[0-9]{1,18}")) {
      left.put(name, Long.valueOf(text.toString()));
    }
    return take(name, Long.class, "a whole number");
  }

  /** A number, also with a decimal point. */
  Optional<Double> decimal(String name) {
    if (left.get(name) instanceof Long whole) {
      left.put(name, new Decimal(whole));
    }
    return take(name, Decimal.class, "a number").map(Decimal::value);
  }

  /** A number of 32 bits. */
  Optional<Integer> count(String name) {
    return number(name).map(value -> count(name, value));
  }

  /** The same; none of a number below 1, which HBase's shell takes for an option not given. */
  Optional<Integer> positive(String name) {
    return number(name).filter(value -> value > 0).map(value -> count(name, value));
  }

  private static int count(String name, long value) {
    if (value < 1 || value > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          name + " is from 1 to " + Integer.MAX_VALUE + ", not " + value);
    }
    return (int) value;
  }

  /** Whether it is given, and not taken yet. */
  boolean has(String name) {
    return left.containsKey(name);
  }

  boolean flag(String name, boolean usual) {
    return take(name, Boolean.class, "true or false").orElse(usual);
  }

  /** Text, a number or a name, as text. */
  Optional<String> word(String name) {
    return take(name, Object.class, "a word").map(value -> scalar(name, value));
  }

  Optional<Object> any(String name) {
    return take(name, Object.class, "a value");
  }

  Optional<List<Text>> texts(String name) {
    return take(name, Object.class, "text").map(value -> texts(name, value));
  }

  Optional<List<Object>> list(String name) {
    return take(name, List.class, "a list, [...]").map(Options::copy);
  }

  Optional<Map<String, Object>> map(String name) {
    return take(name, Map.class, "a map, {name => value}").map(Options::named);
  }

  private static List<Object> copy(List<?> list) {
    return new ArrayList<>(list);
  }

  private static Map<String, Object> named(Map<?, ?> map) {
    Map<String, Object> named = new LinkedHashMap<>();
    map.forEach((key, value) -> named.put(key.toString(), value));
    return named;
  }

  /** All options that were not taken, whatever their names, as texts. */
  Map<String, String> rest() {
    Map<String, String> rest = new LinkedHashMap<>();
    left.forEach((name, value) -> rest.put(name, scalar(name, value)));
    left.clear();
    return rest;
  }

  /** Refuses whatever is left. */
  void end() {
    if (!left.isEmpty()) {
      String unknown = left.keySet().iterator().next();
      String meant =
          NearestName.of(unknown.toUpperCase(Locale.ROOT), asked)
              .map(name -> "; did you mean " + name + "?")
              .orElse("");
      throw new IllegalArgumentException(
          "there is no option " + unknown + " here, but " + asked + meant);
    }
  }

  private <T> Optional<T> take(String name, Class<T> type, String what) {
    asked.add(name);
    Object value = left.remove(name);
    if (value != null && !type.isInstance(value)) {
      throw new IllegalArgumentException(name + " is " + what + ", and not " + shown(value));
    }
    return Optional.ofNullable(value).map(type::cast);
  }

  private static String scalar(String name, Object value) {
    if (value instanceof List || value instanceof Map) {
      throw new IllegalArgumentException(name + " is one value, and not " + shown(value));
    }
    return value.toString();
  }

  /** A text, or a list of texts. */
  static List<Text> texts(String name, Object value) {
    List<Text> texts = new ArrayList<>();
    for (Object each : value instanceof List<?> list ? list : List.of(value)) {
      if (!(each instanceof Text text)) {
        throw new IllegalArgumentException(
            name + " is text in quotes, or a list of such, and not " + shown(value));
      }
      texts.add(text);
    }
    return texts;
  }

  /** A value as it is typed, without what would steer the terminal. */
  static String shown(Object value) {
    Function<Object, String> each = Options::shown;
    if (value instanceof Text text) {
      return "'" + DisplayText.printable(text.toString()) + "'";
    } else if (value instanceof List<?> list) {
      return "[" + String.join(", ", list.stream().map(each).toList()) + "]";
    } else if (value instanceof Map<?, ?> map) {
      return "{"
          + String.join(
              ", ",
              map.entrySet().stream().map(e -> e.getKey() + " => " + shown(e.getValue())).toList())
          + "}";
    }
    return String.valueOf(value);
  }
}
