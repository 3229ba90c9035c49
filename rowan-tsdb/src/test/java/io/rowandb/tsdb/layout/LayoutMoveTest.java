package io.rowandb.tsdb.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.tsdb.TimeSeries;
import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.given.RollupTables;
import io.rowandb.tsdb.histogram.BucketCounts;
import io.rowandb.tsdb.histogram.BucketRange;
import io.rowandb.tsdb.histogram.HistogramCodec;
import io.rowandb.tsdb.histogram.HistogramPoint;
import io.rowandb.tsdb.meta.MetaNotes;
import io.rowandb.tsdb.rollup.RollupLevel;
import io.rowandb.tsdb.rollup.Rollups;
import io.rowandb.tsdb.store.FormatConversion;
import io.rowandb.tsdb.store.PointScans;
import io.rowandb.tsdb.store.PointStore;
import io.rowandb.tsdb.store.RangeQuery;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.store.Series;
import io.rowandb.tsdb.store.SeriesLookup;
import io.rowandb.tsdb.store.StoredAnnotation;
import io.rowandb.tsdb.store.TableFormat;
import io.rowandb.tsdb.store.TsdbTables;
import io.rowandb.tsdb.uid.UidKind;
import io.rowandb.tsdb.uid.UidOptions;
import io.rowandb.tsdb.uid.Uids;
import io.rowandb.tsdb.upkeep.Fault;
import io.rowandb.tsdb.upkeep.Fsck;
import io.rowandb.tsdb.upkeep.FsckOptions;
import io.rowandb.tsdb.upkeep.FsckReport;
import io.rowandb.tsdb.upkeep.MetricDrop;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** All that is in tables is in those of another layout, whatever is done meanwhile. */
class LayoutMoveTest extends LayoutCase {
  private static final PointKeyLayout MIXED = new PointKeyLayout(2, 300, 2, 5, 4);

  private Rollups rollups(TimeSeries series) {
    return new Rollups(
        connection,
        series.store().options(),
        series.uids(),
        RollupLevel.of(series.store().options().tables(), "10m"));
  }

  @Test
  void fromEachLayoutToEach() throws IOException {
    embeddedAlone();
    List<PointKeyLayout> layouts =
        List.of(PointKeyLayout.DEFAULT, SALTED, WIDE, MIXED, PointKeyLayout.DEFAULT);
    TimeSeries series = series(layouts.get(0));
    fill(series);
    later(connection, series)
        .compact("cpu", PointTime.ofSeconds(0), PointTime.ofSeconds(BASE), ReadLimits.NONE);
    new PointStore(connection, series.uids(), series.store().options().withAppends(true))
        .put(List.of(point("mem", "web1", BASE + 9_000, 77)));
    Rollups rollups = rollups(series);
    rollups.create();
    rollups.make("cpu", BASE * 1_000 + 7_200_000);
    putGlobalNote(series);
    List<String> points = shown(series);
    List<String> names = names(series);
    String rolled = rolled(rollups);
    for (int i = 1; i < layouts.size(); i++) {
      LayoutChange change =
          new LayoutChange(
              TsdbTables.named(tables.data() + (i == 1 ? "" : "_" + (i - 1))),
              layouts.get(i - 1),
              TsdbTables.named(tables.data() + "_" + i),
              layouts.get(i));
      LayoutMove.Moved moved = move(change).run();
      assertThat(moved.mended()).isZero();
      // By the first name of all, and a layout that is known no more.
      TimeSeries now = series(PointKeyLayout.DEFAULT);
      assertThat(now.store().options().layout()).isEqualTo(layouts.get(i));
      assertThat(shown(now)).isEqualTo(points);
      assertThat(names(now)).isEqualTo(names);
      assertThat(rolled(rollups(now))).isEqualTo(rolled);
      FsckReport report =
          new Fsck(connection, now.store().options(), now.uids(), FsckOptions.DRY, LATER).run();
      assertThat(report.rows()).isPositive();
      assertThat(report.found()).doesNotContainKeys(Fault.BAD_KEY, Fault.NAMELESS);
      assertThat(move(change).run().cells()).isZero();
    }
    assertThat(globalNotes(series(PointKeyLayout.DEFAULT))).isEqualTo(1);
    // The program that was open all the time goes on too.
    series.put(List.of(point("new", "web100", BASE, 1)));
    assertThat(series(PointKeyLayout.DEFAULT).lookup(lookup("new"), ReadLimits.NONE).series())
        .hasSize(1);
  }

