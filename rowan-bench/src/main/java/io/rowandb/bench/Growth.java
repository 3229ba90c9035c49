package io.rowandb.bench;

import io.rowandb.bench.peer.Peer;
import io.rowandb.bench.workload.Metric;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How the figures of each peer change with the number of rows. What counts is the cost of a row or
 * request, as a multiple of the cost with the fewest rows: it should stay near 1, whether more or
 * less is better for the figure.
 */
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

  /** As much may a cost change, up and down, and still be called flat. */
  static final double FLAT_SHARE = 0.25;

  /** These are of all rows together, so a row's share of them is compared. */
  private static final Set<Metric> TOTALS = EnumSet.of(Metric.SETTLE, Metric.DISK);

  private static final String CSV_HEAD = "rows,peer,workload,unit,run,value";

  private final List<Long> rows = new ArrayList<>();
  private final List<Measurements> measured = new ArrayList<>();

  /** What was measured with so many rows; the first are what the others are compared with. */
  void add(long rowCount, Measurements measurements) {
    rows.add(rowCount);
    measured.add(measurements);
  }

  /** The numbers of rows, in the order in which they were added. */
  List<Long> rows() {
    return List.copyOf(rows);
  }

  boolean hasFailures() {
    return measured.stream().anyMatch(step -> !step.failures().isEmpty());
  }

  /** Whether costs may be told from one another: memory grows until the cache is full. */
  static boolean isCost(Metric metric) {
    return metric != Metric.PEAK_RSS;
  }

  /** The cost at a step as a multiple of that at the first; empty without both. */
  Optional<Double> cost(int step, Peer peer, Metric metric) {
    Optional<Double> first = median(0, peer, metric).filter(figure -> figure > 0);
    Optional<Double> now = median(step, peer, metric).filter(figure -> figure > 0);
    if (!isCost(metric) || first.isEmpty() || now.isEmpty()) {
      return Optional.empty();
    }
    double ratio = metric.higherIsBetter() ? first.get() / now.get() : now.get() / first.get();
    return Optional.of(TOTALS.contains(metric) ? ratio * rows.get(0) / rows.get(step) : ratio);
  }

  static boolean isFlat(double cost) {
    return Math.abs(cost - 1) <= FLAT_SHARE;
  }

  /** A table for each peer, lines ended by line feeds. */
  String render(List<Peer> peers, List<Metric> metrics) {
    StringBuilder text =
        new StringBuilder(
            "medians; x: cost of a row as a multiple of the first step's, ! outside 0.75 to 1.25\n");
    for (Peer peer : peers) {
      List<List<String>> lines = new ArrayList<>();
      lines.add(head());
      metrics.forEach(metric -> lines.add(line(peer, metric)));
      text.append(peer.id()).append('\n').append(ReportTable.align(lines)).append('\n');
    }
    return text.toString();
  }

  private List<String> head() {
    List<String> head = new ArrayList<>(List.of("", ""));
    for (int step = 0; step < rows.size(); step++) {
      head.add(String.format(Locale.ROOT, "%,d rows", rows.get(step)));
      if (step > 0) {
        head.add("x");
      }
    }
    return head;
  }

  private List<String> line(Peer peer, Metric metric) {
    List<String> line = new ArrayList<>(List.of(metric.label(), metric.unit()));
    for (int step = 0; step < rows.size(); step++) {
      line.add(median(step, peer, metric).map(ReportTable::number).orElse("-"));
      if (step > 0) {
        line.add(cost(step, peer, metric).map(Growth::marked).orElse(""));
      }
    }
    return line;
  }

  private static String marked(double cost) {
    return String.format(Locale.ROOT, "%s%.2f", isFlat(cost) ? "" : "!", cost);
  }

  /** Every figure of every run of every step, a line each. */
  List<String> csv(List<Peer> peers, List<Metric> metrics) {
    List<String> lines = new ArrayList<>(List.of(CSV_HEAD));
    for (int step = 0; step < rows.size(); step++) {
      for (Metric metric : metrics) {
        for (Peer peer : peers) {
          for (Map.Entry<Integer, Double> run : measured.get(step).runs(peer, metric).entrySet()) {
            lines.add(
                String.join(
                    ",",
                    rows.get(step).toString(),
                    CsvFile.line(peer, metric, run.getKey(), run.getValue())));
          }
        }
      }
    }
    return lines;
  }

  private Optional<Double> median(int step, Peer peer, Metric metric) {
    return measured.get(step).statistics(peer, metric).map(Statistics::median);
  }
}
