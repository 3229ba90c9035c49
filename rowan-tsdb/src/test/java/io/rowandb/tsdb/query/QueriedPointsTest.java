package io.rowandb.tsdb.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import io.rowandb.tsdb.TimeSeries;
import io.rowandb.tsdb.aggregate.Range;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.PointValue;
import io.rowandb.tsdb.index.IndexBuild;
import io.rowandb.tsdb.kept.KeptRollups;
import io.rowandb.tsdb.store.DataPoint;
import io.rowandb.tsdb.store.Erased;
import io.rowandb.tsdb.store.LimitExceededException;
import io.rowandb.tsdb.store.PointScans;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.store.Series;
import io.rowandb.tsdb.store.TsdbTables;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Questions by TSUIDs, and the removal of what is asked for, beside kept rollups and an index. */
@OnBackEnd
class QueriedPointsTest {
  private static final long BASE = 1_309_730_400L;
  private static final int HOURS = 12;

  private Connection connection;
  private TsdbTables tables;
  private TimeSeries series;

  @BeforeEach
  void create(Connection backEnd) throws IOException {
    connection = backEnd;
    tables = TsdbTables.named(BackEnd.newTableName("queried"));
    series = TimeSeries.open(connection, tables).keepRollups();
    write();
    series.kept().orElseThrow().make("cpu");
    new IndexBuild(connection, tables.data(), PointKeyLayout.DEFAULT, Duration.ZERO, time -> {})
        .build();
    series = TimeSeries.open(connection, tables);
  }

