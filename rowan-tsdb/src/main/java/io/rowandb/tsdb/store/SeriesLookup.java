package io.rowandb.tsdb.store;

import java.util.List;
import java.util.Optional;

/**
 * Which series are looked for. Of different keys each must be there; of several values of one key,
 * one; a key without a value takes any. Of values without a key, one must be there, of any key.
 *
 * @param metric whose; empty for all metrics, which reads the keys of the whole table
 * @param tags 0 to {@link RangeQuery#MAX_FILTERS}
 * @param limit how many are found at most, 1 to {@link #MAX_LIMIT}
 */
public record SeriesLookup(Optional<String> metric, List<Tag> tags, int limit) {
  /** The most that one lookup finds. */
  public static final int MAX_LIMIT = 100_000;

  /** For any. */
  private static final String ANY = "*";

  /**
   * A part of a tag.
   *
   * @param key empty, or {@code *}, for any
   * @param value empty, or {@code *}, for any
   */
  public record Tag(String key, String value) {
    /** Takes {@code *} for nothing. */
    public Tag {
      key = key.equals(ANY) ? "" : key;
      value = value.equals(ANY) ? "" : value;
    }

    /**
     * Of {@code KEY=VALUE}, {@code KEY=} or {@code =VALUE}.
     *
     * @throws IllegalArgumentException when it is none of them
     */
    public static Tag parse(String text) {
      String[] parts = text.split("=", -1);
      if (parts.length != 2) {
        throw new IllegalArgumentException(
            "a tag to look for is KEY=VALUE, KEY= or =VALUE: \"" + text + '"');
      }
      return new Tag(parts[0], parts[1]);
    }
  }

  /** Checks it. */
  public SeriesLookup {
    tags = List.copyOf(tags);
    metric = metric.filter(name -> !name.isEmpty() && !name.equals(ANY));
    if (tags.size() > RangeQuery.MAX_FILTERS) {
      throw new IllegalArgumentException(
          "a lookup has at most " + RangeQuery.MAX_FILTERS + " tags: " + tags.size());
    }
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new IllegalArgumentException("a lookup finds 1 to " + MAX_LIMIT + " series: " + limit);
    }
  }
}
