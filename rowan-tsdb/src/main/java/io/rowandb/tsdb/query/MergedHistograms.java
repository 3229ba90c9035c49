package io.rowandb.tsdb.query;

import io.rowandb.tsdb.aggregate.Downsampling;
import io.rowandb.tsdb.histogram.BucketCounts;
import io.rowandb.tsdb.histogram.BucketSums;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/** The histograms of a group added up, each in its interval. Used by one thread. */
final class MergedHistograms {
  private final MetricQuery query;
  private final LongConsumer clock;
  private final SortedMap<Long, BucketSums> sums = new TreeMap<>();

  /**
   * Of a question.
   *
   * @param clock told of each bucket that is added; ends it by an exception
   */
  MergedHistograms(MetricQuery query, LongConsumer clock) {
    this.query = query;
    this.clock = clock;
  }

  /** Adds those of a series, by their times. */
  void add(SortedMap<Long, BucketCounts> series) {
    Downsampling downsampling = query.group().downsampling().orElse(null);
    if (downsampling == null) {
      series.forEach(this::addAt);
      return;
    }
    boolean whole = downsampling.intervalMillis() == 0;
    OptionalLong begin = OptionalLong.empty();
    for (Map.Entry<Long, BucketCounts> each : series.entrySet()) {
      long time = each.getKey();
      if (!whole || (time >= query.asked().fromMillis() && time <= query.asked().toMillis())) {
        begin = OptionalLong.of(downsampling.begin(time, begin, query.asked()));
        addAt(begin.getAsLong(), each.getValue());
      }
    }
  }

  private void addAt(long millis, BucketCounts counts) {
    clock.accept(1L + counts.buckets().size());
    sums.computeIfAbsent(millis, unseen -> new BucketSums()).add(counts);
  }

  /** What they have come to. */
  SortedMap<Long, BucketCounts> counts() {
    SortedMap<Long, BucketCounts> counts = new TreeMap<>();
    sums.forEach(
        (millis, each) -> {
          BucketCounts of = each.counts();
          clock.accept(1L + of.buckets().size());
          counts.put(millis, of);
        });
    return counts;
  }
}
