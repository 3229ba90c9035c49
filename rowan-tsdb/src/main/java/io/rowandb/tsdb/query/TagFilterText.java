package io.rowandb.tsdb.query;

import io.rowandb.tsdb.store.TagFilter;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Filters by the names that OpenTSDB's requests give their kinds. */
public final class TagFilterText {
  /** The kinds, in the order of their names. */
  public static final List<String> TYPES =
      List.of(
          "iliteral_or",
          "iwildcard",
          "literal_or",
          "not_iliteral_or",
          "not_key",
          "not_literal_or",
          "regexp",
          "wildcard");

  private static final Pattern FUNCTION = Pattern.compile("([A-Za-z_]+)\\((.*)\\)", Pattern.DOTALL);

  private TagFilterText() {}

  /**
   * A filter as a request in JSON has it.
   *
   * @param type one of {@link #TYPES}, whatever the case of its letters
   * @param text values with {@code |} between them, a pattern with {@code *}, or a regular
   *     expression; empty for not_key
   * @throws IllegalArgumentException naming what is wrong
   */
  public static TagFilter of(String type, String key, String text) {
    if (key.isEmpty()) {
      throw new IllegalArgumentException("a filter " + type + " has no tag key");
    }
    return switch (type.toLowerCase(Locale.ROOT)) {
      case "literal_or" -> new TagFilter.OneOf(key, values(type, key, text));
      case "iliteral_or" -> new TagFilter.OneOfAnyCase(key, Set.copyOf(values(type, key, text)));
      case "not_literal_or" ->
          new TagFilter.NoneOf(key, Set.copyOf(values(type, key, text)), false);
      case "not_iliteral_or" ->
          new TagFilter.NoneOf(key, Set.copyOf(values(type, key, text)), true);
      case "wildcard" -> like(key, text, false);
      case "iwildcard" -> like(key, text, true);
      case "regexp" -> new TagFilter.Regexp(key, text);
      case "not_key" -> missing(key, text);
      default ->
          throw new IllegalArgumentException(
              "there is no filter \"" + type + "\" (of tag " + key + "), but " + TYPES);
    };
  }

  /**
   * A filter as a request in a URL has it: {@code *}, a value, several with {@code |} between them,
   * {@code web*} whatever the case of its letters, or {@code TYPE(TEXT)}.
   *
   * @throws IllegalArgumentException naming what is wrong
   */
  public static TagFilter parse(String key, String text) {
    Matcher function = FUNCTION.matcher(text);
    if (function.matches()) {
      return of(function.group(1), key, function.group(2));
    }
    return of(text.contains("*") ? "iwildcard" : "literal_or", key, text);
  }

  private static List<String> values(String type, String key, String text) {
    Set<String> values = new LinkedHashSet<>();
    for (String each : text.split("\\|", -1)) {
      if (!each.isEmpty()) {
        values.add(each);
      }
    }
    if (values.isEmpty()) {
      throw new IllegalArgumentException(
          "a filter " + type + " has values, with | between them: of tag " + key + " it has none");
    }
    return List.copyOf(values);
  }

  private static TagFilter like(String key, String text, boolean anyCase) {
    return !text.isEmpty() && text.chars().allMatch(c -> c == '*')
        ? new TagFilter.Any(key)
        : new TagFilter.Like(key, text, anyCase);
  }

  private static TagFilter missing(String key, String text) {
    if (!text.isEmpty()) {
      throw new IllegalArgumentException(
          "the filter not_key has no text: of tag " + key + " it has \"" + text + '"');
    }
    return new TagFilter.Missing(key);
  }
}
