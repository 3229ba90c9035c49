package io.rowandb.tsdb.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.PointValue;
import io.rowandb.tsdb.uid.NoSuchNameException;
import io.rowandb.tsdb.uid.UidKind;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Test;

/** The newest points, and series by parts of their names. */
class LastAndLookupTest extends StoreCase {
  private static final long HOUR = 3_600;

  private void write() throws IOException {
    List<DataPoint> points = new ArrayList<>();
    for (int host = 0; host < 4; host++) {
      Series series = series("host", "h" + host, "site", host % 2 == 0 ? "north" : "south");
      // Host 0 ends in hour 0, host 1 in hour 1 …
      for (int hour = 0; hour <= host; hour++) {
        points.add(point(series, BASE + hour * HOUR, 10L * host + hour));
        points.add(point(series, BASE + hour * HOUR + 60, 100L * host + hour));
      }
    }
    store.put(points);
    store.annotate(
        series("host", "h0", "site", "north"), PointTime.ofSeconds(BASE + 3 * HOUR), "{}");
  }

  private List<String> last(long fromSeconds, long toSeconds, TagFilter... filters)
      throws IOException {
    return shown(
        store.last(
            new RangeQuery(metric, fromSeconds * 1_000, toSeconds * 1_000, List.of(filters)),
            ReadLimits.DEFAULT),
        0);
  }

  private static List<String> shown(List<LastPoint> last, int none) {
    return last.stream()
        .skip(none)
        .map(
            each ->
                each.point().series().tags().get("host")
                    + " "
                    + (each.point().time().millis() / 1_000 - BASE)
                    + " "
                    + each.point().value())
        .toList();
  }

  @Test
  void theNewestOfEachSeries() throws IOException {
    write();
    long end = BASE + 4 * HOUR;
    assertThat(last(BASE, end))
        .containsExactly("h0 60 0", "h1 3660 101", "h2 7260 202", "h3 10860 303");
    assertThat(last(BASE + HOUR, end))
        .containsExactly("h1 3660 101", "h2 7260 202", "h3 10860 303");
    // Its last hour has no point up to then, but the one before has.
    assertThat(last(BASE, BASE + 2 * HOUR + 30))
        .containsExactly("h0 60 0", "h1 3660 101", "h2 7200 22", "h3 7200 32");
    assertThat(last(BASE, BASE + HOUR - 1)).hasSize(4).first().isEqualTo("h0 60 0");
    assertThat(last(BASE, end, new TagFilter.OneOf("site", List.of("south"))))
        .containsExactly("h1 3660 101", "h3 10860 303");
    assertThat(last(BASE, end, new TagFilter.Regexp("host", "[12]")))
        .containsExactly("h1 3660 101", "h2 7260 202");
    assertThat(last(end, end + HOUR)).isEmpty();
    assertThat(last(0, PointTime.MAX_SECONDS)).hasSize(4);
  }

  @Test
  void theNewestByTsuid() throws IOException {
    write();
    List<String> tsuids =
        store.last(all(), ReadLimits.DEFAULT).stream().map(LastPoint::tsuid).toList();
    assertThat(tsuids).hasSize(4);
    List<String> asked = List.of(tsuids.get(3), tsuids.get(0).toLowerCase(Locale.ROOT));
    long to = (BASE + 4 * HOUR) * 1_000;
    assertThat(shown(store.last(asked, BASE * 1_000, to, ReadLimits.DEFAULT), 0))
        .containsExactly("h3 10860 303", "h0 60 0");
    assertThat(shown(store.last(asked, (BASE + HOUR) * 1_000, to, ReadLimits.DEFAULT), 0))
        .containsExactly("h3 10860 303");
    assertThat(store.last(List.of(), 0, 0, ReadLimits.DEFAULT)).isEmpty();
    for (String wrong : List.of("", "00", "XX0001000001000001", "0000010000010000010", "000001")) {
      assertThatThrownBy(() -> store.last(List.of(wrong), 0, 0, ReadLimits.DEFAULT))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("hexadecimal digits")
          .hasMessageContaining('"' + wrong + '"');
    }
    assertThatThrownBy(
            () -> store.last(List.of("000001000002000001000001000001"), 0, 0, ReadLimits.DEFAULT))
        .hasMessageContaining("in the order of their bytes");
    assertThatThrownBy(() -> store.last(List.of(), 2, 1, ReadLimits.DEFAULT))
        .hasMessageContaining("2 to 1");
  }