  @AfterEach
  void drop() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      for (var each : admin.listTableNames()) {
        if (each.getNameAsString().startsWith(tables.data().getNameAsString())) {
          BackEnd.drop(connection, each.getNameAsString());
        }
      }
    }
  }

  private void write() throws IOException {
    List<DataPoint> points = new ArrayList<>();
    for (int host = 0; host < 200; host++) {
      Series of = Series.of("cpu", Map.of("host", "web" + host));
      for (int hour = 0; hour < HOURS; hour++) {
        for (int i = 0; i < 3; i++) {
          points.add(
              new DataPoint(
                  of,
                  PointTime.ofSeconds(BASE + hour * 3_600L + i * 1_000L),
                  PointValue.of(host + i)));
        }
      }
    }
    series.put(points);
  }

  private MetricQuery query(String text, List<String> tsuids) {
    Range asked = new Range(BASE * 1_000, (BASE + HOURS * 3_600L) * 1_000 - 1);
    MetricQuery all = MetricQueryText.parse(text, asked, ZoneOffset.UTC);
    return new MetricQuery(
        all.metric(), asked, all.filters(), all.groupBy(), all.group(), false, tsuids);
  }

  private String tsuid(String host) throws IOException {
    return series.store().identify(Series.of("cpu", Map.of("host", host))).toString();
  }

  private List<String> numbers(MetricQuery query) throws IOException {
    List<String> numbers = new ArrayList<>();
    for (GroupAnswer each : series.ask(query, ReadLimits.DEFAULT)) {
      for (int i = 0; i < each.numbers().size(); i++) {
        numbers.add(
            each.tags() + " " + each.numbers().timeMillis(i) + " " + each.numbers().doubleValue(i));
      }
    }
    return numbers;
  }

  @Test
  void tsuidsAreThoseSeriesAlone() throws IOException {
    for (String text :
        List.of("sum:cpu", "sum:1h-max:cpu", "none:1h-count:cpu", "sum:10m-avg:cpu")) {
      String filtered =
          text.replace(
              "cpu", text.startsWith("none") ? "cpu{host=web7|web42}" : "cpu{}{host=web7|web42}");
      List<String> wanted = numbers(query(filtered, List.of()));
      assertThat(wanted).hasSizeGreaterThanOrEqualTo(HOURS);
      assertThat(numbers(query(text, List.of(tsuid("web42"), tsuid("web7"))))).isEqualTo(wanted);
    }
    assertThatThrownBy(() -> numbers(query("sum:cpu", List.of("00"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a TSUID has");
    assertThatThrownBy(
            () -> numbers(query("sum:cpu", List.of("FFFFFF" + tsuid("web7").substring(6)))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("none of the metric cpu");
  }

  @Test
  @Tag("slow")
  void removalLeavesRollupsAndIndexRight() throws IOException {
    MetricQuery one = query("sum:1h-count:cpu{host=web7}", List.of());
    assertThat(numbers(one)).hasSize(HOURS);
    assertThat(series.explain(one, ReadLimits.DEFAULT).byIndex()).isTrue();
    Range asked = new Range((BASE + 3_600) * 1_000, (BASE + 2 * 3_600 + 1_000) * 1_000);
    MetricQuery part = MetricQueryText.parse("sum:cpu{host=web7}", asked, ZoneOffset.UTC);
    assertThat(series.erase(part, ReadLimits.DEFAULT)).isEqualTo(new Erased(5, 0));
    assertThat(numbers(one)).hasSize(HOURS - 1).anyMatch(each -> each.endsWith(" 1.0"));
    series.kept().orElseThrow().make("cpu");
    assertThat(numbers(one)).hasSize(HOURS - 1).anyMatch(each -> each.endsWith(" 1.0"));
    assertThat(numbers(query("sum:1h-count:cpu", List.of())))
        .contains("{} " + BASE * 1_000 + " 600.0");
    assertThat(series.erase(part, ReadLimits.DEFAULT)).isEqualTo(new Erased(0, 0));
    assertThat(series.erase(query("sum:cpu", List.of(tsuid("web8"))), ReadLimits.DEFAULT).points())
        .isEqualTo(3L * HOURS);
    assertThat(numbers(query("sum:cpu{host=web8}", List.of()))).isEmpty();
    assertThat(numbers(query("sum:1h-count:cpu{host=web9}", List.of()))).hasSize(HOURS);
  }

  private MetricQuery hours(int from, int to) {
    Range asked = new Range((BASE + from * 3_600L) * 1_000, (BASE + to * 3_600L) * 1_000 - 1);
    return MetricQueryText.parse("sum:cpu{host=web7}", asked, ZoneOffset.UTC);
  }

  private List<Long> unclean() throws IOException {
    KeptRollups kept = series.kept().orElseThrow();
    List<Long> hours = new ArrayList<>();
    kept.marks("cpu", 0, (BASE + 2L * HOURS * 3_600) * 1_000)
        .forEach(
            (hour, mark) -> {
              if (!mark.isClean(kept.rule())) {
                hours.add((hour - BASE) / 3_600);
              }
            });
    return hours;
  }

  @Tag("slow")
  @Test
  void onlyHoursOfRemovedPointsAreMadeAnew() throws IOException {
    assertThat(series.erase(hours(2, 4), ReadLimits.DEFAULT)).isEqualTo(new Erased(6, 0));
    assertThat(unclean()).containsExactly(2L, 3L);
    assertThat(series.kept().orElseThrow().make("cpu")).isEqualTo(2);
  }

  /** The last millisecond is in all answers but that of the whole range. */
  @Test
  void whatTheAnswerHasIsRemovedAndNoMore() throws IOException {
    Range toAPoint = new Range(BASE * 1_000, (BASE + 2_000) * 1_000);
    for (String text : List.of("sum:0all-count:cpu{host=web7}", "sum:1s-count:cpu{host=web8}")) {
      MetricQuery of = MetricQueryText.parse(text, toAPoint, ZoneOffset.UTC);
      double counted = 0;
      for (GroupAnswer each : series.ask(of, ReadLimits.DEFAULT)) {
        for (int i = 0; i < each.numbers().size(); i++) {
          counted += each.numbers().doubleValue(i);
        }
      }
      assertThat(series.erase(of, ReadLimits.DEFAULT))
          .as(text)
          .isEqualTo(new Erased(Math.round(counted), 0));
    }
  }

  @Test
  void aRemovalBeyondALimitLeavesNoWriter() throws IOException {
    ReadLimits few = new ReadLimits(8, 1L << 30, 100, Duration.ofMinutes(1));
    assertThatThrownBy(() -> series.erase(hours(0, HOURS), few))
        .isInstanceOf(LimitExceededException.class);
    assertThat(unclean()).isNotEmpty().hasSizeLessThan(HOURS);
    series.kept().orElseThrow().make("cpu");
    assertThat(unclean()).isEmpty();
    MetricQuery counts = query("sum:1h-count:cpu{host=web7}", List.of());
    assertThat(numbers(counts)).hasSizeLessThan(HOURS);
  }

  /** Its mark was not there when the removal began. */
  @Test
  void anHourThatBeginsMeanwhile() throws IOException {
    KeptRollups kept = series.kept().orElseThrow();
    DataPoint late =
        new DataPoint(
            Series.of("cpu", Map.of("host", "web7")),
            PointTime.ofSeconds(BASE + (HOURS + 1) * 3_600L),
            PointValue.of(1));
    boolean[] done = {false};
    Connection slow =
        (Connection)
            Proxy.newProxyInstance(
                Connection.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("getTable")
                      && tables.data().equals(arguments[0])
                      && !done[0]) {
                    done[0] = true;
                    series.put(List.of(late));
                    kept.make("cpu");
                  }
                  return method.invoke(connection, arguments);
                });
    PointScans scans = new PointScans(slow, series.uids(), series.store().options());
    MetricQuery of = hours(HOURS, HOURS + 3);
    assertThat(new QueriedPoints(scans, Optional.of(kept)).erase(of, ReadLimits.DEFAULT))
        .isEqualTo(new Erased(1, 0));
    MetricQuery counts =
        MetricQueryText.parse("sum:1h-count:cpu{host=web7}", of.asked(), ZoneOffset.UTC);
    assertThat(numbers(counts)).isEmpty();
  }
}
