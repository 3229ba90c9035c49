package io.rowandb.tsdb.layout;

import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import io.rowandb.tsdb.TimeSeries;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.PointValue;
import io.rowandb.tsdb.store.DataPoint;
import io.rowandb.tsdb.store.PointStore;
import io.rowandb.tsdb.store.RangeQuery;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.store.Series;
import io.rowandb.tsdb.store.SeriesPoints;
import io.rowandb.tsdb.store.StoredObject;
import io.rowandb.tsdb.store.TsdbTables;
import io.rowandb.tsdb.uid.UidKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Tables that are to be moved. */
@OnBackEnd
abstract class LayoutCase {
  static final long BASE = 1_309_687_200L;
  static final PointKeyLayout SALTED = new PointKeyLayout(1, 7, 3, 3, 3);
  static final PointKeyLayout WIDE = new PointKeyLayout(0, 20, 4, 4, 4);
  static final List<String> METRICS = List.of("cpu", "mem");

  /** Long after all that the tests write. */
  static final Clock LATER = Clock.fixed(Instant.parse("2099-01-01T00:00:00Z"), ZoneOffset.UTC);

  Connection connection;
  TsdbTables tables;
  TsdbTables target;

  @BeforeEach
  void create(Connection backEnd) throws IOException {
    connection = backEnd;
    tables = TsdbTables.named(BackEnd.newTableName("old"));
    target = TsdbTables.named(tables.data() + "_new");
    tables.create(connection, Compression.Algorithm.NONE, TsdbTables.FOREVER);
  }

  @AfterEach
  void drop() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      Pattern ours = Pattern.compile(Pattern.quote(tables.data().getNameAsString()) + ".*");
      for (TableName each : admin.listTableNames(ours)) {
        BackEnd.drop(connection, each.getNameAsString());
      }
    }
  }

  /** On HBase tables are made and changed in seconds, and these tests make hundreds. */
  static void embeddedAlone() {
    assumeFalse(BackEnd.isHBase());
  }

  TimeSeries series(PointKeyLayout layout) throws IOException {
    return series(connection, layout);
  }

  TimeSeries series(Connection by, PointKeyLayout layout) throws IOException {
    return TimeSeries.openExisting(by, tables, layout, Duration.ZERO);
  }

  LayoutChange change(PointKeyLayout from, PointKeyLayout to) {
    return new LayoutChange(tables, from, target, to);
  }

  LayoutMove move(Connection by, LayoutChange change, Consumer<String> progress) {
    return new LayoutMove(by, change, Duration.ZERO, time -> {}, progress);
  }

  LayoutMove move(LayoutChange change) {
    return move(connection, change, step -> {});
  }

  /** As {@code move}, of which each step does something besides. */
  interface Step {
    void at(String step) throws IOException;
  }

  LayoutMove moveWith(LayoutChange change, Step step) {
    return new LayoutMove(
        connection,
        change,
        Duration.ZERO,
        time -> step.at("wait"),
        each -> {
          try {
            step.at(each);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  static DataPoint point(String metric, String host, long seconds, long value) {
    return new DataPoint(
        Series.of(metric, Map.of("host", host, "site", "s" + host.length())),
        PointTime.ofSeconds(seconds),
        PointValue.of(value));
  }

  /** Points of some hours and series, notes, and milliseconds. */
  void fill(TimeSeries series) throws IOException {
    List<DataPoint> points = new ArrayList<>();
    for (String metric : METRICS) {
      for (int host = 0; host < 9; host++) {
        for (int i = 0; i < 6; i++) {
          points.add(point(metric, "web" + host, BASE + i * 1_700L, host * 10 + i));
        }
      }
      points.add(
          new DataPoint(
              Series.of(metric, Map.of("host", "ü")),
              PointTime.ofMillis(BASE * 1_000 + 250),
              PointValue.of(0.1)));
    }
    series.put(points);
    series
        .store()
        .annotate(points.get(0).series(), PointTime.ofSeconds(BASE + 5), "{\"note\":\"é\"}");
  }

  /** A store that compacts whatever is there. */
  static PointStore later(Connection by, TimeSeries series) {
    return new PointStore(by, series.uids(), series.store().options(), LATER, System::nanoTime);
  }

  static RangeQuery all(String metric) {
    return new RangeQuery(metric, 0, PointTime.MAX_MILLIS, List.of());
  }

  /** All points and notes, and the numbers of all names. */
  static List<String> shown(TimeSeries series) throws IOException {
    List<String> all = new ArrayList<>();
    for (String metric : METRICS) {
      for (SeriesPoints each : series.store().read(all(metric), ReadLimits.NONE)) {
        String name = each.series().toString();
        for (int i = 0; i < each.points().size(); i++) {
          all.add(name + " " + each.points().time(i) + " " + each.points().value(i));
        }
        for (StoredObject note : each.annotations()) {
          all.add(name + " " + note);
        }
      }
    }
    all.sort(null);
    return all;
  }

  /** The numbers of all names. */
  static List<String> names(TimeSeries series) throws IOException {
    List<String> all = new ArrayList<>();
    series
        .uids()
        .forEach(
            each ->
                all.add(each.kind() + " " + each.name() + " " + new BigInteger(each.uid(), 16)));
    for (UidKind kind : UidKind.values()) {
      all.add(kind + " " + series.uids().room(kind).used());
    }
    return all;
  }
}
