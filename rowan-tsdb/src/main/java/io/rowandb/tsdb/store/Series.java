package io.rowandb.tsdb.store;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A series by its names.
 *
 * @param metric what is measured
 * @param tags of what, at least one; sorted by key
 */
public record Series(String metric, SortedMap<String, String> tags) {
  /**
   * Copies the tags.
   *
   * @throws IllegalArgumentException when there are none
   */
  public Series {
    if (tags.isEmpty()) {
      throw new IllegalArgumentException("a series has at least one tag: metric \"" + metric + '"');
    }
    tags = Collections.unmodifiableSortedMap(new TreeMap<>(tags));
  }

  /** With tags in any order. */
  public static Series of(String metric, Map<String, String> tags) {
    return new Series(metric, new TreeMap<>(tags));
  }

  @Override
  public String toString() {
    return metric + tags;
  }
}
