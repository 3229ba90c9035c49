package io.rowandb.tsdb.query;

import io.rowandb.tsdb.aggregate.GroupQuery;
import io.rowandb.tsdb.aggregate.Range;
import io.rowandb.tsdb.store.RangeQuery;
import io.rowandb.tsdb.store.TagFilter;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A question about a metric.
 *
 * @param metric its name
 * @param asked the times of the answer
 * @param filters all of which its series match
 * @param groupBy tags whose values make groups: each of them has a filter
 * @param group what is made of the series of a group; with the aggregator none each series is a
 *     group
 * @param explicitTags whether its series have no tags but those that have filters
 * @param tsuids of which series, all of the metric; none for all that match
 */
public record MetricQuery(
    String metric,
    Range asked,
    List<TagFilter> filters,
    Set<String> groupBy,
    GroupQuery group,
    boolean explicitTags,
    List<String> tsuids) {
  /** Of all series that match. */
  public MetricQuery(
      String metric,
      Range asked,
      List<TagFilter> filters,
      Set<String> groupBy,
      GroupQuery group,
      boolean explicitTags) {
    this(metric, asked, filters, groupBy, group, explicitTags, List.of());
  }

  /** Of series that may have other tags too. */
  public MetricQuery(
      String metric, Range asked, List<TagFilter> filters, Set<String> groupBy, GroupQuery group) {
    this(metric, asked, filters, groupBy, group, false);
  }

  /**
   * Checks it.
   *
   * @throws IllegalArgumentException when a tag makes groups that has no filter
   */
  public MetricQuery {
    Objects.requireNonNull(metric, "metric");
    Objects.requireNonNull(asked, "asked");
    Objects.requireNonNull(group, "group");
    filters = List.copyOf(filters);
    tsuids = List.copyOf(tsuids);
    groupBy = Set.copyOf(groupBy);
    Set<String> filtered = filters.stream().map(TagFilter::key).collect(Collectors.toSet());
    for (String each : groupBy) {
      if (!filtered.contains(each)) {
        throw new IllegalArgumentException(
            "tag \"" + each + "\" makes groups, and has no filter: *, a value or a|b says which");
      }
    }
  }

  /** Its points in a range of milliseconds, the last included. */
  RangeQuery range(long fromMillis, long toMillis) {
    return new RangeQuery(metric, fromMillis, toMillis, filters, explicitTags, tsuids);
  }

  /** Of the same series, with something else made of them. */
  MetricQuery with(GroupQuery other) {
    return new MetricQuery(metric, asked, filters, groupBy, other, explicitTags, tsuids);
  }
}
