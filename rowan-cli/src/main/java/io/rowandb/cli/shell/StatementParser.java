package io.rowandb.cli.shell;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses the commands of HBase's shell, except Ruby programs:
 *
 * <pre>
 *   line      [statement] { ; [statement] }
 *   statement command  |  word = command  |  word = value
 *   command   name [arguments]  |  name ( [arguments] )
 *   name      word  |  word.word
 *   arguments argument { , argument }
 *   argument  value  |  value =&gt; value
 *   value     'text' | "text" | number | true | false | NAME | [ values ] | { pairs }
 * </pre>
 *
 * <p>{@link QuotedText} says what quotes hold. {@code #} begins a comment. Used by one thread.
 */
final class StatementParser {
  /** A number that is not whole, as Ruby reads it. */
  private static final Pattern DECIMAL =
      Pattern.compile("-?[0-9]+(\\.[0-9]+([eE][-+]?[0-9]+)?|[eE][-+]?[0-9]+)");

  private static final int END = -1;

  /** No command needs more than a few; each takes a piece of the stack. */
  static final int MAX_DEPTH = 100;

  private final String text;
  private int at;

  /** Lists and pairs that {@code at} is in. */
  private int depth;

  private StatementParser(String text) {
    this.text = text;
  }

  /**
   * Reads the commands of a line.
   *
   * @return nothing of an empty line
   * @throws SyntaxException.Incomplete when more must follow
   * @throws SyntaxException when one of them is none
   */
  static List<Statement> parse(String text) {
    return new StatementParser(text).statements();
  }

  private List<Statement> statements() {
    List<Statement> statements = new ArrayList<>();
    while (peek() != END) {
      if (peek() == ';') {
        at++;
      } else {
        statements.add(statement());
      }
    }
    return statements;
  }

  private Statement statement() {
    if (!isWordStart(peek())) {
      throw wrong("a command is expected");
    }
    String word = word();
    Statement statement = takeEquals() ? assignment(word) : call(word);
    if (peek() != END && peek() != ';') {
      throw wrong(
          peek() == '='
              ? "a value is given by =>, as in SPLITS => ['m'], and not by ="
              : "a comma, or the end of the line, is expected");
    }
    return statement;
  }

  private boolean takeEquals() {
    if (peek() != '=' || text.startsWith("=>", at)) {
      return false;
    }
    at++;
    return true;
  }

  private Statement.Assignment assignment(String variable) {
    if (!isWordStart(peek())) {
      return new Statement.Assignment(variable, value());
    }
    String word = word();
    Object value = named(word);
    return new Statement.Assignment(variable, value instanceof Name ? call(word) : value);
  }

  private Statement.Call call(String name) {
    boolean parentheses = peek() == '(';
    if (parentheses) {
      at++;
    }
    List<Object> arguments = arguments(parentheses ? ')' : END);
    if (parentheses) {
      take(')');
    }
    int point = name.lastIndexOf('.');
    return new Statement.Call(
        name.substring(0, Math.max(point, 0)), name.substring(point + 1), arguments);
  }

  private List<Object> arguments(int end) {
    List<Object> arguments = new ArrayList<>();
    Map<String, Object> pairs = new LinkedHashMap<>();
    while (peek() != end && peek() != END && peek() != ';') {
      Object value = value();
      if (hasArrow()) {
        addPair(pairs, value);
      } else {
        arguments.add(value);
      }
      if (peek() != ',') {
        break;
      }
      at++;
      if (peek() == END) {
        throw new SyntaxException.Incomplete("another argument is expected after the last comma");
      }
    }
    if (!pairs.isEmpty()) {
      arguments.add(pairs);
    }
    return arguments;
  }

  private void addPair(Map<String, Object> pairs, Object key) {
    if (key instanceof List || key instanceof Map) {
      throw wrong("what stands before => is a name or text");
    }
    if (pairs.put(key.toString(), value()) != null) {
      throw wrong(key + " is given twice");
    }
  }

  private boolean hasArrow() {
    peek();
    if (!text.startsWith("=>", at)) {
      return false;
    }
    at += 2;
    return true;
  }

  private Object value() {
    int next = peek();
    if (next == '\'' || next == '"') {
      return quoted();
    }
    if (next == '[' || next == '{') {
      return nested((char) next);
    }
    if (next == '-' || (next >= '0' && next <= '9')) {
      return number();
    }
    if (isWordStart(next)) {
      return named(word());
    }
    if (next == END) {
      throw new SyntaxException.Incomplete("a value is expected at the end");
    }
    throw wrong("a value is expected, such as 'text', 5, NAME, [...] or {NAME => ...}");
  }

  private static Object named(String word) {
    return switch (word) {
      case "true" -> true;
      case "false" -> false;
      default -> new Name(word);
    };
  }

  private Object nested(char begin) {
    if (depth == MAX_DEPTH) {
      throw wrong("lists and pairs may be " + MAX_DEPTH + " deep in one another");
    }
    depth++;
    Object value = begin == '[' ? list() : map();
    depth--;
    return value;
  }

  private List<Object> list() {
    take('[');
    List<Object> list = new ArrayList<>();
    while (peek() != ']') {
      list.add(value());
      endOfElement(']');
    }
    at++;
    return list;
  }

  private Map<String, Object> map() {
    take('{');
    Map<String, Object> map = new LinkedHashMap<>();
    while (peek() != '}') {
      Object key = value();
      if (!hasArrow()) {
        throw wrong(key + " must be followed by => and a value");
      }
      addPair(map, key);
      endOfElement('}');
    }
    at++;
    return map;
  }

  private void endOfElement(char end) {
    if (peek() == ',') {
      at++;
    } else if (peek() == END) {
      throw new SyntaxException.Incomplete("'" + end + "' is missing");
    } else if (peek() != end) {
      throw wrong("a comma or '" + end + "' is expected");
    }
    if (peek() == END) {
      throw new SyntaxException.Incomplete("'" + end + "' is missing");
    }
  }

  private Object number() {
    int start = at;
    at++;
    while (at < text.length() && Character.digit(text.charAt(at), 10) >= 0) {
      at++;
    }
    Matcher decimal = DECIMAL.matcher(text).region(start, text.length());
    boolean whole = !decimal.lookingAt();
    at = whole ? at : decimal.end();
    if (at < text.length() && (isWordStart(text.charAt(at)) || text.charAt(at) == '.')) {
      throw wrong("a number is as in 5, -5 or 0.5; anything else stands in quotes");
    }
    String digits = text.substring(start, at);
    if (!whole) {
      return decimal(digits);
    }
    try {
      return Long.valueOf(digits);
    } catch (NumberFormatException e) {
      throw new SyntaxException(digits + " is no number of 64 bits");
    }
  }

  private static Decimal decimal(String digits) {
    double value = Double.parseDouble(digits);
    if (Double.isInfinite(value)) {
      throw new SyntaxException(digits + " is too large for a number");
    }
    return new Decimal(value);
  }

  private Text quoted() {
    QuotedText quoted = QuotedText.at(text, at);
    at = quoted.end();
    return quoted.value();
  }

  private String word() {
    int start = at;
    while (at < text.length() && (isWordStart(text.charAt(at)) || isInWord(text.charAt(at)))) {
      at++;
    }
    return text.substring(start, at);
  }

  private static boolean isWordStart(int next) {
    return Character.isLetter(next) || next == '_';
  }

  private static boolean isInWord(int next) {
    return Character.isDigit(next) || next == '?' || next == '.';
  }

  private void take(char wanted) {
    if (peek() == END) {
      throw new SyntaxException.Incomplete("'" + wanted + "' is missing");
    }
    if (peek() != wanted) {
      throw wrong("'" + wanted + "' is expected");
    }
    at++;
  }

  /** What comes next that counts, or {@link #END}. */
  private int peek() {
    while (at < text.length()) {
      char next = text.charAt(at);
      if (next == '#') {
        int line = text.indexOf('\n', at);
        at = line < 0 ? text.length() : line;
      } else if (Character.isWhitespace(next)) {
        at++;
      } else {
        return next;
      }
    }
    return END;
  }

  private SyntaxException wrong(String rule) {
    return SyntaxException.at(at, at < text.length() ? ruleOf(text.charAt(at), rule) : rule);
  }

  /** Of what pages and text processors put in the place of what was typed, which looks the same. */
  private static String ruleOf(char next, String rule) {
    return switch (next) {
      case '\u2018', '\u2019', '\u201c', '\u201d' -> "write ' or \" instead of " + next;
      case '\u21d2', '\u2192' -> "write => instead of " + next;
      case '\u00a0' -> "write a space instead of the no-break space";
      default -> rule;
    };
  }
}
