package io.rowandb.tsdb.server.api;

import io.rowandb.tsdb.query.RollupUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a question is answered from.
 *
 * @param usage of rollups
 * @param preAggregates whether it is about pre-aggregates
 * @param percentiles of histograms, ascending; none when it is not about these
 * @param buckets whether those of histograms are wanted
 */
record AskedSource(
    RollupUsage usage, boolean preAggregates, List<Float> percentiles, boolean buckets) {
  /** Of a question that says nothing of it. */
  static final AskedSource DEFAULT =
      new AskedSource(RollupUsage.NOFALLBACK, false, List.of(), false);

  private static final int MOST_PERCENTILES = 100;

  /** Sorts and checks. */
  AskedSource {
    percentiles = percentiles.stream().sorted().distinct().toList();
    if (percentiles.size() > MOST_PERCENTILES) {
      throw ApiException.badRequest(
          "At most "
              + MOST_PERCENTILES
              + " percentiles are answered at once: "
              + percentiles.size());
    }
  }

  boolean isOfHistograms() {
    return buckets || !percentiles.isEmpty();
  }

  /** Of a question in JSON. */
  static AskedSource ofJson(Map<String, Object> members) {
    List<Float> percentiles = new ArrayList<>();
    for (Object each : QueryReader.list(members, "percentiles")) {
      percentiles.add(percentile(String.valueOf(each)));
    }
    Object usage = members.get("rollupUsage");
    return new AskedSource(
        RollupUsage.of(usage == null ? null : usage.toString()),
        QueryReader.truth(members, "preAggregate"),
        percentiles,
        QueryReader.truth(members, "showHistogramBuckets"));
  }

  /** Of the parts of a parameter m, without the first and the last. */
  static AskedSource ofParts(List<String> parts) {
    RollupUsage usage = RollupUsage.NOFALLBACK;
    boolean preAggregates = false;
    boolean buckets = false;
    List<Float> percentiles = List.of();
    for (String each : parts) {
      String small = each.toLowerCase(Locale.ROOT);
      if (small.startsWith("rollup_")) {
        usage = RollupUsage.of(each);
      } else if (small.startsWith("percentiles")) {
        percentiles = percentiles(each);
      } else if (small.startsWith("show-histogram-buckets")) {
        buckets = true;
      } else if (small.equals("pre-agg")) {
        preAggregates = true;
      }
    }
    return new AskedSource(usage, preAggregates, percentiles, buckets);
  }

  private static List<Float> percentiles(String part) {
    int open = part.indexOf('[');
    int end = part.indexOf(']', open + 1);
    if (open < 0 || end < 0) {
      throw ApiException.badRequest("Malformated percentile query paramater: " + part);
    }
    List<Float> percentiles = new ArrayList<>();
    for (String each : part.substring(open + 1, end).split(",", -1)) {
      percentiles.add(percentile(each.trim()));
    }
    return percentiles;
  }

  private static float percentile(String text) {
    try {
      return Float.parseFloat(text);
    } catch (NumberFormatException e) {
      throw ApiException.badRequest("A percentile was not a number, received '" + text + "'");
    }
  }

  /** For the answer, if it is to show the questions. */
  void addMembers(Map<String, Object> members) {
    members.put("preAggregate", preAggregates);
    members.put("rollupUsage", usage.text());
    members.put(
        "percentiles",
        percentiles.stream().map(each -> new JsonTree.Number(each.toString())).toList());
    members.put("showHistogramBuckets", buckets);
  }
}
