package io.rowandb.tsdb.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.tsdb.codec.PointColumn;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.PointValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Of a removal, what stays stays and what goes goes, beside former and other removals. */
class RemovalRacesTest extends StoreCase {
  private static final int POINTS = 4;
  private static final PointTime TIME = PointTime.ofSeconds(BASE);

  /** What OpenTSDB's deletes, ours and those of single versions leave. */
  private enum Marker {
    OF_COMPACTION,
    OF_NOW,
    OF_ONE_VERSION
  }

  private RangeQuery range(String host, long from, long to) {
    return new RangeQuery(
        metric,
        (BASE + from) * 1_000,
        (BASE + to) * 1_000,
        List.of(new TagFilter.OneOf("host", List.of(host))));
  }

  private List<Long> values(String host) throws IOException {
    List<Long> values = new ArrayList<>();
    scans(LATER)
        .scan(
            range(host, 0, 3_599),
            ReadLimits.NONE,
            each -> values.add((long) each.value().doubleValue()));
    return values;
  }

  private PointScans scans(Clock clock) {
    return new PointScans(connection, uids, options, clock);
  }

  private Erased erase(String host, long from, long to) throws IOException {
    return scans(LATER).erase(range(host, from, to), ReadLimits.NONE, each -> {});
  }

  /** Values 1 to 4 of one batch in one column, and deletes of the single ones. */
  private Series compacted(String host, Marker marker) throws IOException {
    Series series = series("host", host);
    for (int i = 0; i < POINTS; i++) {
      putAt(series, PointTime.ofSeconds(BASE + i), PointValue.of(i + 1), 1_000);
    }
    assertThat(store.compact(series, TIME)).isEqualTo(RowCompaction.DONE);
    for (int i = 0; i < POINTS && marker != Marker.OF_COMPACTION; i++) {
      byte[] qualifier = PointColumn.qualifier(PointTime.ofSeconds(BASE + i), PointValue.of(i + 1));
      Delete delete = new Delete(row(series, BASE));
      if (marker == Marker.OF_NOW) {
        delete.addColumns(FAMILY, qualifier);
      } else {
        delete.addColumn(FAMILY, qualifier, 1_001).addColumn(FAMILY, qualifier, 1_002);
      }
      try (Table table = connection.getTable(tables.data())) {
        table.delete(delete);
      }
    }
    return series;
  }

  @Test
  void eachPointThatIsKeptStays() throws IOException {
    for (Marker marker : Marker.values()) {
      for (int kept = 0; kept < POINTS; kept++) {
        String host = marker + "." + kept;
        compacted(host, marker);
        if (kept > 0) {
          assertThat(erase(host, 0, kept - 1)).as(host).isEqualTo(new Erased(kept, 0));
        }
        assertThat(values(host)).as(host).hasSize(POINTS - kept);
        assertThat(erase(host, kept + 1, 3_599))
            .as(host)
            .isEqualTo(new Erased(POINTS - kept - 1, 0));
        assertThat(values(host)).as(host).containsExactly(kept + 1L);
        // And a later value is still later.
        store.put(point(series("host", host), BASE + kept, 9));
        assertThat(values(host)).as(host).containsExactly(9L);
      }
    }
  }

  /** A delete of this minute: the row waits. */
  @Test
  void aRowWithADeleteOfNowIsLeft() throws IOException {
    compacted("a", Marker.OF_NOW);
    PointScans now = scans(Clock.systemUTC());
    assertThat(now.erase(range("a", 0, 2), ReadLimits.NONE, each -> {}))
        .isEqualTo(new Erased(0, 1));
    assertThat(values("a")).containsExactly(1L, 2L, 3L, 4L);
    // Nothing of it stays, so nothing can be hidden.
    assertThat(now.erase(range("a", 0, 3), ReadLimits.NONE, each -> {}))
        .isEqualTo(new Erased(4, 0));
    assertThat(values("a")).isEmpty();
  }

  private interface Step {
    void run() throws IOException;
  }

