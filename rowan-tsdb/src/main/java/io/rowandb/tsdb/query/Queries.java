package io.rowandb.tsdb.query;

import io.rowandb.tsdb.aggregate.Range;
import io.rowandb.tsdb.aggregate.Samples;
import io.rowandb.tsdb.codec.PointValue;
import io.rowandb.tsdb.codec.Points;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.store.PointStore;
import io.rowandb.tsdb.store.RangeQuery;
import io.rowandb.tsdb.store.ReadBudget;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.store.ReadPlan;
import io.rowandb.tsdb.store.Series;
import io.rowandb.tsdb.store.SeriesPoints;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Answers questions. Used by any number of threads. */
public final class Queries {
  private final PointStore store;

  /** About the points of a store. */
  public Queries(PointStore store) {
    this.store = store;
  }

  /**
   * The groups that have a series with a point in the hours read, in the order of UIDs of their
   * first series.
   *
   * <p>Read are whole hours, and whole intervals of downsampling, from before the range to behind
   * it: so far OpenTSDB looks for numbers to interpolate with.
   *
   * @param limits of what is read; the time is that of the answer too
   * @throws io.rowandb.tsdb.store.LimitExceededException beyond a limit; nothing is answered
   * @throws java.io.InterruptedIOException when the thread is interrupted, which cancels it
   * @throws io.rowandb.tsdb.uid.NoSuchNameException when the metric or a tag has no UID
   * @throws IllegalArgumentException when filling would take too much
   */
  public List<GroupAnswer> answer(MetricQuery query, ReadLimits limits) throws IOException {
    return answer(query, store.budget(limits), new QueryClock(limits.maxTime()));
  }

  /** As {@link #answer(MetricQuery, ReadLimits)}, of a question that something was read for. */
  List<GroupAnswer> answer(MetricQuery query, ReadBudget budget, QueryClock clock)
      throws IOException {
    ReadHours hours = ReadHours.of(query);
    List<SeriesPoints> read = store.read(range(query, hours), budget);
    read.removeIf(each -> each.points().size() == 0); // annotations alone are no series
    List<Sampled> series = new ArrayList<>(read.size());
    for (SeriesPoints each : read) {
      series.add(new Sampled(each.series(), each.id(), samples(each.points())));
    }
    return answer(query, hours, series, clock);
  }

  private static RangeQuery range(MetricQuery query, ReadHours hours) {
    return query.range(hours.fromMillis(), hours.toMillis() - 1);
  }

  /** How the rows of a question are found. */
  public ReadPlan explain(MetricQuery query, ReadLimits limits) throws IOException {
    return store.explain(range(query, ReadHours.of(query)), limits);
  }

  /**
   * The numbers of a series.
   *
   * @param samples as far as they were read
   */
  record Sampled(Series series, SeriesId id, Samples samples) {}

  /** What is made of series that were read. */
  static List<GroupAnswer> answer(
      MetricQuery query, ReadHours hours, List<Sampled> read, QueryClock clock) throws IOException {
    query.group().checkFilling(read.size(), new Range(hours.fromMillis(), hours.toMillis()));
    try {
      List<GroupAnswer> answers = new ArrayList<>();
      for (List<Sampled> each : groups(query, read).values()) {
        answers.add(answerOne(query, hours, each, clock));
      }
      return answers;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** The series of each group. */
  static Map<Object, List<Sampled>> groups(MetricQuery query, List<Sampled> read) {
    Map<Object, List<Sampled>> groups = new LinkedHashMap<>();
    for (Sampled each : read) {
      Object key = groupOf(query, each.series().tags());
      groups.computeIfAbsent(key, unseen -> new ArrayList<>()).add(each);
    }
    return groups;
  }

  /** What series of one group have in common. */
  static Object groupOf(MetricQuery query, Map<String, String> tags) {
    Map<String, String> key = new HashMap<>(tags);
    if (!query.group().aggregator().name().equals("none")) {
      key.keySet().retainAll(query.groupBy());
    }
    return key;
  }

  private static GroupAnswer answerOne(
      MetricQuery query, ReadHours hours, List<Sampled> group, QueryClock clock) {
    List<Samples> series = group.stream().map(Sampled::samples).toList();
    Samples numbers =
        query.group().answer(series, hours.fromMillis(), hours.toMillis(), query.asked(), clock);
    return described(query.metric(), group, numbers);
  }

  /** Numbers with the tags of a group. */
  static GroupAnswer described(String metric, List<Sampled> group, Samples numbers) {
    Map<String, String> tags = new HashMap<>();
    Set<String> differing = new HashSet<>();
    for (Sampled each : group) {
      each.series()
          .tags()
          .forEach(
              (key, value) -> {
                String other = tags.putIfAbsent(key, value);
                if (other != null && !other.equals(value)) {
                  differing.add(key);
                }
              });
    }
    tags.keySet().removeAll(differing);
    List<String> tsuids = group.stream().map(each -> each.id().toString()).toList();
    return new GroupAnswer(metric, tags, differing, numbers, tsuids);
  }

  static Samples samples(Points points) {
    Samples samples = new Samples(points.size());
    for (int i = 0; i < points.size(); i++) {
      PointValue value = points.value(i);
      if (value.isInteger()) {
        samples.add(points.timeMillis(i), value.longValue());
      } else {
        samples.add(points.timeMillis(i), value.doubleValue());
      }
    }
    return samples;
  }
}
