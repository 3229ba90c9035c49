package io.rowandb.tsdb.expression;

import io.rowandb.tsdb.aggregate.Samples;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which series of several variables go together: those with the same tags.
 *
 * @param intersection whether only tags count that every variable has series with; else one that is
 *     missing is filled
 * @param byQueryTags whether only tags count that have filters
 * @param withAggregatedTags whether the keys of aggregated tags count too
 */
public record SeriesJoin(boolean intersection, boolean byQueryTags, boolean withAggregatedTags) {
  /** As OpenTSDB's functions of series do it. */
  public static final SeriesJoin PLAIN_UNION = new SeriesJoin(false, false, false);

  /**
   * The series of a variable.
   *
   * @param filteredTags keys that have filters
   * @param fill for times without a number, and for those that are none
   */
  public record Variable(List<NamedSeries> series, Set<String> filteredTags, double fill) {}

  /**
   * A row of series.
   *
   * @param series one of each variable, or null for none
   */
  record Row(NamedSeries[] series) {
    /** With the tags of the first that is there, and the metrics and aggregated tags of all. */
    NamedSeries named() {
      SortedSet<String> metrics = new TreeSet<>();
      SortedSet<String> aggregated = new TreeSet<>();
      List<Integer> source = new ArrayList<>();
      SortedMap<String, String> tags = null;
      for (NamedSeries each : series) {
        if (each != null) {
          tags = tags == null ? each.tags() : tags;
          metrics.addAll(each.metrics());
          aggregated.addAll(each.aggregatedTags());
          source.addAll(each.source());
        }
      }
      return new NamedSeries(metrics, tags, aggregated, new Samples(), source);
    }
  }

  /** The rows by their tags; of two series of a variable with the same tags the last counts. */
  List<Row> rows(List<Variable> variables, Work work) throws IOException {
    Map<String, NamedSeries[]> rows = new TreeMap<>();
    for (int i = 0; i < variables.size(); i++) {
      for (NamedSeries each : variables.get(i).series()) {
        work.did(each.tags().size() + 1);
        String key = key(each, variables.get(i));
        rows.computeIfAbsent(key, unseen -> new NamedSeries[variables.size()])[i] = each;
      }
    }
    List<Row> joined = new ArrayList<>();
    for (NamedSeries[] each : rows.values()) {
      work.did(variables.size());
      if (!intersection || isFull(each)) {
        joined.add(new Row(each));
      }
    }
    return joined;
  }

  private static boolean isFull(NamedSeries[] row) {
    for (NamedSeries each : row) {
      if (each == null) {
        return false;
      }
    }
    return true;
  }

  /** Series without tags go together, whatever is aggregated. */
  private String key(NamedSeries series, Variable of) {
    if (series.tags().isEmpty()) {
      return "";
    }
    StringBuilder key = new StringBuilder();
    series
        .tags()
        .forEach(
            (name, value) -> {
              if (!byQueryTags || of.filteredTags().contains(name)) {
                key.append(name).append('\0').append(value).append('\1');
              }
            });
    if (withAggregatedTags) {
      series.aggregatedTags().forEach(name -> key.append(name).append('\2'));
    }
    return key.toString();
  }
}
