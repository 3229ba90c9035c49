package io.rowandb.tsdb.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.uid.NoSuchNameException;
import io.rowandb.tsdb.uid.UidKind;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The series that a scan finds are those that their tags say. */
class SeriesFilterTest extends StoreCase {
  private static final List<String> KEYS = List.of("host", "site", "rack", "os");
  private static final List<String> VALUES = List.of("a", "A", "b", "ab", "web1", "Web2", "x.y");

  private final Random random = new Random(2_021);

  private <T> T one(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  private TagFilter filter() {
    String key = one(KEYS);
    return switch (random.nextInt(9)) {
      case 0 -> new TagFilter.OneOf(key, List.of(one(VALUES), "ab"));
      case 1 -> new TagFilter.OneOfAnyCase(key, Set.of(one(VALUES), "nobodys"));
      case 2 -> new TagFilter.NoneOf(key, Set.of(one(VALUES)), false);
      case 3 -> new TagFilter.NoneOf(key, Set.of(one(VALUES)), true);
      case 4 -> new TagFilter.Any(key);
      case 5 -> new TagFilter.Missing(key);
      case 6 -> new TagFilter.Like(key, "*" + one(VALUES), random.nextBoolean());
      case 7 -> new TagFilter.Regexp(key, one(List.of("^a", "[0-9]", "b$", "(?i)WEB")));
      default -> new TagFilter.OneOf(key, VALUES);
    };
  }

  private Series series() {
    Map<String, String> tags = new TreeMap<>();
    while (tags.isEmpty()) {
      for (String key : KEYS) {
        if (random.nextBoolean()) {
          tags.put(key, one(VALUES));
        }
      }
    }
    return Series.of(metric, tags);
  }

  private static boolean isWanted(Series series, RangeQuery query) {
    Set<String> keys =
        query.filters().stream()
            .filter(each -> !(each instanceof TagFilter.Missing))
            .map(TagFilter::key)
            .collect(Collectors.toSet());
    return query.filters().stream().allMatch(each -> each.matches(series.tags()))
        && (!query.explicitTags() || series.tags().keySet().equals(keys));
  }

  @Tag("slow")
  @Test
  void randomFiltersOfRandomSeries() throws IOException {
    Set<Series> all = new HashSet<>();
    for (int i = 0; i < 300; i++) {
      all.add(series());
    }
    store.put(all.stream().map(each -> point(each, BASE, 1)).toList());
    for (String value : VALUES) {
      uids.getOrCreate(UidKind.TAG_VALUE, value);
    }
    int found = 0;
    for (int i = 0; i < (BackEnd.isHBase() ? 60 : 1_000); i++) {
      List<TagFilter> filters = new ArrayList<>();
      for (int j = random.nextInt(4); j >= 0; j--) {
        filters.add(filter());
      }
      RangeQuery query =
          new RangeQuery(metric, BASE * 1_000, BASE * 1_000, filters, random.nextInt(3) == 0);
      Set<Series> wanted =
          all.stream().filter(each -> isWanted(each, query)).collect(Collectors.toSet());
      Set<Series> read = new HashSet<>();
      for (SeriesPoints each : store.read(query, ReadLimits.DEFAULT)) {
        assertThat(each.id()).isEqualTo(new SeriesNames(uids, options).toRead(each.series()));
        read.add(each.series());
      }
      assertThat(read).as("%s", query).isEqualTo(wanted);
      found += read.size();
    }
    assertThat(found).isPositive();
  }

  @Test
  void namesWithoutUids() throws IOException {
    Series series = series("host", "a");
    store.put(point(series, BASE, 1));
    assertThat(store.read(all(new TagFilter.Missing("nothing")), ReadLimits.DEFAULT)).hasSize(1);
    assertThat(
            store.read(
                all(new TagFilter.NoneOf("host", Set.of("nothing"), false)), ReadLimits.DEFAULT))
        .hasSize(1);
    assertThatThrownBy(
            () ->
                store.read(
                    all(new TagFilter.NoneOf("nothing", Set.of("a"), false)), ReadLimits.DEFAULT))
        .isInstanceOf(NoSuchNameException.class)
        .hasMessageContaining("\"nothing\"");
  }

  /** Which an engine that tries all ways does not answer in this life. */
  @Test
  void expressionsWithManyWaysAreAnswered() throws IOException {
    store.put(point(series("host", "a".repeat(3_000)), BASE, 1));
    assertThat(store.read(all(new TagFilter.Regexp("host", "(a+)+b")), ReadLimits.DEFAULT))
        .isEmpty();
    assertThat(store.read(all(new TagFilter.Regexp("host", "(a+)+")), ReadLimits.DEFAULT))
        .hasSize(1);
  }

  /** Twenty thousand rows of an hour, none of which passes: the clock is looked at nevertheless. */
  @Test
  void aScanThatNothingPassesEndsInTime() throws IOException {
    byte[] id = uids.getOrCreate(UidKind.METRIC, metric);
    byte[] key = uids.getOrCreate(UidKind.TAG_KEY, "host");
    uids.getOrCreate(UidKind.TAG_KEY, "nobodys");
    List<Put> rows = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      byte[] value = Bytes.copy(Bytes.toBytes(1_000_000 + i), 1, 3);
      SeriesId series = options.layout().series(id, List.of(Bytes.add(key, value)));
      rows.add(
          new Put(options.layout().rowKey(series, BASE))
              .addColumn(FAMILY, new byte[] {0, 0}, new byte[] {1}));
    }
    try (Table table = connection.getTable(tables.data())) {
      table.put(rows);
    }
    AtomicLong nanos = new AtomicLong();
    PointStore ticking =
        new PointStore(
            connection,
            uids,
            options,
            LATER,
            () -> nanos.addAndGet(Duration.ofSeconds(1).toNanos()));
    RangeQuery hour =
        new RangeQuery(
            metric,
            BASE * 1_000,
            BASE * 1_000 + PointTime.ROW_SECONDS * 1_000 - 1,
            List.of(new TagFilter.Any("nobodys")));
    assertThatThrownBy(
            () -> ticking.read(hour, new ReadLimits(9, 1 << 20, 3, Duration.ofSeconds(9))))
        .isInstanceOf(LimitExceededException.class)
        .hasMessageContaining("more than PT9S, after 0 points");
    // Of those that are sent for the clock's sake, none counts as a series, or needs a name.
    assertThat(store.read(hour, new ReadLimits(1, 1 << 20, 1, Duration.ofMinutes(5)))).isEmpty();
  }

  @Test
  void questionsAreBounded() {
    TagFilter[] many = new TagFilter[101];
    Arrays.fill(many, new TagFilter.Any("host"));
    assertThatThrownBy(() -> all(many)).hasMessageContaining("at most 100 filters: 101");
  }
}
