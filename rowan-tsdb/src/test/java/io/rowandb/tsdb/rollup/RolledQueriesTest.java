package io.rowandb.tsdb.rollup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import io.rowandb.tsdb.DyingConnection;
import io.rowandb.tsdb.aggregate.Range;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.PointValue;
import io.rowandb.tsdb.query.GroupAnswer;
import io.rowandb.tsdb.query.MetricQuery;
import io.rowandb.tsdb.query.MetricQueryText;
import io.rowandb.tsdb.query.Queries;
import io.rowandb.tsdb.query.RolledQueries;
import io.rowandb.tsdb.store.DataPoint;
import io.rowandb.tsdb.store.PointScans;
import io.rowandb.tsdb.store.PointStore;
import io.rowandb.tsdb.store.PointStoreOptions;
import io.rowandb.tsdb.store.RangeQuery;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.store.Series;
import io.rowandb.tsdb.store.TsdbTables;
import io.rowandb.tsdb.uid.UidKind;
import io.rowandb.tsdb.uid.UidOptions;
import io.rowandb.tsdb.uid.Uids;
import io.rowandb.tsdb.upkeep.MetricDrop;
import io.rowandb.tsdb.upkeep.UidUse;
import java.io.IOException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Answers from rollups are those from points. */
@OnBackEnd
class RolledQueriesTest {
  /** 2011-07-03 22:00 UTC, so that a row of a day ends within. */
  private static final long BASE = 1_309_730_400L;

  private static final int HOURS = 6;

  private Connection connection;
  private TsdbTables tables;
  private PointStoreOptions options;
  private Uids uids;
  private PointStore store;

  @BeforeEach
  void create(Connection backEnd) throws IOException {
    connection = backEnd;
    tables = TsdbTables.named(BackEnd.newTableName("points"));
    tables.create(connection, Compression.Algorithm.NONE, TsdbTables.FOREVER);
    options = PointStoreOptions.of(tables);
    uids = uids(connection);
    store = new PointStore(connection, uids, options);
    write();
  }

  @AfterEach
  void drop() throws IOException {
    for (TableName each :
        List.of(
            tables.data(),
            tables.uid(),
            tables.tree(),
            tables.meta(),
            level("10m").table(),
            level("1h").table())) {
      BackEnd.drop(connection, each.getNameAsString());
    }
  }

  private Uids uids(Connection by) {
    return new Uids(
        by, new UidOptions(tables.uid(), PointKeyLayout.DEFAULT, 1_000, ""), room -> {});
  }

  private RollupLevel level(String interval) {
    return RollupLevel.of(tables, interval);
  }

  private Rollups rollups(String interval) throws IOException {
    Rollups rollups = new Rollups(connection, options, uids, level(interval));
    rollups.create();
    return rollups;
  }

  /** Integers, so that sums are the same in any order; some hours have gaps. */
  private void write() throws IOException {
    Random random = new Random(12);
    List<DataPoint> points = new ArrayList<>();
    for (int host = 0; host < 3; host++) {
      Series series =
          Series.of("m", Map.of("host", "h" + host, "site", host == 0 ? "north" : "south"));
      for (int second = 0; second < HOURS * 3_600; second += 20 + random.nextInt(600)) {
        points.add(
            new DataPoint(
                series,
                PointTime.ofSeconds(BASE + second),
                PointValue.of(random.nextInt(2_000) - 500L)));
      }
    }
    store.put(points);
  }

  private static long hour(int number) {
    return (BASE + number * 3_600L) * 1_000;
  }

  private MetricQuery query(String text, long fromMillis, long toMillis) {
    return MetricQueryText.parse(text, new Range(fromMillis, toMillis), ZoneId.of("UTC"));
  }

  private void assertSame(Rollups rollups) throws IOException {
    for (String aggregator : List.of("sum", "count", "min", "max", "avg")) {
      for (String form :
          List.of("sum:1h-%s:m", "max:2h-%s:m{site=*}", "sum:1h-%s-zero:rate:m{host=h0|h2}")) {
        for (int from = 0; from < HOURS; from += 2) {
          MetricQuery query =
              query(String.format(form, aggregator), hour(from) + 777_000, hour(HOURS) - 1_234_000);
          List<GroupAnswer> wanted = new Queries(store).answer(query, ReadLimits.DEFAULT);
          assertThat(wanted).isNotEmpty();
          RolledQueries rolled = new RolledQueries(store, rollups);
          assertThat(rolled.canAnswer(query)).isTrue();
          assertThat(rolled.answer(query, ReadLimits.DEFAULT))
              .as("%s from hour %s", query, from)
              .isEqualTo(wanted);
        }
      }
    }
  }

