package io.rowandb.client.filter;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Pattern;

/**
 * How often a regular expression has to go over its parts at one place of a text, as its counts
 * say: those of groups in groups multiply, those side by side add up. Of {@code {n,m}} n counts,
 * since Java's engine leaves a repetition that reads nothing after it. No instances.
 */
final class RegexCounts {
  /** A pattern that reads nothing goes over so many parts in some milliseconds. */
  static final long MAX = 1_000_000;

  /** What may hide parentheses, or spaces in counts: for these all counts multiply. */
  private static final Pattern OBSCURE = Pattern.compile("\\\\[Qc]|\\(\\?[a-zA-Z]*-?[a-zA-Z]*x");

  private RegexCounts() {}

  /** The number of parts; greater than {@link #MAX} if it is too great. */
  static long of(Pattern pattern) {
    String text = pattern.pattern();
    if ((pattern.flags() & Pattern.LITERAL) != 0) {
      return 1;
    }
    boolean comments = (pattern.flags() & Pattern.COMMENTS) != 0;
    return comments || OBSCURE.matcher(text).find() ? product(text) : nested(text);
  }

  private static long product(String text) {
    long product = 1;
    for (int at = text.indexOf('{'); at >= 0; at = text.indexOf('{', at + 1)) {
      product = times(product, count(text, at));
    }
    return product;
  }

  private static long nested(String text) {
    Deque<Long> outer = new ArrayDeque<>();
    long sum = 0;
    long last = 0;
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '{' && count(text, at) > 0) {
        long repeated = times(last, count(text, at));
        sum = Math.min(sum - last + repeated, MAX + 1);
        last = repeated;
        at = text.indexOf('}', at);
      } else if (c == '(') {
        outer.push(sum);
        sum = 0;
        last = 0;
      } else if (c == ')' && !outer.isEmpty()) {
        last = Math.max(1, sum);
        sum = Math.min(outer.pop() + last, MAX + 1);
      } else {
        at = c == '\\' ? endOfEscape(text, at) : c == '[' ? endOfClass(text, at) : at;
        last = 1;
        sum = Math.min(sum + 1, MAX + 1);
      }
      at = at < 0 ? text.length() : at + 1;
    }
    while (!outer.isEmpty()) {
      sum = Math.min(sum + outer.pop(), MAX + 1);
    }
    return Math.max(1, sum);
  }

  private static int endOfEscape(String text, int at) {
    boolean braces = text.startsWith("{", at + 2) && "xpPN".indexOf(text.charAt(at + 1)) >= 0;
    return braces ? text.indexOf('}', at) : at + 1;
  }

  /** A {@code ]} that is the first character of a class does not end it. */
  private static int endOfClass(String text, int begin) {
    int open = 0;
    for (int at = begin; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == '\\') {
        at++;
      } else if (c == '[') {
        open++;
        at += text.startsWith("^", at + 1) ? 1 : 0;
        at += text.startsWith("]", at + 1) ? 1 : 0;
      } else if (c == ']' && --open == 0) {
        return at;
      }
    }
    return -1;
  }

  /** The least number of repetitions, at least 1, of a count that begins here; 0 for none. */
  private static long count(String text, int brace) {
    if (brace + 1 >= text.length() || !isDigit(text.charAt(brace + 1))) {
      return 0;
    }
    long count = 0;
    for (int at = brace + 1; at < text.length(); at++) {
      char c = text.charAt(at);
      if (isDigit(c)) {
        count = Math.min(count * 10 + (c - '0'), MAX + 1);
      } else if (c == '#') {
        // With COMMENTS, up to the end of the line.
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end;
      } else if (!Character.isWhitespace(c)) {
        break;
      }
    }
    return Math.max(1, count);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static long times(long a, long b) {
    return Math.min(Math.max(1, a) * Math.max(1, b), MAX + 1);
  }
}
