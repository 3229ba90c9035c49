package io.rowandb.tsdb.query;

import io.rowandb.tsdb.aggregate.Aggregator;
import io.rowandb.tsdb.aggregate.Downsampling;
import io.rowandb.tsdb.aggregate.GroupQuery;
import io.rowandb.tsdb.aggregate.Samples;
import io.rowandb.tsdb.codec.Points;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.query.Queries.Sampled;
import io.rowandb.tsdb.rollup.RolledSeries;
import io.rowandb.tsdb.rollup.RollupKind;
import io.rowandb.tsdb.rollup.RollupNumbers;
import io.rowandb.tsdb.rollup.Rollups;
import io.rowandb.tsdb.store.PointStore;
import io.rowandb.tsdb.store.RangeQuery;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.store.Series;
import io.rowandb.tsdb.store.SeriesPoints;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Answers questions from rollups as far as these are whole, and from points for the newest hours:
 * one answer of both. Only those are, whose downsampling asks for the sum, count, least, greatest
 * or average of intervals that whole intervals of the rollups make up; others are answered from
 * points. Used by any number of threads.
 *
 * <p>Sums are added up in another order, so of doubles the last digits may differ. Points that came
 * after their hour was rolled up are missing, until it is made again.
 */
public final class RolledQueries {
  private static final Set<String> AGGREGATORS = Set.of("sum", "count", "min", "max", "avg");

  private final PointStore store;
  private final Rollups rollups;

  /** From these. */
  public RolledQueries(PointStore store, Rollups rollups) {
    this.store = store;
    this.rollups = rollups;
  }

  /** Whether rollups can answer a question, if they are there. */
  public boolean canAnswer(MetricQuery query) {
    return query
        .group()
        .downsampling()
        .filter(each -> AGGREGATORS.contains(each.aggregator().name()))
        .filter(each -> !each.isOfCalendar() && each.intervalMillis() > 0)
        .filter(each -> each.intervalMillis() % (rollups.level().intervalSeconds() * 1_000L) == 0)
        .isPresent();
  }

  /** As {@link Queries#answer}; the limits are those of rollups and of points, each. */
  public List<GroupAnswer> answer(MetricQuery query, ReadLimits limits) throws IOException {
    ReadHours hours = ReadHours.of(query);
    long whole = canAnswer(query) ? rollups.wholeUntil(query.metric()) : 0;
    if (whole <= hours.fromMillis()) {
      return new Queries(store).answer(query, limits);
    }
    QueryClock clock = new QueryClock(limits.maxTime());
    Downsampling asked = query.group().downsampling().orElseThrow();
    Map<SeriesId, Gathered> gathered = new TreeMap<>();
    long end = Math.min(whole, hours.toMillis());
    for (RolledSeries each : rollups.read(range(query, hours.fromMillis(), end), limits)) {
      of(gathered, each.id(), each.series()).add(each, asked.intervalMillis());
    }
    if (end < hours.toMillis()) {
      for (SeriesPoints each : store.read(range(query, end, hours.toMillis()), limits)) {
        if (each.points().size() > 0) {
          of(gathered, each.id(), each.series()).add(each.points(), asked.intervalMillis());
        }
      }
    }
    List<Sampled> series = new ArrayList<>();
    gathered.forEach(
        (id, each) -> series.add(new Sampled(each.series, id, each.samples(asked.aggregator()))));
    GroupQuery group = query.group().with(asked.with(Aggregator.of("sum"))); // of one number each
    return Queries.answer(query.with(group), hours, series, clock);
  }

  private static RangeQuery range(MetricQuery query, long fromMillis, long endMillis) {
    return query.range(fromMillis, endMillis - 1);
  }

  private static Gathered of(Map<SeriesId, Gathered> gathered, SeriesId id, Series series) {
    return gathered.computeIfAbsent(id, unseen -> new Gathered(series));
  }

  /** The intervals of a series. */
  private static final class Gathered {
    private final Series series;
    private final TreeMap<Long, RollupNumbers> intervals = new TreeMap<>();

    Gathered(Series series) {
      this.series = series;
    }

    private RollupNumbers at(long millis, long interval) {
      return intervals.computeIfAbsent(millis - millis % interval, unseen -> new RollupNumbers());
    }

    void add(RolledSeries rolled, long interval) {
      rolled.numbers().forEach((time, numbers) -> at(time, interval).addAll(numbers));
    }

    void add(Points points, long interval) {
      for (int i = 0; i < points.size(); i++) {
        at(points.timeMillis(i), interval).add(points.doubleValue(i));
      }
    }

    Samples samples(Aggregator aggregator) {
      Samples samples = new Samples(intervals.size());
      intervals.forEach((time, numbers) -> samples.add(time, number(aggregator, numbers)));
      return samples;
    }

    private static double number(Aggregator aggregator, RollupNumbers numbers) {
      return switch (aggregator.name()) {
        case "sum" -> numbers.get(RollupKind.SUM);
        case "count" -> numbers.get(RollupKind.COUNT);
        case "min" -> numbers.get(RollupKind.MIN);
        case "max" -> numbers.get(RollupKind.MAX);
        default -> numbers.get(RollupKind.SUM) / numbers.get(RollupKind.COUNT);
      };
    }
  }
}
