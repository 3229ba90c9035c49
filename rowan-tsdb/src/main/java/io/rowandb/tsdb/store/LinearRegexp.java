package io.rowandb.tsdb.store;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.ArrayList;
import java.util.List;

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

  /**
   * The groups of the first part of a text that matches.
   *
   * @return the whole part first; null for a group that has no part in it; nothing if none matches
   */
  public List<String> groupsIn(String text) {
    Matcher matcher = pattern.matcher(text);
    List<String> groups = new ArrayList<>();
    if (matcher.find()) {
      for (int i = 0; i <= matcher.groupCount(); i++) {
        groups.add(matcher.group(i));
      }
    }
    return groups;
  }

  /**
   * The parts of a text between those that match, as {@link String#split(String)} finds them:
   * without empty ones at the end.
   *
   * @return the text alone if none matches
   */
  public List<String> split(String text) {
    Matcher matcher = pattern.matcher(text);
    List<String> parts = new ArrayList<>();
    int from = 0;
    while (matcher.find()) {
      if (matcher.end() > 0) { // Java does not split in front of the text either
        parts.add(text.substring(from, matcher.start()));
        from = matcher.end();
      }
    }
    if (from == 0) {
      return List.of(text);
    }
    parts.add(text.substring(from));
    while (!parts.isEmpty() && parts.get(parts.size() - 1).isEmpty()) {
      parts.remove(parts.size() - 1);
    }
    return parts;
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
