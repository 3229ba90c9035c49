package io.rowandb.cli.source;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One JSON object whose values are strings, numbers, true, false or null, as a line of a data file
 * is. Numbers and words stay text.
 */
public final class JsonLine {
  private JsonLine() {}

  /**
   * The members of the object, in their order; a null is left out.
   *
   * @throws IllegalArgumentException if {@code text} is not such an object; says where
   */
  public static Map<String, String> parse(String text) {
    Map<String, String> members = new LinkedHashMap<>();
    JsonReader.parse(text, 1).forEach((name, value) -> members.put(name, (String) value));
    return members;
  }
}
