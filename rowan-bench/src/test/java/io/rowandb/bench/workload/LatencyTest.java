package io.rowandb.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatencyTest {
  @Test
  void threadsCountTogether() {
    Histogram fast = Latency.histogram();
    Histogram slow = Latency.histogram();
    assertThat(Latency.percentile(List.of(fast, slow), 0.5)).as("of none").isZero();
    for (int i = 0; i < 99; i++) {
      fast.recordValue(10);
    }
    slow.recordValue(1_000_000);
    assertThat(Latency.percentile(List.of(fast, slow), 0.99)).isEqualTo(10);
    assertThat(Latency.longest(List.of(fast, slow))).isBetween(1_000_000L, 1_010_000L);
    assertThat(Latency.longest(List.of())).as("of none").isZero();
    assertThat(Latency.percentile(List.of(fast, slow), 1)).isBetween(1_000_000L, 1_010_000L);
  }
}
