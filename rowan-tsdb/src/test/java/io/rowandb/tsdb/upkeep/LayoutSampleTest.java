package io.rowandb.tsdb.upkeep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import io.rowandb.tsdb.TimeSeries;
import io.rowandb.tsdb.codec.DuplicateRule;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.PointValue;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.rows.WrongLayoutException;
import io.rowandb.tsdb.store.DataPoint;
import io.rowandb.tsdb.store.Series;
import io.rowandb.tsdb.store.TsdbTables;
import io.rowandb.tsdb.uid.UidKind;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** By a wrong layout nothing is deleted. */
@OnBackEnd
class LayoutSampleTest {
  private static final long BASE = 1_309_687_200L;
  private static final PointKeyLayout SALTED = new PointKeyLayout(1, 4, 3, 3, 3);
  private static final Clock LATER =
      Clock.fixed(Instant.parse("2099-01-01T00:00:00Z"), ZoneOffset.UTC);

  private Connection connection;
  private long stamp = 5;
  private TsdbTables tables;

  @BeforeEach
  void name(Connection backEnd) {
    connection = backEnd;
    tables = TsdbTables.named(BackEnd.newTableName("points"));
  }

  @AfterEach
  void drop() throws IOException {
    for (TableName each : List.of(tables.data(), tables.uid(), tables.tree(), tables.meta())) {
      BackEnd.drop(connection, each.getNameAsString());
    }
  }

