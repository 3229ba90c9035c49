package io.rowandb.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LatencyHistogramTest {
  private static final long SEED = 20261121;

  @Test
  void percentilesAreAtMostOneSixteenthTooHigh() {
    SplittableRandom random = new SplittableRandom(SEED);
    LatencyHistogram histogram = new LatencyHistogram();
    long[] nanos = new long[10_000];
    for (int i = 0; i < nanos.length; i++) {
      nanos[i] = random.nextLong(1L << (1 + random.nextInt(40)));
      histogram.record(nanos[i]);
    }
    Arrays.sort(nanos);
    for (double share : new double[] {0.01, 0.5, 0.9, 0.99, 0.999, 1}) {
      long exact = nanos[(int) Math.ceil(share * nanos.length) - 1];
      assertThat(histogram.percentileNanos(share))
          .as("seed %d, share %s", SEED, share)
          .isBetween(exact, exact + exact / 16 + 1);
    }
  }

  @Test
  void extremesHaveABucket() {
    LatencyHistogram histogram = new LatencyHistogram();
    assertThat(histogram.percentileNanos(0.5)).isZero();
    histogram.record(-5);
    assertThat(histogram.percentileNanos(1)).isZero();
    histogram.record(Long.MAX_VALUE);
    assertThat(histogram.percentileNanos(1)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void sumsCountTogether() {
    LatencyHistogram fast = new LatencyHistogram();
    LatencyHistogram slow = new LatencyHistogram();
    for (int i = 0; i < 99; i++) {
      fast.record(10);
    }
    slow.record(1_000_000);
    fast.add(slow);
    assertThat(fast.percentileNanos(0.99)).isEqualTo(10);
    assertThat(fast.percentileNanos(1)).isBetween(1_000_000L, 1_062_500L);
  }
}
