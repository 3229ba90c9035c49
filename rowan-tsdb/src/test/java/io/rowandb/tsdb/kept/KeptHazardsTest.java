package io.rowandb.tsdb.kept;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.tsdb.DyingConnection;
import io.rowandb.tsdb.MeddledConnection;
import io.rowandb.tsdb.TimeSeries;
import io.rowandb.tsdb.aggregate.Range;
import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.PointValue;
import io.rowandb.tsdb.query.KeptQueries;
import io.rowandb.tsdb.query.MetricQuery;
import io.rowandb.tsdb.query.MetricQueryText;
import io.rowandb.tsdb.query.Queries;
import io.rowandb.tsdb.store.DataPoint;
import io.rowandb.tsdb.store.LimitExceededException;
import io.rowandb.tsdb.store.PointStore;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.store.Series;
import io.rowandb.tsdb.store.TsdbTables;
import io.rowandb.tsdb.uid.UidKind;
import io.rowandb.tsdb.upkeep.MetricDrop;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What may come between: removals, names that are gone, makers that lose, marks that fail. */
class KeptHazardsTest extends KeptTrial {
  private static final int HOURS = 3;

  /** When all hours are over. */
  private static final Clock LATER =
      Clock.fixed(Instant.parse("2099-01-01T00:00:00Z"), ZoneOffset.UTC);

  private KeptRollups keptBy(Connection by) {
    return new KeptRollups(by, series.store().options(), series.uids());
  }

  /** A point in each hour of two series. */
  private void write(String metric, long value) throws IOException {
    List<DataPoint> points = new ArrayList<>();
    for (int hour = 0; hour < HOURS; hour++) {
      for (String host : List.of("a", "b")) {
        points.add(
            new DataPoint(
                Series.of(metric, Map.of("host", host)),
                PointTime.ofSeconds(BASE + hour * 3_600L),
                PointValue.of(value)));
      }
    }
    series.put(points);
  }

  private static MetricQuery hourly(String metric) {
    return MetricQueryText.parse(
        "sum:1h-sum:" + metric,
        new Range(BASE * 1_000, (BASE + HOURS * 3_600) * 1_000 - 1),
        ZoneOffset.UTC);
  }

  private void assertRight(String metric, String when) throws IOException {
    MetricQuery query = hourly(metric);
    assertThat(series.ask(query, ReadLimits.DEFAULT))
        .as(when)
        .isEqualTo(new Queries(series.store()).answer(query, ReadLimits.DEFAULT));
  }

  private MetricDrop dropBy(Connection by) {
    return new MetricDrop(by, series.store().options(), series.uids());
  }

  @Test
  void aDropTakesTheMarks() throws IOException {
    write("m", 1);
    write("other", 1);
    kept().make("m");
    kept().make("other");
    dropBy(connection).drop("m", false);
    assertThat(kept().marks("m", 0, PointTime.MAX_MILLIS)).isEmpty();
    assertThat(kept().metrics()).containsExactly("other");
    assertThat(kept().make("other")).isZero();
    write("m", 2);
    assertThat(kept().make("m")).isEqualTo(HOURS);
    assertRight("m", "written again");
  }

  /** Points are still there when the rollups are gone already. */
  @Test
  void nobodyMakesRollupsOfWhatIsBeingRemoved() throws IOException {
    assumeFalse(BackEnd.isHBase(), "the first test is enough there");
    for (String call : List.of("delete", "batch", "getScanner")) {
      write("m", 1);
      kept().make("m");
      write("m", 2);
      MeddledConnection meddled = new MeddledConnection(connection, call, () -> kept().make("m"));
      dropBy(meddled.connection()).drop("m", false);
      assertThat(meddled.isDone()).isTrue();
      assertThat(series.ask(hourly("m"), ReadLimits.DEFAULT)).as(call).isEmpty();
    }
  }

  /** It read its hour, then the metric went, and was written as often as before. */
  @Test
  void aMakerOfBeforeARemovalLoses() throws IOException {
    assumeFalse(BackEnd.isHBase(), "the first test is enough there");
    write("m", 1);
    MeddledConnection meddled =
        new MeddledConnection(
            connection,
            "put", // of the rollups, after the points were read
            () -> {
              dropBy(connection).drop("m", false);
              write("m", 5);
            });
    keptBy(meddled.connection()).make("m");
    assertThat(meddled.isDone()).isTrue();
    assertRight("m", "after the removal");
    kept().make("m");
    assertRight("m", "made again");
  }

