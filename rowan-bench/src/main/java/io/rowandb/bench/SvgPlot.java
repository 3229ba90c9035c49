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
 * A picture of the medians: for each workload one bar per peer, whose length is its ratio to the
 * best, with its figure at the end. A plain SVG file without script or outside parts.
 */
final class SvgPlot {
  private static final int LABEL_WIDTH = 330;
  private static final int BAR_WIDTH = 360;
  private static final int FIGURE_WIDTH = 150;
  private static final int BAR_HEIGHT = 13;
  private static final int GAP = 12;
  private static final int MARGIN = 16;

  private final BenchPlan plan;
  private final Measurements measurements;
  private final List<Metric> metrics;
  private final SvgText svg = new SvgText();

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
    svg.begin(width, height);
    svg.text(MARGIN, MARGIN + 4, "start", title());
    legend(2 * MARGIN + 6);
    for (int i = 0; i < metrics.size(); i++) {
      group(metrics.get(i), top + i * group);
    }
    return svg.end();
  }

  private String title() {
    return String.format(
        Locale.ROOT,
        "%,d rows, median of %d run(s); a longer bar is better, the longest is the best",
        plan.rows(),
        plan.runs());
  }

  private void legend(int y) {
    int x = MARGIN;
    for (int i = 0; i < plan.peers().size(); i++) {
      svg.rect(x, y, 10, BAR_HEIGHT - 3, SvgText.colour(i));
      svg.text(x + 14, y + 9, "start", plan.peers().get(i).id());
      x += 120;
    }
  }

  private void group(Metric metric, int y) {
    svg.text(MARGIN, y + 10, "start", label(metric));
    for (int i = 0; i < plan.peers().size(); i++) {
      Optional<Double> median = median(plan.peers().get(i), metric);
      int barY = y + i * BAR_HEIGHT;
      if (median.isPresent()) {
        int width = (int) Math.round(share(metric, median.get()) * BAR_WIDTH);
        svg.rect(LABEL_WIDTH + MARGIN, barY, Math.max(1, width), BAR_HEIGHT - 3, SvgText.colour(i));
        svg.text(
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
}
