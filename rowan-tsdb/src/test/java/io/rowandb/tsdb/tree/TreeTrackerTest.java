package io.rowandb.tsdb.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.tsdb.DyingConnection;
import io.rowandb.tsdb.TimeSeries;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.meta.MetaNotes;
import io.rowandb.tsdb.uid.UidKind;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** New series are put into trees as points are written; a sync puts those that were there. */
class TreeTrackerTest extends TreeCase {
  private TreeSync.Report sync() throws IOException {
    return new TreeSync(connection, series.store(), series.uids()).run();
  }

  @Test
  void newSeriesArePutIntoTrees() throws Exception {
    TimeSeries growing = series.withMeta(SERIES).withTrees();
    growing.trees().create(TreeChange.named("not enabled"));
    growing.trees().create(ENABLED);
    growing.trees().change(tag(2, 0, "host"), false);
    growing.trees().change(metric(2, 1, ""), false);
    write(growing);
    assertThat(leaves(1)).isEmpty();
    assertThat(leaves(2))
        .containsExactly("ROOT/web1/sys.cpu", "ROOT/web1/sys.mem", "ROOT/web2/sys.cpu");
    growing.trees().delete(2, false);
    write(growing);
    assertThat(leaves(2)).as("they are new no more").isEmpty();
    assertThat(sync().count(TreeBuilder.Outcome.ADDED)).isEqualTo(3);
  }

  @Test
  void nothingIsPutUnlessItIsAskedFor() throws Exception {
    hosts(ENABLED);
    write(series.withMeta(SERIES));
    assertThat(leaves(1)).isEmpty();
    assertThat(series.withMeta(SERIES).growsTrees()).isFalse();
    assertThatThrownBy(() -> series.withTrees())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("realtime_ts");
  }

  @Test
  void aChangeOfAnotherProgramIsSeenWhenTheLeaseEnds() throws Exception {
    write(series);
    long[] nanos = {0};
    TreeTracker tracker =
        new TreeTracker(connection, tables.tree(), trees(), series.meta(), () -> nanos[0]);
    tracker.put(id("sys.cpu", "web1"));
    hosts(ENABLED);
    nanos[0] = TreeTracker.LEASE.toNanos() - 1;
    tracker.put(id("sys.cpu", "web1"));
    assertThat(leaves(1)).isEmpty();
    nanos[0]++;
    tracker.put(id("sys.cpu", "web1"));
    assertThat(leaves(1)).containsExactly("ROOT/web1/sys/cpu");
  }

  /** A rule that OpenTSDB took, and that may not be searched for, does no harm to points. */
  @Test
  void rulesThatFailDoNoHarmToPoints() throws Exception {
    hosts(ENABLED);
    hosts(ENABLED);
    hosts(ENABLED);
    store(TreeCells.row(1), TreeCells.rule(0, 0), "{\"type\":\"METRIC\",\"regex\":\"(?=s)(.*)\"}");
    TreeRule custom =
        new TreeRule(
            2, 0, 0, Optional.of(RuleType.METRIC_CUSTOM), "f", "c", "", 0, "\\.", "", "", "");
    trees().change(custom, true);
    put(series, "sys.cpu 1309687200 1 host=other");
    byte[] uid = series.uids().uid(UidKind.METRIC, "sys.cpu");
    MetaNotes empty = new MetaNotes("", "", "", 0, Optional.of(Map.of("c", "")));
    series.meta().change(UidKind.METRIC, uid, empty, false);
    write(series.withMeta(SERIES).withTrees());
    assertThat(leaves(1)).isEmpty();
    assertThat(leaves(2)).containsExactly("ROOT/sys/mem");
    assertThat(leaves(3)).hasSize(3);
    TreeSync.Report report = sync();
    assertThat(report.trees()).isEqualTo(2);
    assertThat(report.failed()).isEqualTo(2);
  }

  /** A series has meta data only when it is in the trees, so that a second write puts it there. */
  @Tag("slow")
  @Test
  void aDeathIsMadeGoodByTheNextWrite() throws Exception {
    hosts(ENABLED);
    boolean died = true;
    for (int call = 0; died; call++) {
      drop();
      open(series.store().options().layout());
      hosts(ENABLED);
      DyingConnection dying = new DyingConnection(connection, call, call % 2 == 0);
      died = false;
      String line = "sys.cpu 1309687200 1 host=web1";
      try {
        put(TimeSeries.openExisting(dying.connection(), tables).withMeta(SERIES).withTrees(), line);
      } catch (IOException e) {
        died = dying.isDead();
      }
      if (died) {
        put(series.withMeta(SERIES).withTrees(), line);
      }
      assertThat(leaves(1)).as("dead at call %s", call).containsExactly("ROOT/web1/sys/cpu");
    }
  }

  @Test
  void aSyncPutsAllAndTellsWhatItLeft() throws Exception {
    assertThat(sync().trees()).isZero();
    write(series);
    put(series, "plain 1309687200 1 rack=a", "sys_cpu 1309687200 1 host=web1");
    describe();
    hosts(ENABLED);
    int other = trees().create(ENABLED).id();
    trees().change(metric(other, 0, "[._]"), false);
    TreeSync.Report report = sync();
    assertThat(report.trees()).isEqualTo(2);
    assertThat(report.series()).isEqualTo(5);
    assertThat(report.count(TreeBuilder.Outcome.ADDED)).isEqualTo(6);
    assertThat(report.count(TreeBuilder.Outcome.COLLIDED)).isEqualTo(2);
    assertThat(report.count(TreeBuilder.Outcome.NO_PLACE)).isEqualTo(2);
    assertThat(leaves(1))
        .containsExactly(
            "ROOT/web1/sys_cpu", "ROOT/web1/sys/cpu", "ROOT/web1/sys/mem", "ROOT/web2/sys/cpu");
    Map<String, String> before = cells();
    report = sync();
    assertThat(report.count(TreeBuilder.Outcome.ADDED)).isZero();
    assertThat(report.count(TreeBuilder.Outcome.KNOWN)).isEqualTo(6);
    assertThat(cells()).isEqualTo(before);
  }

  @Test
  void aSyncCountsDamage() throws Exception {
    write(series);
    describe();
    hosts(ENABLED);
    SeriesId damaged = id("sys.mem", "web1");
    try (var table = connection.getTable(tables.meta())) {
      table.put(
          new Put(damaged.toBytes())
              .addColumn(Bytes.toBytes("name"), Bytes.toBytes("ts_meta"), Bytes.toBytes("x")));
      table.put(
          new Put(Bytes.fromHex("0000FF000001000001"))
              .addColumn(Bytes.toBytes("name"), Bytes.toBytes("ts_meta"), Bytes.toBytes("{}")));
    }
    TreeSync.Report report = sync();
    assertThat(report.damaged()).isEqualTo(1);
    assertThat(report.nameless()).isEqualTo(1);
    assertThat(leaves(1)).containsExactly("ROOT/web1/sys/cpu", "ROOT/web2/sys/cpu");
  }
}
