package io.rowandb.bench;

import io.rowandb.bench.peer.Peer;
import io.rowandb.bench.workload.Metric;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The peers and metrics that {@code --only} selects; both in the order of the table.
 *
 * @param peers at least one
 * @param metrics at least one
 */
record BenchSelection(List<Peer> peers, List<Metric> metrics) {
  /**
   * Reads the names: peers by their ids, workloads by their ids or the beginning of them, as {@code
   * get} for {@code get-1}, {@code get-2} and {@code get-64mb}. Without the name of a peer all are
   * meant, without the name of a workload all of {@code available}.
   *
   * @param quick leaves out the peer that takes longest to start, unless it is named
   */
  static BenchSelection of(List<String> names, List<Metric> available, boolean quick) {
    Set<Peer> peers = EnumSet.noneOf(Peer.class);
    Set<Metric> metrics = EnumSet.noneOf(Metric.class);
    for (String name : names) {
      Peer peer = Peer.of(name);
      List<Metric> meant = available.stream().filter(m -> matches(m, name)).toList();
      if (peer != null) {
        peers.add(peer);
      } else if (meant.isEmpty()) {
        throw new IllegalArgumentException(
            "--only: \""
                + name
                + "\" is no peer ("
                + Peer.ids()
                + ") and no workload ("
                + Metric.ids(available)
                + ")");
      }
      metrics.addAll(meant);
    }
    if (peers.isEmpty()) {
      peers.addAll(EnumSet.allOf(Peer.class));
      if (quick) {
        peers.remove(Peer.HBASE);
      }
    }
    return new BenchSelection(
        List.copyOf(peers), metrics.isEmpty() ? available : List.copyOf(metrics));
  }

  private static boolean matches(Metric metric, String name) {
    return metric.id().equals(name) || metric.id().startsWith(name + "-");
  }
}