  @Tag("slow")
  @Test
  void aDropThatDiedGoesOn() throws IOException {
    assumeFalse(BackEnd.isHBase(), "hundreds of calls, which a cluster would take minutes for");
    int deaths = 0;
    for (int call = 0; call < 200; call++) {
      boolean alive = true;
      for (boolean isMade : new boolean[] {false, true}) {
        write("m", call + 1);
        kept().make("m");
        DyingConnection dying = new DyingConnection(connection, call, isMade);
        try {
          dropBy(dying.connection()).drop("m", false);
        } catch (IOException e) {
          assertThat(dying.isDead()).as(e.getMessage()).isTrue();
          deaths++;
        }
        assertRight("m", "dead at " + call);
        kept().make("m");
        assertRight("m", "made after " + call);
        dropBy(connection).drop("m", false);
        assertThat(series.ask(hourly("m"), ReadLimits.DEFAULT)).isEmpty();
        assertThat(kept().marks("m", 0, PointTime.MAX_MILLIS)).as("after %s", call).isEmpty();
        alive &= !dying.isDead();
      }
      if (alive) {
        assertThat(deaths).isGreaterThan(10);
        return;
      }
    }
    throw new AssertionError("a drop makes fewer calls");
  }

  /** Its own connection, which knows no name of before. */
  private KeptRollups keptAnew() throws IOException {
    return TimeSeries.openExisting(connection, tables).kept().orElseThrow();
  }

  @Test
  void marksWithoutANameKeepNobodyFromBeingMade() throws IOException {
    assumeFalse(BackEnd.isHBase(), "the first test is enough there");
    write("a", 1);
    write("b", 1);
    write("c", 1);
    series.uids().delete(UidKind.METRIC, "a");
    series.uids().rename(UidKind.METRIC, "b", "d");
    write("b", 2); // another UID has the name now
    byte[] never = series.store().options().layout().firstRow(0, new byte[] {0, 0, 99}, BASE);
    marks().begin(List.of(never), 7, 1);
    KeptRollups anew = keptAnew();
    assertThat(anew.metrics()).containsExactly("b", "c", "d");
    try (KeptUpkeep upkeep = KeptUpkeep.start(anew, LATER, Duration.ofDays(1))) {
      upkeep.run();
    }
    for (String each : List.of("b", "c", "d")) {
      assertThat(anew.make(each)).as(each).isZero();
    }
  }

  @Test
  void whatFailsOfAMetricKeepsNoOtherFromBeingMade() throws IOException {
    assumeFalse(BackEnd.isHBase(), "the first test is enough there");
    write("a", 1);
    write("b", 1);
    byte[] uid = series.uids().uid(UidKind.METRIC, "a");
    byte[] row = series.store().options().layout().firstRow(0, uid, BASE);
    try (Table table = connection.getTable(KeptRollups.marks(tables))) {
      table.put(new Put(row).addColumn(new byte[] {'t'}, HourMark.CHANGES, new byte[] {1}));
    }
    assertThatThrownBy(() -> kept().make("a")).isInstanceOf(DamagedDataException.class);
    try (KeptUpkeep upkeep = KeptUpkeep.start(kept(), LATER, Duration.ofDays(1))) {
      upkeep.run();
    }
    assertThat(kept().make("b")).isZero();
  }

  @Test
  void anErrorDoesNotEndTheUpkeep() throws IOException {
    assumeFalse(BackEnd.isHBase(), "the first test is enough there");
    write("a", 1);
    for (String call : List.of("getScanner", "get")) { // of the metrics, of a mark
      write("a", 2);
      MeddledConnection meddled =
          new MeddledConnection(
              connection,
              call,
              () -> {
                throw new StackOverflowError("of a test");
              });
      KeptRollups kept = keptBy(meddled.connection());
      try (KeptUpkeep upkeep = KeptUpkeep.start(kept, LATER, Duration.ofDays(1))) {
        upkeep.run();
        assertThat(meddled.isDone()).isTrue();
        assertThat(kept().marks("a", 0, PointTime.MAX_MILLIS).values())
            .noneMatch(each -> each.isClean(kept().rule()));
        upkeep.run();
      }
      assertThat(kept().make("a")).isZero();
    }
  }

