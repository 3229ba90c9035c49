package io.rowandb.tsdb.server.api;

import io.rowandb.tsdb.given.GivenPoint;
import io.rowandb.tsdb.given.GivenPoints;
import io.rowandb.tsdb.store.Series;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Rollups and pre-aggregates. */
record RollupPoints(ServedStore store) implements PointKind<GivenPoint> {
  @Override
  public String command() {
    return "rollup";
  }

  @Override
  public Sent<GivenPoint> ofJson(Map<String, Object> members) {
    return IncomingRollup.ofJson(members);
  }

  @Override
  public Sent<GivenPoint> ofWords(String[] words) {
    return IncomingRollup.ofWords(words);
  }

  @Override
  public GivenPoint toPoint(Sent<GivenPoint> sent) {
    GivenPoint point = sent.toPoint();
    given().check(point, this::checkNames);
    return point;
  }

  private void checkNames(Series series) {
    IncomingPoint.checkNames(series.metric(), series.tags());
    store.series().check(series);
  }

  @Override
  public void write(List<GivenPoint> points) throws IOException {
    given().put(points);
  }

  private GivenPoints given() {
    return store
        .series()
        .given()
        .orElseThrow(
            () -> new IllegalArgumentException("No rollup or aggregations were configured"));
  }
}
