package io.rowandb.tsdb.query;

import io.rowandb.tsdb.aggregate.Range;
import io.rowandb.tsdb.aggregate.Samples;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.PointValue;
import io.rowandb.tsdb.codec.Points;
import io.rowandb.tsdb.store.PointStore;
import io.rowandb.tsdb.store.RangeQuery;
import io.rowandb.tsdb.store.ReadLimits;
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
    ReadHours hours = ReadHours.of(query);
    QueryClock clock = new QueryClock(limits.maxTime());
    List<SeriesPoints> read =
        store.read(
            new RangeQuery(
                query.metric(),
                hours.fromMillis(),
                hours.toMillis() - 1,
                query.filters(),
                query.explicitTags()),
            limits);
    read.removeIf(each -> each.points().size() == 0); // annotations alone are no series
    query.group().checkFilling(read.size(), new Range(hours.fromMillis(), hours.toMillis()));
    try {
      List<GroupAnswer> answers = new ArrayList<>();
      for (List<SeriesPoints> each : groups(query, read).values()) {
        answers.add(answer(query, hours, each, clock));
      }
      return answers;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static Map<Object, List<SeriesPoints>> groups(
      MetricQuery query, List<SeriesPoints> read) {
    boolean apart = query.group().aggregator().name().equals("none");
    Map<Object, List<SeriesPoints>> groups = new LinkedHashMap<>();
    for (SeriesPoints each : read) {
      Map<String, String> key = new HashMap<>(each.series().tags());
      if (!apart) {
        key.keySet().retainAll(query.groupBy());
      }
      groups.computeIfAbsent(key, unseen -> new ArrayList<>()).add(each);
    }
    return groups;
  }

  private static GroupAnswer answer(
      MetricQuery query, ReadHours hours, List<SeriesPoints> group, QueryClock clock) {
    List<Samples> series = new ArrayList<>(group.size());
    for (SeriesPoints each : group) {
      series.add(samples(each.points()));
    }
    Samples numbers =
        query.group().answer(series, hours.fromMillis(), hours.toMillis(), query.asked(), clock);
    Map<String, String> tags = new HashMap<>();
    Set<String> differing = new HashSet<>();
    for (SeriesPoints each : group) {
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
    return new GroupAnswer(query.metric(), tags, differing, numbers, tsuids);
  }

  private static Samples samples(Points points) {
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

  /**
   * What is read.
   *
   * @param toMillis left out
   */
  private record ReadHours(long fromMillis, long toMillis) {
    private static final long HOUR_MILLIS = PointTime.ROW_SECONDS * 1000L;
    private static final long END_MILLIS = (PointTime.MAX_SECONDS + 1) * 1000;

    static ReadHours of(MetricQuery query) {
      // Whole seconds, and one more at the end.
      long from = query.asked().fromMillis() / 1000 * 1000;
      long to = (query.asked().toMillis() / 1000 + 1) * 1000;
      long interval = query.group().downsampling().map(each -> each.intervalMillis()).orElse(0L);
      if (interval > 0) {
        from -= from % interval;
        to += interval - to % interval;
      }
      boolean ends = interval > 0 && to % HOUR_MILLIS == 0;
      long end = ends ? to : to - to % HOUR_MILLIS + HOUR_MILLIS;
      return new ReadHours(from - from % HOUR_MILLIS, Math.min(end, END_MILLIS));
    }
  }
}