  @Test
  void theNewestHasLimits() throws IOException {
    write();
    assertThatThrownBy(
            () -> store.last(all(), new ReadLimits(9, 1 << 20, 3, Duration.ofMinutes(1))))
        .isInstanceOf(LimitExceededException.class)
        .hasMessageContaining("3 series");
  }

  /** Also when no row passes the filter: the clock is looked at for each stretch of hours. */
  @Test
  void theNewestHasALimitOfTime() throws IOException {
    write();
    AtomicLong nanos = new AtomicLong();
    PointStore slow =
        new PointStore(
            connection,
            uids,
            options,
            LATER,
            () -> nanos.addAndGet(Duration.ofSeconds(2).toNanos()));
    uids.getOrCreate(UidKind.TAG_KEY, "nobodys");
    assertThatThrownBy(
            () ->
                slow.last(
                    all(new TagFilter.Any("nobodys")),
                    new ReadLimits(300, 1 << 20, 3, Duration.ofSeconds(60))))
        .isInstanceOf(LimitExceededException.class)
        .hasMessageContaining("more than PT1M, after 0 points, 0 bytes");
    assertThat(nanos.get()).isBetween(60_000_000_000L, 80_000_000_000L);
  }

  /** Of older hours the keys, where the newest hour has all series: a few KB, not 60 or more. */
  @Test
  void theValuesOfOlderHoursAreNotRead() throws IOException {
    List<DataPoint> points = new ArrayList<>();
    for (int host = 0; host < 3; host++) {
      for (int i = 0; i < 20 * 30; i++) {
        points.add(point(series("host", "h" + host), BASE + i * 120L, i));
      }
    }
    store.put(points);
    RangeQuery query =
        new RangeQuery(metric, BASE * 1_000, (BASE + 20 * HOUR - 1) * 1_000, List.of());
    ReadLimits few = new ReadLimits(3, 20_000, 3, Duration.ofMinutes(1));
    assertThat(shown(store.last(query, few), 0))
        .containsExactly("h0 71880 599", "h1 71880 599", "h2 71880 599");
    assertThatThrownBy(() -> store.read(query, new ReadLimits(2_000, 60_000, 3, few.maxTime())))
        .isInstanceOf(LimitExceededException.class);
  }

  /** Series that end in any hour, some rows without a point up to the end: as one looks at all. */
  @Test
  void theNewestOfRandomSeries() throws IOException {
    Random random = new Random(11);
    for (int round = 0; round < 4; round++) {
      metric = "random" + round;
      for (int host = 0; host < 30; host++) {
        Series series = series("host", "h" + host, "site", "s" + host % 2);
        for (int i = random.nextInt(6); i > 0; i--) {
          long millis = BASE * 1_000 + (long) (random.nextDouble() * 400 * 3_600_000L);
          store.put(new DataPoint(series, PointTime.ofMillis(millis), PointValue.of(i)));
        }
      }
      long from = BASE * 1_000 + random.nextInt(100) * 3_600_000L;
      long to = from + random.nextInt(300 * 3_600_000);
      List<String> wanted = new ArrayList<>();
      long hour = from - from % 3_600_000;
      for (SeriesPoints each :
          store.read(new RangeQuery(metric, hour, to, List.of()), ReadLimits.DEFAULT)) {
        int last = each.points().size() - 1;
        wanted.add(
            each.series().tags().get("host")
                + " "
                + (each.points().timeMillis(last) / 1_000 - BASE)
                + " "
                + each.points().value(last));
      }
      RangeQuery query = new RangeQuery(metric, from, to, List.of());
      assertThat(shown(store.last(query, ReadLimits.DEFAULT), 0)).isEqualTo(wanted).isNotEmpty();
      RangeQuery some = new RangeQuery(metric, from, to, List.of(new TagFilter.Like("site", "*0")));
      assertThat(store.last(some, ReadLimits.DEFAULT))
          .extracting(each -> each.point().series().tags().get("site"))
          .containsOnly("s0");
    }
  }

  @Test
  void theNewestInAllBuckets() throws IOException {
    PointKeyLayout salted = new PointKeyLayout(1, 4, 3, 3, 3);
    PointStore saltedStore =
        new PointStore(
            connection, uids(salted), options.withLayout(salted), LATER, System::nanoTime);
    for (int host = 0; host < 20; host++) {
      saltedStore.put(point(series("host", "h" + host), BASE, host));
    }
    assertThat(saltedStore.last(all(), ReadLimits.DEFAULT)).hasSize(20);
    assertThat(
            saltedStore
                .lookup(new SeriesLookup(Optional.of(metric), List.of(), 100), ReadLimits.DEFAULT)
                .series())
        .hasSize(20);
  }

