package io.rowandb.tsdb.store;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A regular expression of Java that strangers may write: one that would search for hours ends with
 * an error. Bounded are its length, its counts such as {@code {3,5}}, and the letters it looks at
 * for one text. Immutable.
 */
public final class BoundedRegexp {
  /** The most characters of an expression. */
  public static final int MAX_LENGTH = 1_000;

  /** How often it may look at a letter of one text: some milliseconds. */
  static final int MAX_STEPS = 1_000_000;

  /** What its counts may multiply to: a repeated nothing looks at no letter. */
  static final long MAX_COUNT = 10_000;

  private static final Pattern COUNT = Pattern.compile("\\{([0-9]+)(?:,([0-9]*))?");

  private final Pattern pattern;

  /**
   * Of its text.
   *
   * @throws IllegalArgumentException when it is empty or too long, no regular expression, or has
   *     counts that multiply to more than 10,000
   */
  public BoundedRegexp(String text) {
    if (text.isEmpty() || text.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "a regular expression has 1 to " + MAX_LENGTH + " characters: " + text.length());
    }
    checkCounts(text);
    try {
      pattern = Pattern.compile(text);
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is no regular expression: " + e.getDescription(), e);
    }
  }

  private static void checkCounts(String text) {
    long product = 1;
    Matcher counts = COUNT.matcher(text);
    while (counts.find()) {
      product *= Math.max(1, Math.max(count(counts.group(1)), count(counts.group(2))));
      if (product > MAX_COUNT) {
        throw new IllegalArgumentException(
            "the counts of a regular expression multiply to at most "
                + MAX_COUNT
                + ": \""
                + text
                + '"');
      }
    }
  }

  private static long count(String digits) {
    if (digits == null || digits.isEmpty()) {
      return 0;
    }
    return digits.length() > 9 ? MAX_COUNT + 1 : Long.parseLong(digits);
  }

  /**
   * Whether some part of the text matches.
   *
   * @throws IllegalArgumentException when it takes too many steps to know
   */
  public boolean isFoundIn(String text) {
    try {
      return pattern.matcher(new CountedText(text, new int[1])).find();
    } catch (StepsExceeded | StackOverflowError e) {
      // Java's matcher recurses with each repetition of a group.
      throw new IllegalArgumentException(
          "the regular expression \""
              + pattern
              + "\" takes too many steps for \""
              + (text.length() > 60 ? text.substring(0, 60) + " …" : text)
              + "\"; is there a repetition within a repetition?",
          e);
    }
  }

  private static final class StepsExceeded extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StepsExceeded() {
      super("more than " + MAX_STEPS + " letters were looked at", null, false, false);
    }
  }

  /**
   * Counts how often it is looked at.
   *
   * @param steps shared with its parts
   */
  private record CountedText(CharSequence text, int[] steps) implements CharSequence {
    @Override
    public int length() {
      return text.length();
    }

    @Override
    public char charAt(int index) {
      if (++steps[0] > MAX_STEPS) {
        throw new StepsExceeded();
      }
      return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return new CountedText(text.subSequence(start, end), steps);
    }

    @Override
    public String toString() {
      return text.toString();
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BoundedRegexp regexp
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
