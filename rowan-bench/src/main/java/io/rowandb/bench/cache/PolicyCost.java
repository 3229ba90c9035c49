package io.rowandb.bench.cache;

import io.rowandb.engine.cache.CachePolicy;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Measures the cost of a policy's decisions: processor time of a lookup, including adding a missing
 * block and evicting the ones it displaces, in one thread. All policies take turns.
 */
final class PolicyCost {
  /** Of which the medians count; the first ones are compiled meanwhile and do not. */
  private static final int TURNS = 7;

  private static final int WARM_TURNS = 2;

  /** The cache as a part of the bytes that a trace reads: one in so many. */
  private static final int CACHE_PART = 8;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private PolicyCost() {}

  /** A heading, and a line for each trace. */
  static List<List<String>> table(List<BlockTrace> traces, List<CachePolicy> policies) {
    List<List<String>> lines = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of("trace"));
    policies.forEach(policy -> head.add(policy.value()));
    lines.add(head);
    for (BlockTrace trace : traces) {
      double[][] nanos = new double[policies.size()][TURNS];
      for (int turn = -WARM_TURNS; turn < TURNS; turn++) {
        for (int i = 0; i < nanos.length; i++) {
          double measured = nanos(trace, policies.get(i));
          if (turn >= 0) {
            nanos[i][turn] = measured;
          }
        }
      }
      List<String> line = new ArrayList<>(List.of(trace.name()));
      for (double[] measured : nanos) {
        Arrays.sort(measured);
        line.add(
            String.format(
                Locale.ROOT,
                "%.0f (%.0f-%.0f)",
                measured[TURNS / 2],
                measured[0],
                measured[TURNS - 1]));
      }
      lines.add(line);
    }
    return lines;
  }

  private static double nanos(BlockTrace trace, CachePolicy policy) {
    long begin = THREADS.getCurrentThreadCpuTime();
    long hits = CacheComparison.hits(trace, trace.distinctBytes() / CACHE_PART, policy);
    long nanos = THREADS.getCurrentThreadCpuTime() - begin;
    assert hits >= 0 : "used, so that it is not left out";
    return (double) nanos / trace.reads().size();
  }
}