  private List<String> lookup(String... tags) throws IOException {
    List<SeriesLookup.Tag> parsed = new ArrayList<>();
    for (String each : tags) {
      parsed.add(SeriesLookup.Tag.parse(each));
    }
    return store
        .lookup(new SeriesLookup(Optional.of(metric), parsed, 100), ReadLimits.DEFAULT)
        .series()
        .stream()
        .map(each -> each.series().tags().get("host"))
        .toList();
  }

  @Test
  void seriesByPartsOfTheirNames() throws IOException {
    write();
    store.put(point(series("host", "south"), BASE, 1));
    assertThat(lookup()).containsExactly("h0", "h1", "h2", "h3", "south");
    assertThat(lookup("site=")).containsExactly("h0", "h1", "h2", "h3");
    assertThat(lookup("site=north")).containsExactly("h0", "h2");
    assertThat(lookup("site=north", "site=*")).containsExactly("h0", "h1", "h2", "h3");
    assertThat(lookup("host=h1", "host=h2", "site=south")).containsExactly("h1");
    assertThat(lookup("=south")).containsExactly("h1", "h3", "south");
    assertThat(lookup("=south", "=h0")).containsExactly("h0", "h1", "h3", "south");
    assertThat(lookup("site=", "*=south")).containsExactly("h1", "h3");
    assertThatThrownBy(() -> lookup("site=nowhere")).isInstanceOf(NoSuchNameException.class);
    assertThatThrownBy(() -> lookup("site")).hasMessageContaining("\"site\"");
  }

  @Test
  void ofAllMetricsAndOnlySoMany() throws IOException {
    write();
    Series other = Series.of(metric + "2", series("host", "h0").tags());
    store.put(point(other, BASE, 1));
    // A row that is no series, and a series whose value has no name.
    byte[] row = row(other, BASE);
    byte[] nameless = row.clone();
    nameless[row.length - 3] = 0x7F;
    try (Table table = connection.getTable(tables.data())) {
      for (byte[] each : List.of(Arrays.copyOf(row, row.length - 1), nameless)) {
        table.put(new Put(each).addColumn(FAMILY, new byte[] {0, 0}, new byte[] {1}));
      }
    }
    SeriesLookup lookup =
        new SeriesLookup(Optional.empty(), List.of(new SeriesLookup.Tag("", "h0")), 100);
    assertThat(store.lookup(lookup, ReadLimits.DEFAULT).series())
        .extracting(each -> each.series().metric())
        .contains(metric, metric + "2");
    LookupAnswer one =
        store.lookup(
            new SeriesLookup(Optional.of(metric + "2"), List.of(), 100), ReadLimits.DEFAULT);
    assertThat(one.series()).hasSize(1);
    assertThat(one.series().get(0).tsuid())
        .isEqualTo(new SeriesNames(uids, options).toRead(other).toString())
        .startsWith(hex(uid(UidKind.METRIC, metric + "2")));
    assertThat(one.nameless()).isEqualTo(1);
    assertThat(one.more()).isFalse();
    LookupAnswer some =
        store.lookup(new SeriesLookup(Optional.of(metric), List.of(), 3), ReadLimits.DEFAULT);
    assertThat(some.series()).hasSize(3);
    assertThat(some.more()).isTrue();
    try (Table table = connection.getTable(tables.data())) {
      table.delete(new Delete(nameless));
      table.delete(new Delete(Arrays.copyOf(row, row.length - 1)));
    }
    assertThatThrownBy(() -> new SeriesLookup(Optional.empty(), List.of(), 0))
        .hasMessageContaining("100000 series: 0");
  }

  @Test
  void valuesOfEveryKind() throws IOException {
    Series series = series("host", "a");
    PointTime time = PointTime.ofMillis(BASE * 1_000 + 7);
    store.put(new DataPoint(series, time, PointValue.of(1.5)));
    store.compact(series, time);
    assertThat(store.last(all(), ReadLimits.DEFAULT))
        .singleElement()
        .satisfies(
            last -> {
              assertThat(last.point()).isEqualTo(new DataPoint(series, time, PointValue.of(1.5)));
            });
  }
}
