package io.rowandb.tsdb.expression;

import java.util.Set;

/** The words of a formula, one after the other. Used by one thread. */
final class FormulaTokens {
  private static final Set<String> PAIRS = Set.of("&&", "||", "==", "!=", "<=", ">=");
  private static final Set<String> WORDS =
      Set.of("or", "and", "not", "eq", "ne", "lt", "le", "gt", "ge", "div", "mod");

  private final String text;
  private int at;
  private String token;
  private int begin;

  FormulaTokens(String text) {
    this.text = text;
    next();
  }

  /** Its next token; empty at the end. */
  private void next() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    begin = at;
    if (at == text.length()) {
      token = "";
      return;
    }
    char c = text.charAt(at);
    if (isDigit(c) || (c == '.' && at + 1 < text.length() && isDigit(text.charAt(at + 1)))) {
      skipNumber();
    } else if (isLetter(c)) {
      while (at < text.length() && (isLetter(text.charAt(at)) || isDigit(text.charAt(at)))) {
        at++;
      }
    } else {
      at += at + 2 <= text.length() && PAIRS.contains(text.substring(at, at + 2)) ? 2 : 1;
    }
    token = text.substring(begin, at);
  }

  private void skipNumber() {
    skipDigits();
    if (at < text.length() && text.charAt(at) == '.') {
      at++;
      skipDigits();
    }
    if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
      int exponent = at + 1;
      if (exponent < text.length() && "+-".indexOf(text.charAt(exponent)) >= 0) {
        exponent++;
      }
      if (exponent < text.length() && isDigit(text.charAt(exponent))) {
        at = exponent;
        skipDigits();
      }
    }
  }

  private void skipDigits() {
    while (at < text.length() && isDigit(text.charAt(at))) {
      at++;
    }
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isLetter(char c) {
    return c == '_' || (c > 127 ? Character.isLetter(c) : Character.isAlphabetic(c));
  }

  boolean isEnd() {
    return token.isEmpty();
  }

  /** Whether it is that, and then goes on. */
  boolean take(String wanted) {
    if (!token.equals(wanted)) {
      return false;
    }
    next();
    return true;
  }

  void want(String wanted) {
    if (!take(wanted)) {
      throw wrong(wanted + " is wanted");
    }
  }

  boolean isNumber() {
    return !isEnd() && (isDigit(token.charAt(0)) || (token.length() > 1 && token.charAt(0) == '.'));
  }

  double number() {
    double number = Double.parseDouble(token);
    next();
    return number;
  }

  /** A variable or a function. */
  String name() {
    if (isEnd() || !isLetter(token.charAt(0)) || WORDS.contains(token)) {
      throw wrong("a number, a variable or a parenthesis is wanted");
    }
    String name = token;
    next();
    return name;
  }

  IllegalArgumentException wrong(String why) {
    String shown = text.length() > 100 ? text.substring(0, 100) + " …" : text;
    return new IllegalArgumentException(
        "in the expression \""
            + shown
            + "\", "
            + (isEnd() ? "at its end" : "at " + begin + ", \"" + token + '"')
            + ": "
            + why);
  }
}
