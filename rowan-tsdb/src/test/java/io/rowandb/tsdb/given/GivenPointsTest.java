package io.rowandb.tsdb.given;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import io.rowandb.tsdb.TimeSeries;
import io.rowandb.tsdb.aggregate.Range;
import io.rowandb.tsdb.aggregate.Samples;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.PointValue;
import io.rowandb.tsdb.query.GroupAnswer;
import io.rowandb.tsdb.query.MetricQuery;
import io.rowandb.tsdb.query.MetricQueryText;
import io.rowandb.tsdb.query.RollupUsage;
import io.rowandb.tsdb.store.DataPoint;
import io.rowandb.tsdb.store.RangeQuery;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.store.Series;
import io.rowandb.tsdb.store.TsdbTables;
import io.rowandb.tsdb.uid.UidKind;
import java.io.IOException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import net.opentsdb.rollup.GivenJudge;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Rollups that are given, and answers from them. */
@OnBackEnd
class GivenPointsTest {
  private static final byte[] FAMILY = {'t'};

  /** 2011-07-03 22:00 UTC, so that a row of a day ends within. */
  private static final long BASE = 1_309_730_400L;

  private static final List<String> AGGREGATORS = List.of("sum", "count", "min", "max");

  private static Connection connection;
  private static TsdbTables tables;
  private static TimeSeries series;

  private String metric;

  @BeforeAll
  static void create(Connection backEnd) throws IOException {
    connection = backEnd;
    tables = TsdbTables.named(BackEnd.newTableName("given"));
    series = TimeSeries.open(connection, tables).withRollups(RollupTables.of(tables));
  }

  @AfterAll
  static void drop() throws IOException {
    for (TableName each : List.of(tables.data(), tables.uid(), tables.tree(), tables.meta())) {
      BackEnd.drop(connection, each.getNameAsString());
    }
    for (GivenLevel each : given().tables().levels()) {
      if (!each.isDefault()) {
        BackEnd.drop(connection, each.rolled().getNameAsString());
      }
      BackEnd.drop(connection, each.grouped().getNameAsString());
    }
  }

  @BeforeEach
  void name(TestInfo test) {
    metric = test.getTestMethod().orElseThrow().getName();
  }

  private static GivenPoints given() {
    return series.given().orElseThrow();
  }

  private Series host(int host) {
    return Series.of(metric, Map.of("host", "h" + host, "site", host == 0 ? "north" : "south"));
  }

  private GivenPoint rollup(Series of, long seconds, double value, String what) {
    String[] parts = what.split("-", -1);
    return new GivenPoint(of, seconds, PointValue.of(value), parts[0], parts[1], "");
  }

  private MetricQuery query(String text, long fromSeconds, long toSeconds) {
    return MetricQueryText.parse(
        text, new Range(fromSeconds * 1_000, toSeconds * 1_000), ZoneOffset.UTC);
  }

  private List<GroupAnswer> ask(MetricQuery query, RollupUsage usage) throws IOException {
    return series.ask(query, usage, false, ReadLimits.DEFAULT);
  }

  /** Written here, read by OpenTSDB's class. */
  @Test
  void theJudgeReadsThem() throws Exception {
    GivenJudge judge = new GivenJudge();
    Random random = new Random(4);
    for (String interval : List.of("10m", "1h", "1d")) {
      Map<Long, Double> wanted = new TreeMap<>();
      GivenLevel level = given().tables().level(interval).orElseThrow();
      List<GivenPoint> points = new ArrayList<>();
      String aggregator = AGGREGATORS.get(random.nextInt(4));
      for (int i = 0; i < 200; i++) {
        long seconds = BASE + random.nextInt(40 * level.seconds());
        PointValue value =
            random.nextBoolean()
                ? PointValue.of(random.nextInt(1_000_000) - 500L)
                : PointValue.of(random.nextFloat());
        points.add(new GivenPoint(host(1), seconds, value, interval, aggregator, ""));
        wanted.put((seconds - seconds % level.seconds()) * 1_000, value.doubleValue());
      }
      given().put(points);
      Map<Long, Double> read = new TreeMap<>();
      for (Map.Entry<byte[], List<byte[][]>> each : columns(level.rolled()).entrySet()) {
        read.putAll(judge.read(interval, aggregator, each.getKey(), each.getValue()));
      }
      assertThat(read).as(interval).isEqualTo(wanted);
    }
  }

