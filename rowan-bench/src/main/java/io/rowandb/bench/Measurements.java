package io.rowandb.bench;

import io.rowandb.bench.peer.Peer;
import io.rowandb.bench.workload.Metric;
import io.rowandb.bench.workload.Phase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The figures of all peers and runs, and what failed. Used by one thread. */
final class Measurements {
  /** Peer, metric, run from 0: the figure. */
  private final Map<Peer, Map<Metric, TreeMap<Integer, Double>>> figures =
      new EnumMap<>(Peer.class);

  private final List<Failure> failures = new ArrayList<>();

  /** A phase of a peer that did not end well. */
  record Failure(Peer peer, int run, Phase phase, String message) {}

  void add(Peer peer, int run, Metric metric, double number) {
    figures
        .computeIfAbsent(peer, p -> new EnumMap<>(Metric.class))
        .computeIfAbsent(metric, m -> new TreeMap<>())
        .put(run, number);
  }

  void addFailure(Peer peer, int run, Phase phase, String message) {
    failures.add(new Failure(peer, run, phase, message));
  }

  List<Failure> failures() {
    return List.copyOf(failures);
  }

  /** One peer's figures by run, from 0. */
  Map<Integer, Double> runs(Peer peer, Metric metric) {
    Map<Metric, TreeMap<Integer, Double>> ofPeer = figures.getOrDefault(peer, Map.of());
    return ofPeer.getOrDefault(metric, new TreeMap<>());
  }

  Optional<Statistics> statistics(Peer peer, Metric metric) {
    Map<Integer, Double> runs = runs(peer, metric);
    return runs.isEmpty() ? Optional.empty() : Optional.of(Statistics.of(runs.values()));
  }

  /**
   * How much better {@code peer} is than {@code other}: above 1 it is, whatever the unit's
   * direction. From the runs in which both have a figure, above 0.
   */
  Optional<Double> advantage(Peer peer, Peer other, Metric metric) {
    Map<Integer, Double> own = runs(peer, metric);
    Map<Integer, Double> others = runs(other, metric);
    int[] both =
        own.keySet().stream()
            .filter(run -> own.get(run) > 0 && others.getOrDefault(run, 0.0) > 0)
            .mapToInt(Integer::intValue)
            .toArray();
    if (both.length == 0) {
      return Optional.empty();
    }
    double[] mine = Arrays.stream(both).mapToDouble(own::get).toArray();
    double[] theirs = Arrays.stream(both).mapToDouble(others::get).toArray();
    return Optional.of(
        metric.higherIsBetter()
            ? Statistics.medianRatio(mine, theirs)
            : Statistics.medianRatio(theirs, mine));
  }
}
