package io.rowandb.tsdb.server.api;

import io.rowandb.tsdb.store.DataPoint;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Points of series. */
record PlainPoints(ServedStore store) implements PointKind<DataPoint> {
  @Override
  public String command() {
    return "put";
  }

  @Override
  public Sent<DataPoint> ofJson(Map<String, Object> members) {
    return IncomingPoint.ofJson(members);
  }

  @Override
  public Sent<DataPoint> ofWords(String[] words) {
    return IncomingPoint.ofWords(words);
  }

  @Override
  public DataPoint toPoint(Sent<DataPoint> sent) {
    DataPoint point = sent.toPoint();
    store.series().check(point.series());
    return point;
  }

  @Override
  public void write(List<DataPoint> points) throws IOException {
    store.series().put(points);
  }
}