  private Map<byte[], List<byte[][]>> columns(TableName name) throws IOException {
    byte[] metricUid = series.uids().uid(UidKind.METRIC, metric);
    Map<byte[], List<byte[][]>> rows = new TreeMap<>(Arrays::compareUnsigned);
    try (Table table = connection.getTable(name);
        ResultScanner scanner =
            table.getScanner(new Scan().setStartStopRowForPrefixScan(metricUid))) {
      for (Result result : scanner) {
        for (Cell cell : result.rawCells()) {
          rows.computeIfAbsent(result.getRow(), unseen -> new ArrayList<>())
              .add(new byte[][] {CellUtil.cloneQualifier(cell), CellUtil.cloneValue(cell)});
        }
      }
    }
    return rows;
  }

  /** Written by OpenTSDB's class, in the form of today or of before, read here. */
  @Test
  void theJudgesColumnsAreRead() throws Exception {
    GivenJudge judge = new GivenJudge();
    Random random = new Random(5);
    GivenLevel level = given().tables().level("1h").orElseThrow();
    Map<String, Map<Long, Double>> wanted = new HashMap<>();
    try (Table table = connection.getTable(level.rolled())) {
      for (int hour = 0; hour < 60; hour++) {
        for (String aggregator : AGGREGATORS) {
          PointValue value = PointValue.of((long) random.nextInt(100_000));
          long seconds = BASE + hour * 3_600L;
          byte[] qualifier = judge.qualifier("1h", aggregator, seconds, value.columnFlags());
          if (random.nextBoolean()) {
            qualifier =
                Bytes.add(Bytes.toBytes(aggregator + ":"), Arrays.copyOfRange(qualifier, 1, 3));
          }
          byte[] row =
              series
                  .store()
                  .options()
                  .layout()
                  .rowKey(series.store().identify(host(2)), judge.base("1h", seconds));
          table.put(new Put(row).addColumn(FAMILY, qualifier, value.toBytes()));
          wanted
              .computeIfAbsent(aggregator, unseen -> new TreeMap<>())
              .put(seconds * 1_000, value.doubleValue());
        }
      }
    }
    RangeQuery rows =
        new RangeQuery(metric, (BASE - 86_400) * 1_000, (BASE + 10 * 86_400) * 1_000, List.of());
    List<GivenSeries> read =
        given().read(rows, level, false, Set.copyOf(AGGREGATORS), ReadLimits.DEFAULT);
    assertThat(read).hasSize(1);
    assertThat(read.get(0).series()).isEqualTo(host(2));
    for (String aggregator : AGGREGATORS) {
      assertThat(numbers(read.get(0).numbers().get(aggregator))).isEqualTo(wanted.get(aggregator));
    }
  }

  private static Map<Long, Double> numbers(Samples samples) {
    Map<Long, Double> numbers = new TreeMap<>();
    for (int i = 0; i < samples.size(); i++) {
      numbers.put(samples.timeMillis(i), samples.doubleValue(i));
    }
    return numbers;
  }

  /** Points of three series, and their rollups of hours, of integers. */
  private void writeBoth() throws IOException {
    Random random = new Random(12);
    List<DataPoint> points = new ArrayList<>();
    List<GivenPoint> rollups = new ArrayList<>();
    for (int host = 0; host < 3; host++) {
      for (int hour = 0; hour < 30; hour++) {
        double sum = 0;
        double least = Double.MAX_VALUE;
        double greatest = -Double.MAX_VALUE;
        int count = 1 + random.nextInt(9);
        long begin = BASE + hour * 3_600L;
        for (int i = 0; i < count; i++) {
          long value = random.nextInt(1_000) - 200L;
          sum += value;
          least = Math.min(least, (double) value);
          greatest = Math.max(greatest, (double) value);
          points.add(
              new DataPoint(
                  host(host), PointTime.ofSeconds(begin + i * 60L), PointValue.of(value)));
        }
        rollups.add(rollup(host(host), begin, sum, "1h-sum"));
        rollups.add(rollup(host(host), begin + 59, count, "1h-count"));
        rollups.add(rollup(host(host), begin, least, "1h-MIN"));
        rollups.add(rollup(host(host), begin, greatest, "1h-max"));
      }
    }
    series.put(points);
    given().put(rollups);
  }