  /** Those of years come by every minute. */
  @Test
  void cleanHoursAreNotLookedAtOneByOne() throws IOException {
    assumeFalse(BackEnd.isHBase(), "the first test is enough there");
    write("m", 1);
    kept().make("m");
    series.uids().name(UidKind.METRIC, series.uids().uid(UidKind.METRIC, "m"));
    MeddledConnection meddled = new MeddledConnection(connection, "get", () -> {});
    assertThat(keptBy(meddled.connection()).makeEnded("m", Long.MAX_VALUE)).isZero();
    assertThat(meddled.isDone()).isFalse();
    // Nor those that somebody writes.
    marks().begin(rows("m"), 7, 1);
    assertThat(keptBy(meddled.connection()).makeEnded("m", Long.MAX_VALUE)).isZero();
    assertThat(meddled.isDone()).isFalse();
    assertThat(kept().settle("m")).isEqualTo(HOURS);
    assertThat(kept().make("m")).isEqualTo(HOURS);
  }

  private HourMarks marks() {
    return new HourMarks(connection, KeptRollups.marks(tables), series.store().options().layout());
  }

  private List<byte[]> rows(String metric) throws IOException {
    byte[] uid = series.uids().uid(UidKind.METRIC, metric);
    List<byte[]> rows = new ArrayList<>();
    for (int hour = 0; hour < HOURS; hour++) {
      rows.add(series.store().options().layout().firstRow(0, uid, BASE + hour * 3_600L));
    }
    return rows;
  }

  @Test
  void pointsThatExpireHaveNone() throws IOException {
    assumeFalse(BackEnd.isHBase(), "the first test is enough there");
    TsdbTables expiring = TsdbTables.named(BackEnd.newTableName("expiring"));
    expiring.create(connection, Compression.Algorithm.NONE, 3_600);
    TimeSeries of = TimeSeries.openExisting(connection, expiring);
    assertThatThrownBy(of::keepRollups)
        .isInstanceOf(IOException.class)
        .hasMessageContaining(expiring.data().getNameAsString())
        .hasMessageContaining("expire after 3600 seconds");
    assertThat(KeptRollups.areKept(connection, expiring)).isFalse();
    for (TableName each :
        List.of(expiring.data(), expiring.uid(), expiring.tree(), expiring.meta())) {
      BackEnd.drop(connection, each.getNameAsString());
    }
  }

  /** The columns of all rollups of an hour, which are tokens. */
  private Set<String> tokens() throws IOException {
    Set<String> tokens = new TreeSet<>();
    try (Table table = connection.getTable(KeptLevel.MINUTE.table(tables));
        ResultScanner rows = table.getScanner(new Scan())) {
      for (Result row : rows) {
        for (Cell cell : row.rawCells()) {
          tokens.add(
              series.store().options().layout().baseSecondsOf(row.getRow())
                  + " "
                  + Bytes.toStringBinary(CellUtil.cloneQualifier(cell)));
        }
      }
    }
    return tokens;
  }

  @Test
  void whoLosesTakesItsRollupsAway() throws IOException {
    assumeFalse(BackEnd.isHBase(), "the first test is enough there");
    write("m", 1);
    MeddledConnection meddled = new MeddledConnection(connection, "put", () -> kept().make("m"));
    assertThat(keptBy(meddled.connection()).make("m")).isLessThan(HOURS);
    assertThat(meddled.isDone()).isTrue();
    assertThat(tokens()).hasSize(HOURS);
    assertRight("m", "made by two");
    kept().make("m");
    assertRight("m", "made");
  }

  /** Whichever call fails, and whether it was made: the next one leaves one token an hour. */
  @Tag("slow")
  @Test
  void whatFailsLeavesNoRollups() throws IOException {
    assumeFalse(BackEnd.isHBase(), "the first test is enough there");
    for (int call = 0; call < 100; call++) {
      write("m", call + 1);
      DyingConnection losing = DyingConnection.losing(connection, call);
      try {
        keptBy(losing.connection()).make("m");
        assertThat(losing.isDead()).isFalse();
        return;
      } catch (IOException e) {
        assertThat(losing.isDead()).as(e.getMessage()).isTrue();
      }
      assertRight("m", "failed at " + call);
      kept().make("m");
      assertRight("m", "made after " + call);
      assertThat(tokens()).as("after %s", call).hasSize(HOURS);
      dropBy(connection).drop("m", false);
    }
    throw new AssertionError("they make fewer calls");
  }

  @Test
  void marksThatFailAreTakenAway() throws IOException {
    assumeFalse(BackEnd.isHBase(), "the first test is enough there");
    write("m", 1);
    kept().make("m");
    DyingConnection losing = DyingConnection.losing(connection, 0);
    DataPoint point =
        new DataPoint(
            Series.of("m", Map.of("host", "a")), PointTime.ofSeconds(BASE), PointValue.of(2L));
    KeptRollups failing = keptBy(losing.connection());
    assertThatThrownBy(() -> failing.put(List.of(point))).hasMessage("dead at put");
    assertThat(kept().settle("m")).isZero();
    assertThat(kept().make("m")).isZero(); // the hours are what they were
    assertRight("m", "not written");
    failing.put(List.of(point));
    assertThat(kept().make("m")).isEqualTo(1);
    assertRight("m", "written");
  }

