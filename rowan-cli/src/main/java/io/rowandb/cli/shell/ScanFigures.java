package io.rowandb.cli.shell;

import io.rowandb.cli.terminal.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.apache.hadoop.hbase.client.metrics.ServerSideScanMetrics;

/**
 * What {@code scan} prints of its own course, by the options ALL_METRICS and METRICS of HBase's
 * shell.
 *
 * @param names which figures; empty for all
 */
record ScanFigures(List<String> names) {
  /** Those that a store does not measure: there a zero says nothing. */
  private static final Set<String> OF_CLUSTERS =
      Set.of(
          ServerSideScanMetrics.BLOCK_BYTES_SCANNED_KEY_METRIC_NAME,
          ServerSideScanMetrics.FS_READ_TIME_METRIC_NAME,
          ScanMetrics.MILLIS_BETWEEN_NEXTS_METRIC_NAME);

  ScanFigures {
    List<String> known = known();
    for (String name : names) {
      if (!known.contains(name)) {
        throw new IllegalArgumentException(
            "METRICS has no " + name + "; there are " + String.join(", ", known));
      }
    }
  }

  /** The names of all figures. */
  static List<String> known() {
    return new ScanMetrics().getMetricsMap().keySet().stream().sorted().toList();
  }

  /** What the options ask for, if they ask. */
  static Optional<ScanFigures> of(Options options) {
    boolean all = options.flag("ALL_METRICS", false);
    Optional<List<Text>> names = options.texts("METRICS");
    return all || names.isPresent()
        ? Optional.of(
            new ScanFigures(names.orElse(List.of()).stream().map(Text::toString).toList()))
        : Optional.empty();
  }

  /** Prints them, once a scanner has given all its rows. */
  void print(Session session, ResultScanner scanner) {
    Map<String, Long> measured = new TreeMap<>(scanner.getScanMetrics().getMetricsMap());
    measured.keySet().removeIf(name -> !names.isEmpty() && !names.contains(name));
    List<String> unmeasured = new ArrayList<>(measured.keySet());
    unmeasured.removeIf(name -> !OF_CLUSTERS.contains(name) || measured.get(name) != 0);
    measured.keySet().removeAll(unmeasured);
    if (session.json().isPresent()) {
      session.json().get().println(JsonText.line(Map.of("metrics", measured)));
      return;
    }
    session.out().println();
    session.out().printf("%-21s %s%n", "METRIC", "VALUE");
    measured.forEach((name, value) -> session.out().printf(" %-20s %d%n", name, value));
    for (String name : names) {
      if (unmeasured.contains(name)) {
        session.out().printf(" %-20s not measured%n", name);
      }
    }
  }
}
