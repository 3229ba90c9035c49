package io.rowandb.tsdb.server.api;

import io.rowandb.tsdb.histogram.HistogramPoint;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Histograms. */
record HistogramPoints(ServedStore store) implements PointKind<HistogramPoint> {
  @Override
  public String command() {
    return "histogram";
  }

  @Override
  public Sent<HistogramPoint> ofJson(Map<String, Object> members) {
    return IncomingHistogram.ofJson(members);
  }

  @Override
  public Sent<HistogramPoint> ofWords(String[] words) {
    return IncomingHistogram.ofWords(words);
  }

  @Override
  public HistogramPoint toPoint(Sent<HistogramPoint> sent) {
    HistogramPoint point = sent.toPoint();
    store.histograms().check(point);
    return point;
  }

  @Override
  public void write(List<HistogramPoint> points) throws IOException {
    store.histograms().put(points);
  }
}
