package io.rowandb.tsdb.meta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.tsdb.DyingConnection;
import io.rowandb.tsdb.TimeSeries;
import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.histogram.BucketCounts;
import io.rowandb.tsdb.histogram.BucketRange;
import io.rowandb.tsdb.histogram.HistogramCodec;
import io.rowandb.tsdb.histogram.HistogramPoint;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.store.Series;
import io.rowandb.tsdb.uid.UidKind;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.opentsdb.meta.MetaJudge;
import net.opentsdb.meta.TSMeta;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** What is created as points are written, by each of OpenTSDB's settings. */
class MetaTrackerTest extends MetaCase {
  private static final MetaTracking NAMES = new MetaTracking(true, false, false, false);
  private static final MetaTracking TRACKING = new MetaTracking(false, true, false, false);
  private static final MetaTracking SERIES = new MetaTracking(false, true, true, false);
  private static final MetaTracking ALL = new MetaTracking(true, true, true, true);
  private static final String LINE = "sys.cpu 1309687200 1 host=web1";

  private static long now() {
    return System.currentTimeMillis() / 1_000;
  }

  @Test
  void nothingIsCreatedUnlessItIsAskedFor() throws Exception {
    put(series, LINE);
    assertThat(metas()).isEmpty();
    assertThat(series.tracking()).isEqualTo(MetaTracking.NONE);
  }

  @Test
  void namesGetThemWithTheirUids() throws Exception {
    put(series, "old 1309687200 1 host=web1");
    long before = now();
    put(series.withMeta(NAMES), "old 1309687260 1 host=web2");
    assertThat(metas()).hasSize(1);
    byte[] uid = uid(UidKind.TAG_VALUE, "web2");
    long created = MetaJudge.uid(stored(tables.uid(), uid, "tagv_meta")).getCreated();
    assertThat(created).isBetween(before, now());
    assertThat(metas().get(key(uid, "tagv_meta")))
        .isEqualTo(
            "{\"type\":\"TAGV\",\"displayName\":\"\",\"description\":\"\",\"notes\":\"\","
                + "\"created\":"
                + created
                + ",\"custom\":null}");
    series.withMeta(NAMES).uids().getOrCreate(UidKind.METRIC, "assigned");
    assertThat(metas()).containsKey(key(uid(UidKind.METRIC, "assigned"), "metric_meta"));
  }

  @Test
  void trackedSeriesAreMarked() throws Exception {
    TimeSeries tracked = series.withMeta(TRACKING);
    put(tracked, LINE, "sys.cpu 1309687260 1 host=web1", "sys.cpu 1309687260 1 host=web2");
    put(tracked, "sys.cpu 1309687320 1 host=web1");
    byte[] one = Bytes.toBytes(1L);
    assertThat(metas()).hasSize(2);
    for (String each : List.of("web1", "web2")) {
      byte[] row = id("sys.cpu", "host", each).toBytes();
      assertThat(stored(tables.meta(), row, "ts_ctr")).isEqualTo(one);
    }
  }

  @Test
  void seriesGetThemWithTheirFirstPoint() throws Exception {
    long before = now();
    TimeSeries tracked = series.withMeta(SERIES);
    put(tracked, LINE);
    SeriesId id = id("sys.cpu", "host", "web1");
    assertThat(metas()).containsOnlyKeys(key(id.toBytes(), "ts_meta"));
    byte[] stored = stored(tables.meta(), id.toBytes(), "ts_meta");
    long created = MetaJudge.series(stored).getCreated();
    assertThat(created).isBetween(before, now());
    assertThat(stored).isEqualTo(MetaJudge.stored(new TSMeta(id.toBytes(), created)));
    store(tables.meta(), id.toBytes(), "ts_meta", "{\"notes\":\"of a user\"}");
    put(tracked.anew(), LINE);
    assertThat(metas().values()).containsExactly("{\"notes\":\"of a user\"}");
  }

