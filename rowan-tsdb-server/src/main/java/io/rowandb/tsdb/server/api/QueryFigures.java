package io.rowandb.tsdb.server.api;

import io.rowandb.tsdb.aggregate.Samples;
import java.util.Map;
import java.util.TreeMap;

/** What the questions of a request took, with OpenTSDB's names. Used by one worker. */
final class QueryFigures {
  private static final class OfOne {
    private long nanos;
    private long points;
    private long notNumbers;
  }

  private final Map<Integer, OfOne> all = new TreeMap<>();

  private OfOne of(int query) {
    return all.computeIfAbsent(query, unseen -> new OfOne());
  }

  /** Adds the time of reading and aggregating. */
  void took(int query, long nanos) {
    of(query).nanos += nanos;
  }

  /** Adds a group of the answer. */
  void emits(int query, Samples numbers) {
    OfOne of = of(query);
    of.points += numbers.size();
    for (int i = 0; i < numbers.size(); i++) {
      if (!numbers.isInteger(i) && Double.isNaN(numbers.doubleValue(i))) {
        of.notNumbers++;
      }
    }
  }

  private static JsonTree.Number millis(long nanos) {
    return new JsonTree.Number(Double.toString(nanos / 1e6));
  }

  /** Of one question; times in milliseconds. */
  Map<String, Object> shown(int query) {
    OfOne of = of(query);
    Map<String, Object> members = new TreeMap<>();
    members.put("emittedDPs", of.points);
    members.put("nanDPs", of.notNumbers);
    members.put("queryScanTime", millis(of.nanos));
    return members;
  }

  /**
   * Of all.
   *
   * @param before nanoseconds until the answer began to be written
   * @param total until now
   */
  Map<String, Object> summary(long before, long total) {
    Map<String, Object> members = new TreeMap<>();
    members.put("emittedDPs", all.values().stream().mapToLong(each -> each.points).sum());
    members.put("nanDPs", all.values().stream().mapToLong(each -> each.notNumbers).sum());
    members.put("processingPreWriteTime", millis(before));
    members.put("serializationTime", millis(total - before));
    members.put("totalTime", millis(total));
    for (Integer each : all.keySet()) {
      members.put(String.format("queryIdx_%02d", each), shown(each));
    }
    return members;
  }
}