  /** OpenTSDB writes it into the annotation, and answers show it. */
  @Test
  void theTsuidWithinAnAnnotationIsThatOfTheNewLayout() throws IOException {
    embeddedAlone();
    TimeSeries before = series(PointKeyLayout.DEFAULT);
    fill(before);
    Series noted = before.lookup(lookup("cpu"), ReadLimits.NONE).series().get(0).series();
    String old = before.store().find(noted).toString();
    List<String> stored =
        List.of(
            "{\"tsuid\":\"%s\",\"startTime\":1}",
            "{\"startTime\":1,\"description\":\"%s\"}", "{\"tsuid\":\"%s0\"}", "{");
    for (int i = 0; i < stored.size(); i++) {
      String json = stored.get(i).formatted(i == 0 ? old.toLowerCase(Locale.ROOT) : old);
      before.store().annotate(noted, PointTime.ofSeconds(BASE + 3_000 + i), json);
    }
    move(new LayoutChange(
            tables, PointKeyLayout.DEFAULT, TsdbTables.named(tables.data() + "_1"), WIDE))
        .run();
    TimeSeries now = series(PointKeyLayout.DEFAULT);
    String tsuid = now.store().find(noted).toString();
    assertThat(tsuid).isNotEqualTo(old);
    assertThat(
            now
                .store()
                .annotations()
                .scan(Optional.of(noted), BASE * 1_000, BASE * 1_000 + 3_599_999, ReadLimits.NONE)
                .stream()
                .map(StoredAnnotation::json))
        .contains(
            stored.get(0).formatted(tsuid),
            stored.get(1).formatted(old),
            stored.get(2).formatted(old),
            stored.get(3));
  }

  private static SeriesLookup lookup(String metric) {
    return new SeriesLookup(Optional.of(metric), List.of(), 10);
  }

  private String rolled(Rollups rollups) throws IOException {
    StringBuilder text = new StringBuilder("whole until " + rollups.wholeUntil("cpu"));
    rollups
        .read(all("cpu"), ReadLimits.NONE)
        .forEach(each -> text.append('\n').append(each.series()).append(each.numbers().keySet()));
    return text.toString();
  }

  private void putGlobalNote(TimeSeries series) throws IOException {
    PointKeyLayout layout = series.store().options().layout();
    try (Table table = connection.getTable(tables.data())) {
      byte[] row = layout.firstRow(0, new byte[layout.metricWidth()], BASE);
      table.put(new Put(row).addColumn(new byte[] {'t'}, new byte[] {1, 0, 0}, new byte[] {'{'}));
    }
  }

  private int globalNotes(TimeSeries series) throws IOException {
    PointKeyLayout layout = series.store().options().layout();
    try (Table table = connection.getTable(series.store().options().tables().data())) {
      byte[] row = layout.firstRow(0, new byte[layout.metricWidth()], BASE);
      return table.get(new Get(row)).size();
    }
  }

  /** At each step other programs write, append, compact, remove, drop and make names. */
  @Test
  void whatIsDoneMeanwhileIsThereToo() throws IOException {
    TimeSeries series = series(PointKeyLayout.DEFAULT);
    fill(series);
    TimeSeries other = series(PointKeyLayout.DEFAULT);
    List<String> refused = new ArrayList<>();
    int[] number = {0};
    moveWith(
            change(PointKeyLayout.DEFAULT, SALTED),
            step -> {
              number[0]++;
              List<String> before = shown(series);
              try {
                change(other, number[0]);
                assertThat(shown(series)).as(step).isNotEqualTo(before);
              } catch (LayoutMovingException e) {
                refused.add(step);
                assertThat(shown(series)).as(step).isEqualTo(before);
              }
              assertThat(shown(other)).as(step).isEqualTo(shown(series));
            })
        .run();
    assertThat(refused).hasSize(4).contains("wait");
    assertThat(number[0]).isEqualTo(7);
    List<String> points = shown(series);
    assertThat(points)
        .noneMatch(each -> each.startsWith("mem"))
        .anyMatch(each -> each.contains("late1,"))
        .anyMatch(each -> each.contains("late2"));
    assertThat(shown(series(PointKeyLayout.DEFAULT))).isEqualTo(points);
    other.put(List.of(point("cpu", "after", BASE, 1)));
    assertThat(shown(series)).hasSize(points.size() + 1);
  }