  @Test
  void theNewestHoursArePoints() throws IOException {
    Rollups hours = rollups("1h");
    Rollups minutes = rollups("10m");
    assertThat(hours.wholeUntil("m")).isZero();
    assertSame(hours);
    assertThat(hours.make("m", hour(3) + 1_799_000)).isBetween(7L, 9L);
    assertThat(hours.wholeUntil("m")).isEqualTo(hour(3));
    assertThat(hours.make("m", hour(3))).isZero();
    minutes.make("m", hour(2));
    assertSame(hours);
    assertSame(minutes);
    hours.make("m", hour(HOURS));
    assertSame(hours);
    // From rollups alone: the points are gone.
    MetricQuery query = query("sum:1h-sum:m", hour(0), hour(HOURS) - 1);
    List<GroupAnswer> wanted = new Queries(store).answer(query, ReadLimits.DEFAULT);
    new PointScans(connection, uids, options)
        .erase(new RangeQuery("m", hour(0), hour(HOURS), List.of()), ReadLimits.NONE, each -> {});
    assertThat(new Queries(store).answer(query, ReadLimits.DEFAULT)).isEmpty();
    assertThat(new RolledQueries(store, hours).answer(query, ReadLimits.DEFAULT)).isEqualTo(wanted);
    // Names that only rollups use are used.
    byte[] north = uids.uid(UidKind.TAG_VALUE, "north");
    assertThat(new UidUse(connection, options).isUsed(UidKind.TAG_VALUE, north)).isTrue();
    new MetricDrop(connection, options, uids).drop("m", false);
    assertThat(hours.wholeUntil("m")).isZero();
    assertThat(hours.read(new RangeQuery("m", hour(0), hour(HOURS), List.of()), ReadLimits.DEFAULT))
        .isEmpty();
  }

  @Test
  void latePointsCountWhenTheirHourIsMadeAgain() throws IOException {
    Rollups hours = rollups("1h");
    hours.make("m", hour(4));
    store.put(
        new DataPoint(
            Series.of("m", Map.of("host", "h1", "site", "south")),
            PointTime.ofSeconds(BASE + 3_605),
            PointValue.of(1_000_000L)));
    MetricQuery query = query("sum:1h-max:m", hour(0), hour(HOURS));
    List<GroupAnswer> wanted = new Queries(store).answer(query, ReadLimits.DEFAULT);
    RolledQueries rolled = new RolledQueries(store, hours);
    assertThat(rolled.answer(query, ReadLimits.DEFAULT)).isNotEqualTo(wanted);
    assertThat(hours.make("m", hour(1) + 5_000, hour(2))).isEqualTo(3);
    assertThat(hours.wholeUntil("m")).isEqualTo(hour(4));
    assertThat(rolled.answer(query, ReadLimits.DEFAULT)).isEqualTo(wanted);
    assertSame(hours);
    assertThatThrownBy(() -> hours.make("m", hour(5), hour(6)))
        .hasMessageContaining("whole until " + hour(4));
  }

  @Test
  void otherQuestionsAreAnsweredFromPoints() throws IOException {
    Rollups hours = rollups("1h");
    hours.make("m", hour(HOURS));
    RolledQueries rolled = new RolledQueries(store, hours);
    for (String text :
        List.of("sum:m", "sum:10m-avg:m", "sum:1h-p99:m", "sum:1dc-sum:m", "sum:0all-sum:m")) {
      MetricQuery query = query(text, hour(0), hour(HOURS));
      assertThat(rolled.canAnswer(query)).as(text).isFalse();
      assertThat(rolled.answer(query, ReadLimits.DEFAULT))
          .isEqualTo(new Queries(store).answer(query, ReadLimits.DEFAULT));
    }
  }

  /** Dead at each call, before and after it: answers are right, and the next one goes on. */
  @Test
  @Tag("slow")
  void aDeathIsMadeGood() throws IOException {
    int deaths = 0;
    for (int call = 0; call < 100; call++) {
      for (boolean isMade : new boolean[] {false, true}) {
        rollups("1h");
        DyingConnection dying = new DyingConnection(connection, call, isMade);
        Uids mortal = uids(dying.connection());
        try {
          new Rollups(dying.connection(), options, mortal, level("1h")).make("m", hour(4));
        } catch (IOException e) {
          assertThat(dying.isDead()).as(e.getMessage()).isTrue();
          deaths++;
        }
        MetricQuery query = query("sum:1h-sum:m", hour(0), hour(HOURS));
        List<GroupAnswer> wanted = new Queries(store).answer(query, ReadLimits.DEFAULT);
        RolledQueries rolled = new RolledQueries(store, rollups("1h"));
        assertThat(rolled.answer(query, ReadLimits.DEFAULT)).isEqualTo(wanted);
        rollups("1h").make("m", hour(4));
        assertThat(rolled.answer(query, ReadLimits.DEFAULT)).isEqualTo(wanted);
        BackEnd.drop(connection, level("1h").table().getNameAsString());
        if (!dying.isDead()) {
          assertThat(deaths).isGreaterThan(3);
          return;
        }
      }
      if (BackEnd.isHBase()) {
        call += 4;
      }
    }
  }
}
