package io.rowandb.tsdb.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.codec.DuplicateRule;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.PointValue;
import io.rowandb.tsdb.uid.NoSuchNameException;
import io.rowandb.tsdb.uid.UidKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.junit.jupiter.api.Test;

/** Points are written and read. */
class PointStoreTest extends StoreCase {
  /** Of one width or another. */
  @Test
  void ofTwoPointsOfACallTheLaterOneCounts() throws IOException {
    Series series = series("host", "a");
    store.put(
        List.of(point(series, BASE, 300), point(series, BASE + 1, 5), point(series, BASE, 1)));
    assertThat(shown(store.read(all(), ReadLimits.DEFAULT)))
        .containsExactly(BASE + "000 1", (BASE + 1) + "000 5");
    Series other = series("host", "b");
    store(options.withDuplicates(DuplicateRule.FIRST))
        .put(List.of(point(other, BASE, 300), point(other, BASE, 1)));
    assertThat(
            shown(store.read(all(new TagFilter.OneOf("host", List.of("b"))), ReadLimits.DEFAULT)))
        .containsExactly(BASE + "000 300");
  }

  /** In any order, with any repetitions: as one point a call, but in one write a row. */
  @Test
  void aCallOfManyPointsIsAsGoodAsCallsOfOne() throws IOException {
    Random random = new Random(7);
    for (DuplicateRule rule : List.of(DuplicateRule.LAST, DuplicateRule.FIRST)) {
      List<Series> hosts = List.of(series("host", rule + "0"), series("host", rule + "1"));
      TreeMap<String, TreeMap<Long, Integer>> expected = new TreeMap<>();
      List<DataPoint> points = new ArrayList<>();
      for (int i = 0; i < 20_000; i++) {
        Series host = hosts.get(random.nextInt(2));
        long second = BASE + random.nextInt(3 * PointTime.ROW_SECONDS);
        int value = random.nextInt(1 << random.nextInt(20));
        points.add(point(host, second, value));
        TreeMap<Long, Integer> ofHost =
            expected.computeIfAbsent(host.tags().get("host"), first -> new TreeMap<>());
        if (rule == DuplicateRule.LAST || !ofHost.containsKey(second)) {
          ofHost.put(second, value);
        }
      }
      store(options.withDuplicates(rule)).put(points);
      for (Series host : hosts) {
        String name = host.tags().get("host");
        List<String> wanted = new ArrayList<>();
        expected.get(name).forEach((second, value) -> wanted.add(second + "000 " + value));
        assertThat(
                shown(
                    store.read(
                        all(new TagFilter.OneOf("host", List.of(name))), ReadLimits.DEFAULT)))
            .isEqualTo(wanted);
      }
    }
  }

  @Test
  void aCallMayFillAnHourWithMilliseconds() throws IOException {
    Series series = series("host", "a");
    List<DataPoint> points = new ArrayList<>();
    for (int i = 0; i < PointStore.MAX_BATCH; i++) {
      points.add(
          new DataPoint(series, PointTime.ofMillis(BASE * 1_000L + 36L * i), PointValue.of(i)));
    }
    store.put(points);
    List<SeriesPoints> read = store.read(all(), ReadLimits.DEFAULT);
    assertThat(read).hasSize(1);
    assertThat(read.get(0).points().size()).isEqualTo(PointStore.MAX_BATCH);
    assertThat(read.get(0).points().value(99_999)).isEqualTo(PointValue.of(99_999));
  }

