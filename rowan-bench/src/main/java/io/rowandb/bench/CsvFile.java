package io.rowandb.bench;

import io.rowandb.bench.peer.Peer;
import io.rowandb.bench.workload.Metric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Writes every figure of every run, one per line, for other programs. */
final class CsvFile {
  static final String HEAD = "peer,workload,unit,run,value";

  private CsvFile() {}

  static void write(Path file, BenchPlan plan, Measurements measurements) throws IOException {
    Files.write(file, lines(plan, measurements));
  }

  static List<String> lines(BenchPlan plan, Measurements measurements) {
    List<String> lines = new ArrayList<>(List.of(HEAD));
    for (Metric metric : plan.metrics()) {
      for (Peer peer : plan.peers()) {
        for (Map.Entry<Integer, Double> run : measurements.runs(peer, metric).entrySet()) {
          lines.add(line(peer, metric, run.getKey(), run.getValue()));
        }
      }
    }
    return lines;
  }

  /** One figure; the first run is 0 here and 1 in the file. */
  static String line(Peer peer, Metric metric, int run, double figure) {
    return String.join(
        ",",
        peer.id(),
        metric.id(),
        metric.unit(),
        Integer.toString(run + 1),
        Double.toString(figure));
  }
}
