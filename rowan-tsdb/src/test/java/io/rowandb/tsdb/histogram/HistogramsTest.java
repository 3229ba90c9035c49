package io.rowandb.tsdb.histogram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import io.rowandb.tsdb.TimeSeries;
import io.rowandb.tsdb.aggregate.Range;
import io.rowandb.tsdb.codec.DuplicateRule;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.PointValue;
import io.rowandb.tsdb.query.GroupAnswer;
import io.rowandb.tsdb.query.HistogramQueries;
import io.rowandb.tsdb.query.MetricQuery;
import io.rowandb.tsdb.query.MetricQueryText;
import io.rowandb.tsdb.store.DataPoint;
import io.rowandb.tsdb.store.LimitExceededException;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.store.Series;
import io.rowandb.tsdb.store.TsdbTables;
import io.rowandb.tsdb.upkeep.Fault;
import io.rowandb.tsdb.upkeep.Fsck;
import io.rowandb.tsdb.upkeep.FsckOptions;
import io.rowandb.tsdb.upkeep.FsckReport;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import net.opentsdb.core.HistogramJudge;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Histograms in the table, and answers from them. */
@OnBackEnd
class HistogramsTest {
  private static final long BASE = 1_309_687_200L;

  private static Connection connection;
  private static TsdbTables tables;
  private static TimeSeries series;
  private static Histograms histograms;

  private String metric;

  @BeforeAll
  static void create(Connection backEnd) throws IOException {
    connection = backEnd;
    tables = TsdbTables.named(BackEnd.newTableName("histograms"));
    series = TimeSeries.open(connection, tables);
    histograms = series.histograms(HistogramCodec.DEFAULT);
  }

  @AfterAll
  static void drop() throws IOException {
    for (TableName each : List.of(tables.data(), tables.uid(), tables.tree(), tables.meta())) {
      BackEnd.drop(connection, each.getNameAsString());
    }
  }

  @BeforeEach
  void name(TestInfo test) {
    metric = test.getTestMethod().orElseThrow().getName();
  }

  private static BucketCounts counts(long first, long second, long under, long over) {
    return new BucketCounts(
        new TreeMap<>(Map.of(new BucketRange(0, 1), first, new BucketRange(1, 3), second)),
        under,
        over);
  }

  private HistogramPoint point(String host, long seconds, BucketCounts counts) {
    return new HistogramPoint(
        Series.of(metric, Map.of("host", host)), PointTime.ofSeconds(BASE + seconds), counts);
  }

  private List<GroupAnswer> ask(String text, List<Float> percentiles, boolean buckets)
      throws IOException {
    return new HistogramQueries(histograms)
        .answer(
            MetricQueryText.parse(
                text, new Range(BASE * 1_000, (BASE + 7_199) * 1_000), ZoneOffset.UTC),
            percentiles,
            buckets,
            ReadLimits.DEFAULT);
  }

  private static String shown(GroupAnswer answer) {
    StringBuilder text = new StringBuilder(answer.metric() + answer.tags());
    for (int i = 0; i < answer.numbers().size(); i++) {
      text.append(' ').append(answer.numbers().timeMillis(i) / 1_000 - BASE).append('=');
      text.append(
          answer.numbers().isInteger(i)
              ? String.valueOf(answer.numbers().longValue(i))
              : String.valueOf(answer.numbers().doubleValue(i)));
    }
    return text.toString();
  }

  @Test
  void areAddedUpOverSeriesAndIntervals() throws IOException {
    histograms.put(
        List.of(
            point("a", 0, counts(9, 1, 0, 0)),
            point("a", 60, counts(1, 1, 5, 6)),
            point("b", 60, counts(0, 8, 1, 1)),
            point("b", 3_600, counts(1, 0, 0, 0))));
    assertThat(ask("sum:" + metric, List.of(99f, 50f, 99f), false))
        .extracting(HistogramsTest::shown)
        .containsExactly(
            metric + "_pct_50.0{} 0=0.5 60=2.0 3600=0.5",
            metric + "_pct_99.0{} 0=2.0 60=2.0 3600=0.5");
    assertThat(ask("sum:1h-sum:" + metric, List.of(50f), true))
        .extracting(HistogramsTest::shown)
        .containsExactly(
            metric + "_pct_50.0{} 0=0.5 3600=0.5",
            metric + "_UNDERFLOW{} 0=6 3600=0",
            metric + "_0.0_1.0{} 0=10 3600=1",
            metric + "_1.0_3.0{} 0=10 3600=0",
            metric + "_OVERFLOW{} 0=7 3600=0");
    assertThat(ask("none:0all-sum:" + metric, List.of(50f), false))
        .extracting(HistogramsTest::shown)
        .containsExactly(metric + "_pct_50.0{host=a} 0=0.5", metric + "_pct_50.0{host=b} 0=2.0");
    assertThat(ask("sum:" + metric + "{host=a|b}", List.of(50f), false)).hasSize(2);
    assertThat(ask("sum:" + metric, List.of(), false)).isEmpty();
    for (String wrong : List.of("max:" + metric, "sum:1h-avg:" + metric)) {
      assertThatThrownBy(() -> ask(wrong, List.of(1f), false)).hasMessageContaining("SUM");
    }
    for (float wrong : new float[] {-1, 101, Float.NaN}) {
      assertThatThrownBy(() -> ask("sum:" + metric, List.of(wrong), false))
          .hasMessageContaining("Invalid percentile");
    }
    assertThatThrownBy(
            () ->
                new HistogramQueries(histograms)
                    .answer(
                        MetricQueryText.parse(
                            "sum:" + metric,
                            new Range(BASE * 1_000, (BASE + 7_199) * 1_000),
                            ZoneOffset.UTC),
                        List.of(1f, 2f),
                        true,
                        new ReadLimits(10, 1 << 20, 9, Duration.ofMinutes(1))))
        .isInstanceOf(LimitExceededException.class);
  }