  @Test
  void tablesAreOpenTsdbs() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      assertThat(families(admin, tables.uid())).containsExactly("id", "name");
      assertThat(families(admin, tables.data())).containsExactly("t");
      assertThat(families(admin, tables.tree())).containsExactly("t");
      assertThat(families(admin, tables.meta())).containsExactly("name");
      ColumnFamilyDescriptor family = admin.getDescriptor(tables.data()).getColumnFamily(FAMILY);
      assertThat(family.getMaxVersions()).isEqualTo(1);
      assertThat(family.getBloomFilterType()).isEqualTo(BloomType.ROW);
      assertThat(family.getDataBlockEncoding()).isEqualTo(DataBlockEncoding.DIFF);
      assertThat(family.getTimeToLive()).isEqualTo(TsdbTables.FOREVER);
    }
    assertThat(tables.create(connection, Compression.Algorithm.NONE, TsdbTables.FOREVER)).isEmpty();
    TsdbTables wrong = new TsdbTables(tables.uid(), tables.uid(), tables.tree(), tables.meta());
    assertThatThrownBy(
            () -> wrong.create(connection, Compression.Algorithm.NONE, TsdbTables.FOREVER))
        .hasMessageContaining("has no family t");
  }

  private static List<String> families(Admin admin, org.apache.hadoop.hbase.TableName table)
      throws IOException {
    return admin.getDescriptor(table).getColumnFamilyNames().stream().map(StoreCase::text).toList();
  }

  /** The bytes of the formats' description, in the table. */
  @Test
  void cellsAreOpenTsdbs() throws IOException {
    Series series = series("host", "web1");
    store.put(
        List.of(
            point(series, BASE + 600, 300),
            new DataPoint(
                series, PointTime.ofMillis((BASE + 600) * 1_000 + 250), PointValue.of(1.5f))));
    store.annotate(series, PointTime.ofSeconds(BASE + 600), "{\"description\":\"started\"}");
    byte[] row = row(series, BASE);
    assertThat(hex(row))
        .isEqualTo(
            hex(uid(UidKind.METRIC, metric))
                + "4E103DA0"
                + hex(uid(UidKind.TAG_KEY, "host"))
                + hex(uid(UidKind.TAG_VALUE, "web1")));
    assertThat(cells(row))
        .containsExactly(
            "010258 = 7B226465736372697074696F6E223A2273746172746564227D",
            "2581 = 012C",
            "F24A2E8B = 3FC00000");
    List<SeriesPoints> read = store.read(all(), ReadLimits.DEFAULT);
    assertThat(shown(read)).containsExactly("1309687800000 300", "1309687800250 1.5");
    assertThat(read.get(0).series()).isEqualTo(series);
    assertThat(read.get(0).annotations())
        .containsExactly(
            new StoredObject(
                PointTime.ofSeconds(BASE + 600), (byte) 1, "{\"description\":\"started\"}"));
  }

  @Test
  void aBadPointOfManyWritesNothing() throws IOException {
    Series good = series("host", "web1");
    TreeMap<String, String> nine = new TreeMap<>();
    for (int i = 0; i < 9; i++) {
      nine.put("key" + i, "value");
    }
    assertThatThrownBy(() -> Series.of(metric, new TreeMap<>())).hasMessageContaining("one tag");
    assertThatThrownBy(
            () -> store.put(List.of(point(good, BASE, 1), point(Series.of(metric, nine), BASE, 1))))
        .hasMessageContaining("at most 8 tags: 9");
    assertThatThrownBy(
            () -> store.put(List.of(point(good, BASE, 1), point(series("host", "web 1"), BASE, 1))))
        .hasMessageContaining("no ' ' (U+0020): tag value \"web 1\"");
    assertThat(uids.find(UidKind.METRIC, metric)).isEmpty();
    assertThatThrownBy(() -> store.read(all(), ReadLimits.DEFAULT))
        .isInstanceOf(NoSuchNameException.class);
    assertThatThrownBy(() -> store(options.withCreateNames(false)).put(point(good, BASE, 1)))
        .isInstanceOf(NoSuchNameException.class)
        .hasMessageContaining(metric);
    assertThat(uids.find(UidKind.METRIC, metric)).isEmpty();
  }

  /** Also of rows whose UIDs have bytes that mean something in a regular expression. */
  @Test
  void seriesAreFoundByTheirTags() throws IOException {
    List<DataPoint> points = new ArrayList<>();
    for (int host = 0; host < 120; host++) {
      Series series =
          host % 3 == 0
              ? series("host", "web" + host, "dc", "lga", "rack", "r" + host % 4)
              : series("host", "web" + host, "dc", host % 3 == 1 ? "sjc" : "lga");
      points.add(point(series, BASE + host, host));
      points.add(point(series, BASE + 3_600 + host, host));
    }
    store.put(points);
    assertThat(hosts()).hasSize(120);
    assertThat(hosts(new TagFilter.OneOf("host", List.of("web7", "web92", "web93"))))
        .containsExactly("web7", "web92", "web93");
    assertThat(hosts(new TagFilter.Any("rack"))).hasSize(40);
    assertThat(
            hosts(
                new TagFilter.OneOf("dc", List.of("lga")),
                new TagFilter.OneOf("rack", List.of("r0")),
                new TagFilter.Like("host", "web1*")))
        .containsExactly("web12", "web108");
    assertThat(hosts(new TagFilter.Like("host", "*b*9"))).hasSize(12);
    assertThatThrownBy(() -> hosts(new TagFilter.OneOf("host", List.of("nobody"))))
        .isInstanceOf(NoSuchNameException.class)
        .hasMessage("no such tag value: \"nobody\"");
    for (int host = 0; host < 120; host++) {
      assertThat(hosts(new TagFilter.OneOf("host", List.of("web" + host))))
          .containsExactly("web" + host);
      if (io.rowandb.testkit.backend.BackEnd.isHBase()) {
        host += 30;
      }
    }
  }

  private Set<String> hosts(TagFilter... filters) throws IOException {
    Set<String> hosts =
        new TreeSet<>(
            (a, b) -> a.length() != b.length() ? a.length() - b.length() : a.compareTo(b));
    for (SeriesPoints each : store.read(all(filters), ReadLimits.DEFAULT)) {
      assertThat(each.points().size()).isEqualTo(2);
      hosts.add(each.series().tags().get("host"));
    }
    return hosts;
  }

  @Test
  void bothEndsOfARangeAreInIt() throws IOException {
    Series series = series("host", "a");
    for (int hour = 0; hour < 3; hour++) {
      store.put(point(series, BASE + hour * 3_600L, hour));
      store.put(point(series, BASE + hour * 3_600L + 3_599, hour));
    }
    Series other = Series.of(metric + "2", series.tags());
    store.put(point(other, BASE + 3_600, 9));
    assertThat(
            shown(
                store.read(
                    new RangeQuery(
                        metric, (BASE + 3_599) * 1_000, (BASE + 7_200) * 1_000, List.of()),
                    ReadLimits.DEFAULT)))
        .containsExactly(
            (BASE + 3_599) + "000 0",
            (BASE + 3_600) + "000 1",
            (BASE + 7_199) + "000 1",
            (BASE + 7_200) + "000 2");
    assertThat(
            store.read(
                new RangeQuery(metric, (BASE + 1) * 1_000, (BASE + 3_598) * 1_000, List.of()),
                ReadLimits.DEFAULT))
        .isEmpty();
  }

  /** The first second of 1970 and the last of the four bytes, in one read of all time. */
  @Test
  void allTimeIsReadable() throws IOException {
    Series series = series("host", "a");
    store.put(List.of(point(series, 0, 1), point(series, PointTime.MAX_SECONDS, 2)));
    assertThat(
            shown(
                store.read(
                    new RangeQuery(metric, 0, PointTime.MAX_MILLIS, List.of()),
                    ReadLimits.DEFAULT)))
        .containsExactly("0 1", PointTime.MAX_SECONDS + "000 2");
  }

  @Test
  void saltedRowsAreReadFromAllBuckets() throws IOException {
    PointKeyLayout salted = new PointKeyLayout(1, 4, 3, 3, 3);
    PointStore saltedStore =
        new PointStore(
            connection, uids(salted), options.withLayout(salted), LATER, System::nanoTime);
    List<DataPoint> points = new ArrayList<>();
    for (int host = 0; host < 20; host++) {
      points.add(point(series("host", "salt" + host), BASE, host));
    }
    saltedStore.put(points);
    assertThat(saltedStore.read(all(), ReadLimits.DEFAULT)).hasSize(20);
    assertThat(
            saltedStore.read(
                all(new TagFilter.OneOf("host", List.of("salt3", "salt11"))), ReadLimits.DEFAULT))
        .hasSize(2);
    assertThat(store.read(all(), ReadLimits.DEFAULT)).as("no key without salt").isEmpty();
  }

  @Test
  void duplicatesGoByTheRule() throws IOException {
    Series series = series("host", "a");
    PointTime time = PointTime.ofSeconds(BASE);
    putAt(series, time, PointValue.of(300), 10);
    putAt(series, time, PointValue.of(1), 20);
    assertThat(shown(store.read(all(), ReadLimits.DEFAULT))).containsExactly(BASE + "000 1");
    assertThat(
            shown(
                store(options.withDuplicates(DuplicateRule.FIRST)).read(all(), ReadLimits.DEFAULT)))
        .containsExactly(BASE + "000 300");
    PointStore refusing = store(options.withDuplicates(DuplicateRule.REFUSE));
    assertThatThrownBy(() -> refusing.read(all(), ReadLimits.DEFAULT))
        .isInstanceOf(DamagedDataException.class)
        .hasMessageStartingWith("row ")
        .hasMessageEndingWith("two values at " + BASE + "000 ms: 300 and 1");
    assertThatThrownBy(() -> refusing.compact(series, time))
        .isInstanceOf(DamagedDataException.class);
    assertThat(cells(row(series, BASE))).containsExactly("0000 = 01", "0001 = 012C");
  }

  @Test
  void appendedPointsAreOneColumn() throws IOException {
    Series series = series("host", "a");
    PointStore appending = store(options.withAppends(true));
    appending.put(List.of(point(series, BASE + 2, 2), point(series, BASE + 1, 1)));
    appending.put(point(series, BASE + 2, 300));
    assertThat(cells(row(series, BASE))).containsExactly("050000 = 00200200100100" + "21012C");
    assertThat(shown(store.read(all(), ReadLimits.DEFAULT)))
        .containsExactly((BASE + 1) + "000 1", (BASE + 2) + "000 300");
    assertThat(store.compact(series, PointTime.ofSeconds(BASE)))
        .isEqualTo(RowCompaction.HAS_APPENDS);
  }

  @Test
  void damageIsNamedWithItsRow() throws IOException {
    Series series = series("host", "a");
    store.put(point(series, BASE, 1));
    try (Table table = connection.getTable(tables.data())) {
      table.put(
          new Put(row(series, BASE))
              .addColumn(FAMILY, new byte[] {0x25, (byte) 0x80}, new byte[] {1, 2, 3}));
    }
    assertThatThrownBy(() -> store.read(all(), ReadLimits.DEFAULT))
        .isInstanceOf(DamagedDataException.class)
        .hasMessageContaining("row " + text(row(series, BASE)))
        .hasMessageContaining("column %\\x80");
  }

  @Test
  void queriesAreChecked() {
    assertThatThrownBy(() -> new RangeQuery(metric, 2, 1, List.of()))
        .hasMessageContaining("2 to 1");
    assertThatThrownBy(() -> new TagFilter.OneOf("host", List.of())).hasMessageContaining("0");
    assertThatThrownBy(() -> new TagFilter.Like("host", "web")).hasMessageContaining("\"web\"");
  }
}