  private void change(TimeSeries by, int number) throws IOException {
    by.put(
        List.of(
            point("cpu", "late" + number, BASE, number),
            point("cpu", "web1", BASE, 1_000 + number)));
    later(connection, by)
        .compact("cpu", PointTime.ofSeconds(0), PointTime.ofSeconds(BASE), ReadLimits.NONE);
    new PointScans(connection, by.uids(), by.store().options())
        .erase(
            new RangeQuery("cpu", BASE * 1_000, (BASE + 600L * number) * 1_000, List.of()),
            ReadLimits.NONE,
            point -> {});
    by.put(
        List.of(
            point("cpu", "late" + number, BASE + 7_000, number), point("cpu", "web2", BASE, 5)));
    if (number == 2) {
      new MetricDrop(connection, by.store().options(), by.uids()).drop("mem", false);
    }
  }

  /** Writers go on while it runs; what was acknowledged is there. */
  @Test
  void noAcknowledgedPointIsLost() throws Exception {
    embeddedAlone();
    TimeSeries series = series(PointKeyLayout.DEFAULT);
    fill(series);
    AtomicBoolean ended = new AtomicBoolean();
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      List<Future<List<String>>> written = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        TimeSeries own = series(PointKeyLayout.DEFAULT);
        int writer = i;
        written.add(threads.submit(() -> write(own, writer, ended)));
      }
      move(change(PointKeyLayout.DEFAULT, SALTED)).run();
      ended.set(true);
      List<String> there = shown(series);
      for (Future<List<String>> each : written) {
        assertThat(each.get()).isNotEmpty();
        List<String> now = shown(series);
        assertThat(now).containsAll(each.get());
        assertThat(now).containsAll(there);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** One point at a time, until the move has ended, and one more. */
  private static List<String> write(TimeSeries series, int writer, AtomicBoolean ended)
      throws IOException {
    List<String> acknowledged = new ArrayList<>();
    boolean last = false;
    for (int i = 0; !last; i++) {
      last = ended.get();
      var point = point("cpu", "w" + writer + "x" + i % 3, BASE + i, i);
      try {
        series.put(List.of(point));
        acknowledged.add(point.series() + " " + point.time() + " " + point.value());
      } catch (LayoutMovingException e) {
        assertThat(last).isFalse();
      }
    }
    return acknowledged;
  }

  /** It goes on writing where it always did. */
  @Test
  void aProgramThatKnowsNothingOfItIsRefused() throws IOException {
    TimeSeries series = series(PointKeyLayout.DEFAULT);
    fill(series);
    PointStore older = series.store();
    boolean[] fenced = {false};
    moveWith(
            change(PointKeyLayout.DEFAULT, WIDE),
            step -> {
              if (step.startsWith("Comparing")) {
                fenced[0] = true;
                assertThatThrownBy(() -> older.put(point("cpu", "web1", BASE, 9)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("read only");
                assertThatThrownBy(() -> older.put(point("cpu", "unknown", BASE, 9)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("read only");
              } else if (!fenced[0]) {
                older.put(point("cpu", "web1", BASE, 8));
              }
            })
        .run();
    assertThat(shown(series)).anyMatch(each -> each.contains("web1") && each.endsWith(" 8"));
    assertThatThrownBy(() -> older.put(point("cpu", "web1", BASE, 9)))
        .hasMessageContaining("read only");
    move(change(PointKeyLayout.DEFAULT, WIDE)).dropOld();
    assertThatThrownBy(() -> older.put(point("cpu", "web1", BASE, 9)))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(() -> older.read(all("cpu"), ReadLimits.NONE))
        .isInstanceOf(NoSuchColumnFamilyException.class);
  }

  @Test
  void theOldTablesAreDroppedAndLeadOn() throws IOException {
    TimeSeries series = series(PointKeyLayout.DEFAULT);
    fill(series);
    List<String> points = shown(series);
    LayoutMove move = move(change(PointKeyLayout.DEFAULT, SALTED));
    assertThatThrownBy(move::dropOld).hasMessageContaining("are not moved yet");
    move.run();
    assertThatThrownBy(move::undo).hasMessageContaining("are read already");
    for (int i = 0; i < 2; i++) {
      move.dropOld();
      assertThat(shown(series(WIDE))).isEqualTo(points);
    }
    assertThat(shown(TimeSeries.open(connection, tables))).isEqualTo(points);
  }

  @Test
  void whatIsUndoneIsAsBefore() throws IOException {
    embeddedAlone();
    TimeSeries series = series(PointKeyLayout.DEFAULT);
    fill(series);
    List<String> points = shown(series);
    LayoutChange change = change(PointKeyLayout.DEFAULT, SALTED);
    for (String at : List.of("Copying", "Writes", "Comparing")) {
      IllegalStateException stop = new IllegalStateException("stop");
      assertThatThrownBy(
              () ->
                  moveWith(
                          change,
                          step -> {
                            if (step.startsWith(at)) {
                              throw stop;
                            }
                          })
                      .run())
          .isSameAs(stop);
      assertThatThrownBy(() -> TimeSeries.openExisting(connection, target))
          .hasMessageContaining("is not whole yet");
      assertThatThrownBy(() -> move(change(PointKeyLayout.DEFAULT, WIDE)).run())
          .hasMessageContaining("1/7/3/3/3");
      assertThatThrownBy(
              () ->
                  move(new LayoutChange(
                          tables,
                          PointKeyLayout.DEFAULT,
                          TsdbTables.named(tables.data() + "_x"),
                          SALTED))
                      .run())
          .hasMessageContaining("are moved to");
      move(change).undo();
      move(change).undo();
      assertThat(shown(series)).isEqualTo(points);
      series.put(List.of(point("mem", "web1", BASE, 1)));
      series.put(List.of(point("mem", "web1", BASE, 10)));
      assertThatThrownBy(() -> TimeSeries.openExisting(connection, target))
          .isInstanceOf(TableNotFoundException.class);
    }
  }

  @Test
  void uidsThatDoNotFitAreRefusedAndNothingIsChanged() throws IOException {
    embeddedAlone();
    TimeSeries series = series(PointKeyLayout.DEFAULT);
    fill(series);
    try (Table table = connection.getTable(tables.uid())) {
      table.incrementColumnValue(new byte[] {0}, Bytes.toBytes("id"), Bytes.toBytes("tagv"), 300);
    }
    series.put(List.of(point("cpu", "far", BASE, 1)));
    List<String> points = shown(series);
    LayoutChange change = change(PointKeyLayout.DEFAULT, new PointKeyLayout(0, 20, 3, 3, 1));
    assertThatThrownBy(() -> move(change).run())
        .isInstanceOf(DamagedDataException.class)
        .hasMessageContaining("of a tag value does not fit into 1 bytes");
    assertThat(shown(series)).isEqualTo(points);
    checkNothingHasBegun();
    series.put(List.of(point("cpu", "far", BASE, 2)));
    move(change).undo();
  }

  @Test
  void metaDataOfNamesAreRefusedBeforeAnythingIsCopied() throws IOException {
    TimeSeries series = series(PointKeyLayout.DEFAULT);
    fill(series);
    byte[] uid = series.uids().uid(UidKind.METRIC, "cpu");
    MetaNotes notes = new MetaNotes("CPU", "", "", 0, Optional.empty());
    series.meta().change(UidKind.METRIC, uid, notes, false);
    assertThatThrownBy(() -> move(change(PointKeyLayout.DEFAULT, SALTED)).run())
        .isInstanceOf(DamagedDataException.class)
        .hasMessageContaining("the column name:metric_meta of row");
    checkNothingHasBegun();
  }

  private void checkNothingHasBegun() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      for (TableName each : List.of(target.data(), target.uid())) {
        assertThat(admin.tableExists(each)).as("%s", each).isFalse();
      }
    }
  }

  @Test
  void aWrongLayoutIsFoundOut() throws IOException {
    embeddedAlone();
    TimeSeries series = series(PointKeyLayout.DEFAULT);
    fill(series);
    List<String> points = shown(series);
    for (PointKeyLayout wrong :
        List.of(
            SALTED, WIDE, new PointKeyLayout(0, 20, 3, 2, 4), new PointKeyLayout(0, 2, 3, 4, 2))) {
      LayoutChange change = change(wrong, MIXED);
      assertThatThrownBy(() -> move(change).run())
          .as("%s", wrong)
          .isInstanceOf(DamagedDataException.class);
      assertThat(shown(series)).isEqualTo(points);
      move(change).undo();
    }
    move(change(PointKeyLayout.DEFAULT, SALTED)).run();
    TsdbTables next = TsdbTables.named(tables.data() + "_y");
    assertThatThrownBy(() -> move(new LayoutChange(target, WIDE, next, MIXED)).run())
        .hasMessageContaining("have the layout 1/7/3/3/3");
  }

  @Test
  void whatCannotBeMovedIsRefused() throws IOException {
    embeddedAlone();
    TimeSeries series = series(PointKeyLayout.DEFAULT);
    fill(series);
    assertThatThrownBy(() -> change(SALTED, SALTED)).hasMessageContaining("have that layout");
    assertThatThrownBy(() -> change(PointKeyLayout.DEFAULT, new PointKeyLayout(0, 8, 3, 3, 3)))
        .hasMessageContaining("have that layout");
    for (String name : List.of("", "-uid", "-meta", "-rollup-1h")) {
      assertThatThrownBy(
              () -> new LayoutChange(tables, SALTED, TsdbTables.named(tables.data() + name), WIDE))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("other names");
    }
    LayoutChange change = change(PointKeyLayout.DEFAULT, SALTED);
    target.create(connection, Compression.Algorithm.NONE, TsdbTables.FOREVER);
    assertThatThrownBy(() -> move(change).run())
        .isInstanceOf(TableExistsException.class)
        .hasMessageContaining("give another name");
    move(change).undo();
    assertThat(names(TimeSeries.openExisting(connection, target))).hasSize(3);
    try (Table table = connection.getTable(tables.meta())) {
      table.put(new Put(new byte[] {1}).addColumn(Bytes.toBytes("name"), new byte[] {1}, FULL));
    }
    assertThatThrownBy(() -> move(change).run()).hasMessageContaining("has rows");
  }

  private static final byte[] FULL = {1};

  @Test
  void emptyTablesAreMovedAndCountersGoOn() throws IOException {
    embeddedAlone();
    move(change(PointKeyLayout.DEFAULT, WIDE)).run();
    TimeSeries series = series(PointKeyLayout.DEFAULT);
    fill(series);
    Uids uids = new Uids(connection, UidOptions.of(target.uid(), WIDE), room -> {});
    assertThat(uids.uid(UidKind.METRIC, "cpu")).isEqualTo(new byte[] {0, 0, 0, 1});
  }

  /** Packed hours stay so, and histograms and what is noted go along. */
  @Test
  void theFormatGoesAlong() throws IOException {
    TimeSeries series = series(PointKeyLayout.DEFAULT);
    fill(series);
    BucketCounts counts = new BucketCounts(new TreeMap<>(Map.of(new BucketRange(0, 10), 3L)), 0, 0);
    series
        .histograms(HistogramCodec.DEFAULT)
        .put(
            List.of(
                new HistogramPoint(
                    Series.of("cpu", Map.of("host", "web1", "site", "s4")),
                    PointTime.ofSeconds(BASE + 7),
                    counts)));
    List<String> before = shown(series);
    new FormatConversion(connection, series.store().options(), LATER).pack();
    move(change(PointKeyLayout.DEFAULT, SALTED)).run();
    assertThat(TableFormat.of(connection, target.data())).isEqualTo(TableFormat.PACKED);
    TimeSeries moved = series(PointKeyLayout.DEFAULT);
    assertThat(moved.store().options().tables()).isEqualTo(target);
    assertThat(shown(moved)).isEqualTo(before);
    assertThat(moved.histograms(HistogramCodec.DEFAULT).read(all("cpu"), ReadLimits.NONE))
        .singleElement()
        .satisfies(
            each ->
                assertThat(each.counts()).containsExactly(Map.entry((BASE + 7) * 1_000, counts)));
    new FormatConversion(connection, moved.store().options(), LATER).unpack();
    assertThat(shown(moved)).isEqualTo(before);
  }

  @Test
  void rollupsThatAreKeptOrGivenAreNotMoved() throws IOException {
    fill(series(PointKeyLayout.DEFAULT));
    series(PointKeyLayout.DEFAULT).keepRollups();
    assertThatThrownBy(() -> move(change(PointKeyLayout.DEFAULT, SALTED)).run())
        .hasMessageContaining(
            "there is a table " + tables.data() + "-marks: rollups that are kept");
    BackEnd.drop(connection, tables.data() + "-marks");
    series(PointKeyLayout.DEFAULT).withRollups(RollupTables.of(tables));
    assertThatThrownBy(() -> move(change(PointKeyLayout.DEFAULT, SALTED)).run())
        .hasMessageContaining("there is a table " + tables.data() + "-preagg: rollups");
    BackEnd.drop(connection, tables.data() + "-preagg");
    TimeSeries opened = series(PointKeyLayout.DEFAULT).withRollups(RollupTables.of(tables));
    BackEnd.drop(connection, tables.data() + "-preagg");
    move(change(PointKeyLayout.DEFAULT, SALTED)).run();
    TimeSeries moved = series(PointKeyLayout.DEFAULT);
    assertThatThrownBy(() -> moved.withRollups(RollupTables.of(tables)))
        .hasMessageContaining("were moved to " + target.data());
    assertThatThrownBy(opened::given).hasMessageContaining("were moved to " + target.data());
  }
}
