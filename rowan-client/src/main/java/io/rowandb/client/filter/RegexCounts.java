package io.rowandb.client.filter;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Pattern;

/**
 * Computes from its repetition counts how often a regular expression has to go over its parts at
 * one position of a text. The counts of nested groups multiply; those of groups side by side add
 * up. For {@code {n,m}}, n counts, since after n rounds Java's engine leaves a repetition that
 * reads nothing. No instances.
 */
final class RegexCounts {
  /** A pattern that reads nothing goes over so many parts in some milliseconds. */
  static final long MAX = 1_000_000;

  /** What may hide parentheses, or spaces in counts: for these all counts multiply. */
  private static final Pattern OBSCURE = Pattern.compile("\\\\[Qc]|\\(\\?[a-zA-Z]*-?[a-zA-Z]*x");

  /** More are none: each doubles the work, and what is beyond these takes hours. */
  private static final int MAX_CHOICES = 40;

  /** What may be repeated or left out and reads no character, beside groups. */
  private static final String EMPTY_ESCAPES = "bBAGZzk123456789";

  private RegexCounts() {}

  /** The number of parts; greater than {@link #MAX} if it is too great. */
  static long of(Pattern pattern) {
    String text = pattern.pattern();
    if ((pattern.flags() & Pattern.LITERAL) != 0) {
      return 1;
    }
    boolean comments = (pattern.flags() & Pattern.COMMENTS) != 0;
    return comments || OBSCURE.matcher(text).find() ? product(text) : nested(text).parts;
  }

  /**
   * About how many parts Java's engine may go over at one place of a text before it reads a
   * character: each once for every way through the choices that may read nothing.
   */
  static long workWithoutReading(Pattern pattern) {
    long parts = of(pattern);
    String text = pattern.pattern();
    boolean comments = (pattern.flags() & Pattern.COMMENTS) != 0;
    long choices;
    if ((pattern.flags() & Pattern.LITERAL) != 0) {
      choices = 0;
    } else if (comments || OBSCURE.matcher(text).find()) {
      choices = times(text.chars().filter(c -> "|?*+{".indexOf(c) >= 0).count(), parts);
    } else {
      choices = nested(text).choices;
    }
    return parts << Math.min(choices, MAX_CHOICES);
  }

  private static long product(String text) {
    long product = 1;
    for (int at = text.indexOf('{'); at >= 0; at = text.indexOf('{', at + 1)) {
      product = times(product, count(text, at));
    }
    return product;
  }

  private static Sequence nested(String text) {
    Deque<Sequence> outer = new ArrayDeque<>();
    Sequence inner = new Sequence();
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '{' && count(text, at) > 0) {
        int end = text.indexOf('}', at);
        inner.repeat(count(text, at), end >= 0 && text.substring(at, end).indexOf(',') >= 0);
        at = end;
      } else if (c == '(') {
        outer.push(inner);
        inner = new Sequence();
      } else if (c == ')' && !outer.isEmpty()) {
        outer.peek().add(Math.max(1, inner.parts), inner.choices, true);
        inner = outer.pop();
      } else {
        inner.add(1, isChoice(c, inner) ? 1 : 0, mayBeEmpty(text, at));
        at = c == '\\' ? endOfEscape(text, at) : c == '[' ? endOfClass(text, at) : at;
      }
      at = at < 0 ? text.length() : at + 1;
    }
    while (!outer.isEmpty()) {
      outer.peek().add(inner.parts, inner.choices, true);
      inner = outer.pop();
    }
    inner.parts = Math.max(1, inner.parts);
    return inner;
  }

  private static boolean isChoice(char c, Sequence before) {
    return c == '|' || ("?*+".indexOf(c) >= 0 && before.lastMayBeEmpty);
  }

  private static boolean mayBeEmpty(String text, int at) {
    char c = text.charAt(at);
    boolean escape = c == '\\' && at + 1 < text.length();
    return c == '^' || c == '$' || (escape && EMPTY_ESCAPES.indexOf(text.charAt(at + 1)) >= 0);
  }

  /** What stands between two parentheses, as far as it has been read. */
  private static final class Sequence {
    long parts;
    long choices;

    /** Of the last thing in it, which a count would repeat. */
    long lastParts;

    long lastChoices;
    boolean lastMayBeEmpty;

    void add(long newParts, long newChoices, boolean mayBeEmpty) {
      lastParts = newParts;
      lastChoices = newChoices;
      lastMayBeEmpty = mayBeEmpty;
      parts = Math.min(parts + newParts, MAX + 1);
      choices = Math.min(choices + newChoices, MAX + 1);
    }

    /**
     * The last thing stands there so often.
     *
     * @param more whether it may more often: once more, if it reads nothing
     */
    void repeat(long count, boolean more) {
      long newParts = times(lastParts, count);
      long newChoices = lastChoices == 0 ? 0 : times(lastChoices, count);
      parts -= lastParts;
      choices -= lastChoices;
      add(newParts, newChoices + (more && lastMayBeEmpty ? 1 : 0), false);
    }
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
