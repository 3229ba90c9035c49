package io.rowandb.tsdb.server.api;

import io.rowandb.tsdb.codec.PointValue;
import io.rowandb.tsdb.given.GivenPoint;
import io.rowandb.tsdb.given.RollupTables;
import io.rowandb.tsdb.store.Series;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * A rollup or pre-aggregate as it was sent.
 *
 * @param point its metric, time, value and tags
 * @param interval null when there is none
 * @param aggregator null when there is none
 * @param groupBy null when there is none
 */
record IncomingRollup(IncomingPoint point, String interval, String aggregator, String groupBy)
    implements PointKind.Sent<GivenPoint> {

  /**
   * Of the words of a line: {@code rollup INTERVAL-AGGREGATOR[:GROUPBY] METRIC TIME VALUE TAG=VALUE
   * …}, or {@code rollup GROUPBY …}.
   *
   * @throws IllegalArgumentException in OpenTSDB's words, or when the second word says nothing
   */
  static IncomingRollup ofWords(String[] words) {
    if (words.length < 6) {
      throw new IllegalArgumentException(
          "not enough arguments (need least 7, got " + (words.length - 1) + ')');
    }
    String[] parts = words[1].split(":", -1);
    if (words[1].chars().allMatch(c -> c == ':')) {
      throw new IllegalArgumentException("Missing interval or aggregator");
    }
    int dash = parts[0].indexOf('-');
    String interval = dash < 0 ? null : parts[0].substring(0, dash);
    String aggregator = dash < 0 ? null : parts[0].substring(dash + 1);
    boolean alone = words[1].replaceAll(":+$", "").equals(parts[0]);
    String groupBy = dash < 0 && alone ? parts[0] : null;
    if (!alone) {
      groupBy = parts[1];
    }
    if (aggregator == null) {
      aggregator = groupBy;
    }
    IncomingPoint point = IncomingPoint.ofWords(Arrays.copyOfRange(words, 1, words.length));
    return new IncomingRollup(point, interval, aggregator, groupBy);
  }

  /** As {@link IncomingPoint#ofJson}. */
  static IncomingRollup ofJson(Map<String, Object> members) {
    return new IncomingRollup(
        IncomingPoint.ofJson(members),
        IncomingPoint.text("interval", members.get("interval")),
        IncomingPoint.text("aggregator", members.get("aggregator")),
        IncomingPoint.text("groupByAggregator", members.get("groupByAggregator")));
  }

  private static boolean isEmpty(String text) {
    return text == null || text.isEmpty();
  }

  @Override
  public String missing() {
    String missing = point.missing();
    if (missing != null || !isEmpty(groupBy)) {
      return missing;
    }
    if (isEmpty(interval)) {
      return "Missing interval";
    }
    return isEmpty(aggregator) ? "Missing aggregator" : null;
  }

  @Override
  public GivenPoint toPoint() {
    PointValue value = point.number();
    if (groupBy != null && groupBy.isEmpty()) {
      throw new IllegalArgumentException(
          "Cannot write a group by data point without specifying the aggregation function. Metric="
              + point.metric()
              + " tags="
              + point.tags());
    }
    return new GivenPoint(
        Series.of(point.metric(), tags()),
        point.timestamp(),
        value,
        orEmpty(interval),
        orEmpty(aggregator),
        orEmpty(groupBy));
  }

  /** A pre-aggregate of all there is has none but its own. */
  private Map<String, String> tags() {
    if (point.tags().isEmpty() && groupBy != null) {
      return Map.of(RollupTables.TAG, groupBy.toUpperCase(Locale.ROOT));
    }
    if (point.tags().isEmpty()) {
      IncomingPoint.checkNames(point.metric(), point.tags());
    }
    return point.tags();
  }

  private static String orEmpty(String text) {
    return text == null ? "" : text;
  }

  @Override
  public Map<String, Object> members() {
    Map<String, Object> members = new LinkedHashMap<>(point.members());
    members.put("interval", interval);
    members.put("aggregator", aggregator);
    members.put("groupByAggregator", groupBy);
    return members;
  }
}
