package io.rowandb.tsdb.store;

import io.rowandb.tsdb.codec.PointTime;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which points are wanted.
 *
 * @param metric of which metric
 * @param fromMillis from when, in milliseconds since 1970, from 0
 * @param toMillis until when, included
 * @param filters at most one for each tag; without one, a tag may have any value or be missing
 */
public record RangeQuery(String metric, long fromMillis, long toMillis, List<TagFilter> filters) {
  /** Checks it. */
  public RangeQuery {
    if (fromMillis < 0 || toMillis < fromMillis || toMillis > PointTime.MAX_MILLIS) {
      throw new IllegalArgumentException(
          "a range is of 0 to "
              + PointTime.MAX_MILLIS
              + " ms since 1970, not "
              + fromMillis
              + " to "
              + toMillis);
    }
    filters = List.copyOf(filters);
    Set<String> keys = new HashSet<>();
    for (TagFilter filter : filters) {
      if (!keys.add(filter.key())) {
        throw new IllegalArgumentException("two filters of tag \"" + filter.key() + '"');
      }
    }
  }
}
