package io.rowandb.cli.source;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reads one JSON object whose values are strings, numbers, true, false or null: all that the data
 * files need. Numbers and words stay text. One object for each line; one thread.
 */
public final class JsonLine {
  private final String text;
  private int at;

  private JsonLine(String text) {
    this.text = text;
  }

  /**
   * The members of the object, in their order; a null is left out.
   *
   * @throws IllegalArgumentException if {@code text} is not such an object; says where
   */
  public static Map<String, String> parse(String text) {
    JsonLine reader = new JsonLine(text);
    Map<String, String> members = reader.object();
    reader.skipSpace();
    if (reader.at != text.length()) {
      throw reader.expected("the end");
    }
    return members;
  }

  private Map<String, String> object() {
    Map<String, String> members = new LinkedHashMap<>();
    expect('{');
    skipSpace();
    if (peek() == '}') {
      at++;
      return members;
    }
    while (true) {
      String name = string();
      expect(':');
      skipSpace();
      String value = peek() == '"' ? string() : word();
      if (value != null) {
        members.put(name, value);
      }
      skipSpace();
      if (peek() == '}') {
        at++;
        return members;
      }
      expect(',');
    }
  }

  private String string() {
    expect('"');
    StringBuilder value = new StringBuilder();
    while (true) {
      char c = next();
      if (c == '"') {
        return value.toString();
      }
      value.append(c == '\\' ? escaped() : c);
    }
  }

  private char escaped() {
    char c = next();
    return switch (c) {
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'r' -> '\r';
      case 'b' -> '\b';
      case 'f' -> '\f';
      case '"', '\\', '/' -> c;
      case 'u' -> unicode();
      default -> throw expected("an escape sequence");
    };
  }

  private char unicode() {
    int value = 0;
    for (int i = 0; i < 4; i++) {
      int digit = Character.digit(next(), 16);
      if (digit < 0) {
        throw expected("a hexadecimal digit");
      }
      value = value * 16 + digit;
    }
    return (char) value;
  }

  /** A number, true or false as text; null for null. */
  private String word() {
    int start = at;
    while (at < text.length()
        && (Character.isLetterOrDigit(peek()) || "+-.".indexOf(peek()) >= 0)) {
      at++;
    }
    if (at == start) {
      throw expected("a value");
    }
    String word = text.substring(start, at);
    return word.equals("null") ? null : word;
  }

  private void expect(char wanted) {
    skipSpace();
    if (peek() != wanted) {
      throw expected("'" + wanted + "'");
    }
    at++;
  }

  private void skipSpace() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  /** The next character, or NUL at the end. */
  private char peek() {
    return at < text.length() ? text.charAt(at) : '\0';
  }

  private char next() {
    if (at == text.length()) {
      throw expected("more text");
    }
    return text.charAt(at++);
  }

  private IllegalArgumentException expected(String what) {
    return new IllegalArgumentException(what + " was expected in the JSON text at column " + at);
  }
}
