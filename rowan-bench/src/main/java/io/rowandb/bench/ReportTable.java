package io.rowandb.bench;

import io.rowandb.bench.peer.Peer;
import io.rowandb.bench.workload.Metric;
import io.rowandb.cli.terminal.DisplayText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Makes the final text of a run: medians, ranges, ratios, failures. */
final class ReportTable {
  /** Runs that lie further apart than this share of their median are marked. */
  private static final double NOISY_SPREAD = 0.2;

  private static final String NOTHING = "-";

  private final List<Peer> peers;
  private final List<Metric> metrics;
  private final Measurements measurements;

  ReportTable(BenchPlan plan, Measurements measurements) {
    this.peers = plan.peers();
    this.measurements = measurements;
    this.metrics =
        plan.metrics().stream()
            .filter(m -> peers.stream().anyMatch(p -> !measurements.runs(p, m).isEmpty()))
            .toList();
  }

  /** The whole report, lines ended by line feeds. */
  String render() {
    StringBuilder text = new StringBuilder();
    String medians =
        hasSeveralRuns()
            ? "median of the runs (~ where they lie more than 20 % apart)"
            : "figures of one run";
    text.append(section(medians, peers, this::median));
    if (hasSeveralRuns()) {
      text.append('\n').append(section("least .. greatest of the runs", peers, this::range));
    }
    for (Peer base : bases()) {
      String title = base.id() + " compared: above 1 it is better, by this factor";
      List<Peer> others = others(base);
      text.append('\n').append(section(title, others, (peer, m) -> ratio(base, peer, m)));
    }
    measurements.failures().forEach(f -> text.append('\n').append(failure(f)));
    return text.toString();
  }

  /** Rowan's ways in are compared with the rest; without them the first peer is. */
  private List<Peer> bases() {
    if (peers.size() < 2) {
      return List.of();
    }
    List<Peer> ours = peers.stream().filter(Peer::isRowan).toList();
    boolean onlyOurs = ours.size() == peers.size();
    return ours.isEmpty() || onlyOurs ? List.of(peers.get(0)) : ours;
  }

  /** Rowan's ways in are compared with strangers, and with one another when there are none. */
  private List<Peer> others(Peer base) {
    boolean strangers = peers.stream().anyMatch(p -> !p.isRowan());
    return peers.stream()
        .filter(p -> p != base && !(base.isRowan() && p.isRowan() && strangers))
        .toList();
  }

  private boolean hasSeveralRuns() {
    return peers.stream()
        .anyMatch(p -> metrics.stream().anyMatch(m -> measurements.runs(p, m).size() > 1));
  }

  /** The text of one cell. */
  private interface CellText {
    String of(Peer peer, Metric metric);
  }

  private String section(String title, List<Peer> columns, CellText cell) {
    List<List<String>> lines = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of("", ""));
    columns.forEach(p -> head.add(p.id()));
    lines.add(head);
    for (Metric metric : metrics) {
      List<String> line = new ArrayList<>(List.of(metric.label(), metric.unit()));
      columns.forEach(p -> line.add(cell.of(p, metric)));
      lines.add(line);
    }
    return title + "\n" + align(lines);
  }

  /** Two columns to the left, the others to the right. */
  static String align(List<List<String>> lines) {
    int columns = lines.get(0).size();
    int[] widths = new int[columns];
    for (List<String> line : lines) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], line.get(i).length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (List<String> line : lines) {
      StringBuilder row = new StringBuilder("  ");
      for (int i = 0; i < columns; i++) {
        String pad = " ".repeat(widths[i] - line.get(i).length());
        row.append(i < 2 ? line.get(i) + pad : pad + line.get(i)).append("  ");
      }
      text.append(row.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }

  private String median(Peer peer, Metric metric) {
    return cell(peer, metric, s -> (s.spread() > NOISY_SPREAD ? "~" : "") + number(s.median()));
  }

  private String range(Peer peer, Metric metric) {
    return cell(peer, metric, s -> shortNumber(s.min()) + ".." + shortNumber(s.max()));
  }

  private String cell(Peer peer, Metric metric, Function<Statistics, String> text) {
    return measurements.statistics(peer, metric).map(text).orElse(NOTHING);
  }

  private String ratio(Peer base, Peer peer, Metric metric) {
    if (!metric.isCompared()) {
      return NOTHING;
    }
    return measurements
        .advantage(base, peer, metric)
        .map(r -> String.format(Locale.ROOT, r < 10 ? "%.2f" : "%,.0f", r))
        .orElse(NOTHING);
  }

  private static String failure(Measurements.Failure f) {
    return String.format(
        Locale.ROOT,
        "FAILED %s, run %d, phase %s: %s%n",
        f.peer().id(),
        f.run() + 1,
        f.phase().name().toLowerCase(Locale.ROOT).replace('_', '-'),
        DisplayText.printable(f.message()));
  }

  /** Three digits or more: 0.123, 12.3, 1,234; whole numbers without a fraction. */
  static String number(double value) {
    double size = Math.abs(value);
    if (value == Math.rint(value)) {
      return String.format(Locale.ROOT, "%,.0f", value);
    }
    String format = size < 1 ? "%.3f" : size < 10 ? "%.2f" : size < 100 ? "%.1f" : "%,.0f";
    return String.format(Locale.ROOT, format, value);
  }

  /** Three digits and a unit of thousands: 1.23M. */
  static String shortNumber(double value) {
    if (Math.abs(value) < 1e4) {
      return number(value);
    }
    return value < 1e6 ? number(value / 1e3) + "k" : number(value / 1e6) + "M";
  }
}
