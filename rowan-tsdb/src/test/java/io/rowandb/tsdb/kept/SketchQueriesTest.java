package io.rowandb.tsdb.kept;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.tsdb.DyingConnection;
import io.rowandb.tsdb.MeddledConnection;
import io.rowandb.tsdb.TimeSeries;
import io.rowandb.tsdb.aggregate.Range;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.PointValue;
import io.rowandb.tsdb.query.GroupAnswer;
import io.rowandb.tsdb.query.MetricQuery;
import io.rowandb.tsdb.query.MetricQueryText;
import io.rowandb.tsdb.query.Queries;
import io.rowandb.tsdb.query.SketchQueries;
import io.rowandb.tsdb.store.DataPoint;
import io.rowandb.tsdb.store.PointStore;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.upkeep.MetricDrop;
import java.io.IOException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Estimates from kept sketches are near the percentiles of the points, whatever happens. */
class SketchQueriesTest extends KeptTrial {
  private static final int HOURS = 6;

  /** Positive, so that what lies between two estimates is as near as they are. */
  private static List<DataPoint> some(Random random, int count) {
    List<DataPoint> points = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      PointValue value =
          random.nextBoolean()
              ? PointValue.of(Math.exp(10 * random.nextGaussian()))
              : PointValue.of((long) random.nextInt(2_000));
      points.add(point(random.nextInt(3), random.nextInt(HOURS * 3_600), value));
    }
    return points;
  }

  private static MetricQuery query(String text, long from, long to) {
    return MetricQueryText.parse(
        text, new Range((BASE + from) * 1_000, (BASE + to) * 1_000), ZoneOffset.UTC);
  }

  private static List<MetricQuery> queries(Random random) {
    List<MetricQuery> queries = new ArrayList<>();
    for (String percentile : List.of("p50", "p75", "p99", "p999", "ep90r3", "ep95r7")) {
      for (String form : List.of("none:1m-%s:m", "max:10m-%s:m{host=*}", "none:1h-%s:m")) {
        int from = random.nextInt(HOURS * 3_600 - 100);
        int to = from + 1 + random.nextInt(HOURS * 3_600 - from);
        queries.add(query(form.formatted(percentile), from, to));
      }
      queries.add(query("sum:3h-%s-nan:m".formatted(percentile), 0, HOURS * 3_600));
    }
    return queries;
  }

  /** How many of the questions sketches helped to answer. */
  private int assertNear(Random random, String when) throws IOException {
    int helped = 0;
    for (MetricQuery each : queries(random)) {
      List<GroupAnswer> wanted = new Queries(series.store()).answer(each, ReadLimits.DEFAULT);
      assertNear(series.estimate(each, ReadLimits.DEFAULT), wanted, when + ": " + each);
      assertThat(series.ask(each, ReadLimits.DEFAULT)).as(when).isEqualTo(wanted);
      boolean estimated =
          new SketchQueries(series.store(), kept()).estimated(each, ReadLimits.DEFAULT).isPresent();
      helped += estimated ? 1 : 0;
    }
    return helped;
  }

  private static void assertNear(List<GroupAnswer> found, List<GroupAnswer> wanted, String what) {
    assertThat(found).as(what).hasSameSizeAs(wanted);
    for (int i = 0; i < found.size(); i++) {
      assertThat(found.get(i).tags()).as(what).isEqualTo(wanted.get(i).tags());
      assertThat(found.get(i).tsuids()).as(what).isEqualTo(wanted.get(i).tsuids());
      assertThat(found.get(i).numbers().size()).as(what).isEqualTo(wanted.get(i).numbers().size());
      for (int n = 0; n < found.get(i).numbers().size(); n++) {
        assertThat(found.get(i).numbers().timeMillis(n))
            .as(what)
            .isEqualTo(wanted.get(i).numbers().timeMillis(n));
        double exact = wanted.get(i).numbers().doubleValue(n);
        double estimate = found.get(i).numbers().doubleValue(n);
        if (Double.isNaN(exact)) {
          assertThat(estimate).as(what).isNaN();
        } else {
          assertThat(Math.abs(estimate - exact))
              .as("%s: %s for %s", what, estimate, exact)
              .isLessThanOrEqualTo((KeptSketch.RELATIVE_ERROR + 1e-9) * exact);
        }
      }
    }
  }

  private int rows(KeptLevel level) throws IOException {
    int rows = 0;
    try (Table table = connection.getTable(level.sketchTable(tables));
        ResultScanner scanner = table.getScanner(new Scan())) {
      while (scanner.next() != null) {
        rows++;
      }
    }
    return rows;
  }

  @Tag("slow")
  @Test
  void percentilesOfLatePointsToo() throws IOException {
    Random random = new Random(1);
    series.put(some(random, 1_500));
    assertThat(assertNear(random, "not made")).isZero();
    kept().make("m");
    assertThat(assertNear(random, "made")).isEqualTo(24);
    for (int i = 0; i < (BackEnd.isHBase() ? 1 : 3); i++) {
      series.put(some(random, 3));
      assertNear(random, "late " + i);
      kept().make("m");
      assertThat(assertNear(random, "made again " + i)).isEqualTo(24);
    }
    assertThat(rows(KeptLevel.HOUR)).as("those of before are gone").isEqualTo(3 * HOURS);
  }

  /** What no sketch knows is answered from kept rollups or points, exactly. */
  @Test
  void otherQuestionsAreAnsweredExactly() throws IOException {
    Random random = new Random(2);
    series.put(some(random, 200));
    kept().make("m");
    for (String text :
        List.of(
            "sum:1h-sum:m", "p99:1h-max:m", "sum:1h-median:m", "max:7s-p99:m", "max:1hc-p50:m")) {
      MetricQuery asked = query(text, 0, HOURS * 3_600);
      assertThat(series.estimate(asked, ReadLimits.DEFAULT))
          .as(text)
          .isEqualTo(new Queries(series.store()).answer(asked, ReadLimits.DEFAULT));
      assertThat(SketchQueries.canAnswer(asked)).as(text).isFalse();
    }
  }

  @Test
  void anHourWithANumberBeyondAllBucketsIsAnsweredFromPoints() throws IOException {
    assumeFalse(BackEnd.isHBase(), "the first tests are enough there");
    Random random = new Random(3);
    series.put(some(random, 200));
    series.put(List.of(point(0, 7_300, PointValue.of(Double.MAX_VALUE))));
    kept().make("m");
    assertThat(kept().make("m", 0, PointTime.MAX_MILLIS)).as("it cannot be sketched").isZero();
    MetricQuery around = query("none:1h-p50:m", 0, HOURS * 3_600);
    assertNear(
        series.estimate(around, ReadLimits.DEFAULT),
        new Queries(series.store()).answer(around, ReadLimits.DEFAULT),
        "one of the points has no bucket");
    MetricQuery besides = query("none:1h-p50:m", 3 * 3_600, HOURS * 3_600);
    assertThat(new SketchQueries(series.store(), kept()).estimated(besides, ReadLimits.DEFAULT))
        .isPresent();
  }

  /**
   * A store whose rollups an older version keeps: its hours get sketches when they are asked for.
   */
  @Test
  void hoursThatWereMadeBeforeSketchesGetThem() throws IOException {
    assumeFalse(BackEnd.isHBase(), "the first tests are enough there");
    Random random = new Random(4);
    dropSketches();
    series.put(some(random, 300));
    assertThat(kept().make("m")).isEqualTo(HOURS);
    assertThat(assertNear(random, "made without sketches")).isZero();
    assertThat(kept().make("m", 0, PointTime.MAX_MILLIS)).as("there is no table").isZero();
    series = series.keepRollups();
    assertThat(kept().make("m")).as("none has changed").isZero();
    assertThat(assertNear(random, "with tables")).isZero();
    assertThat(kept().make("m", 0, PointTime.MAX_MILLIS)).isEqualTo(HOURS);
    assertThat(assertNear(random, "made with sketches")).isEqualTo(24);
    assertThat(kept().make("m", 0, PointTime.MAX_MILLIS)).isZero();
  }

  private void putSketch(KeptLevel level, long token, long stamp) throws IOException {
    byte[] row =
        series
            .store()
            .options()
            .layout()
            .rowKey(series.store().find(point(0, 0, PointValue.of(1)).series()), BASE);
    try (Table table = connection.getTable(level.sketchTable(tables))) {
      table.put(
          new Put(row, stamp).addColumn(new byte[] {'t'}, Bytes.toBytes(token), new byte[] {1}));
    }
  }

  private List<Long> tokens(KeptLevel level) throws IOException {
    List<Long> tokens = new ArrayList<>();
    try (Table table = connection.getTable(level.sketchTable(tables));
        ResultScanner scanner = table.getScanner(new Scan())) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        row.listCells().forEach(each -> tokens.add(Bytes.toLong(CellUtil.cloneQualifier(each))));
      }
    }
    return tokens;
  }

  /**
   * A maker of an older version does not know of sketches, and leaves those of before; those of one
   * that is at work now stay.
   */
  @Test
  void sketchesThatAnOlderMakerLeftGo() throws IOException {
    series.put(List.of(point(0, 0, PointValue.of(1))));
    kept().make("m");
    long now = System.currentTimeMillis();
    for (KeptLevel each : KeptLevel.values()) {
      putSketch(each, 7, now - 300_000);
      putSketch(each, 8, now);
    }
    series.put(List.of(point(0, 1, PointValue.of(2))));
    assertThat(kept().make("m")).isEqualTo(1);
    for (KeptLevel each : KeptLevel.values()) {
      assertThat(tokens(each)).as("%s", each).hasSize(2).contains(8L).doesNotContain(7L);
    }
    MetricQuery all = query("none:1h-p50:m", 0, 3_600);
    assertThat(new SketchQueries(series.store(), kept()).estimated(all, ReadLimits.DEFAULT))
        .isPresent();
  }

  /** Dead at each call of what makes them, before it and after it. */
  @Tag("slow")
  @Test
  void aDeathLeavesRightAnswers() throws IOException {
    assumeFalse(BackEnd.isHBase(), "hundreds of calls, which a cluster would take minutes for");
    Random random = new Random(5);
    series.put(some(random, 150));
    kept().make("m");
    int deaths = 0;
    for (int call = 0; call < 80; call++) {
      boolean alive = true;
      for (boolean isMade : new boolean[] {false, true}) {
        series.put(some(random, 1));
        DyingConnection dying = new DyingConnection(connection, call, isMade);
        try {
          TimeSeries.openExisting(dying.connection(), tables).kept().orElseThrow().make("m");
        } catch (IOException e) {
          assertThat(dying.isDead()).as(e.getMessage()).isTrue();
          deaths++;
        }
        assertNear(random, "dead at " + call);
        kept().make("m");
        assertThat(assertNear(random, "gone on after " + call)).isEqualTo(24);
        alive &= !dying.isDead();
      }
      if (alive) {
        assertThat(deaths).isGreaterThan(10);
        return;
      }
    }
    throw new AssertionError("each of 80 calls was the last one of some program");
  }

  /** All are made anew after they were read, and before the points between them. */
  @Test
  void sketchesThatChangeWhileTheyAreReadAreNotUsed() throws IOException {
    Random random = new Random(6);
    series.put(some(random, 100));
    kept().make("m");
    series.put(List.of(point(0, 5, PointValue.of(1L)))); // points of this hour are read
    MeddledConnection meddled =
        new MeddledConnection(
            connection,
            "getScanner",
            () -> {
              for (int hour = 0; hour < HOURS; hour++) {
                series.put(List.of(point(1, hour * 3_600 + 7, PointValue.of(1e200))));
              }
              kept().make("m");
            });
    PointStore store =
        new PointStore(meddled.connection(), series.uids(), series.store().options());
    MetricQuery all = query("none:1h-p99:m", 0, HOURS * 3_600);
    List<GroupAnswer> answer = new SketchQueries(store, kept()).answer(all, ReadLimits.DEFAULT);
    assertThat(meddled.isDone()).isTrue();
    assertNear(answer, new Queries(series.store()).answer(all, ReadLimits.DEFAULT), "meddled");
  }

  @Test
  void aMetricIsDroppedWithThem() throws IOException {
    assumeFalse(BackEnd.isHBase(), "the first tests are enough there");
    Random random = new Random(7);
    series.put(some(random, 100));
    kept().make("m");
    new MetricDrop(connection, series.store().options(), series.uids()).drop("m", false);
    for (KeptLevel each : KeptLevel.values()) {
      assertThat(rows(each)).as("%s", each).isZero();
    }
    series.put(some(random, 50));
    kept().make("m");
    assertThat(assertNear(random, "made after the drop")).isEqualTo(24);
  }
}
