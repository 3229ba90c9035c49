package io.rowandb.tsdb.store;

import java.util.List;
import java.util.Locale;

/** Which values of a tag are wanted; a series without the tag is not. */
public sealed interface TagFilter {
  /** The tag's key. */
  String key();

  /**
   * One of these values.
   *
   * @param values 1 to {@link #MAX_VALUES}, which must have UIDs
   */
  record OneOf(String key, List<String> values) implements TagFilter {
    /** Checks it. */
    public OneOf {
      values = List.copyOf(values);
      if (values.isEmpty() || values.size() > MAX_VALUES) {
        throw new IllegalArgumentException(
            "a filter has 1 to " + MAX_VALUES + " values: " + values.size() + " of \"" + key + '"');
      }
    }
  }

  /** Any value. */
  record Any(String key) implements TagFilter {}

  /**
   * Values with these letters, where {@code *} stands for any letters or none. Looked at by name
   * after the rows were read.
   *
   * @param pattern with 1 to 8 stars
   * @param anyCase whether capital letters are as small ones
   */
  record Like(String key, String pattern, boolean anyCase) implements TagFilter {
    /** Capital letters are others than small ones. */
    public Like(String key, String pattern) {
      this(key, pattern, false);
    }

    /** Checks it. */
    public Like {
      long stars = pattern.chars().filter(c -> c == '*').count();
      if (stars < 1 || stars > 8) {
        throw new IllegalArgumentException("a pattern has 1 to 8 stars: \"" + pattern + '"');
      }
    }

    boolean matches(String value) {
      return anyCase
          ? matches(pattern.toLowerCase(Locale.ROOT), value.toLowerCase(Locale.ROOT))
          : matches(pattern, value);
    }

    private static boolean matches(String pattern, String value) {
      String[] parts = pattern.split("\\*", -1);
      String last = parts[parts.length - 1];
      if (!value.startsWith(parts[0])) {
        return false;
      }
      int at = parts[0].length();
      for (int i = 1; i < parts.length - 1; i++) {
        int found = value.indexOf(parts[i], at);
        if (found < 0) {
          return false;
        }
        at = found + parts[i].length();
      }
      return value.length() - last.length() >= at && value.endsWith(last);
    }
  }

  /** More become a regular expression too long for each row to be matched with. */
  int MAX_VALUES = 1_000;
}