  /** Does something between the read and the write of a removal. */
  private Erased eraseBeside(String host, long from, long to, Step step) throws IOException {
    boolean[] done = {false};
    return scans(LATER)
        .erase(
            range(host, from, to),
            ReadLimits.NONE,
            each -> {
              if (!done[0]) {
                done[0] = true;
                try {
                  step.run();
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              }
            });
  }

  @Test
  void twoRemovalsOfARowDoNotUndoEachOther() throws IOException {
    compacted("a", Marker.OF_COMPACTION);
    List<Erased> inner = new ArrayList<>();
    Erased outer = eraseBeside("a", 0, 0, () -> inner.add(erase("a", 3, 3)));
    assertThat(inner).containsExactly(new Erased(1, 0));
    assertThat(outer).isEqualTo(new Erased(0, 1));
    assertThat(values("a")).containsExactly(1L, 2L, 3L);
    assertThat(erase("a", 0, 0)).isEqualTo(new Erased(1, 0));
    assertThat(values("a")).containsExactly(2L, 3L);
  }

  @Test
  void aRowThatIsCompactedMeanwhileIsCounted() throws IOException {
    Series series = series("host", "a");
    for (int i = 0; i < 3; i++) {
      putAt(series, PointTime.ofSeconds(BASE + i), PointValue.of(i), 10);
    }
    assertThat(eraseBeside("a", 1, 1, () -> store.compact(series, TIME)))
        .isEqualTo(new Erased(0, 1));
    assertThat(values("a")).containsExactly(0L, 1L, 2L);
    assertThat(erase("a", 0, 2)).isEqualTo(new Erased(3, 0));
    assertThat(values("a")).isEmpty();
  }

  @Test
  void aSlowCompactionBringsNothingBack() throws IOException {
    Series series = series("host", "a");
    for (int i = 0; i < 3; i++) {
      putAt(series, PointTime.ofSeconds(BASE + i), PointValue.of(i), 10);
    }
    RowCompactor slow = new RowCompactor(options);
    try (Table table = connection.getTable(tables.data())) {
      SeriesRow old = RowCompactionTest.scan(table, row(series, BASE));
      assertThat(erase("a", 1, 1)).isEqualTo(new Erased(1, 0));
      assertThat(slow.compact(table, old, LATER.millis(), TableFormat.OPENTSDB))
          .isEqualTo(RowCompaction.CHANGED);
    }
    assertThat(values("a")).containsExactly(0L, 2L);
    assertThat(store.compact(series, TIME)).isEqualTo(RowCompaction.DONE);
    assertThat(values("a")).containsExactly(0L, 2L);
  }

  /** A point is in the compacted column and alone, as OpenTSDB leaves it when it dies. */
  @Test
  void whatCountsOfSeveralPointsAtATimeStays() throws IOException {
    for (long stamp : new long[] {500, 1_000, 2_000}) {
      String host = "h" + stamp;
      Series series = compacted(host, Marker.OF_ONE_VERSION);
      putAt(series, PointTime.ofSeconds(BASE + 1), PointValue.of(20_000), stamp);
      putAt(series, PointTime.ofSeconds(BASE + 2), PointValue.of(30), stamp + 1_000);
      List<Long> before = values(host);
      try (Table table = connection.getTable(tables.data())) {
        // Where the rest of the column would go by itself, which would count as later then.
        byte[] rest = {0, 0x10, 0, 0x20, 0, 0x30};
        table.delete(new Delete(row(series, BASE)).addColumns(FAMILY, rest, 5_000));
      }
      assertThat(erase(host, 0, 0)).isEqualTo(new Erased(1, 0));
      assertThat(values(host)).isEqualTo(before.subList(1, 4));
      assertThat(erase(host, 3, 3)).isEqualTo(new Erased(1, 0));
      assertThat(values(host)).isEqualTo(before.subList(1, 3));
    }
  }

  /** In the millisecond of what was removed, a point that is appended would be hidden. */
  @Tag("slow")
  @Test
  void whatIsAppendedRightAfterwardsStays() throws IOException {
    PointStore appending = store(options.withAppends(true));
    Series series = series("host", "a");
    PointScans now = scans(Clock.systemUTC());
    int rounds = BackEnd.isHBase() ? 40 : 300;
    for (int i = 0; i < rounds; i++) {
      appending.put(List.of(point(series, BASE + 2L * i, 1)));
      now.erase(range("a", 0, 2L * i), ReadLimits.NONE, each -> {});
      appending.put(List.of(point(series, BASE + 2L * i + 1, 2)));
      assertThat(values("a")).as("round %s", i).containsExactly(2L);
    }
  }

  /** Deletes of all kinds hide a time, or they do not. */
  @Test
  void deletesThatHide() throws IOException {
    byte[] key = row(series("host", "a"), BASE);
    byte[] one = {0, 0};
    byte[] other = {0, 16};
    try (Table table = connection.getTable(tables.data())) {
      assertThat(DeleteMarkers.read(table, key).firstVisible(one, 5)).isEqualTo(5);
      table.put(new Put(key, 50).addColumn(FAMILY, one, one));
      table.delete(
          new Delete(key)
              .addFamily(FAMILY, 3)
              .addColumns(FAMILY, one, 9)
              .addColumn(FAMILY, one, 10)
              .addFamilyVersion(FAMILY, 11)
              .addColumn(FAMILY, one, 13));
      DeleteMarkers markers = DeleteMarkers.read(table, key);
      assertThat(markers.firstVisible(one, 5)).isEqualTo(12);
      assertThat(markers.firstVisible(one, 13)).isEqualTo(14);
      assertThat(markers.firstVisible(other, 2)).isEqualTo(4);
      assertThat(markers.firstVisible(other, 11)).isEqualTo(12);
      table.put(new Put(key, 12).addColumn(FAMILY, one, one));
      assertThat(table.get(new Get(key)).size()).isEqualTo(1);
    }
  }

  @Test
  void whatIsTooMuchForOneWriteIsLeft() throws IOException {
    Series series = series("host", "a");
    putAt(series, TIME, PointValue.of(1), 10);
    try (Table table = connection.getTable(tables.data())) {
      SeriesRow row = RowCompactionTest.scan(table, row(series, BASE));
      RowRewrite deletes = new RowRewrite(row.key());
      RowRewrite checks = new RowRewrite(row.key());
      for (int i = 0; i <= RowRewrite.MAX_CELLS; i++) {
        deletes.delete(row.columnsOfPoints().get(0));
        checks.ifHas(row.columnsOfPoints().get(0));
      }
      checks.delete(row.columnsOfPoints().get(0));
      RowRewrite large = new RowRewrite(row.key());
      large.delete(row.columnsOfPoints().get(0));
      large.put(new byte[2], new byte[RowRewrite.MAX_BYTES], 10);
      for (RowRewrite each : List.of(deletes, checks, large)) {
        assertThat(each.write(table, LATER.millis())).isFalse();
      }
      assertThat(new RowRewrite(row.key()).write(table, LATER.millis())).isTrue();
    }
    assertThat(values("a")).containsExactly(1L);
  }
}
