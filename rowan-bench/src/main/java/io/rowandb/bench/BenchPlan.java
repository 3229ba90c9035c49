package io.rowandb.bench;

import io.rowandb.bench.peer.Peer;
import io.rowandb.bench.workload.Metric;
import io.rowandb.bench.workload.Phase;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What one call of the benchmark does.
 *
 * @param peers the peers to measure, in the order of the table
 * @param metrics the metrics, in the order of the table
 * @param rows the rows to load
 * @param runs the number of runs
 * @param seconds the length of each timed loop
 * @param heapBytes of each child
 * @param cacheBytes of each block cache
 * @param directory for all data; files that this program puts there are removed
 * @param recordings where each child leaves a flight recording, or null
 */
record BenchPlan(
    List<Peer> peers,
    List<Metric> metrics,
    long rows,
    int runs,
    double seconds,
    long heapBytes,
    long cacheBytes,
    Path directory,
    Path recordings) {

  /** Copies the lists and checks numbers. */
  BenchPlan {
    peers = List.copyOf(peers);
    metrics = List.copyOf(metrics);
    if (rows < 1) {
      throw new IllegalArgumentException("--rows must be at least 1: " + rows);
    }
    if (runs < 1) {
      throw new IllegalArgumentException("--runs must be at least 1: " + runs);
    }
    if (!(seconds > 0)) {
      throw new IllegalArgumentException("--seconds must be more than 0: " + seconds);
    }
    if (cacheBytes <= 0 || cacheBytes > heapBytes * 6 / 10) {
      throw new IllegalArgumentException(
          "--cache must be above 0 MB and, beside 40 % for memstores, at most 60 % of --heap: "
              + (cacheBytes >> 20)
              + " MB of "
              + (heapBytes >> 20)
              + " MB");
    }
  }

  /** The phases that the metrics need, in order; a loaded store comes before what reads it. */
  List<Phase> phases() {
    Set<Phase> phases = new TreeSet<>();
    for (Metric metric : metrics) {
      phases.add(metric.phase());
    }
    if (phases.contains(Phase.START)
        || phases.contains(Phase.SMALL_CACHE)
        || phases.contains(Phase.WRITE)
        || phases.contains(Phase.MIXED)
        || phases.contains(Phase.TAIL)) {
      phases.add(Phase.LOAD_AND_READ);
    }
    return List.copyOf(phases);
  }
}
