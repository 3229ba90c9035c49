package io.rowandb.tsdb.query;

import io.rowandb.tsdb.aggregate.Aggregator;
import io.rowandb.tsdb.aggregate.Downsampling;
import io.rowandb.tsdb.codec.Points;
import io.rowandb.tsdb.kept.HourMark;
import io.rowandb.tsdb.kept.KeptLevel;
import io.rowandb.tsdb.kept.KeptRollups;
import io.rowandb.tsdb.kept.KeptSketch;
import io.rowandb.tsdb.store.PointStore;
import io.rowandb.tsdb.store.RangeQuery;
import io.rowandb.tsdb.store.ReadBudget;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.store.SeriesPoints;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Estimates percentiles of intervals, as {@code 1h-p99} asks for, from sketches that the writer
 * keeps, where they are clean, and from points elsewhere. The number of an interval lies on the
 * line between two estimates, each within {@link KeptSketch#RELATIVE_ERROR} of the number that it
 * stands for; so does OpenTSDB's between these. What is then made of the series of a group is made
 * of estimates. Other questions are answered by {@link KeptQueries}. Used by any number of threads.
 */
public final class SketchQueries {
  private final PointStore store;
  private final KeptRollups kept;

  /** From these. */
  public SketchQueries(PointStore store, KeptRollups kept) {
    this.store = store;
    this.kept = kept;
  }

  /** Whether a question is one that sketches may answer, if they are there. */
  public static boolean canAnswer(MetricQuery query) {
    Optional<Downsampling> asked = query.group().downsampling();
    return asked.isPresent()
        && !asked.get().isOfCalendar()
        && asked.get().aggregator().percentile().isPresent()
        && KeptLevel.within(asked.get().intervalMillis()).isPresent();
  }

  /** As {@link Queries#answer}; the limits are those of all that is read for the question. */
  public List<GroupAnswer> answer(MetricQuery query, ReadLimits limits) throws IOException {
    if (!canAnswer(query)) {
      return new KeptQueries(store, kept).answer(query, limits);
    }
    ReadBudget budget = store.budget(limits);
    QueryClock clock = new QueryClock(limits.maxTime());
    Optional<List<GroupAnswer>> estimated = estimated(query, budget, clock);
    if (estimated.isPresent()) {
      return estimated.get();
    }
    budget.gaveNothing();
    return new Queries(store).answer(query, budget, clock);
  }

  /** The answer, if sketches help to it. */
  public Optional<List<GroupAnswer>> estimated(MetricQuery query, ReadLimits limits)
      throws IOException {
    return canAnswer(query)
        ? estimated(query, store.budget(limits), new QueryClock(limits.maxTime()))
        : Optional.empty();
  }

  private Optional<List<GroupAnswer>> estimated(
      MetricQuery query, ReadBudget budget, QueryClock clock) throws IOException {
    try {
      return estimatedOf(query, budget, clock);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private Optional<List<GroupAnswer>> estimatedOf(
      MetricQuery query, ReadBudget budget, QueryClock clock) throws IOException {
    Downsampling asked = query.group().downsampling().orElseThrow();
    CleanHours clean = new CleanHours(kept, query, HourMark::isSketched, budget);
    if (!clean.help()) {
      return Optional.empty();
    }
    Gathered<KeptSketch> gathered = new Gathered<>(asked.intervalMillis(), KeptSketch::new);
    kept.readSketches(
        clean.ofRollups(),
        KeptLevel.within(asked.intervalMillis()).orElseThrow(),
        clean.marks(),
        budget,
        (series, sketches) -> {
          clock.accept(sketches.size());
          sketches.forEach((time, each) -> gathered.at(series, time).addAll(each));
        });
    for (RangeQuery gap : clean.ofPoints()) {
      for (SeriesPoints each : store.read(gap, budget)) {
        clock.accept(each.points().size());
        if (!add(gathered, each)) {
          return Optional.empty();
        }
      }
    }
    if (!clean.areStill(budget)) {
      return Optional.empty();
    }
    OptionalDouble share = asked.aggregator().percentile();
    MetricQuery ofOne = query.with(query.group().with(asked.with(Aggregator.of("sum"))));
    return Optional.of(
        Queries.answer(
            ofOne,
            clean.hours(),
            gathered.sampled(store, each -> each.percentile(share.getAsDouble()), budget),
            clock));
  }

  /** Whether all its numbers have buckets. */
  private static boolean add(Gathered<KeptSketch> gathered, SeriesPoints series) {
    Points points = series.points();
    for (int i = 0; i < points.size(); i++) {
      double number = points.doubleValue(i);
      if (!KeptSketch.takes(number)) {
        return false;
      }
      gathered.at(series.id(), points.timeMillis(i)).add(number);
    }
    return true;
  }
}
