package io.rowandb.design.sample;

import java.util.HashMap;
import java.util.Map;

/**
 * The members of one JSON object, as texts. Objects and lists in it stay text, and null is empty: a
 * sample's values are measured, not understood. One object for each line.
 */
final class JsonFields {
  /** Objects and lists within each other. */
  private static final int DEEPEST = 64;

  private final String text;
  private int at;

  private JsonFields(String text) {
    this.text = text;
  }

  /**
   * Reads a line.
   *
   * @throws IllegalArgumentException when it is no object; says where
   */
  static Map<String, String> parse(String line) {
    JsonFields reader = new JsonFields(line);
    Map<String, String> members = reader.members();
    reader.space();
    if (reader.at != line.length()) {
      throw reader.wrong("the end");
    }
    return members;
  }

  private Map<String, String> members() {
    Map<String, String> members = new HashMap<>();
    space();
    expect('{');
    space();
    if (peek() == '}') {
      at++;
      return members;
    }
    while (true) {
      space();
      String name = string();
      space();
      expect(':');
      space();
      members.put(name, value());
      space();
      if (peek() != ',') {
        expect('}');
        return members;
      }
      at++;
    }
  }

  private String value() {
    if (peek() == '"') {
      return string();
    }
    int from = at;
    if (peek() == '{' || peek() == '[') {
      skipNested();
      return text.substring(from, at);
    }
    while (at < text.length() && ",}] \t\r\n".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    String word = text.substring(from, at);
    if (!word.matches("true|false|null|-?[0-9][0-9.eE+-]*")) {
      at = from;
      throw wrong("a value");
    }
    return word.equals("null") ? "" : word;
  }

  private void skipNested() {
    int depth = 0;
    do {
      char c = peek();
      if (c == '"') {
        string();
        continue;
      }
      if (at == text.length() || depth > DEEPEST) {
        throw wrong("the end of an object or list");
      }
      at++;
      depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
    } while (depth > 0);
  }

  private String string() {
    expect('"');
    int from = at;
    while (at < text.length() && text.charAt(at) != '"' && text.charAt(at) != '\\') {
      at++;
    }
    if (peek() == '"') {
      return text.substring(from, at++);
    }
    StringBuilder value = new StringBuilder(text.substring(from, at));
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c == '"') {
        return value.toString();
      }
      value.append(c == '\\' ? escaped() : c);
    }
    throw wrong("the quote that ends a text");
  }

  private char escaped() {
    char c = peek();
    at++;
    return switch (c) {
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'r' -> '\r';
      case 'b' -> '\b';
      case 'f' -> '\f';
      case '"', '\\', '/' -> c;
      case 'u' -> unicode();
      default -> throw wrong("an escape sequence");
    };
  }

  private char unicode() {
    if (at + 4 > text.length() || !text.substring(at, at + 4).matches("[0-9A-Fa-f]{4}")) {
      throw wrong("four hexadecimal digits");
    }
    at += 4;
    return (char) Integer.parseInt(text.substring(at - 4, at), 16);
  }

  private void space() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private char peek() {
    return at < text.length() ? text.charAt(at) : '\0';
  }

  private void expect(char c) {
    if (peek() != c) {
      throw wrong("'" + c + "'");
    }
    at++;
  }

  private IllegalArgumentException wrong(String wanted) {
    return new IllegalArgumentException(wanted + " should be at column " + (at + 1));
  }
}
