package io.rowandb.tsdb.store;

import io.rowandb.tsdb.codec.PointTime;
import java.util.List;

/**
 * Which points are wanted.
 *
 * @param metric of which metric
 * @param fromMillis from when, in milliseconds since 1970, from 0
 * @param toMillis until when, included
 * @param filters all of which a series must match; without one, a tag may have any value or be
 *     missing
 * @param explicitTags whether a series must have no tags but those that have filters
 * @param tsuids of which series, as {@link io.rowandb.tsdb.codec.PointKeyLayout#parseSeries} takes
 *     them, all of the metric; none for all that match
 */
public record RangeQuery(
    String metric,
    long fromMillis,
    long toMillis,
    List<TagFilter> filters,
    boolean explicitTags,
    List<String> tsuids) {
  /** The most filters of a question. */
  public static final int MAX_FILTERS = 100;

  /** Of series that may have other tags too. */
  public RangeQuery(String metric, long fromMillis, long toMillis, List<TagFilter> filters) {
    this(metric, fromMillis, toMillis, filters, false);
  }

  /** Of all series that match. */
  public RangeQuery(
      String metric,
      long fromMillis,
      long toMillis,
      List<TagFilter> filters,
      boolean explicitTags) {
    this(metric, fromMillis, toMillis, filters, explicitTags, List.of());
  }

  /** Checks it. */
  public RangeQuery {
    check(fromMillis, toMillis);
    tsuids = List.copyOf(tsuids);
    if (tsuids.size() > PointStore.MAX_TSUIDS) {
      throw new IllegalArgumentException(
          "a question has at most " + PointStore.MAX_TSUIDS + " TSUIDs: " + tsuids.size());
    }
    filters = List.copyOf(filters);
    if (filters.size() > MAX_FILTERS) {
      throw new IllegalArgumentException(
          "a question has at most " + MAX_FILTERS + " filters: " + filters.size());
    }
  }

  static void check(long fromMillis, long toMillis) {
    if (fromMillis < 0 || toMillis < fromMillis || toMillis > PointTime.MAX_MILLIS) {
      throw new IllegalArgumentException(
          "a range is of 0 to "
              + PointTime.MAX_MILLIS
              + " ms since 1970, not "
              + fromMillis
              + " to "
              + toMillis);
    }
  }
}
