package io.rowandb.bench;

import io.rowandb.bench.peer.Peer;
import io.rowandb.bench.workload.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How the figures of each peer change with the number of rows: a table for each peer. */
final class Growth {
  /** What ought to stay as it is. */
  static final List<Metric> METRICS =
      List.of(
          Metric.LOAD,
          Metric.SETTLE,
          Metric.WRITTEN,
          Metric.DISK,
          Metric.GET_1,
          Metric.ABSENT,
          Metric.SCAN,
          Metric.SHORT_SCAN,
          Metric.PEAK_RSS,
          Metric.CPU_LOAD,
          Metric.CPU_GET,
          Metric.CPU_SCAN,
          Metric.CPU_SHORT_SCAN);

  private final List<Long> rows = new ArrayList<>();
  private final List<Measurements> measured = new ArrayList<>();

  /** What was measured with so many rows; the first are what the others are compared with. */
  void add(long rowCount, Measurements measurements) {
    rows.add(rowCount);
    measured.add(measurements);
  }

  boolean hasFailures() {
    return measured.stream().anyMatch(step -> !step.failures().isEmpty());
  }

  String render(List<Peer> peers, List<Metric> metrics) {
    StringBuilder text = new StringBuilder();
    for (Peer peer : peers) {
      List<List<String>> lines = new ArrayList<>();
      List<String> head = new ArrayList<>(List.of("", ""));
      for (long count : rows) {
        head.add(String.format(Locale.ROOT, "%,d rows", count));
        head.add(lines.isEmpty() && head.size() == 3 ? "" : "of the first");
      }
      lines.add(head);
      for (Metric metric : metrics) {
        lines.add(line(peer, metric));
      }
      text.append(peer.id()).append('\n').append(ReportTable.align(lines)).append('\n');
    }
    return text.toString();
  }

  private List<String> line(Peer peer, Metric metric) {
    List<String> line = new ArrayList<>(List.of(metric.label(), metric.unit()));
    Optional<Double> first = median(0, peer, metric);
    for (int step = 0; step < rows.size(); step++) {
      Optional<Double> median = median(step, peer, metric);
      line.add(median.map(ReportTable::number).orElse("-"));
      boolean compared = step > 0 && median.isPresent() && first.orElse(0.0) > 0;
      line.add(compared ? String.format(Locale.ROOT, "%.2f", median.get() / first.get()) : "");
    }
    return line;
  }

  private Optional<Double> median(int step, Peer peer, Metric metric) {
    return measured.get(step).statistics(peer, metric).map(Statistics::median);
  }
}
