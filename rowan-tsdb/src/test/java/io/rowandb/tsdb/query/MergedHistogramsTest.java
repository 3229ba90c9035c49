package io.rowandb.tsdb.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.tsdb.aggregate.Range;
import io.rowandb.tsdb.histogram.BucketCounts;
import io.rowandb.tsdb.histogram.BucketRange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Histograms added up, in time. */
class MergedHistogramsTest {
  private static final MetricQuery QUERY =
      MetricQueryText.parse("sum:1m-sum:m", new Range(0, 3_600_000), ZoneOffset.UTC);

  @AfterEach
  void forgetInterrupt() {
    Thread.interrupted();
  }

  private static BucketCounts counts(int from, int size) {
    SortedMap<BucketRange, Long> buckets = new TreeMap<>();
    for (int i = from; i < from + size; i++) {
      buckets.put(new BucketRange(i, i + 1), 2L);
    }
    return new BucketCounts(buckets, 1, Long.MAX_VALUE);
  }

  private static SortedMap<Long, BucketCounts> at(BucketCounts counts, long... millis) {
    SortedMap<Long, BucketCounts> all = new TreeMap<>();
    for (long each : millis) {
      all.put(each, counts);
    }
    return all;
  }

  @Test
  void addsUpByIntervalsAndCountsItsSteps() {
    long[] steps = {0};
    MergedHistograms merged = new MergedHistograms(QUERY, more -> steps[0] += more);
    merged.add(at(counts(0, 3), 1_000, 2_000, 61_000));
    merged.add(at(counts(1, 3), 3_000));
    assertThat(steps[0]).isEqualTo(16);
    BucketCounts first = merged.counts().get(0L);
    assertThat(first.buckets().values()).containsExactly(4L, 6L, 6L, 2L);
    assertThat(first.underflow()).isEqualTo(3);
    assertThat(first.overflow()).isEqualTo(Long.MAX_VALUE);
    assertThat(merged.counts().get(60_000L)).isEqualTo(counts(0, 3));
    assertThat(first).isEqualTo(counts(0, 3).plus(counts(0, 3)).plus(counts(1, 3)));
  }

  @Test
  void aCancelledQuestionEndsWhileTheyAreAddedUp() {
    QueryClock clock = new QueryClock(Duration.ofDays(1));
    MergedHistograms merged = new MergedHistograms(QUERY, clock);
    SortedMap<Long, BucketCounts> many = at(counts(0, 30_000), 1_000, 2_000, 3_000, 4_000);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> merged.add(many))
        .isInstanceOf(UncheckedIOException.class)
        .cause()
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cancelled");
  }

  @Test
  void tooManyBucketsTogetherAreRefused() {
    MergedHistograms merged = new MergedHistograms(QUERY, more -> {});
    merged.add(at(counts(0, 30_000), 1_000));
    assertThatThrownBy(() -> merged.add(at(counts(30_000, 30_000), 1_000)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("60000");
  }
}