  @Test
  void theLastOneCountsAndTheJudgesAreRead() throws IOException {
    histograms.put(List.of(point("a", 5, counts(1, 1, 1, 1)), point("a", 5, counts(2, 2, 2, 2))));
    histograms.put(List.of(point("a", 5, counts(3, 3, 3, 3))));
    HistogramJudge judge = new HistogramJudge(42, 7, 8);
    judge.add(0, 1, 9);
    putCell(9, HistogramJudge.qualifier(BASE + 9), judge.cell());
    assertThat(ask("sum:" + metric, List.of(), true))
        .extracting(HistogramsTest::shown)
        .containsExactly(
            metric + "_UNDERFLOW{host=a} 5=3 9=7",
            metric + "_0.0_1.0{host=a} 5=3 9=9",
            metric + "_1.0_3.0{host=a} 5=3 9=0",
            metric + "_OVERFLOW{host=a} 5=3 9=8");
  }

  private void putCell(long seconds, byte[] qualifier, byte[] value) throws IOException {
    byte[] row =
        series
            .store()
            .options()
            .layout()
            .rowKey(
                series.store().identify(Series.of(metric, Map.of("host", "a"))),
                PointTime.ofSeconds(BASE + seconds).baseSeconds());
    try (Table table = connection.getTable(tables.data())) {
      table.put(new Put(row).addColumn(new byte[] {'t'}, qualifier, value));
    }
  }

  private FsckReport check(boolean mends) throws IOException {
    FsckOptions what = new FsckOptions(Optional.of(metric), mends, mends, DuplicateRule.LAST, true);
    Clock later = Clock.fixed(Instant.parse("2099-01-01T00:00:00Z"), ZoneOffset.UTC);
    return new Fsck(connection, series.store().options(), series.uids(), what, later).run();
  }

  /** Points beside them are not touched, neither by reads nor by repairs. */
  @Test
  void damageIsFoundAndDeletedAlone() throws IOException {
    Series a = Series.of(metric, Map.of("host", "a"));
    series.put(List.of(new DataPoint(a, PointTime.ofSeconds(BASE), PointValue.of(4L))));
    histograms.put(List.of(point("a", 1, counts(1, 2, 3, 4))));
    putCell(2, new byte[] {6, 0, 2}, new byte[] {42, 0, 9});
    putCell(3, new byte[] {6, 0x7F, 0x7F}, new byte[] {42, 0, 0, 0, 0});
    putCell(4, new byte[] {6, 0, 4}, new byte[] {9, 1, 2, 3}); // of another codec
    assertThatThrownBy(() -> ask("sum:" + metric, List.of(1f), false))
        .hasMessageContaining("column ")
        .hasMessageContaining("histogram");
    assertThat(check(false).found())
        .isEqualTo(Map.of(Fault.BAD_HISTOGRAM, 2L, Fault.UNKNOWN_OBJECT, 1L));
    check(true);
    assertThat(check(false).found()).isEqualTo(Map.of(Fault.UNKNOWN_OBJECT, 1L));
    assertThatThrownBy(() -> ask("sum:" + metric, List.of(1f), false))
        .hasMessageContaining("codec 9, and not 42");
    assertThat(
            series.ask(
                MetricQueryText.parse(
                    "sum:" + metric, new Range(BASE * 1_000, BASE * 1_000 + 1), ZoneOffset.UTC),
                ReadLimits.DEFAULT))
        .hasSize(1);
  }

  /** As many points as it has buckets. */
  @Test
  void bucketsCountInTheLimits() throws IOException {
    histograms.put(List.of(point("a", 0, counts(1, 2, 0, 0)), point("a", 60, counts(3, 4, 0, 0))));
    MetricQuery query =
        MetricQueryText.parse(
            "sum:" + metric, new Range(BASE * 1_000, (BASE + 99) * 1_000), ZoneOffset.UTC);
    HistogramQueries queries = new HistogramQueries(histograms);
    assertThat(queries.answer(query, List.of(50f), false, points(4))).hasSize(1);
    assertThatThrownBy(() -> queries.answer(query, List.of(50f), false, points(3)))
        .isInstanceOf(LimitExceededException.class);
  }

  private static ReadLimits points(long most) {
    return new ReadLimits(most, 1 << 20, 9, Duration.ofMinutes(1));
  }
}
