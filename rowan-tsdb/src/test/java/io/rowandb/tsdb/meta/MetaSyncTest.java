package io.rowandb.tsdb.meta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.tsdb.DyingConnection;
import io.rowandb.tsdb.MeddledConnection;
import io.rowandb.tsdb.TimeSeries;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.rows.WrongLayoutException;
import io.rowandb.tsdb.uid.UidKind;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Meta data that are created later, of what is there. */
class MetaSyncTest extends MetaCase {
  private static final long HOUR = 3_600;

  private MetaSync.Report sync() throws IOException {
    return sync(connection);
  }

  private MetaSync.Report sync(Connection by) throws IOException {
    TimeSeries opened = TimeSeries.openExisting(by, tables, series.store().options().layout());
    return new MetaSync(by, series.store().options(), opened.uids(), 2).run();
  }

  private void write() throws IOException {
    put(
        series,
        "sys.cpu " + (BASE + HOUR) + " 1 host=web1",
        "sys.cpu " + (BASE + 3 * HOUR) + " 1 host=web1",
        "sys.cpu " + (BASE + 2 * HOUR) + " 1 host=web2",
        "sys.mem " + BASE + " 1 host=web2 site=north");
  }

  private long created(UidKind kind, String name) throws IOException {
    return series.meta().uid(kind, uid(kind, name)).notes().createdSeconds();
  }

  private long created(SeriesId of) throws IOException {
    return series.meta().series(of).orElseThrow().meta().notes().createdSeconds();
  }

  @Test
  void allGetThemByTheirEarliestRow() throws Exception {
    write();
    assertThat(sync()).isEqualTo(new MetaSync.Report(false, 4, 3, 7, 1, 0, 0));
    assertThat(created(UidKind.METRIC, "sys.cpu")).isEqualTo(BASE + HOUR);
    assertThat(created(UidKind.METRIC, "sys.mem")).isEqualTo(BASE);
    assertThat(created(UidKind.TAG_KEY, "host")).isEqualTo(BASE + HOUR); // within an hour of it
    assertThat(created(UidKind.TAG_KEY, "site")).isEqualTo(BASE);
    assertThat(created(UidKind.TAG_VALUE, "web2")).isEqualTo(BASE);
    assertThat(created(id("sys.cpu", "host", "web1"))).isEqualTo(BASE + HOUR);
    assertThat(created(id("sys.cpu", "host", "web2"))).isEqualTo(BASE + 2 * HOUR);
    FoundSeries found =
        series.meta().series(id("sys.mem", "host", "web2", "site", "north")).orElseThrow();
    assertThat(found.points()).isEqualTo(1);
    Map<String, String> all = metas();
    assertThat(all).hasSize(7 + 2 * 3);
    assertThat(sync()).isEqualTo(new MetaSync.Report(false, 4, 0, 0, 0, 0, 0));
    assertThat(metas()).isEqualTo(all);
  }

  @Test
  void whatPeopleSaidStaysAndALaterTimeIsPutRight() throws Exception {
    write();
    SeriesId cpu1 = id("sys.cpu", "host", "web1");
    MetaNotes said =
        new MetaNotes("CPU", "", "", BASE + 9 * HOUR, Optional.of(Map.of("owner", "ops")));
    series.meta().change(UidKind.METRIC, uid(UidKind.METRIC, "sys.cpu"), said, false);
    series.meta().create(cpu1, SeriesMeta.of("", said));
    SeriesId cpu2 = id("sys.cpu", "host", "web2");
    series.meta().create(cpu2, SeriesMeta.of("", said.withCreated(BASE)));
    MetaSync.Report report = sync();
    assertThat(report.series()).isEqualTo(1);
    assertThat(series.meta().series(cpu1).orElseThrow().meta().notes())
        .isEqualTo(said.withCreated(BASE + HOUR));
    assertThat(series.meta().series(cpu1).orElseThrow().points()).isZero();
    assertThat(created(cpu2)).isEqualTo(BASE);
    assertThat(series.meta().uid(UidKind.METRIC, uid(UidKind.METRIC, "sys.cpu")).notes())
        .isEqualTo(said.withCreated(BASE + HOUR));
  }