  /** Of 300 metrics, so that some have the UIDs that others have behind a byte of salt. */
  private void write(PointKeyLayout layout) throws IOException {
    List<DataPoint> points = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      points.add(
          new DataPoint(
              Series.of("m" + i, Map.of("host", "h" + i % 7)),
              PointTime.ofSeconds(BASE + 3_600L * (i % 3)),
              PointValue.of(i)));
    }
    TimeSeries.open(connection, tables, layout).put(points);
  }

  private FsckReport fsck(PointKeyLayout layout, boolean forced) throws IOException {
    TimeSeries series = TimeSeries.openExisting(connection, tables, layout);
    FsckOptions options = new FsckOptions(Optional.empty(), true, true, DuplicateRule.LAST, forced);
    return new Fsck(connection, series.store().options(), series.uids(), options, LATER).run();
  }

  private MetricDrop dropping(PointKeyLayout layout) throws IOException {
    TimeSeries series = TimeSeries.openExisting(connection, tables, layout);
    return new MetricDrop(connection, series.store().options(), series.uids());
  }

  private NameRemoval removing(PointKeyLayout layout) throws IOException {
    TimeSeries series = TimeSeries.openExisting(connection, tables, layout);
    return new NameRemoval(connection, series.store().options(), series.uids());
  }

  private List<byte[]> keys() throws IOException {
    List<byte[]> keys = new ArrayList<>();
    try (Table table = connection.getTable(tables.data());
        ResultScanner rows = table.getScanner(new Scan())) {
      for (Result row : rows) {
        keys.add(row.getRow());
      }
    }
    return keys;
  }

  @Test
  void aTableWithSalt() throws IOException {
    write(SALTED);
    for (PointKeyLayout wrong :
        List.of(
            PointKeyLayout.DEFAULT,
            new PointKeyLayout(1, 2, 3, 3, 3),
            new PointKeyLayout(2, 4, 3, 3, 3),
            new PointKeyLayout(1, 4, 3, 2, 4))) {
      assertThatThrownBy(() -> fsck(wrong, false))
          .as(wrong.toString())
          .isInstanceOf(WrongLayoutException.class)
          .hasMessageContaining("nothing was changed. Is it the layout of the table?");
    }
    for (boolean names : new boolean[] {false, true}) {
      assertThatThrownBy(() -> dropping(PointKeyLayout.DEFAULT).drop("m1", names))
          .isInstanceOf(WrongLayoutException.class)
          .hasMessageContaining(" rows of a sample of " + tables.data());
    }
    for (UidKind kind : List.of(UidKind.METRIC, UidKind.TAG_VALUE)) {
      String used = kind == UidKind.METRIC ? "m1" : "h1";
      assertThatThrownBy(() -> removing(PointKeyLayout.DEFAULT).remove(kind, used))
          .isInstanceOf(WrongLayoutException.class)
          .hasMessageContaining("nothing was changed");
      assertThat(removing(SALTED).remove(kind, used)).isFalse();
    }
    assertThat(keys()).hasSize(300);
    assertThat(fsck(SALTED, false).found()).isEmpty();
    assertThat(dropping(SALTED).drop("m1", true).rows()).isEqualTo(1);
    assertThat(keys()).hasSize(299);
  }

  @Test
  void aTableWithoutSalt() throws IOException {
    write(PointKeyLayout.DEFAULT);
    assertThatThrownBy(() -> fsck(SALTED, false)).isInstanceOf(WrongLayoutException.class);
    assertThatThrownBy(() -> dropping(SALTED).drop("m1", true))
        .isInstanceOf(WrongLayoutException.class);
    assertThat(keys()).hasSize(300);
    assertThat(fsck(PointKeyLayout.DEFAULT, false).found()).isEmpty();
  }

  @Test
  void anEmptyTable() throws IOException {
    TimeSeries.open(connection, tables).uids().getOrCreate(UidKind.METRIC, "m");
    assertThat(fsck(PointKeyLayout.DEFAULT, false).rows()).isZero();
    assertThat(dropping(PointKeyLayout.DEFAULT).drop("m", true).rows()).isZero();
  }

  /** The first half of the metrics has more rows than a sample. */
  @Test
  void theOtherHalfOfTheMetricsHasAnotherLayout() throws IOException {
    write(PointKeyLayout.DEFAULT);
    putHours(PointKeyLayout.DEFAULT, 1, 100);
    putHours(new PointKeyLayout(0, 20, 3, 3, 4), 101, 200);
    for (FallibleCall call :
        List.<FallibleCall>of(
            () -> fsck(PointKeyLayout.DEFAULT, false),
            () -> dropping(PointKeyLayout.DEFAULT).drop("m1", true),
            () -> removing(PointKeyLayout.DEFAULT).remove(UidKind.METRIC, "m1"))) {
      assertThatThrownBy(call::run)
          .isInstanceOf(WrongLayoutException.class)
          .hasMessageContaining("nothing was changed");
    }
    assertThat(keys()).hasSize(300 + 200 * 20);
  }

  /** A tenth may be damage; more may be it too, but somebody has to say so. */
  @Test
  void damage() throws IOException {
    write(PointKeyLayout.DEFAULT);
    putCut(33);
    assertThatCode(() -> fsck(PointKeyLayout.DEFAULT, false)).doesNotThrowAnyException();
    assertThat(keys()).hasSize(300);
    putCut(34);
    assertThatThrownBy(() -> fsck(PointKeyLayout.DEFAULT, false))
        .hasMessageContaining("34 of 334 rows of a sample of " + tables.data());
    assertThat(keys()).hasSize(334);
    assertThat(fsck(PointKeyLayout.DEFAULT, true).rowsChanged()).isEqualTo(34);
    assertThat(keys()).hasSize(300);
  }

  /** A row of the metric that is no series is of another metric, or damage. */
  @Test
  void aRowThatIsNoSeries() throws IOException {
    write(PointKeyLayout.DEFAULT);
    putCut(1);
    assertThatThrownBy(() -> dropping(PointKeyLayout.DEFAULT).drop("m0", false))
        .isInstanceOf(WrongLayoutException.class)
        .hasMessageContaining("1 of 2 rows");
    assertThat(dropping(PointKeyLayout.DEFAULT).drop("m1", false).rows()).isEqualTo(1);
    assertThat(dropping(PointKeyLayout.DEFAULT).drop("m0", false, true).rows()).isEqualTo(2);
  }

  private interface FallibleCall {
    void run() throws IOException;
  }

  /** Twenty rows of each of some metrics, by their UIDs. */
  private void putHours(PointKeyLayout layout, int firstMetric, int lastMetric) throws IOException {
    List<Put> puts = new ArrayList<>();
    byte[] pair = new byte[layout.pairWidth()];
    pair[layout.tagKeyWidth() - 1] = 1;
    pair[pair.length - 1] = 1;
    for (int metric = firstMetric; metric <= lastMetric; metric++) {
      SeriesId series = layout.series(new byte[] {0, 0, (byte) metric}, List.of(pair));
      for (int hour = 0; hour < 20; hour++) {
        puts.add(
            new Put(layout.rowKey(series, BASE + 3_600L * (10 + hour)))
                .addColumn(new byte[] {'t'}, new byte[] {0, 0}, new byte[] {1}));
      }
    }
    try (Table table = connection.getTable(tables.data())) {
      table.put(puts);
    }
  }

  /** Keys that lack a byte, each of another metric. */
  private void putCut(int count) throws IOException {
    stamp++; // not hidden by deletes of those before
    List<Put> puts = new ArrayList<>();
    for (byte[] key : keys().subList(0, count)) {
      puts.add(
          new Put(Arrays.copyOf(key, key.length - 1), stamp)
              .addColumn(new byte[] {'t'}, new byte[] {0, 0}, new byte[] {1}));
    }
    try (Table table = connection.getTable(tables.data())) {
      table.put(puts);
    }
  }
}
