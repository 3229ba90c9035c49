package io.rowandb.tsdb.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.tsdb.DyingConnection;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.PointValue;
import io.rowandb.tsdb.text.PointLine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Test;

/** Points are given and removed row by row. */
class PointScansTest extends StoreCase {
  private PointScans scans() {
    return new PointScans(connection, uids, options, LATER);
  }

  private RangeQuery range(long fromSeconds, long toSeconds) {
    return new RangeQuery(metric, fromSeconds * 1_000, toSeconds * 1_000, List.of());
  }

  private List<String> scan(RangeQuery query) throws IOException {
    List<String> lines = new ArrayList<>();
    scans().scan(query, ReadLimits.NONE, each -> lines.add(PointLine.format(each)));
    return lines;
  }

  /** Points of one row in single columns, a compacted one and an appended one, of all kinds. */
  private Series mixedRow(String host) throws IOException {
    Series series = series("host", host);
    for (int i = 0; i < 10; i++) {
      putAt(series, PointTime.ofSeconds(BASE + i), PointValue.of(100L * i), i + 1);
    }
    store.compact(series, PointTime.ofSeconds(BASE));
    putAt(series, PointTime.ofMillis(BASE * 1_000 + 4_500), PointValue.of(0.1f), 20);
    putAt(series, PointTime.ofMillis(BASE * 1_000 + 9_500), PointValue.of(0.1), 21);
    PointStore appending = store(options.withAppends(true));
    appending.put(List.of(point(series, BASE + 2, -2), point(series, BASE + 20, 20)));
    return series;
  }

  @Test
  void linesAreWhatImportTakes() throws IOException {
    Series series = mixedRow("a");
    List<String> lines = scan(all());
    assertThat(lines).hasSize(13).contains(metric + " " + (BASE + 2) + " -2 host=a");
    List<String> before = shown(store.read(all(), ReadLimits.DEFAULT));
    scans().erase(all(), ReadLimits.NONE, each -> {});
    assertThat(store.read(all(), ReadLimits.DEFAULT)).isEmpty();
    store.put(lines.stream().map(PointLine::parse).toList());
    assertThat(shown(store.read(all(), ReadLimits.DEFAULT))).isEqualTo(before);
    assertThat(store.read(all(), ReadLimits.DEFAULT).get(0).series()).isEqualTo(series);
    // Seven weeks of 1970, in milliseconds; and none of those that are left out.
    DataPoint early = new DataPoint(series, PointTime.ofMillis(5_250), PointValue.of(1));
    assertThat(PointLine.parse(PointLine.format(early))).isEqualTo(early);
  }

  @Test
  void onlyTheRangeIsRemoved() throws IOException {
    mixedRow("a");
    store.annotate(series("host", "a"), PointTime.ofSeconds(BASE + 3), "{}");
    List<String> removed = new ArrayList<>();
    assertThat(
            scans()
                .erase(
                    range(BASE + 2, BASE + 4),
                    ReadLimits.NONE,
                    each -> removed.add(PointLine.format(each))))
        .isEqualTo(new Erased(3, 0));
    assertThat(removed)
        .containsExactly(
            metric + " " + (BASE + 2) + " -2 host=a",
            metric + " " + (BASE + 3) + " 300 host=a",
            metric + " " + (BASE + 4) + " 400 host=a");
    assertThat(scan(range(BASE + 2, BASE + 4))).isEmpty();
    assertThat(scan(all())).hasSize(10).contains(metric + " " + (BASE + 20) + " 20 host=a");
    assertThat(store.read(all(), ReadLimits.DEFAULT).get(0).annotations()).hasSize(1);
  }

  /** Random ranges of random rows: what is left is what was not in the range. */
  @Test
  void randomRanges() throws IOException {
    Random random = new Random(7);
    for (int round = 0; round < 12; round++) {
      Series series = mixedRow("r" + round);
      long from = BASE * 1_000 + random.nextInt(12_000);
      long to = from + random.nextInt(12_000);
      List<DataPoint> wanted = new ArrayList<>();
      TagFilter one = new TagFilter.OneOf("host", List.of("r" + round));
      RangeQuery whole = new RangeQuery(metric, 0, PointTime.MAX_MILLIS, List.of(one));
      scans().scan(whole, ReadLimits.NONE, wanted::add);
      wanted.removeIf(each -> each.time().millis() >= from && each.time().millis() <= to);
      RangeQuery range = new RangeQuery(metric, from, to, List.of(one));
      assertThat(scans().erase(range, ReadLimits.NONE, each -> {}))
          .isEqualTo(new Erased(13 - wanted.size(), 0));
      List<DataPoint> left = new ArrayList<>();
      scans().scan(whole, ReadLimits.NONE, left::add);
      assertThat(left).as("%s from %s to %s", series, from, to).isEqualTo(wanted);
      if (random.nextBoolean()) {
        store.compact(series, PointTime.ofSeconds(BASE));
      }
    }
  }

