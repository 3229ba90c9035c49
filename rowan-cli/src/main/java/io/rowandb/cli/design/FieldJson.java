package io.rowandb.cli.design;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Values of fields as JSON for {@link io.rowandb.cli.terminal.JsonText}. Whole numbers that a
 * double, the number type of JavaScript and jq, cannot hold exactly are text. So are all decimal
 * numbers, and values without a JSON type: times and dates (ISO 8601), constants, identifiers.
 */
public final class FieldJson {
  /** The greatest whole number up to which doubles have all of them. */
  private static final long EXACT = (1L << 53) - 1;

  private static final ValueWalk<Object> WALK =
      new ValueWalk<>() {
        @Override
        Object ofText(String text) {
          return text;
        }

        @Override
        Object ofBytes(byte[] bytes) {
          return bytes;
        }

        @Override
        Object ofList(List<Object> list) {
          return list;
        }

        /** An object has names alone: entries with other keys are objects themselves. */
        @Override
        Object ofMap(List<Map.Entry<Object, Object>> entries) {
          if (!entries.stream().allMatch(entry -> isName(entry.getKey()))) {
            return entries.stream()
                .map(entry -> fields("key", entry.getKey(), "value", entry.getValue()))
                .toList();
          }
          Map<String, Object> object = new LinkedHashMap<>();
          entries.forEach(entry -> object.put(entry.getKey().toString(), entry.getValue()));
          return object;
        }

        @Override
        Object ofParts(Map<String, Object> parts) {
          return parts;
        }

        @Override
        Object ofSimple(Object value) {
          return simple(value);
        }
      };

  private FieldJson() {}

  /** A value. */
  public static Object of(Object value) {
    return WALK.of(value);
  }

  private static boolean isName(Object key) {
    return key instanceof String || key instanceof Number || key instanceof Boolean;
  }

  private static Map<String, Object> fields(String one, Object first, String two, Object second) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put(one, first);
    fields.put(two, second);
    return fields;
  }

  private static Object simple(Object value) {
    if (value instanceof Long number) {
      return number >= -EXACT && number <= EXACT ? number : number.toString();
    }
    boolean number =
        value instanceof Integer
            || value instanceof Short
            || value instanceof Byte
            || value instanceof Double
            || value instanceof Float;
    if (number || value instanceof Boolean || value == null) {
      return value;
    }
    return value instanceof Enum<?> constant ? constant.name() : value.toString();
  }
}
