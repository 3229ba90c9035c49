package io.rowandb.bench.workload;

import java.util.List;
import org.HdrHistogram.Histogram;

/** Durations of single operations, in nanoseconds, to two digits. */
final class Latency {
  private static final int DIGITS = 2;

  private Latency() {}

  /** For one thread; a duration may be as long as it wants. */
  static Histogram histogram() {
    return new Histogram(DIGITS);
  }

  /** The longest of all threads; 0 without any. */
  static long longest(List<Histogram> threads) {
    return threads.stream().mapToLong(Histogram::getMaxValue).max().orElse(0);
  }

  /** The duration that this share of the records of all threads did not exceed; 0 without any. */
  static long percentile(List<Histogram> threads, double share) {
    Histogram all = histogram();
    threads.forEach(all::add);
    return all.getTotalCount() == 0 ? 0 : all.getValueAtPercentile(100 * share);
  }
}
