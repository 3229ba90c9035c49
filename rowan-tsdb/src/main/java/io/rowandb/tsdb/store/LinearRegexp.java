package io.rowandb.tsdb.store;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;

/**
 * A regular expression that strangers may write: the search takes time in proportion to the text,
 * as RE2/J looks at each letter once. It means what it means in Java, and finds the same; what
 * cannot be searched for so, or means something else in RE2/J, is refused. Immutable; used by any
 * number of threads.
 */
public final class LinearRegexp {
  /** The most characters of an expression. */
  public static final int MAX_LENGTH = 1_000;

  private final Pattern pattern;

  /**
   * Of its text.
   *
   * @throws IllegalArgumentException when it is empty or too long, no regular expression, has
   *     counts that make it too large, or has what only a search without bound finds: look-around,
   *     back references, atomic groups and possessive counts
   */
  public LinearRegexp(String text) {
    if (text.isEmpty() || text.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "a regular expression has 1 to " + MAX_LENGTH + " characters: " + text.length());
    }
    new RegexpCheck(text).check();
    try {
      pattern = Pattern.compile(text);
    } catch (PatternSyntaxException e) {
      String where = e.getPattern() == null ? "" : ": " + e.getPattern();
      throw new IllegalArgumentException(
          '"' + text + "\" is no regular expression of RE2/J: " + e.getDescription() + where, e);
    }
  }

  /** Whether some part of the text matches. */
  public boolean isFoundIn(String text) {
    return pattern.matcher(text).find();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LinearRegexp regexp
        && pattern.pattern().equals(regexp.pattern.pattern());
  }

  @Override
  public int hashCode() {
    return pattern.pattern().hashCode();
  }

  /** Its text. */
  @Override
  public String toString() {
    return pattern.pattern();
  }
}
