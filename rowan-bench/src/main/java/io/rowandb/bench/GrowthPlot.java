package io.rowandb.bench;

import io.rowandb.bench.peer.Peer;
import io.rowandb.bench.workload.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A picture of the growth: for each workload a small chart with a line for each peer. The x axis
 * has the rows on a logarithmic scale, the y axis the cost of a row as a multiple of the first
 * step's. The band in which a cost counts as flat is grey. A plain SVG file without script or
 * outside parts.
 */
final class GrowthPlot {
  private static final int COLUMNS = 3;
  private static final int CHART_WIDTH = 260;
  private static final int CHART_HEIGHT = 120;
  private static final int CELL_WIDTH = CHART_WIDTH + 70;
  private static final int CELL_HEIGHT = CHART_HEIGHT + 60;
  private static final int MARGIN = 40;
  private static final int TOP = 64;

  /** The least that a chart shows upwards, so that flat lines look flat. */
  private static final double LEAST_TOP = 2;

  private final Growth growth;
  private final List<Peer> peers;
  private final List<Metric> metrics;
  private final SvgText svg = new SvgText();

  private GrowthPlot(Growth growth, List<Peer> peers, List<Metric> metrics) {
    this.growth = growth;
    this.peers = peers;
    this.metrics = metrics.stream().filter(Growth::isCost).toList();
  }

  static String render(Growth growth, List<Peer> peers, List<Metric> metrics) {
    return new GrowthPlot(growth, peers, metrics).render();
  }

  private String render() {
    int lines = (metrics.size() + COLUMNS - 1) / COLUMNS;
    svg.begin(COLUMNS * CELL_WIDTH + MARGIN, TOP + lines * CELL_HEIGHT);
    svg.text(
        MARGIN,
        20,
        "start",
        "cost of a row as a multiple of the first step's, over the number of rows; grey: within 25 %");
    for (int i = 0; i < peers.size(); i++) {
      svg.rect(MARGIN + 120 * i, 32, 10, 10, SvgText.colour(i));
      svg.text(MARGIN + 120 * i + 14, 41, "start", peers.get(i).id());
    }
    for (int i = 0; i < metrics.size(); i++) {
      chart(
          metrics.get(i), MARGIN + i % COLUMNS * CELL_WIDTH, TOP + i / COLUMNS * CELL_HEIGHT + 16);
    }
    return svg.end();
  }

  private void chart(Metric metric, int left, int top) {
    double most = most(metric);
    svg.text(left, top - 5, "start", metric.label());
    double high = y(top, most, 1 + Growth.FLAT_SHARE);
    double low = y(top, most, 1 - Growth.FLAT_SHARE);
    svg.rect(left, high, CHART_WIDTH, low - high, "#e8e8e8");
    svg.line(left, top, left, top + CHART_HEIGHT);
    svg.line(left, top + CHART_HEIGHT, left + CHART_WIDTH, top + CHART_HEIGHT);
    for (double label : new double[] {0, 1, most}) {
      svg.text(
          left - 4,
          y(top, most, label) + 4,
          "end",
          String.format(Locale.ROOT, label == most ? "%.1f" : "%.0f", label));
    }
    for (int step = 0; step < growth.rows().size(); step++) {
      svg.text(
          x(left, step),
          top + CHART_HEIGHT + 14,
          "middle",
          ReportTable.shortNumber((double) growth.rows().get(step)));
    }
    for (int i = 0; i < peers.size(); i++) {
      svg.polyline(points(peers.get(i), metric, left, top, most), SvgText.colour(i));
    }
  }

  private List<double[]> points(Peer peer, Metric metric, int left, int top, double most) {
    List<double[]> points = new ArrayList<>();
    for (int step = 0; step < growth.rows().size(); step++) {
      Optional<Double> cost = growth.cost(step, peer, metric);
      if (cost.isPresent()) {
        points.add(new double[] {x(left, step), y(top, most, cost.get())});
      }
    }
    return points;
  }

  private double most(Metric metric) {
    double most = LEAST_TOP;
    for (Peer peer : peers) {
      for (int step = 0; step < growth.rows().size(); step++) {
        most = Math.max(most, growth.cost(step, peer, metric).orElse(0.0));
      }
    }
    return most;
  }

  /** Steps lie as far apart as the logarithms of their rows; a single step in the middle. */
  private double x(int left, int step) {
    List<Long> rows = growth.rows();
    long least = rows.stream().mapToLong(Long::longValue).min().orElse(1);
    long greatest = rows.stream().mapToLong(Long::longValue).max().orElse(1);
    if (least == greatest) {
      return left + CHART_WIDTH / 2.0;
    }
    double share = Math.log((double) rows.get(step) / least) / Math.log((double) greatest / least);
    return left + share * CHART_WIDTH;
  }

  private static double y(int top, double most, double cost) {
    return top + CHART_HEIGHT * (1 - cost / most);
  }
}
