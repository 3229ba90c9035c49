package io.rowandb.tsdb.query;

import io.rowandb.tsdb.aggregate.Aggregator;
import io.rowandb.tsdb.aggregate.Downsampling;
import io.rowandb.tsdb.aggregate.Samples;
import io.rowandb.tsdb.codec.Points;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.kept.HourMark;
import io.rowandb.tsdb.kept.KeptLevel;
import io.rowandb.tsdb.kept.KeptNumbers;
import io.rowandb.tsdb.kept.KeptRollups;
import io.rowandb.tsdb.query.Queries.Sampled;
import io.rowandb.tsdb.store.PointStore;
import io.rowandb.tsdb.store.RangeQuery;
import io.rowandb.tsdb.store.ReadBudget;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.store.SeriesPoints;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Answers from rollups that the writer keeps, where they are clean, and from points elsewhere: the
 * answer is that of the points, number for number. Used by any number of threads.
 */
public final class KeptQueries {
  private static final Set<String> SUMS = Set.of("sum", "avg");
  private static final Set<String> AGGREGATORS = Set.of("sum", "avg", "count", "min", "max");
  private static final long HOUR = 3_600;

  /** Reads of points between those of rollups; with more of them points are read alone. */
  private static final int MOST_GAPS = 50;

  private final PointStore store;
  private final KeptRollups kept;

  /** From these. */
  public KeptQueries(PointStore store, KeptRollups kept) {
    this.store = store;
    this.kept = kept;
  }

  /** As {@link Queries#answer}; the limits are those of all that is read for the question. */
  public List<GroupAnswer> answer(MetricQuery query, ReadLimits limits) throws IOException {
    ReadBudget budget = store.budget(limits);
    QueryClock clock = new QueryClock(limits.maxTime());
    Optional<List<GroupAnswer>> rolled = rolled(query, budget, clock);
    if (rolled.isPresent()) {
      return rolled.get();
    }
    budget.gaveNothing();
    return new Queries(store).answer(query, budget, clock);
  }

  /** The answer, if rollups help to it. */
  public Optional<List<GroupAnswer>> rolled(MetricQuery query, ReadLimits limits)
      throws IOException {
    return rolled(query, store.budget(limits), new QueryClock(limits.maxTime()));
  }

