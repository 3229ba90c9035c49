package io.rowandb.tsdb.query;

import io.rowandb.tsdb.aggregate.Aggregator;
import io.rowandb.tsdb.aggregate.Downsampling;
import io.rowandb.tsdb.aggregate.GroupQuery;
import io.rowandb.tsdb.aggregate.Range;
import io.rowandb.tsdb.aggregate.RolledAverage;
import io.rowandb.tsdb.aggregate.Samples;
import io.rowandb.tsdb.given.GivenLevel;
import io.rowandb.tsdb.given.GivenPoints;
import io.rowandb.tsdb.given.GivenSeries;
import io.rowandb.tsdb.given.RollupTables;
import io.rowandb.tsdb.query.Queries.Sampled;
import io.rowandb.tsdb.store.PointStore;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.store.TagFilter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Answers from rollups and pre-aggregates that were given, as OpenTSDB does. A question whose
 * downsampling rollups have no numbers for, such as a percentile or a deviation, is answered from
 * points, where OpenTSDB has an error; so is one by a calendar, whose days OpenTSDB takes for those
 * of UTC. Used by any number of threads.
 */
public final class GivenQueries {
  /** Aggregators that differ from another only in how they interpolate. */
  private static final Map<String, String> SAME =
      Map.of("zimsum", "sum", "pfsum", "sum", "mimmax", "max", "mimmin", "min");

  private final PointStore points;
  private final GivenPoints given;

  /** From these. */
  public GivenQueries(PointStore points, GivenPoints given) {
    this.points = points;
    this.given = given;
  }

  /**
   * As {@link Queries#answer}.
   *
   * @param preAggregates whether it is about pre-aggregates; so is one whose filter wants a value
   *     of the tag {@code _aggregate} that is not RAW
   */
  public List<GroupAnswer> answer(
      MetricQuery query, RollupUsage usage, boolean preAggregates, ReadLimits limits)
      throws IOException {
    boolean grouped = isGrouped(query, preAggregates);
    List<GivenLevel> levels = levels(query, usage);
    if (levels.isEmpty()) {
      return fromPoints(query, grouped, limits);
    }
    QueryClock clock = new QueryClock(limits.maxTime());
    for (GivenLevel each : levels) {
      List<GroupAnswer> answer =
          each.isDefault()
              ? fromPoints(query, grouped, limits)
              : fromRollups(query, each, grouped, limits, clock);
      if (!answer.isEmpty() || usage == RollupUsage.NOFALLBACK) {
        return answer;
      }
      if (usage == RollupUsage.FALLBACK_RAW) {
        return fromPoints(query, grouped, limits);
      }
    }
    return List.of();
  }

  /** Whether such a question is answered from points alone, whatever rollups there are. */
  public boolean isOfPoints(MetricQuery query, RollupUsage usage, boolean preAggregates) {
    return !isGrouped(query, preAggregates) && levels(query, usage).isEmpty();
  }

  private static boolean isGrouped(MetricQuery query, boolean preAggregates) {
    return preAggregates || query.filters().stream().anyMatch(GivenQueries::isGrouped);
  }

  private static boolean isGrouped(TagFilter filter) {
    return filter instanceof TagFilter.OneOf one
        && one.key().equals(RollupTables.TAG)
        && !one.values().equals(List.of(RollupTables.RAW));
  }

  /** Those that may answer it; none when points do. */
  private List<GivenLevel> levels(MetricQuery query, RollupUsage usage) {
    Downsampling asked = query.group().downsampling().orElse(null);
    if (usage == RollupUsage.RAW
        || asked == null
        || asked.isOfCalendar()
        || asked.intervalMillis() < 1_000
        || asked.intervalMillis() % 1_000 != 0
        || !given.tables().ids().keySet().containsAll(read(asked))) {
      return List.of();
    }
    return given.tables().within(asked.intervalMillis() / 1_000);
  }

  /** The aggregators whose rollups it takes. */
  private static Set<String> read(Downsampling asked) {
    String name = asked.aggregator().name();
    return name.equals("avg") ? Set.of("sum", "count") : Set.of(SAME.getOrDefault(name, name));
  }

  private List<GroupAnswer> fromPoints(MetricQuery query, boolean grouped, ReadLimits limits)
      throws IOException {
    return new Queries(grouped ? given.preAggregates() : points).answer(query, limits);
  }

  private List<GroupAnswer> fromRollups(
      MetricQuery query, GivenLevel level, boolean grouped, ReadLimits limits, QueryClock clock)
      throws IOException {
    Range asked = query.asked();
    long from = level.firstRow(asked.fromMillis() / 1_000, query.group().rate().isPresent());
    ReadHours rows =
        new ReadHours(from * 1_000, level.endOfRows(asked.toMillis() / 1_000 + 1) * 1_000);
    Downsampling downsampling = query.group().downsampling().orElseThrow();
    List<GivenSeries> read =
        given.read(
            query.range(rows.fromMillis(), rows.toMillis() - 1),
            level,
            grouped,
            read(downsampling),
            limits);
    query.group().checkFilling(read.size(), new Range(rows.fromMillis(), rows.toMillis()));
    List<Sampled> sampled = new ArrayList<>();
    for (GivenSeries each : read) {
      Samples samples = samples(each, downsampling, rows, asked);
      if (samples.size() > 0) {
        sampled.add(new Sampled(each.series(), each.id(), samples));
      }
    }
    return Queries.answer(withRolled(query, downsampling), rows, sampled, clock);
  }

  private static Samples samples(
      GivenSeries series, Downsampling downsampling, ReadHours rows, Range asked) {
    Map<String, Samples> numbers = series.numbers();
    if (!downsampling.aggregator().name().equals("avg")) {
      return numbers.values().iterator().next();
    }
    return numbers.size() < 2
        ? new Samples()
        : RolledAverage.of(
            downsampling,
            numbers.get("sum"),
            numbers.get("count"),
            rows.fromMillis(),
            rows.toMillis(),
            asked);
  }

  /** Counts are added up, and averages are made already: of each interval there is one number. */
  private static MetricQuery withRolled(MetricQuery query, Downsampling downsampling) {
    String name = downsampling.aggregator().name();
    boolean added = name.equals("count") || name.equals("avg");
    GroupQuery group =
        added ? query.group().with(downsampling.with(Aggregator.of("sum"))) : query.group();
    return query.with(group);
  }
}
