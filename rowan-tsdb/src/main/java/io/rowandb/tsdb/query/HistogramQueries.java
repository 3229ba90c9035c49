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
import io.rowandb.tsdb.store.ReadLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.LongConsumer;
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
    QueryClock clock = new QueryClock(limits.maxTime());
    ReadHours hours = ReadHours.of(query);
    List<HistogramSeries> read =
        histograms.read(query.range(hours.fromMillis(), hours.toMillis() - 1), limits);
    Map<SeriesId, SortedMap<Long, BucketCounts>> counts = new HashMap<>();
    List<Sampled> series = new ArrayList<>();
    for (HistogramSeries each : read) {
      counts.put(each.id(), each.counts());
      series.add(new Sampled(each.series(), each.id(), new Samples()));
    }
    List<GroupAnswer> answers = new ArrayList<>();
    long[] left = {limits.maxPoints()};
    try {
      for (List<Sampled> group : Queries.groups(query, series).values()) {
        MergedHistograms merged = new MergedHistograms(query, clock);
        group.forEach(each -> merged.add(counts.get(each.id())));
        GroupAnswer named = Queries.described(query.metric(), group, new Samples());
        new Group(query, named, merged.counts(), answers, left, clock).add(percentiles, buckets);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
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

  /**
   * Makes the answers of a group.
   *
   * @param named without numbers, with all that its answers have in common
   */
  private record Group(
      MetricQuery query,
      GroupAnswer named,
      SortedMap<Long, BucketCounts> merged,
      List<GroupAnswer> answers,
      long[] left,
      LongConsumer clock) {

    void add(List<Float> percentiles, boolean buckets) throws LimitExceededException {
      SortedMap<Long, BucketCounts> asked =
          merged.subMap(query.asked().fromMillis(), query.asked().toMillis() + 1);
      for (Float each : new TreeSet<>(percentiles)) {
        addDoubles(
            asked,
            "_pct_" + each,
            counts -> {
              clock.accept(counts.buckets().size());
              return counts.percentile(each);
            });
      }
      if (buckets && !asked.isEmpty()) {
        SortedSet<BucketRange> ranges = new TreeSet<>();
        for (BucketCounts each : asked.values()) {
          clock.accept(each.buckets().size());
          ranges.addAll(each.buckets().keySet());
        }
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
      answers.add(answer(name, samples));
    }

    private void addLongs(
        SortedMap<Long, BucketCounts> asked, String name, ToLongFunction<BucketCounts> number)
        throws LimitExceededException {
      take(asked.size());
      Samples samples = new Samples(asked.size());
      asked.forEach((time, counts) -> samples.add(time, number.applyAsLong(counts)));
      answers.add(answer(name, samples));
    }

    private GroupAnswer answer(String name, Samples samples) {
      return new GroupAnswer(
          query.metric() + name, named.tags(), named.aggregatedTags(), samples, named.tsuids());
    }

    private void take(int numbers) throws LimitExceededException {
      clock.accept(Math.max(1, numbers));
      left[0] -= Math.max(1, numbers);
      if (left[0] < 0) {
        throw new LimitExceededException("the answer has too many points; ask for less");
      }
    }
  }
}
