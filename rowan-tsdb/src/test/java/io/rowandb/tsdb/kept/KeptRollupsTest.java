package io.rowandb.tsdb.kept;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.tsdb.DyingConnection;
import io.rowandb.tsdb.MeddledConnection;
import io.rowandb.tsdb.TimeSeries;
import io.rowandb.tsdb.aggregate.Range;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.PointValue;
import io.rowandb.tsdb.query.KeptQueries;
import io.rowandb.tsdb.query.MetricQuery;
import io.rowandb.tsdb.query.MetricQueryText;
import io.rowandb.tsdb.query.Queries;
import io.rowandb.tsdb.store.DataPoint;
import io.rowandb.tsdb.store.PointScans;
import io.rowandb.tsdb.store.PointStore;
import io.rowandb.tsdb.store.RangeQuery;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.store.Series;
import io.rowandb.tsdb.uid.NoSuchNameException;
import io.rowandb.tsdb.upkeep.MetricDrop;
import java.io.IOException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Answers from kept rollups are those of the points, whatever happens. */
class KeptRollupsTest extends KeptTrial {
  private static final int HOURS = 6;

  private static List<DataPoint> some(Random random, int count, boolean doubles) {
    List<DataPoint> points = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      PointValue value =
          doubles && random.nextBoolean()
              ? PointValue.of(random.nextGaussian() * 1e6)
              : PointValue.of(random.nextInt(2_000) - 500L);
      points.add(point(random.nextInt(3), random.nextInt(HOURS * 3_600), value));
    }
    return points;
  }

  private static MetricQuery query(String text, Random random) {
    long from = BASE + random.nextInt(HOURS * 3_600 - 100);
    long to = from + 1 + random.nextInt((int) (BASE + HOURS * 3_600 - from));
    return MetricQueryText.parse(text, new Range(from * 1_000, to * 1_000), ZoneOffset.UTC);
  }

  private List<MetricQuery> queries(Random random) {
    List<MetricQuery> queries = new ArrayList<>();
    for (String aggregator : List.of("sum", "count", "min", "max", "avg")) {
      for (String form :
          List.of("sum:1m-%s:m", "max:10m-%s:m{host=*}", "none:1h-%s:m", "sum:3h-%s-nan:rate:m")) {
        queries.add(query(form.formatted(aggregator), random));
      }
    }
    return queries;
  }

  /** How many of the questions rollups helped to answer. */
  private int assertSame(Random random, String when) throws IOException {
    return assertSame(queries(random), when);
  }

  /** The same of a few. */
  private int assertFew(Random random, String when) throws IOException {
    List<MetricQuery> few = queries(random);
    Collections.shuffle(few, random);
    return assertSame(few.subList(0, 4), when);
  }

  private int assertSame(List<MetricQuery> queries, String when) throws IOException {
    int helped = 0;
    for (MetricQuery each : queries) {
      var wanted = new Queries(series.store()).answer(each, ReadLimits.DEFAULT);
      assertThat(series.ask(each, ReadLimits.DEFAULT)).as("%s: %s", when, each).isEqualTo(wanted);
      helped +=
          new KeptQueries(series.store(), kept()).rolled(each, ReadLimits.DEFAULT).isPresent()
              ? 1
              : 0;
    }
    return helped;
  }

  @Test
  @Tag("slow")
  void latePointsAndDuplicates() throws IOException {
    Random random = new Random(3);
    series.put(some(random, 500, false));
    assertThat(assertSame(random, "not made")).isZero();
    assertThat(kept().make("m")).isEqualTo(HOURS);
    assertThat(kept().make("m")).isZero();
    assertThat(assertSame(random, "made")).isEqualTo(20);
    for (int i = 0; i < 10; i++) {
      series.put(some(random, 1 + random.nextInt(5), i > 5));
      assertSame(random, "late " + i);
      if (i % 3 == 2) {
        assertThat(kept().make("m")).isPositive();
        assertThat(assertSame(random, "made again " + i)).isPositive();
      }
    }
    // Another program, opened later, keeps them too.
    TimeSeries other = TimeSeries.openExisting(connection, tables);
    other.put(List.of(point(0, 5, PointValue.of(1_000_000L))));
    assertSame(random, "by another");
    assertThat(other.anew().kept()).isPresent();
    assertThat(kept().metrics()).containsExactly("m");
  }

  @Test
  void doublesAreAddedUpInTheirOrder() throws IOException {
    Random random = new Random(4);
    series.put(some(random, 2_000, true));
    kept().make("m");
    assertThat(assertSame(random, "doubles")).isBetween(14, 20);
  }

  @Test
  void hoursOfBeforeAreMadeWhenAsked() throws IOException {
    assumeFalse(BackEnd.isHBase(), "the first tests are enough there");
    Random random = new Random(5);
    series.store().put(some(random, 300, false)); // by a program that marks nothing
    assertThat(kept().make("m")).isZero();
    assertThat(assertSame(random, "unmarked")).isZero();
    assertThat(kept().make("m", BASE * 1_000, (BASE + 7_200) * 1_000 - 1)).isEqualTo(2);
    assertSame(random, "two hours");
    assertThat(kept().make("m", 0, PointTime.MAX_MILLIS)).isEqualTo(HOURS - 2);
    assertThat(assertSame(random, "all")).isEqualTo(20);
    series.put(some(random, 3, false));
    assertSame(random, "late");
    assertThatThrownBy(() -> kept().make("nosuch")).isInstanceOf(NoSuchNameException.class);
    assertThatThrownBy(() -> series.put(List.of(wrong()))).hasMessageContaining("m!");
    assertThat(kept().settle("m")).isZero();
  }

  /** Nothing was written, so nobody is left behind. */
  @Test
  void refusedPointsLeaveNoMark() throws IOException {
    Random random = new Random(11);
    series.put(some(random, 300, false));
    kept().make("m");
    KeptRollups strict =
        new KeptRollups(connection, series.store().options().withCreateNames(false), series.uids());
    DataPoint unknown =
        new DataPoint(
            Series.of("m", Map.of("host", "nobody")), PointTime.ofSeconds(BASE), PointValue.of(1L));
    assertThatThrownBy(() -> strict.put(List.of(point(0, 1, PointValue.of(1L)), unknown)))
        .isInstanceOf(NoSuchNameException.class);
    assertThat(kept().settle("m")).isZero();
    assertFew(random, "refused");
    kept().make("m");
    assertThat(assertFew(random, "made")).isEqualTo(4);
  }

  private static DataPoint wrong() {
    return new DataPoint(
        Series.of("m!", Map.of("host", "h")), PointTime.ofSeconds(BASE), PointValue.of(1L));
  }

  /** Dead at each call of a write, and of what makes them, before it and after it. */
  @Tag("slow")
  @Test
  void aDeathLeavesRightAnswers() throws IOException {
    assumeFalse(BackEnd.isHBase(), "hundreds of calls, which a cluster would take minutes for");
    Random random = new Random(6);
    series.put(some(random, 100, false));
    kept().make("m");
    int deaths = 0;
    for (int call = 0; call < 60; call++) {
      boolean alive = true;
      for (boolean isMade : new boolean[] {false, true}) {
        DyingConnection dying = new DyingConnection(connection, call, isMade);
        try {
          TimeSeries mortal = TimeSeries.openExisting(dying.connection(), tables);
          mortal.put(some(random, 5, false));
          assertFew(random, "written");
          mortal.kept().orElseThrow().make("m");
        } catch (IOException e) {
          assertThat(dying.isDead()).as(e.getMessage()).isTrue();
          deaths++;
        }
        assertFew(random, "dead at " + call);
        kept().make("m");
        assertFew(random, "gone on after " + call);
        kept().settle("m");
        kept().make("m");
        assertThat(assertFew(random, "settled after " + call)).isEqualTo(4);
        alive &= !dying.isDead();
      }
      if (alive) {
        assertThat(deaths).isGreaterThan(10);
        return;
      }
    }
  }

  /** Somebody else writes, or makes them too, at each call of what makes them. */
  @Tag("slow")
  @Test
  void othersMayDoTheSame() throws IOException {
    assumeFalse(BackEnd.isHBase(), "hundreds of calls, which a cluster would take minutes for");
    Random random = new Random(7);
    series.put(some(random, 100, false));
    for (String call : List.of("get", "getScanner", "put", "checkAndMutate", "delete")) {
      for (boolean writes : new boolean[] {false, true}) {
        series.put(some(random, 20, false));
        MeddledConnection meddled =
            new MeddledConnection(
                connection,
                call,
                () -> {
                  if (writes) {
                    series.put(some(random, 5, false));
                  } else {
                    kept().make("m");
                  }
                });
        new KeptRollups(meddled.connection(), series.store().options(), series.uids()).make("m");
        assertThat(meddled.isDone()).as(call).isTrue();
        assertSame(random, "meddled at " + call);
        kept().make("m");
        assertThat(assertSame(random, "after " + call)).isEqualTo(20);
      }
    }
  }

  /** After the rollups were read, and before the points between them, all are made anew. */
  @Test
  void rollupsThatChangeWhileTheyAreReadAreNotUsed() throws IOException {
    Random random = new Random(10);
    series.put(some(random, 100, false));
    kept().make("m");
    series.put(List.of(point(0, 5, PointValue.of(1L)))); // points of this hour are read
    MeddledConnection meddled =
        new MeddledConnection(
            connection,
            "getScanner",
            () -> {
              for (int hour = 0; hour < HOURS; hour++) {
                series.put(List.of(point(1, hour * 3_600 + 7, PointValue.of(5_000L))));
              }
              kept().make("m");
            });
    PointStore store =
        new PointStore(meddled.connection(), series.uids(), series.store().options());
    MetricQuery all =
        MetricQueryText.parse(
            "sum:1h-max:m",
            new Range(BASE * 1_000, (BASE + HOURS * 3_600) * 1_000),
            ZoneOffset.UTC);
    var answer = new KeptQueries(store, kept()).answer(all, ReadLimits.DEFAULT);
    assertThat(meddled.isDone()).isTrue();
    assertThat(answer).isEqualTo(new Queries(series.store()).answer(all, ReadLimits.DEFAULT));
  }

  @Test
  void aMetricIsDroppedWithThem() throws IOException {
    assumeFalse(BackEnd.isHBase(), "the first tests are enough there");
    Random random = new Random(8);
    series.put(some(random, 100, false));
    kept().make("m");
    new MetricDrop(connection, series.store().options(), series.uids()).drop("m", false);
    MetricQuery all =
        MetricQueryText.parse(
            "sum:1h-sum:m",
            new Range(BASE * 1_000, (BASE + HOURS * 3_600) * 1_000),
            ZoneOffset.UTC);
    assertThat(series.ask(all, ReadLimits.DEFAULT)).isEmpty();
    series.put(some(random, 50, false));
    assertSame(random, "written after the drop");
    kept().make("m");
    assertSame(random, "made after the drop");
  }

  /** Points that are removed. */
  @Test
  void removedPointsAreRemovedFromThem() throws IOException {
    assumeFalse(BackEnd.isHBase(), "the first tests are enough there");
    Random random = new Random(9);
    series.put(some(random, 300, false));
    kept().make("m");
    PointStore store = series.store();
    RangeQuery range = new RangeQuery("m", BASE * 1_000, (BASE + 5_000) * 1_000, List.of());
    kept()
        .during(
            "m",
            () ->
                new PointScans(connection, series.uids(), store.options())
                    .erase(range, ReadLimits.NONE, each -> {}));
    assertSame(random, "removed");
    kept().make("m");
    assertThat(assertSame(random, "made")).isPositive();
  }
}
