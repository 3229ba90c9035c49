package io.rowandb.cli.terminal;

import java.util.Locale;
import java.util.Map;

/** Writes small objects as JSON, one to a line, for programs that read what a command found. */
public final class JsonText {
  private JsonText() {}

  /**
   * One object.
   *
   * @param fields in the order in which they are written; numbers stay numbers, all else is text
   */
  public static String line(Map<String, ?> fields) {
    StringBuilder line = new StringBuilder("{");
    fields.forEach(
        (name, value) -> {
          line.append(line.length() == 1 ? "" : ",").append(quoted(name)).append(':');
          line.append(value instanceof Number ? value.toString() : quoted(String.valueOf(value)));
        });
    return line.append('}').toString();
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < ' ' || Character.isSurrogate(c)) {
        quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
