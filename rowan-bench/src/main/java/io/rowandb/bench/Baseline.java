package io.rowandb.bench;

import io.rowandb.bench.peer.Peer;
import io.rowandb.bench.workload.Metric;
import io.rowandb.cli.terminal.DisplayText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Compares the medians of an earlier run, from its file, with those of this one. A figure is worse
 * if it is more than a fifth above the earlier one, or below it where more is better.
 *
 * <p>The runs were made at different times, so the difference includes whatever else the machine
 * did. So a mark is a reason to investigate and to repeat both runs.
 */
final class Baseline {
  private static final double WORSE_SHARE = 0.2;
  private static final int FIELDS = 5;

  private final Path file;
  private final Measurements earlier;
  private final int unknown;

  private Baseline(Path file, Measurements earlier, int unknown) {
    this.file = file;
    this.earlier = earlier;
    this.unknown = unknown;
  }

  /**
   * Reads what {@link CsvFile} wrote. Figures of peers and workloads that no longer exist are
   * skipped.
   *
   * @throws IllegalArgumentException when it is not such a file; names the line
   */
  static Baseline read(Path file) {
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException("--against " + file + " does not exist", e);
    } catch (IOException e) {
      throw new IllegalArgumentException("--against " + file + " cannot be read: " + e, e);
    }
    if (lines.isEmpty() || !lines.get(0).equals(CsvFile.HEAD)) {
      throw new IllegalArgumentException(
          "--against " + file + " must begin with the line " + CsvFile.HEAD);
    }
    Measurements figures = new Measurements();
    int unknown = 0;
    for (int i = 1; i < lines.size(); i++) {
      unknown += add(figures, lines.get(i), file + ", line " + (i + 1)) ? 0 : 1;
    }
    return new Baseline(file, figures, unknown);
  }

  /** Whether it is a figure of a known peer and workload. */
  private static boolean add(Measurements figures, String line, String place) {
    String[] fields = line.split(",", -1);
    if (fields.length != FIELDS) {
      throw new IllegalArgumentException(
          "--against " + place + " must have " + FIELDS + " fields: " + line);
    }
    Peer peer = Peer.of(fields[0]);
    Metric metric = Metric.of(fields[1]);
    try {
      int run = Integer.parseInt(fields[3]) - 1;
      double figure = Double.parseDouble(fields[4]);
      if (peer == null || metric == null) {
        return false;
      }
      figures.add(peer, run, metric, figure);
      return true;
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "--against " + place + " must end with two numbers: " + line, e);
    }
  }

  /** How the medians of this run compare with the earlier ones. */
  Comparison compare(BenchPlan plan, Measurements now) {
    List<List<String>> table = new ArrayList<>();
    List<String> worse = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of("", ""));
    plan.peers().forEach(peer -> head.add(peer.id()));
    table.add(head);
    for (Metric metric : plan.metrics()) {
      List<String> line = new ArrayList<>(List.of(metric.label(), metric.unit()));
      boolean compared = false;
      for (Peer peer : plan.peers()) {
        Optional<Double> before = median(earlier, peer, metric);
        Optional<Double> after = median(now, peer, metric);
        if (!metric.isCompared() || before.isEmpty() || after.isEmpty()) {
          line.add("-");
        } else {
          boolean marked = isWorse(metric, before.get(), after.get());
          line.add((marked ? "!" : "") + multiple(before.get(), after.get()));
          compared = true;
          if (marked) {
            worse.add(words(peer, metric, before.get(), after.get()));
          }
        }
      }
      if (compared) {
        table.add(line);
      }
    }
    return new Comparison(file, table, worse, unknown);
  }

  /** Whether a figure is more than a fifth worse than it was. */
  static boolean isWorse(Metric metric, double before, double after) {
    return metric.higherIsBetter()
        ? after < before * (1 - WORSE_SHARE)
        : after > before * (1 + WORSE_SHARE);
  }

  private static Optional<Double> median(Measurements of, Peer peer, Metric metric) {
    return of.statistics(peer, metric).map(Statistics::median).filter(median -> median > 0);
  }

  private static String multiple(double before, double after) {
    return String.format(Locale.ROOT, "%.2f", after / before);
  }

  private static String words(Peer peer, Metric metric, double before, double after) {
    return String.format(
        Locale.ROOT,
        "WORSE %s %s: %s %s, was %s",
        peer.id(),
        metric.id(),
        ReportTable.number(after),
        metric.unit(),
        ReportTable.number(before));
  }

  /**
   * What came of it.
   *
   * @param file of the earlier run
   * @param table medians as multiples of the earlier ones, marked where they are worse
   * @param worse a line for each mark
   * @param unknown figures of the file whose peer or workload is unknown
   */
  record Comparison(Path file, List<List<String>> table, List<String> worse, int unknown) {
    /** The lines to print, ended by line feeds. */
    String render() {
      StringBuilder text = new StringBuilder();
      text.append("medians as multiples of those of ").append(DisplayText.printable("" + file));
      text.append(" (! more than 20 % worse)\n").append(ReportTable.align(table));
      worse.forEach(line -> text.append(line).append('\n'));
      if (worse.isEmpty()) {
        text.append("nothing is more than 20 % worse\n");
      }
      if (unknown > 0) {
        text.append(unknown).append(" figures of the file are of unknown peers or workloads\n");
      }
      return text.toString();
    }
  }
}