  @Test
  void answersAreThoseOfThePoints() throws IOException {
    writeBoth();
    for (String aggregator : List.of("sum", "count", "min", "max", "avg", "zimsum", "mimmax")) {
      for (String form :
          List.of(
              "sum:1h-%s:%s",
              "max:2h-%s:%s{site=*}",
              "sum:1h-%s-zero:%s{host=h0|h2}",
              "avg:1dc-%s:%s",
              "none:0all-%s:%s")) {
        String text = form.formatted(aggregator, metric);
        MetricQuery query = query(text, BASE + 3_600, BASE + 28 * 3_600 - 1);
        List<GroupAnswer> wanted = ask(query, RollupUsage.RAW);
        assertThat(wanted).as(text).isNotEmpty();
        assertThat(ask(query, RollupUsage.NOFALLBACK)).as(text).isEqualTo(wanted);
      }
    }
  }

  @Test
  void fallsBackAsAsked() throws IOException {
    series.put(List.of(new DataPoint(host(0), PointTime.ofSeconds(BASE), PointValue.of(7L))));
    MetricQuery query = query("sum:1h-sum:" + metric, BASE, BASE + 3_600);
    List<GroupAnswer> points = ask(query, RollupUsage.RAW);
    assertThat(points).hasSize(1);
    assertThat(ask(query, RollupUsage.NOFALLBACK)).isEmpty();
    assertThat(ask(query, RollupUsage.FALLBACK_RAW)).isEqualTo(points);
    assertThat(ask(query, RollupUsage.FALLBACK)).isEqualTo(points);
    given()
        .put(
            List.of(
                rollup(host(0), BASE, 5, "10m-sum"), rollup(host(0), BASE + 600, 6, "10m-sum")));
    assertThat(ask(query, RollupUsage.NOFALLBACK)).isEmpty();
    assertThat(ask(query, RollupUsage.FALLBACK_RAW)).isEqualTo(points);
    assertThat(numbers(ask(query, RollupUsage.FALLBACK).get(0).numbers()))
        .isEqualTo(Map.of(BASE * 1_000, 11.0));
    // What rollups have no numbers for comes from points.
    MetricQuery deviation = query("sum:1h-dev:" + metric, BASE, BASE + 3_600);
    assertThat(ask(deviation, RollupUsage.NOFALLBACK)).hasSize(1);
    // Averages need sums and counts.
    MetricQuery average = query("sum:10m-avg:" + metric, BASE, BASE + 3_600);
    assertThat(ask(average, RollupUsage.NOFALLBACK)).isEmpty();
    given().put(List.of(rollup(host(0), BASE, 2, "10m-count")));
    assertThat(numbers(ask(average, RollupUsage.NOFALLBACK).get(0).numbers()))
        .isEqualTo(Map.of(BASE * 1_000, 2.5));
  }

  @Test
  void preAggregatesAreApart() throws IOException {
    Series both = Series.of(metric, Map.of("site", "south"));
    given()
        .put(
            List.of(
                new GivenPoint(both, BASE + 1, PointValue.of(3L), "", "", "sum"),
                new GivenPoint(both, BASE, PointValue.of(40L), "1h", "max", "sum"),
                new GivenPoint(both, BASE, PointValue.of(50L), "1h", "max", "")));
    MetricQuery plain = query("none:" + metric, BASE, BASE + 10);
    assertThat(ask(plain, RollupUsage.NOFALLBACK)).isEmpty();
    GroupAnswer answer = series.ask(plain, RollupUsage.RAW, true, ReadLimits.DEFAULT).get(0);
    assertThat(answer.tags()).isEqualTo(Map.of("site", "south", "_aggregate", "SUM"));
    assertThat(numbers(answer.numbers())).isEqualTo(Map.of((BASE + 1) * 1_000, 3.0));
    MetricQuery hours = query("none:1h-max:" + metric, BASE, BASE + 3_600);
    assertThat(numbers(ask(hours, RollupUsage.NOFALLBACK).get(0).numbers()))
        .isEqualTo(Map.of(BASE * 1_000, 50.0));
    MetricQuery byTag = query("none:1h-max:" + metric + "{_aggregate=SUM}", BASE, BASE + 3_600);
    assertThat(numbers(ask(byTag, RollupUsage.NOFALLBACK).get(0).numbers()))
        .isEqualTo(Map.of(BASE * 1_000, 40.0));
  }
}
