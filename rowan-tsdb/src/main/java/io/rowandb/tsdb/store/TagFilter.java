package io.rowandb.tsdb.store;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which values of a tag are wanted. A series without the tag is not, but for {@link Missing}: also
 * {@link NoneOf} wants the tag, as OpenTSDB's scans do. Several filters of one tag must all match.
 */
public sealed interface TagFilter {
  /** The tag's key. */
  String key();

  /**
   * Whether a series with this value of the tag is wanted.
   *
   * @param value null when the series has not the tag
   */
  boolean wants(String value);

  /** Whether a series with these tags is wanted. */
  default boolean matches(Map<String, String> tags) {
    return wants(tags.get(key()));
  }

  /**
   * One of these values.
   *
   * @param values 1 to {@link #MAX_VALUES}, which must have UIDs
   */
  record OneOf(String key, List<String> values) implements TagFilter {
    /** Checks it. */
    public OneOf {
      values = checked(key, values);
    }

    @Override
    public boolean wants(String value) {
      return value != null && values.contains(value);
    }
  }

  /**
   * One of these values, whatever the case of their letters. Looked at by name after the rows were
   * read.
   *
   * @param values 1 to {@link #MAX_VALUES}
   */
  record OneOfAnyCase(String key, Set<String> values) implements TagFilter {
    /** Checks it, and makes the letters small. */
    public OneOfAnyCase {
      values = small(checked(key, values));
    }

    @Override
    public boolean wants(String value) {
      return value != null && values.contains(value.toLowerCase(Locale.ROOT));
    }
  }

  /**
   * Any value but these. Looked at by name after the rows were read, so they need no UIDs.
   *
   * @param values 1 to {@link #MAX_VALUES}
   * @param anyCase whether capital letters are as small ones
   */
  record NoneOf(String key, Set<String> values, boolean anyCase) implements TagFilter {
    /** Checks it. */
    public NoneOf {
      List<String> checked = checked(key, values);
      values = anyCase ? small(checked) : Set.copyOf(checked);
    }

    @Override
    public boolean wants(String value) {
      return value != null && !values.contains(anyCase ? value.toLowerCase(Locale.ROOT) : value);
    }
  }

  /** Any value. */
  record Any(String key) implements TagFilter {
    @Override
    public boolean wants(String value) {
      return value != null;
    }
  }

  /** Only series without the tag. */
  record Missing(String key) implements TagFilter {
    @Override
    public boolean wants(String value) {
      return value == null;
    }
  }

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

    @Override
    public boolean wants(String value) {
      if (value == null) {
        return false;
      }
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

  /**
   * Values in which a regular expression is found, as {@link LinearRegexp} has them. Looked at by
   * name after the rows were read.
   */
  record Regexp(String key, LinearRegexp pattern) implements TagFilter {
    /**
     * Of its text.
     *
     * @throws IllegalArgumentException as {@link LinearRegexp#LinearRegexp}
     */
    public Regexp(String key, String pattern) {
      this(key, new LinearRegexp(pattern));
    }

    @Override
    public boolean wants(String value) {
      return value != null && pattern.isFoundIn(value);
    }
  }

  /** More become a regular expression too long for each row to be matched with. */
  int MAX_VALUES = 1_000;

  private static List<String> checked(String key, Collection<String> values) {
    Objects.requireNonNull(key, "key");
    if (values.isEmpty() || values.size() > MAX_VALUES) {
      throw new IllegalArgumentException(
          "a filter has 1 to " + MAX_VALUES + " values: " + values.size() + " of \"" + key + '"');
    }
    return List.copyOf(values);
  }

  private static Set<String> small(List<String> values) {
    return values.stream()
        .map(each -> each.toLowerCase(Locale.ROOT))
        .collect(Collectors.toUnmodifiableSet());
  }
}
