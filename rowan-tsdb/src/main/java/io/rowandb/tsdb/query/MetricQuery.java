package io.rowandb.tsdb.query;

import io.rowandb.tsdb.aggregate.GroupQuery;
import io.rowandb.tsdb.aggregate.Range;
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
 */
public record MetricQuery(
    String metric,
    Range asked,
    List<TagFilter> filters,
    Set<String> groupBy,
    GroupQuery group,
    boolean explicitTags) {
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
    groupBy = Set.copyOf(groupBy);
    Set<String> filtered = filters.stream().map(TagFilter::key).collect(Collectors.toSet());
    for (String each : groupBy) {
      if (!filtered.contains(each)) {
        throw new IllegalArgumentException(
            "tag \"" + each + "\" makes groups, and has no filter: *, a value or a|b says which");
      }
    }
  }
}
