package io.rowandb.tsdb.server.api;

import io.rowandb.tsdb.query.RollupUsage;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a question is answered from.
 *
 * @param usage of rollups
 * @param preAggregates whether it is about pre-aggregates
 */
record QuerySource(RollupUsage usage, boolean preAggregates) {
  /** From points, and from rollups if there are some. */
  static final QuerySource USUAL = new QuerySource(RollupUsage.NOFALLBACK, false);

  /** Of a question in JSON. */
  static QuerySource ofJson(Map<String, Object> members) {
    Object usage = members.get("rollupUsage");
    return new QuerySource(
        RollupUsage.of(usage == null ? null : usage.toString()),
        QueryReader.truth(members, "preAggregate"));
  }

  /** Of the parts of a parameter m, without the first and the last. */
  static QuerySource ofParts(List<String> parts) {
    RollupUsage usage = RollupUsage.NOFALLBACK;
    boolean preAggregates = false;
    for (String each : parts) {
      String small = each.toLowerCase(Locale.ROOT);
      if (small.startsWith("rollup_")) {
        usage = RollupUsage.of(each);
      } else if (small.equals("pre-agg")) {
        preAggregates = true;
      }
    }
    return new QuerySource(usage, preAggregates);
  }

  /** For the answer, if it is to show the questions. */
  void addMembers(Map<String, Object> members) {
    members.put("preAggregate", preAggregates);
    members.put("rollupUsage", usage.text());
  }
}
