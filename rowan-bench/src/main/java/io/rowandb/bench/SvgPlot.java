package io.rowandb.bench;

import io.rowandb.bench.peer.Peer;
import io.rowandb.bench.workload.Metric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A picture of the medians: for each workload a bar for each peer, as long as its share of the best
 * one, with its figure at the end. A plain SVG file without script or outside parts.
 */
final class SvgPlot {
  private static final int LABEL_WIDTH = 330;
  private static final int BAR_WIDTH = 360;
  private static final int FIGURE_WIDTH = 150;
  private static final int BAR_HEIGHT = 13;
  private static final int GAP = 12;
  private static final int MARGIN = 16;

  /** Distinct also for most who see colours otherwise: Okabe and Ito's set. */
  private static final List<String> COLOURS =
      List.of("#0072b2", "#56b4e9", "#009e73", "#e69f00", "#cc79a7", "#d55e00");

  private final BenchPlan plan;
  private final Measurements measurements;
  private final List<Metric> metrics;

  private SvgPlot(BenchPlan plan, Measurements measurements) {
    this.plan = plan;
    this.measurements = measurements;
    this.metrics =
        plan.metrics().stream()
            .filter(Metric::isCompared)
            .filter(metric -> plan.peers().stream().anyMatch(p -> median(p, metric).isPresent()))
            .toList();
  }

  static void write(Path file, BenchPlan plan, Measurements measurements) throws IOException {
    Files.writeString(file, new SvgPlot(plan, measurements).render());
  }

  static String render(BenchPlan plan, Measurements measurements) {
    return new SvgPlot(plan, measurements).render();
  }

  private Optional<Double> median(Peer peer, Metric metric) {
    return measurements.statistics(peer, metric).map(Statistics::median);
  }

  private String render() {
    int group = plan.peers().size() * BAR_HEIGHT + GAP;
    int top = 3 * MARGIN + BAR_HEIGHT;
    int height = top + metrics.size() * group + MARGIN;
    int width = LABEL_WIDTH + BAR_WIDTH + FIGURE_WIDTH + 2 * MARGIN;
    StringBuilder svg = new StringBuilder();
    svg.append(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
                + "viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"11\">%n"
                + "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>%n",
            width,
            height,
            width,
            height));
    text(svg, MARGIN, MARGIN + 4, "start", title());
    legend(svg, 2 * MARGIN + 6);
    for (int i = 0; i < metrics.size(); i++) {
      group(svg, metrics.get(i), top + i * group);
    }
    return svg.append("</svg>\n").toString();
  }

  private String title() {
    return String.format(
        Locale.ROOT,
        "%,d rows, median of %d run(s); a longer bar is better, the longest is the best",
        plan.rows(),
        plan.runs());
  }

  private void legend(StringBuilder svg, int y) {
    int x = MARGIN;
    for (int i = 0; i < plan.peers().size(); i++) {
      rect(svg, x, y, 10, i);
      text(svg, x + 14, y + 9, "start", plan.peers().get(i).id());
      x += 120;
    }
  }

  private void group(StringBuilder svg, Metric metric, int y) {
    text(svg, MARGIN, y + 10, "start", label(metric));
    for (int i = 0; i < plan.peers().size(); i++) {
      Optional<Double> median = median(plan.peers().get(i), metric);
      int barY = y + i * BAR_HEIGHT;
      if (median.isPresent()) {
        int width = (int) Math.round(share(metric, median.get()) * BAR_WIDTH);
        rect(svg, LABEL_WIDTH + MARGIN, barY, Math.max(1, width), i);
        text(
            svg,
            LABEL_WIDTH + MARGIN + Math.max(1, width) + 4,
            barY + 9,
            "start",
            ReportTable.number(median.get()));
      }
    }
  }

  private static String label(Metric metric) {
    return metric.unit().isEmpty() ? metric.label() : metric.label() + ", " + metric.unit();
  }

  /** Of the best, 0 to 1. */
  private double share(Metric metric, double median) {
    double[] all =
        plan.peers().stream()
            .flatMap(peer -> median(peer, metric).stream())
            .mapToDouble(Double::doubleValue)
            .sorted()
            .toArray();
    double share = metric.higherIsBetter() ? median / all[all.length - 1] : all[0] / median;
    return Double.isFinite(share) ? Math.max(0, Math.min(1, share)) : 1;
  }

  private static void rect(StringBuilder svg, int x, int y, int width, int colour) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>%n",
            x,
            y,
            width,
            BAR_HEIGHT - 3,
            COLOURS.get(colour % COLOURS.size())));
  }

  private static void text(StringBuilder svg, int x, int y, String anchor, String text) {
    String escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    svg.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\">%s</text>%n",
            x,
            y,
            anchor,
            escaped));
  }
}