  @Test
  void pointsAndHistogramsAreCounted() throws Exception {
    long before = now();
    TimeSeries tracked = series.withMeta(ALL);
    put(tracked, LINE, "sys.cpu 1309687260 1 host=web1", "sys.cpu 1309687260 1 host=web2");
    put(tracked, "sys.cpu 1309687320 1 host=web1");
    Map<BucketRange, Long> buckets = Map.of(new BucketRange(0, 1), 5L);
    tracked
        .histograms(HistogramCodec.DEFAULT)
        .put(
            List.of(
                new HistogramPoint(
                    Series.of("sys.cpu", Map.of("host", "web1")),
                    PointTime.ofSeconds(BASE),
                    new BucketCounts(new TreeMap<>(buckets), 0, 0))));
    assertThat(metas()).hasSize(4 + 2 * 2);
    FoundSeries found = tracked.meta().series(id("sys.cpu", "host", "web1")).orElseThrow();
    assertThat(found.points()).isEqualTo(4);
    assertThat(found.lastReceivedSeconds()).isBetween(before, now());
    assertThat(found.metric().name()).isEqualTo("sys.cpu");
    assertThat(found.tags()).extracting(UidMeta::name).containsExactly("host", "web1");
    assertThat(found.tags())
        .extracting(UidMeta::kind)
        .containsExactly(UidKind.TAG_KEY, UidKind.TAG_VALUE);
  }

  @Test
  void aDamagedCounterHindersNoOtherSeries() throws Exception {
    put(series, LINE, "sys.cpu 1309687260 1 host=web2");
    SeriesId id = id("sys.cpu", "host", "web1");
    store(tables.meta(), id.toBytes(), "ts_ctr", "seven b");
    TimeSeries tracked = series.withMeta(ALL);
    put(tracked, LINE, "sys.cpu 1309687260 1 host=web2", "sys.cpu 1309687320 1 host=web1");
    FoundSeries other = tracked.meta().series(id("sys.cpu", "host", "web2")).orElseThrow();
    assertThat(other.points()).isEqualTo(1);
    assertThat(stored(tables.meta(), id.toBytes(), "ts_ctr")).isEqualTo(Bytes.toBytes("seven b"));
    assertThat(tracked.meta().exists(id)).isTrue();
    assertThat(tracked.meta().find("sys.cpu", Map.of(), ReadLimits.NONE)).containsExactly(other);
    assertThatThrownBy(() -> tracked.meta().series(id))
        .isInstanceOf(DamagedDataException.class)
        .hasMessageContaining("a counter has 8 bytes: seven b");
    MetaSync sync = new MetaSync(connection, series.store().options(), series.uids());
    assertThat(sync.run().damaged()).isEqualTo(1);
  }

  @Test
  void whatWouldDoNothingIsRefused() {
    assertThatThrownBy(() -> new MetaTracking(false, false, true, false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("only where series are tracked");
    assertThatThrownBy(() -> new MetaTracking(false, true, false, true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("only where series get meta data");
  }

  /** A point that was acknowledged has all; what a death left out, a sync creates. */
  @Test
  void aDeathLeavesNothingThatASyncDoesNotMend() throws Exception {
    boolean died = true;
    for (int call = 0; died; call++) {
      drop();
      open(series.store().options().layout());
      DyingConnection dying = new DyingConnection(connection, call, call % 2 == 0);
      died = false;
      try {
        put(TimeSeries.openExisting(dying.connection(), tables).withMeta(ALL), LINE);
      } catch (IOException e) {
        died = dying.isDead();
      }
      if (died) {
        put(series, LINE);
        new MetaSync(connection, series.store().options(), series.uids()).run();
      }
      assertThat(metas().keySet())
          .as("dead at call %s", call)
          .containsExactlyInAnyOrder(
              key(uid(UidKind.METRIC, "sys.cpu"), "metric_meta"),
              key(uid(UidKind.TAG_KEY, "host"), "tagk_meta"),
              key(uid(UidKind.TAG_VALUE, "web1"), "tagv_meta"),
              key(id("sys.cpu", "host", "web1").toBytes(), "ts_meta"),
              key(id("sys.cpu", "host", "web1").toBytes(), "ts_ctr"));
    }
  }
}