  /** A point in each minute of the hours. */
  private void writeMinutes(String metric, long value) throws IOException {
    List<DataPoint> points = new ArrayList<>();
    for (int minute = 0; minute < HOURS * 60; minute++) {
      points.add(
          new DataPoint(
              Series.of(metric, Map.of("host", "a")),
              PointTime.ofSeconds(BASE + minute * 60L),
              PointValue.of(value)));
    }
    series.put(points);
  }

  private static ReadLimits limits(long points, int hosts) {
    return new ReadLimits(points, 1 << 20, hosts, Duration.ofMinutes(5));
  }

  private static MetricQuery minutes(String metric) {
    return MetricQueryText.parse("sum:1m-sum:" + metric, hourly(metric).asked(), ZoneOffset.UTC);
  }

  private void assertTooMuch(MetricQuery query, ReadLimits limits) {
    assertThatThrownBy(() -> series.ask(query, limits)).isInstanceOf(LimitExceededException.class);
  }

  @Test
  void allReadsOfAQuestionHaveOneBudget() throws IOException {
    assumeFalse(BackEnd.isHBase(), "the first test is enough there");
    writeMinutes("m", 1);
    kept().make("m");
    int all = HOURS * 60;
    assertThat(series.ask(minutes("m"), limits(all, 1))).hasSize(1);
    assertTooMuch(minutes("m"), limits(all - 1, 1)); // numbers, and not cells
    for (int hour : new int[] {0, 2}) { // before what is clean, and behind it
      writeOne("m", hour);
    }
    assertThat(series.ask(minutes("m"), limits(all, 1))).hasSize(1); // one series, read thrice
    assertTooMuch(minutes("m"), limits(all - 1, 1));
    assertRight("m", "of three reads");
  }

  /** By a clock that a read of any kind moves on. */
  @Test
  void allReadsOfAQuestionHaveOneTime() throws IOException {
    assumeFalse(BackEnd.isHBase(), "the first test is enough there");
    writeMinutes("m", 1);
    kept().make("m");
    write("m", 3); // nothing is clean but for what is made now
    kept().make("m", BASE * 1_000, BASE * 1_000);
    long[] nanos = {0};
    PointStore ticking =
        new PointStore(
            connection,
            series.uids(),
            series.store().options(),
            LATER,
            () -> nanos[0] += 1_000_000_000);
    int looks = looks(ticking, nanos);
    nanos[0] = 0;
    ReadLimits less = new ReadLimits(1_000, 1 << 20, 9, Duration.ofSeconds(looks - 2L));
    assertThatThrownBy(() -> new KeptQueries(ticking, kept()).answer(minutes("m"), less))
        .isInstanceOf(LimitExceededException.class)
        .hasMessageContaining("took more than");
  }

  /** How often the time is looked at for a question that has enough of it. */
  private int looks(PointStore ticking, long[] nanos) throws IOException {
    ReadLimits enough = new ReadLimits(1_000, 1 << 20, 9, Duration.ofDays(1));
    assertThat(new KeptQueries(ticking, kept()).rolled(minutes("m"), enough)).isPresent();
    return (int) (nanos[0] / 1_000_000_000);
  }

  @Test
  void whatWasReadInVainIsNotGiven() throws IOException {
    assumeFalse(BackEnd.isHBase(), "the first test is enough there");
    writeMinutes("m", 1);
    kept().make("m");
    writeOne("m", 0);
    MeddledConnection meddled =
        new MeddledConnection(
            connection,
            "getScanner", // of the points of the first hour
            () -> {
              writeOne("m", 1);
              kept().make("m");
            });
    PointStore store =
        new PointStore(meddled.connection(), series.uids(), series.store().options());
    var answer = new KeptQueries(store, kept()).answer(minutes("m"), limits(HOURS * 60, 1));
    assertThat(meddled.isDone()).isTrue();
    assertThat(answer)
        .isEqualTo(new Queries(series.store()).answer(minutes("m"), ReadLimits.DEFAULT));
  }

  /** At an hour's first second, where there is one already. */
  private void writeOne(String metric, int hour) throws IOException {
    series.put(
        List.of(
            new DataPoint(
                Series.of(metric, Map.of("host", "a")),
                PointTime.ofSeconds(BASE + hour * 3_600L),
                PointValue.of(9L))));
  }
}
