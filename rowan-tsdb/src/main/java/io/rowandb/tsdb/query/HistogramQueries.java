package io.rowandb.tsdb.query;

import io.rowandb.tsdb.aggregate.Downsampling;
import io.rowandb.tsdb.aggregate.Samples;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.histogram.BucketCounts;
import io.rowandb.tsdb.histogram.BucketRange;
import io.rowandb.tsdb.histogram.HistogramSeries;
import io.rowandb.tsdb.histogram.Histograms;
import io.rowandb.tsdb.query.Queries.Sampled;
import io.rowandb.tsdb.store.LimitExceededException;
import io.rowandb.tsdb.store.RangeQuery;
import io.rowandb.tsdb.store.ReadLimits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * Answers from histograms: those of a group and a time, or an interval, are added up, and each
 * percentile, or each bucket, is a series. Used by any number of threads.
 */
public final class HistogramQueries {
  private final Histograms histograms;

  /** From these. */
  public HistogramQueries(Histograms histograms) {
    this.histograms = histograms;
  }

  /**
   * The answer: of each group its percentiles, named {@code METRIC_pct_99.0}, then its buckets,
   * named {@code METRIC_UNDERFLOW}, {@code METRIC_0.0_1.75} and {@code METRIC_OVERFLOW}.
   *
   * @param query aggregated and downsampled by sum, or none; its rate and filling do not matter
   * @param percentiles 0 to 100
   * @param buckets whether they are wanted
   * @throws IllegalArgumentException when it asks for something else
   * @throws IOException as {@link Queries#answer}
   */
  public List<GroupAnswer> answer(
      MetricQuery query, List<Float> percentiles, boolean buckets, ReadLimits limits)
      throws IOException {
    check(query, percentiles);
    ReadHours hours = ReadHours.of(query);
    List<HistogramSeries> read =
        histograms.read(
            new RangeQuery(
                query.metric(),
                hours.fromMillis(),
                hours.toMillis() - 1,
                query.filters(),
                query.explicitTags()),
            limits);
    Map<SeriesId, SortedMap<Long, BucketCounts>> counts = new HashMap<>();
    List<Sampled> series = new ArrayList<>();
    for (HistogramSeries each : read) {
      counts.put(each.id(), downsampled(query, each.counts()));
      series.add(new Sampled(each.series(), each.id(), new Samples()));
    }
    List<GroupAnswer> answers = new ArrayList<>();
    long[] left = {limits.maxPoints()};
    for (List<Sampled> group : Queries.groups(query, series).values()) {
      SortedMap<Long, BucketCounts> merged = new TreeMap<>();
      for (Sampled each : group) {
        counts.get(each.id()).forEach((time, one) -> merged.merge(time, one, BucketCounts::plus));
      }
      new Group(query, group, merged, answers, left).add(percentiles, buckets);
    }
    return answers;
  }

  private static void check(MetricQuery query, List<Float> percentiles) {
    String aggregator = query.group().aggregator().name();
    if (!aggregator.equals("none") && !aggregator.equals("sum")) {
      throw new IllegalArgumentException(
          "Only NONE or SUM aggregation function supported for histogram query");
    }
    if (query.group().downsampling().filter(each -> !isSum(each)).isPresent()) {
      throw new IllegalArgumentException(
          "Only SUM downsampling aggregation supported for histogram query");
    }
    for (float each : percentiles) {
      if (!(each >= 0 && each <= 100)) {
        throw new IllegalArgumentException("Invalid percentile parameters: " + each);
      }
    }
  }

  private static boolean isSum(Downsampling downsampling) {
    return downsampling.aggregator().name().equals("sum");
  }

  private static SortedMap<Long, BucketCounts> downsampled(
      MetricQuery query, SortedMap<Long, BucketCounts> counts) {
    Downsampling downsampling = query.group().downsampling().orElse(null);
    if (downsampling == null) {
      return counts;
    }
    boolean whole = downsampling.intervalMillis() == 0;
    SortedMap<Long, BucketCounts> made = new TreeMap<>();
    OptionalLong begin = OptionalLong.empty();
    for (Map.Entry<Long, BucketCounts> each : counts.entrySet()) {
      long time = each.getKey();
      if (!whole || (time >= query.asked().fromMillis() && time <= query.asked().toMillis())) {
        begin = OptionalLong.of(downsampling.begin(time, begin, query.asked()));
        made.merge(begin.getAsLong(), each.getValue(), BucketCounts::plus);
      }
    }
    return made;
  }

  /** Makes the answers of a group. */
  private record Group(
      MetricQuery query,
      List<Sampled> series,
      SortedMap<Long, BucketCounts> merged,
      List<GroupAnswer> answers,
      long[] left) {

    void add(List<Float> percentiles, boolean buckets) throws LimitExceededException {
      SortedMap<Long, BucketCounts> asked =
          merged.subMap(query.asked().fromMillis(), query.asked().toMillis() + 1);
      for (Float each : new TreeSet<>(percentiles)) {
        addDoubles(asked, "_pct_" + each, counts -> counts.percentile(each));
      }
      if (buckets && !asked.isEmpty()) {
        SortedSet<BucketRange> ranges = new TreeSet<>();
        asked.values().forEach(counts -> ranges.addAll(counts.buckets().keySet()));
        addLongs(asked, "_UNDERFLOW", BucketCounts::underflow);
        for (BucketRange each : ranges) {
          addLongs(asked, "_" + each, counts -> counts.buckets().getOrDefault(each, 0L));
        }
        addLongs(asked, "_OVERFLOW", BucketCounts::overflow);
      }
    }

    private void addDoubles(
        SortedMap<Long, BucketCounts> asked, String name, ToDoubleFunction<BucketCounts> number)
        throws LimitExceededException {
      take(asked.size());
      Samples samples = new Samples(asked.size());
      asked.forEach((time, counts) -> samples.add(time, number.applyAsDouble(counts)));
      answers.add(Queries.described(query.metric() + name, series, samples));
    }

    private void addLongs(
        SortedMap<Long, BucketCounts> asked, String name, ToLongFunction<BucketCounts> number)
        throws LimitExceededException {
      take(asked.size());
      Samples samples = new Samples(asked.size());
      asked.forEach((time, counts) -> samples.add(time, number.applyAsLong(counts)));
      answers.add(Queries.described(query.metric() + name, series, samples));
    }

    private void take(int numbers) throws LimitExceededException {
      left[0] -= Math.max(1, numbers);
      if (left[0] < 0) {
        throw new LimitExceededException("the answer has too many points; ask for less");
      }
    }
  }
}
