package io.rowandb.tsdb.query;

import io.rowandb.tsdb.aggregate.Aggregator;
import io.rowandb.tsdb.aggregate.Downsampling;
import io.rowandb.tsdb.codec.Points;
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
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Answers from rollups that the writer keeps, where they are clean, and from points elsewhere: the
 * answer is that of the points, number for number. Used by any number of threads.
 */
public final class KeptQueries {
  private static final Set<String> SUMS = Set.of("sum", "avg");
  private static final Set<String> AGGREGATORS = Set.of("sum", "avg", "count", "min", "max");

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
    boolean sums = SUMS.contains(asked.aggregator().name());
    boolean exact = sums && asked.intervalMillis() > level.seconds() * 1_000L;
    CleanHours clean = new CleanHours(kept, query, each -> !exact || each.isExact(), budget);
    if (!clean.help()) {
      return Optional.empty();
    }
    Gathered<KeptNumbers> gathered = new Gathered<>(asked.intervalMillis(), KeptNumbers::new);
    kept.read(
        clean.ofRollups(),
        level,
        clean.marks(),
        budget,
        (series, numbers) -> {
          clock.accept(numbers.size());
          numbers.forEach((time, each) -> gathered.at(series, time).addAll(each));
        });
    for (RangeQuery gap : clean.ofPoints()) {
      for (SeriesPoints each : store.read(gap, budget)) {
        clock.accept(each.points().size());
        add(gathered, each);
      }
    }
    if (!clean.areStill(budget) || (sums && !gathered.all().allMatch(KeptNumbers::isInOrder))) {
      return Optional.empty();
    }
    List<Sampled> series =
        gathered.sampled(store, each -> number(asked.aggregator(), each), budget);
    MetricQuery ofSums =
        query.with(query.group().with(asked.with(Aggregator.of("sum")))); // of one number each
    return Optional.of(Queries.answer(ofSums, clean.hours(), series, clock));
  }

  private static void add(Gathered<KeptNumbers> gathered, SeriesPoints series) {
    Points points = series.points();
    for (int i = 0; i < points.size(); i++) {
      gathered.at(series.id(), points.timeMillis(i)).add(points.value(i));
    }
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
