package io.rowandb.tsdb.store;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Goes through a regular expression once, before it is compiled: refuses what RE2/J does not have
 * or takes for something else than Java does, and counts that multiply beyond measure. Used once.
 */
final class RegexpCheck {
  /** The most letters, classes and groups, when counts are written out. */
  static final int MAX_SIZE = 5_000;

  private static final Pattern COUNT = Pattern.compile("\\{([0-9]+)(,([0-9]*))?\\}");
  private static final Pattern LOOK_AROUND = Pattern.compile("\\(\\?<?[=!]");
  private static final Pattern UNICODE_FLAG = Pattern.compile("\\(\\?[a-zA-Z-]*U");

  private final String text;
  private int at;

  /** The sizes of the groups that are open, from the outermost on. */
  private final Deque<Long> open = new ArrayDeque<>();

  private long size;
  private long last;

  RegexpCheck(String text) {
    this.text = text;
  }

  void check() {
    while (at < text.length()) {
      switch (text.charAt(at)) {
        case '\\' -> escape();
        case '[' -> letterClass();
        case '(' -> openGroup();
        case ')' -> closeGroup();
        case '{' -> count();
        default -> take(1);
      }
    }
  }

  private void take(int length) {
    add(1);
    at += length;
  }

  private void add(long atom) {
    last = atom;
    size += atom;
    if (size > MAX_SIZE) {
      throw new IllegalArgumentException(
          "a regular expression has at most "
              + MAX_SIZE
              + " letters and groups, with its counts written out: \""
              + text
              + '"');
    }
  }

  private void escape() {
    char escaped = at + 1 < text.length() ? text.charAt(at + 1) : ' ';
    if ((escaped >= '1' && escaped <= '9') || escaped == 'k') {
      throw lacks("a back reference", "\\" + escaped);
    }
    if (escaped == 'Q') {
      int end = text.indexOf("\\E", at + 2);
      int until = end < 0 ? text.length() : end;
      add(until - at);
      at = end < 0 ? until : end + 2;
      return;
    }
    take(2);
  }

  /** RE2/J takes a bracket within a class, and two ampersands, for letters. */
  private void letterClass() {
    int begin = at;
    at += text.startsWith("[^", at) ? 2 : 1;
    at += text.startsWith("]", at) ? 1 : 0;
    while (at < text.length() && text.charAt(at) != ']') {
      if (text.charAt(at) == '[') {
        throw lacks("a class within a class", text.substring(begin, at + 1));
      }
      if (text.startsWith("&&", at)) {
        throw lacks("an intersection of classes", text.substring(begin, at + 2));
      }
      at += text.charAt(at) == '\\' ? 2 : 1;
    }
    take(1);
  }

  private void openGroup() {
    Matcher lookAround = LOOK_AROUND.matcher(text).region(at, text.length());
    if (lookAround.lookingAt()) {
      throw lacks("look-around", lookAround.group());
    }
    if (text.startsWith("(?>", at)) {
      throw lacks("an atomic group", "(?>");
    }
    Matcher flag = UNICODE_FLAG.matcher(text).region(at, text.length());
    if (flag.lookingAt()) {
      throw lacks("the flag U", flag.group());
    }
    open.push(size);
    take(1);
  }

  private void closeGroup() {
    at++;
    // One that closes nothing is the compiler's affair.
    last = open.isEmpty() ? 0 : size - open.pop();
  }

  private void count() {
    Matcher count = COUNT.matcher(text).region(at, text.length());
    if (!count.lookingAt()) {
      take(1);
      return;
    }
    long most = Math.max(number(count.group(1)), number(count.group(3)));
    long before = last;
    add(before * Math.max(0, most - 1));
    last += before;
    at = count.end();
  }

  private static long number(String digits) {
    if (digits == null || digits.isEmpty()) {
      return 0;
    }
    return digits.length() > 9 ? MAX_SIZE + 1L : Long.parseLong(digits);
  }

  private IllegalArgumentException lacks(String what, String part) {
    return new IllegalArgumentException(
        "the regular expression \""
            + text
            + "\" has "
            + what
            + ", \""
            + part
            + "\", which is not known here: expressions are searched for in linear time");
  }
}