  private Optional<List<GroupAnswer>> rolled(MetricQuery query, ReadBudget budget, QueryClock clock)
      throws IOException {
    Downsampling asked = query.group().downsampling().orElse(null);
    if (asked == null
        || asked.isOfCalendar()
        || !AGGREGATORS.contains(asked.aggregator().name())
        || KeptLevel.within(asked.intervalMillis()).isEmpty()) {
      return Optional.empty();
    }
    try {
      return rolled(query, asked, KeptLevel.within(asked.intervalMillis()).get(), budget, clock);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private Optional<List<GroupAnswer>> rolled(
      MetricQuery query, Downsampling asked, KeptLevel level, ReadBudget budget, QueryClock clock)
      throws IOException {
    ReadHours hours = ReadHours.of(query);
    boolean sums = SUMS.contains(asked.aggregator().name());
    boolean exact = sums && asked.intervalMillis() > level.seconds() * 1_000L;
    SortedMap<Long, HourMark> clean = clean(query, hours, exact, budget);
    List<long[]> gaps = gaps(hours, clean);
    if (clean.isEmpty() || gaps.size() > MOST_GAPS) {
      return Optional.empty();
    }
    Map<SeriesId, SortedMap<Long, KeptNumbers>> gathered = new TreeMap<>();
    long first = clean.firstKey() * 1_000;
    kept.read(
        range(query, first, (clean.lastKey() + HOUR) * 1_000),
        level,
        clean,
        budget,
        (series, numbers) -> {
          clock.accept(numbers.size());
          numbers.forEach(
              (time, each) -> at(gathered, series, time, asked.intervalMillis()).addAll(each));
        });
    for (long[] gap : gaps) {
      for (SeriesPoints each : store.read(range(query, gap[0], gap[1]), budget)) {
        clock.accept(each.points().size());
        add(gathered, each.id(), each.points(), asked.intervalMillis());
      }
    }
    boolean same = isSame(clean, clean(query, hours, exact, budget));
    if (!same || (sums && !areInOrder(gathered))) {
      return Optional.empty();
    }
    List<Sampled> series = sampled(gathered, asked.aggregator(), budget);
    MetricQuery ofSums =
        query.with(query.group().with(asked.with(Aggregator.of("sum")))); // of one number each
    return Optional.of(Queries.answer(ofSums, hours, series, clock));
  }

  private List<Sampled> sampled(
      Map<SeriesId, SortedMap<Long, KeptNumbers>> gathered,
      Aggregator aggregator,
      ReadBudget budget)
      throws IOException {
    List<Sampled> series = new ArrayList<>();
    for (Map.Entry<SeriesId, SortedMap<Long, KeptNumbers>> each : gathered.entrySet()) {
      budget.checkTime(); // names may be read
      series.add(
          new Sampled(
              store.named(each.getKey().toString()),
              each.getKey(),
              samples(each.getValue(), aggregator)));
    }
    return series;
  }

  private SortedMap<Long, HourMark> clean(
      MetricQuery query, ReadHours hours, boolean exact, ReadBudget budget) throws IOException {
    SortedMap<Long, HourMark> marks =
        kept.marks(query.metric(), hours.fromMillis(), hours.toMillis(), budget);
    marks.values().removeIf(each -> !each.isClean(kept.rule()) || (exact && !each.isExact()));
    return marks;
  }

  private static boolean isSame(SortedMap<Long, HourMark> before, SortedMap<Long, HourMark> now) {
    for (Map.Entry<Long, HourMark> each : before.entrySet()) {
      HourMark mark = now.get(each.getKey());
      if (mark == null || !mark.isSame(each.getValue())) {
        return false;
      }
    }
    return true;
  }

  /** What lies between clean hours, in milliseconds; the ends are left out. */
  private static List<long[]> gaps(ReadHours hours, SortedMap<Long, HourMark> clean) {
    List<long[]> gaps = new ArrayList<>();
    long at = hours.fromMillis();
    for (long hour : clean.keySet()) {
      if (hour * 1_000 > at) {
        gaps.add(new long[] {at, hour * 1_000});
      }
      at = (hour + HOUR) * 1_000;
    }
    if (at < hours.toMillis()) {
      gaps.add(new long[] {at, hours.toMillis()});
    }
    return gaps;
  }

  private static RangeQuery range(MetricQuery query, long fromMillis, long endMillis) {
    return query.range(fromMillis, endMillis - 1);
  }

  private static KeptNumbers at(
      Map<SeriesId, SortedMap<Long, KeptNumbers>> gathered,
      SeriesId series,
      long millis,
      long interval) {
    return gathered
        .computeIfAbsent(series, unseen -> new TreeMap<>())
        .computeIfAbsent(millis - millis % interval, unseen -> new KeptNumbers());
  }

  private static void add(
      Map<SeriesId, SortedMap<Long, KeptNumbers>> gathered,
      SeriesId series,
      Points points,
      long interval) {
    for (int i = 0; i < points.size(); i++) {
      at(gathered, series, points.timeMillis(i), interval).add(points.value(i));
    }
  }

  private static boolean areInOrder(Map<SeriesId, SortedMap<Long, KeptNumbers>> gathered) {
    return gathered.values().stream()
        .flatMap(each -> each.values().stream())
        .allMatch(KeptNumbers::isInOrder);
  }

  private static Samples samples(SortedMap<Long, KeptNumbers> numbers, Aggregator aggregator) {
    Samples samples = new Samples(numbers.size());
    numbers.forEach((time, each) -> samples.add(time, number(aggregator, each)));
    return samples;
  }

  private static double number(Aggregator aggregator, KeptNumbers numbers) {
    return switch (aggregator.name()) {
      case "sum" -> numbers.sum();
      case "count" -> numbers.count();
      case "min" -> numbers.least();
      case "max" -> numbers.greatest();
      default -> numbers.sum() / numbers.count();
    };
  }
}