  @Test
  void afterADeathAtAnyCallItGoesOn() throws Exception {
    write();
    sync();
    Map<String, String> whole = metas();
    boolean died = true;
    int wentOn = 0;
    for (int call = 0; died; call++) {
      removeAll();
      DyingConnection dying = new DyingConnection(connection, call, call % 2 == 0);
      died = false;
      try {
        sync(dying.connection());
      } catch (IOException e) {
        died = true;
        assertThat(dying.isDead()).isTrue();
      }
      MetaSync.Report report = sync();
      wentOn += report.wentOn() ? 1 : 0;
      assertThat(report.rows()).as("from row on").isLessThanOrEqualTo(4);
      assertThat(metas()).as("dead at call %s", call).isEqualTo(whole);
    }
    assertThat(wentOn).as("runs that went on").isPositive();
  }

  private void removeAll() throws IOException {
    for (UidKind kind : UidKind.values()) {
      for (String name : series.suggest(kind, "", 100)) {
        series.meta().delete(kind, uid(kind, name));
      }
    }
    try (Table table = connection.getTable(tables.meta())) {
      for (SeriesId each :
          new SeriesId[] {
            id("sys.cpu", "host", "web1"),
            id("sys.cpu", "host", "web2"),
            id("sys.mem", "host", "web2", "site", "north")
          }) {
        MetaCells.delete(table, each.toBytes(), MetaCells.SERIES);
        MetaCells.delete(table, each.toBytes(), MetaCells.COUNTER);
      }
    }
    assertThat(metas()).isEmpty();
  }

  /** Somebody else creates them between its look and its write. */
  @Test
  void writersBesideItKeepWhatTheySaid() throws Exception {
    write();
    byte[] uid = uid(UidKind.METRIC, "sys.cpu");
    SeriesId id = id("sys.cpu", "host", "web1");
    MetaNotes said = new MetaNotes("mine", "", "", 0, Optional.empty());
    for (int call = 0; call < 12; call++) {
      removeAll();
      MeddledConnection meddled =
          new MeddledConnection(
              connection,
              "checkAndMutate",
              call,
              () -> {
                series.meta().change(UidKind.METRIC, uid, said, false);
                if (!series.meta().exists(id)) {
                  series.meta().create(id, SeriesMeta.of("", said));
                }
              });
      sync(meddled.connection());
      assertThat(meddled.isDone()).isTrue();
      assertThat(series.meta().uid(UidKind.METRIC, uid).notes())
          .as("call %s", call)
          .isEqualTo(said.withCreated(BASE + HOUR));
      assertThat(created(id)).isEqualTo(BASE + HOUR);
    }
  }

  @Test
  void whatHasNoNameOrIsDamagedIsCountedAndLeft() throws Exception {
    write();
    byte[] nameless = Bytes.fromHex("000001" + "4E103DA0" + "000001" + "0000FF");
    for (int i = 0; i < 40; i++) {
      put(series, "sys.cpu " + (BASE + i * HOUR) + " 1 host=web1");
    }
    try (Table table = connection.getTable(tables.data())) {
      table.put(new Put(nameless).addColumn(Bytes.toBytes("t"), new byte[] {0, 0}, new byte[1]));
    }
    byte[] uid = uid(UidKind.TAG_KEY, "host");
    store(tables.uid(), uid, "tagk_meta", "no JSON");
    MetaSync.Report report = sync();
    assertThat(report.nameless()).isEqualTo(1);
    assertThat(report.damaged()).isPositive();
    assertThat(report.series()).isEqualTo(3);
    assertThat(metas().get(key(uid, "tagk_meta"))).isEqualTo("no JSON");
    assertThatThrownBy(() -> series.meta().uid(UidKind.TAG_KEY, uid))
        .hasMessageContaining("meta data in row")
        .hasMessageContaining("damaged");
  }

  @Test
  void keysWithSaltAndOtherWidthsAreRead() throws Exception {
    drop();
    open(new PointKeyLayout(1, 4, 2, 3, 4));
    write();
    assertThat(sync().series()).isEqualTo(3);
    assertThat(created(UidKind.METRIC, "sys.mem")).isEqualTo(BASE);
    assertThat(created(id("sys.cpu", "host", "web1"))).isEqualTo(BASE + HOUR);
    for (String each : metas().keySet()) {
      assertThat(each)
          .matches("([0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8}|[0-9a-f]{18}|[0-9a-f]{32})/.*");
    }
  }

  @Test
  void anotherLayoutIsRefused() throws Exception {
    write();
    PointKeyLayout other = new PointKeyLayout(0, 1, 4, 4, 4);
    TimeSeries wrong = TimeSeries.openExisting(connection, tables, other);
    assertThatThrownBy(() -> new MetaSync(connection, wrong.store().options(), wrong.uids()).run())
        .isInstanceOf(WrongLayoutException.class);
    assertThat(metas()).isEmpty();
  }
}
