package io.rowandb.cli.source;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Reads one object of JSON, with lists and objects in it. Numbers, true and false stay text; a
 * member that is null is left out. One object for each text; one thread.
 */
public final class JsonReader {
  /** Objects and lists within each other: what requests need, and two more. */
  private static final int DEEPEST = 5;

  private static final Pattern WORD =
      Pattern.compile("true|false|null|-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

  private final String text;
  private final int deepest;
  private int at;
  private int depth;

  private JsonReader(String text, int deepest) {
    this.text = text;
    this.deepest = deepest;
  }

  /**
   * The members of the object, in their order: texts, lists and maps.
   *
   * @throws IllegalArgumentException if the text is no such object; says where
   */
  public static Map<String, Object> parse(String text) {
    return parse(text, DEEPEST);
  }

  /** The same of lists and objects so deep in each other, the outermost among them. */
  static Map<String, Object> parse(String text, int deepest) {
    JsonReader reader = new JsonReader(text, deepest);
    reader.skipSpace();
    Map<String, Object> members = reader.object();
    reader.skipSpace();
    if (reader.at != text.length()) {
      throw reader.expected("the end");
    }
    return members;
  }

  private Map<String, Object> object() {
    Map<String, Object> members = new LinkedHashMap<>();
    begin('{');
    while (isMore('}', members.isEmpty())) {
      String name = string();
      skipSpace();
      expect(':');
      if (members.containsKey(name)) {
        throw expected("another name, as this one is there twice,");
      }
      members.put(name, value()); // a null holds its place until all are there
    }
    members.values().removeIf(each -> each == null);
    return members;
  }

  private List<Object> list() {
    List<Object> all = new ArrayList<>();
    begin('[');
    while (isMore(']', all.isEmpty())) {
      Object value = value();
      if (value == null) {
        throw expected("something other than null");
      }
      all.add(value);
    }
    return all;
  }

  private void begin(char bracket) {
    if (depth == deepest) {
      throw expected(deepest == 1 ? "a text, a number or a word" : "nothing so deep");
    }
    expect(bracket);
    depth++;
  }

  /** Whether one more comes; passes over the comma before it, or the bracket behind the last. */
  private boolean isMore(char end, boolean isFirst) {
    skipSpace();
    if (peek() == end) {
      at++;
      depth--;
      return false;
    }
    if (!isFirst) {
      expect(',');
      skipSpace();
    }
    return true;
  }

  private Object value() {
    skipSpace();
    return switch (peek()) {
      case '"' -> string();
      case '{' -> object();
      case '[' -> list();
      default -> word();
    };
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
      char c = next();
      int digit = c < 0x80 ? Character.digit(c, 16) : -1;
      if (digit < 0) {
        throw expected("a hexadecimal digit");
      }
      value = value * 16 + digit;
    }
    return (char) value;
  }

  private String word() {
    int start = at;
    while (at < text.length() && isOfWord(peek())) {
      at++;
    }
    String word = text.substring(start, at);
    if (!WORD.matcher(word).matches()) {
      at = start;
      throw expected("a value");
    }
    return word.equals("null") ? null : word;
  }

  private static boolean isOfWord(char c) {
    return (c >= '0' && c <= '9')
        || (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || "+-.".indexOf(c) >= 0;
  }

  private void expect(char wanted) {
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
