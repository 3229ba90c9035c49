package io.rowandb.tsdb.server.api;

import io.rowandb.tsdb.aggregate.Aggregator;
import io.rowandb.tsdb.aggregate.Downsampling;
import io.rowandb.tsdb.aggregate.FillPolicy;
import io.rowandb.tsdb.aggregate.GroupQuery;
import io.rowandb.tsdb.aggregate.Range;
import io.rowandb.tsdb.aggregate.Rate;
import io.rowandb.tsdb.query.MetricQuery;
import io.rowandb.tsdb.query.TagFilterText;
import io.rowandb.tsdb.store.TagFilter;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One question of a request, as it was sent.
 *
 * @param aggregator null when there is none
 * @param metric null when there is none
 * @param downsample {@code 1m-avg}; null for none
 * @param rate of what, if it is one
 * @param filters in their order
 * @param explicitTags whether series have no tags but those of the filters
 * @param source what it is answered from
 * @param tsuids of which series; if there are some, metric and filters do not count
 */
record SubQuery(
    String aggregator,
    String metric,
    String downsample,
    Optional<Rate> rate,
    List<Filter> filters,
    boolean explicitTags,
    AskedSource source,
    List<String> tsuids) {
  /** Of all series that match. */
  SubQuery(
      String aggregator,
      String metric,
      String downsample,
      Optional<Rate> rate,
      List<Filter> filters,
      boolean explicitTags,
      AskedSource source) {
    this(aggregator, metric, downsample, rate, filters, explicitTags, source, List.of());
  }

  /** By TSUIDs, which say the metric. */
  SubQuery withMetric(String name) {
    return new SubQuery(
        aggregator, name, downsample, rate, List.of(), /* explicitTags= */ false, source, tsuids);
  }

  /**
   * A filter.
   *
   * @param type one of {@link TagFilterText#TYPES}
   */
  record Filter(String type, String key, String text, boolean groupBy) {
    /** As {@code TAG=TEXT} has it, where the text may be {@code *} or {@code TYPE(TEXT)}. */
    static Filter parse(String key, String text, boolean groupBy) {
      int open = text.indexOf('(');
      if (open > 0 && text.endsWith(")")) {
        return new Filter(
            text.substring(0, open), key, text.substring(open + 1, text.length() - 1), groupBy);
      }
      return new Filter(text.contains("*") ? "iwildcard" : "literal_or", key, text, groupBy);
    }

    Map<String, Object> members() {
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("tagk", key);
      members.put("filter", text);
      members.put("group_by", groupBy);
      members.put("type", type);
      return members;
    }
  }

  /**
   * Checks it.
   *
   * @param calendar whether days of a downsampling are those of the zone
   * @throws IllegalArgumentException naming what is wrong, if possible in OpenTSDB's words
   */
  MetricQuery toQuery(Range asked, ZoneId zone, boolean calendar) {
    if (aggregator == null || aggregator.isEmpty()) {
      throw new IllegalArgumentException("Missing the aggregation function");
    }
    if (!Aggregator.names().contains(aggregator)) {
      throw new IllegalArgumentException("No such aggregation function: " + aggregator);
    }
    if (metric == null || metric.isEmpty()) {
      throw new IllegalArgumentException("Missing the metric or tsuids, provide at least one");
    }
    GroupQuery group = GroupQuery.of(Aggregator.of(aggregator));
    if (downsample != null && !downsample.isEmpty()) {
      group = group.with(Downsampling.of(calendar ? ofCalendar(downsample) : downsample, zone));
    }
    if (rate.isPresent()) {
      group = group.with(rate.get());
    }
    List<TagFilter> wanted = new ArrayList<>();
    Set<String> groupBy = new LinkedHashSet<>();
    for (Filter each : filters) {
      wanted.add(TagFilterText.of(each.type(), each.key(), each.text()));
      if (each.groupBy()) {
        groupBy.add(each.key());
      }
    }
    return new MetricQuery(metric, asked, wanted, groupBy, group, explicitTags, tsuids);
  }

  private static String ofCalendar(String downsample) {
    int dash = downsample.indexOf('-');
    boolean plain = dash > 0 && downsample.charAt(dash - 1) != 'c' && !downsample.contains("all-");
    return plain ? downsample.substring(0, dash) + 'c' + downsample.substring(dash) : downsample;
  }

  /** Whether intervals without numbers are null in the answer, and not NaN. */
  boolean fillsWithNull() {
    return downsample != null && downsample.endsWith("-" + FillPolicy.NULL);
  }

  /** For the answer, if it is to show the questions. */
  Map<String, Object> members(int index) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("aggregator", aggregator);
    members.put("metric", metric);
    members.put("tsuids", tsuids.isEmpty() ? null : tsuids);
    members.put("downsample", downsample);
    members.put("rate", rate.isPresent());
    members.put("filters", filters.stream().map(Filter::members).toList());
    members.put("explicitTags", explicitTags);
    members.put("index", (long) index);
    source.addMembers(members);
    members.put("rateOptions", rate.map(SubQuery::rateMembers).orElse(null));
    members.put("filterTagKs", filters.stream().map(Filter::key).distinct().toList());
    members.put("tags", tags());
    return members;
  }

  private static Map<String, Object> rateMembers(Rate rate) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("counter", rate.counter());
    members.put("counterMax", rate.counterMax());
    members.put("resetValue", rate.resetValue());
    members.put("dropResets", rate.dropResets());
    return members;
  }

  private Map<String, String> tags() {
    Map<String, String> tags = new LinkedHashMap<>();
    for (Filter each : filters) {
      if (each.groupBy()) {
        tags.put(each.key(), each.type() + "(" + each.text() + ")");
      }
    }
    return tags;
  }
}