  /** What was not taken to its end is not removed. */
  @Test
  void aRowThatIsLostStays() throws IOException {
    mixedRow("a");
    mixedRow("b");
    int[] rows = {0};
    PointTaker full =
        new PointTaker() {
          @Override
          public void take(DataPoint point) {}

          @Override
          public void endRow() throws IOException {
            if (rows[0]++ == 1) {
              throw new IOException("the disk is full");
            }
          }
        };
    assertThatThrownBy(() -> scans().erase(all(), ReadLimits.NONE, full))
        .hasMessage("the disk is full");
    assertThat(scan(all())).hasSize(13).allMatch(line -> line.endsWith("host=b"));
    rows[0] = 1;
    assertThatThrownBy(() -> scans().scan(all(), ReadLimits.NONE, full))
        .hasMessage("the disk is full");
  }

  /** The series that were met are only remembered if somebody wants to know. */
  @Test
  void seriesAreRememberedForALimitOrAName() throws IOException {
    mixedRow("a");
    mixedRow("b");
    assertThat(remembered(ReadLimits.NONE)).isZero();
    assertThat(remembered(ReadLimits.NONE, new TagFilter.OneOf("host", List.of("a")))).isZero();
    assertThat(remembered(ReadLimits.NONE, new TagFilter.Regexp("host", "a"))).isEqualTo(2);
    assertThat(remembered(ReadLimits.DEFAULT)).isEqualTo(2);
  }

  private int remembered(ReadLimits limits, TagFilter... filters) throws IOException {
    ReadBudget budget = new ReadBudget(limits, System::nanoTime);
    WantedRows rows =
        new WantedRows(
            uids, new SeriesNames(uids, options), options.layout(), all(filters), budget);
    int[] count = {0};
    try (Table table = connection.getTable(tables.data())) {
      rows.forEach(table, row -> count[0]++);
    }
    assertThat(count[0]).isEqualTo(filters.length == 0 ? 2 : 1);
    return rows.remembered();
  }

  /** What is written while a row is erased stays. */
  @Test
  void pointsThatComeMeanwhileStay() throws IOException {
    Series series = mixedRow("a");
    PointStore appending = store(options.withAppends(true));
    boolean[] first = {true};
    Erased erased =
        scans()
            .erase(
                all(),
                ReadLimits.NONE,
                each -> {
                  if (first[0]) {
                    first[0] = false;
                    write(appending, point(series, BASE + 30, 30));
                    write(store, point(series, BASE + 31, 31));
                  }
                });
    // An append came between, so the row is as it was.
    assertThat(erased).isEqualTo(new Erased(0, 1));
    assertThat(scan(all())).hasSize(15);
    assertThat(scans().erase(range(BASE, BASE + 29), ReadLimits.NONE, each -> {}))
        .isEqualTo(new Erased(13, 0));
    assertThat(scan(all()))
        .containsExactly(
            metric + " " + (BASE + 30) + " 30 host=a", metric + " " + (BASE + 31) + " 31 host=a");
  }

  private static void write(PointStore store, DataPoint point) {
    try {
      store.put(point);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Dead at each call, before and after it: a second call removes the rest. */
  @Test
  void aDeathLeavesWholeRows() throws IOException {
    int deaths = 0;
    for (int call = 0; call < 20; call++) {
      for (boolean isMade : new boolean[] {false, true}) {
        // Others each time: cells of the times of those that were removed would be hidden.
        mixedRow("a" + call + isMade);
        mixedRow("b" + call + isMade);
        DyingConnection dying = new DyingConnection(connection, call, isMade);
        try {
          new PointScans(dying.connection(), uids, options, LATER)
              .erase(all(), ReadLimits.NONE, each -> {});
        } catch (IOException e) {
          assertThat(dying.isDead()).as(e.getMessage()).isTrue();
          deaths++;
          TreeSet<Integer> sizes = new TreeSet<>();
          store.read(all(), ReadLimits.DEFAULT).forEach(row -> sizes.add(row.points().size()));
          assertThat(sizes).isSubsetOf(13);
        }
        scans().erase(all(), ReadLimits.NONE, each -> {});
        assertThat(scan(all())).isEmpty();
      }
    }
    assertThat(deaths).isGreaterThan(4);
  }
}
