package io.rowandb.tsdb.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.PointValue;
import io.rowandb.tsdb.index.IndexBuild;
import io.rowandb.tsdb.index.IndexPhase;
import io.rowandb.tsdb.index.TagIndex;
import io.rowandb.tsdb.uid.UidKind;
import io.rowandb.tsdb.uid.UidOptions;
import io.rowandb.tsdb.uid.Uids;
import io.rowandb.tsdb.upkeep.MetricDrop;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Answers by the index of tags are those of a look at all rows. */
@OnBackEnd
class IndexedReadsTest {
  private static final long BASE = 1_309_687_200L;
  private static final int HOURS = 50;
  private static final List<String> SITES = List.of("a", "A", "b", "ab", "x.y");

  private final Random random = new Random(21);
  private final Map<Series, Set<Long>> written = new HashMap<>();
  private Connection connection;
  private TsdbTables tables;
  private PointStoreOptions options;
  private Uids uids;
  private PointStore store;

  @BeforeEach
  void create(Connection backEnd) throws IOException {
    connection = backEnd;
    open(PointKeyLayout.DEFAULT);
  }

  private void open(PointKeyLayout layout) throws IOException {
    tables = TsdbTables.named(BackEnd.newTableName("indexed"));
    tables.create(connection, Compression.Algorithm.NONE, TsdbTables.FOREVER);
    options = PointStoreOptions.of(tables).withLayout(layout);
    written.clear();
    reopen();
  }

  /** As another program that begins now. */
  private void reopen() {
    reopen(connection);
  }

  private void reopen(Connection by) {
    uids = new Uids(by, new UidOptions(tables.uid(), options.layout(), 10_000, ""), r -> {});
    store = new PointStore(by, uids, options);
  }

  /** Counts how often a table is opened. */
  private static final class Counted {
    private final Connection connection;
    private int tables;

    Counted(Connection connection, TableName table) {
      this.connection =
          (Connection)
              Proxy.newProxyInstance(
                  Connection.class.getClassLoader(),
                  new Class<?>[] {Connection.class},
                  (proxy, method, arguments) -> {
                    boolean opens = method.getName().equals("getTable");
                    tables += opens && arguments[0].equals(table) ? 1 : 0;
                    try {
                      return method.invoke(connection, arguments);
                    } catch (InvocationTargetException e) {
                      throw e.getCause();
                    }
                  });
    }

    Connection connection() {
      return connection;
    }

    int tables() {
      return tables;
    }
  }

  @AfterEach
  void drop() throws IOException {
    for (TableName each :
        List.of(
            TagIndex.table(tables.data()),
            tables.data(),
            tables.uid(),
            tables.tree(),
            tables.meta())) {
      BackEnd.drop(connection, each.getNameAsString());
    }
  }

  private IndexBuild build() {
    return new IndexBuild(connection, tables.data(), options.layout(), Duration.ZERO, time -> {});
  }

  private void write(String metric, int from, int to) throws IOException {
    List<DataPoint> points = new ArrayList<>();
    for (int i = from; i < to; i++) {
      Map<String, String> tags = new TreeMap<>(Map.of("host", "web" + i));
      if (random.nextInt(4) > 0) {
        tags.put("site", SITES.get(random.nextInt(SITES.size())));
      }
      if (random.nextBoolean()) {
        tags.put("rack", "r" + random.nextInt(40));
      }
      points.addAll(points(Series.of(metric, tags)));
    }
    store.put(points);
  }

  private List<DataPoint> points(Series series) {
    List<DataPoint> points = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      long seconds = BASE + random.nextInt(HOURS * 3_600);
      written.computeIfAbsent(series, unseen -> new TreeSet<>()).add(seconds * 1_000);
      points.add(
          new DataPoint(
              series, PointTime.ofSeconds(seconds), PointValue.of(random.nextInt(1_000))));
    }
    return points;
  }

  private TagFilter filter() {
    String host = "web" + random.nextInt(400);
    String site = SITES.get(random.nextInt(SITES.size()));
    return switch (random.nextInt(11)) {
      case 0 -> new TagFilter.OneOf("host", List.of(host, "web" + random.nextInt(400)));
      case 1 ->
          new TagFilter.OneOfAnyCase("host", Set.of(host.toUpperCase(Locale.ROOT), "nobodys"));
      case 2 -> new TagFilter.NoneOf("site", Set.of(site), random.nextBoolean());
      case 3 -> new TagFilter.Any("rack");
      case 4 -> new TagFilter.Missing("rack");
      case 5 -> new TagFilter.Like("host", host.substring(0, 4) + "*", random.nextBoolean());
      case 6 -> new TagFilter.Regexp("host", "^" + host + "?$");
      case 7 -> new TagFilter.OneOf("rack", List.of("r" + random.nextInt(40)));
      case 8 -> new TagFilter.OneOf("site", List.of(site));
      case 9 -> new TagFilter.Regexp("rack", "r" + random.nextInt(4) + ".");
      default -> new TagFilter.OneOf("host", List.of(host));
    };
  }

  private RangeQuery query(String metric) {
    List<TagFilter> filters = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(3); i++) {
      filters.add(filter());
    }
    long from = BASE + random.nextInt(HOURS * 1_800);
    long to = from + random.nextInt(HOURS * 3_600);
    boolean all = random.nextBoolean();
    return new RangeQuery(
        metric,
        all ? 0 : from * 1_000,
        all ? PointTime.MAX_MILLIS : to * 1_000,
        filters,
        random.nextInt(5) == 0);
  }

  private Map<Series, Set<Long>> expected(RangeQuery query) {
    Set<String> keys =
        query.filters().stream()
            .filter(each -> !(each instanceof TagFilter.Missing))
            .map(TagFilter::key)
            .collect(Collectors.toSet());
    Map<Series, Set<Long>> expected = new HashMap<>();
    written.forEach(
        (series, times) -> {
          Set<Long> inside =
              times.stream()
                  .filter(each -> each >= query.fromMillis() && each <= query.toMillis())
                  .collect(Collectors.toSet());
          if (!inside.isEmpty()
              && series.metric().equals(query.metric())
              && query.filters().stream().allMatch(each -> each.matches(series.tags()))
              && (!query.explicitTags() || series.tags().keySet().equals(keys))) {
            expected.put(series, inside);
          }
        });
    return expected;
  }

  private Map<Series, Set<Long>> read(RangeQuery query) throws IOException {
    Map<Series, Set<Long>> found = new HashMap<>();
    for (SeriesPoints each : store.read(query, ReadLimits.NONE)) {
      Set<Long> times = new TreeSet<>();
      for (int i = 0; i < each.points().size(); i++) {
        times.add(each.points().timeMillis(i));
      }
      found.put(each.series(), times);
    }
    return found;
  }

  private boolean isByIndex(RangeQuery query) throws IOException {
    return store.explain(query, ReadLimits.NONE).byIndex();
  }

  private void askManyQuestions(int questions) throws IOException {
    int byIndex = 0;
    for (int i = 0; i < questions; i++) {
      RangeQuery query = query("cpu");
      byIndex += isByIndex(query) ? 1 : 0;
      assertThat(read(query)).as("%s", query).isEqualTo(expected(query));
    }
    assertThat(byIndex).isBetween(questions / 4, questions - 10);
  }

  private void sameAnswers(PointKeyLayout layout, int questions) throws IOException {
    open(layout);
    write("cpu", 0, 200);
    write("mem", 0, 40);
    assertThat(build().build()).isEqualTo(240);
    reopen();
    write("cpu", 150, 400); // some are known, some are new
    write("disk", 0, 20); // new names of metrics and tags
    askManyQuestions(questions);
  }

  @Tag("slow")
  @Test
  @Tag("tables")
  void randomQuestions() throws IOException {
    sameAnswers(PointKeyLayout.DEFAULT, 150);
  }

  @Tag("slow")
  @Test
  void randomQuestionsWithSalt() throws IOException {
    sameAnswers(new PointKeyLayout(1, 5, 3, 3, 3), 150);
  }

  @Tag("slow")
  @Test
  void randomQuestionsWithOtherWidths() throws IOException {
    // On HBase each scan of 300 salts is as many calls.
    sameAnswers(new PointKeyLayout(2, 300, 1, 2, 4), BackEnd.isHBase() ? 40 : 100);
  }

  private SeriesLookup lookup(int hosts) {
    List<SeriesLookup.Tag> tags = new ArrayList<>();
    String host = "web" + random.nextInt(hosts);
    switch (random.nextInt(6)) {
      case 0 -> tags.add(new SeriesLookup.Tag("rack", "r" + random.nextInt(40)));
      case 1 -> tags.add(new SeriesLookup.Tag("", SITES.get(random.nextInt(SITES.size()))));
      default -> {
        tags.add(new SeriesLookup.Tag("host", host));
        for (int i = random.nextInt(4); i > 0; i--) {
          tags.add(new SeriesLookup.Tag("host", "web" + random.nextInt(hosts)));
        }
      }
    }
    if (random.nextInt(3) == 0) {
      tags.add(new SeriesLookup.Tag("site", random.nextBoolean() ? "" : "a"));
    }
    int limit = random.nextInt(3) == 0 ? 1 + random.nextInt(3) : 1_000;
    return new SeriesLookup(Optional.of("cpu"), tags, limit);
  }

  private List<String> last(RangeQuery query) throws IOException {
    return store.last(query, ReadLimits.NONE).stream().map(Object::toString).toList();
  }

  /** As many series as there must be for the index to be worth it; some have gone since. */
  private void sameLookupsAndLastPoints(PointKeyLayout layout) throws IOException {
    int hosts = 1_200;
    int questions = BackEnd.isHBase() ? 20 : 60;
    open(layout);
    write("cpu", 0, hosts);
    write("mem", 0, 20);
    List<SeriesLookup> lookups = new ArrayList<>();
    List<RangeQuery> queries = new ArrayList<>();
    for (int i = 0; i < questions; i++) {
      lookups.add(lookup(hosts));
      queries.add(query("cpu"));
    }
    build().build();
    for (String gone : List.of("web3", "web4")) {
      new PointScans(connection, uids, options).erase(ofHosts(gone), ReadLimits.NONE, point -> {});
      lookups.add(
          new SeriesLookup(Optional.of("cpu"), List.of(new SeriesLookup.Tag("host", gone)), 9));
      queries.add(ofHosts(gone));
    }
    Counted counted = new Counted(connection, TagIndex.table(tables.data()));
    reopen(counted.connection());
    List<LookupAnswer> found = new ArrayList<>();
    List<List<String>> last = new ArrayList<>();
    for (int i = 0; i < lookups.size(); i++) {
      found.add(store.lookup(lookups.get(i), ReadLimits.NONE));
      last.add(last(queries.get(i)));
    }
    assertThat(counted.tables()).as("looks into the index").isGreaterThan(questions);
    build().drop();
    reopen();
    for (int i = 0; i < lookups.size(); i++) {
      assertThat(found.get(i))
          .as("%s", lookups.get(i))
          .isEqualTo(store.lookup(lookups.get(i), ReadLimits.NONE));
      assertThat(last.get(i)).as("%s", queries.get(i)).isEqualTo(last(queries.get(i)));
    }
  }

  @Tag("slow")
  @Test
  void lookupsAndLastPointsAreTheSame() throws IOException {
    sameLookupsAndLastPoints(PointKeyLayout.DEFAULT);
  }

  @Tag("slow")
  @Test
  void lookupsAndLastPointsWithSaltAreTheSame() throws IOException {
    sameLookupsAndLastPoints(new PointKeyLayout(1, 5, 3, 3, 3));
  }

  /** Fewer bytes come, and a series whose row has no hour is found all the same. */
  @Test
  void aLookupByTheIndexReadsLess() throws IOException {
    write("cpu", 0, 1_200);
    SeriesLookup one =
        new SeriesLookup(Optional.of("cpu"), List.of(new SeriesLookup.Tag("host", "web7")), 1_000);
    ReadLimits few = new ReadLimits(100, 20_000, 100, Duration.ofDays(1));
    assertThatThrownBy(() -> store.lookup(one, few)).isInstanceOf(LimitExceededException.class);
    LookupAnswer wanted = store.lookup(one, ReadLimits.NONE);
    assertThat(wanted.series()).hasSize(1);
    build().build();
    reopen();
    assertThat(store.lookup(one, few)).isEqualTo(wanted);
    assertThat(store.last(ofHosts("web7"), few)).hasSize(1);
    byte[] odd = options.layout().rowKey(store.find(Series.of("cpu", odd())), BASE);
    odd[options.layout().tagsAt() - 1]++;
    try (Table table = connection.getTable(tables.data())) {
      table.put(new Put(odd).addColumn(new byte[] {'t'}, new byte[] {0, 0}, new byte[1]));
    }
    assertThat(store.lookup(one, ReadLimits.NONE)).isEqualTo(wanted);
  }

  private Map<String, String> odd() throws IOException {
    Series series = Series.of("cpu", Map.of("host", "web7", "odd", "x"));
    store.put(new DataPoint(series, PointTime.ofSeconds(BASE), PointValue.of(1)));
    new PointScans(connection, uids, options)
        .erase(
            new RangeQuery("cpu", 0, PointTime.MAX_MILLIS, List.of(new TagFilter.Any("odd"))),
            ReadLimits.NONE,
            point -> {});
    return series.tags();
  }

  @Test
  void pointsAreRemovedByTheIndexToo() throws IOException {
    write("cpu", 0, 400);
    build().build();
    reopen();
    RangeQuery one =
        new RangeQuery(
            "cpu",
            BASE * 1_000,
            (BASE + HOURS * 3_600L) * 1_000,
            List.of(new TagFilter.OneOf("host", List.of("web7"))));
    assertThat(isByIndex(one)).isTrue();
    Erased erased =
        new PointScans(connection, uids, options).erase(one, ReadLimits.NONE, point -> {});
    assertThat(erased.points()).isEqualTo(3);
    written.keySet().removeIf(each -> each.tags().get("host").equals("web7"));
    assertThat(read(one)).isEmpty();
    askManyQuestions(40);
  }

  @Test
  void anAnnotationAloneIsFound() throws IOException {
    write("cpu", 0, 300);
    build().build();
    reopen();
    Series other = Series.of("cpu", Map.of("host", "web299", "site", "a", "rack", "r1", "os", "x"));
    store.annotate(other, PointTime.ofSeconds(BASE), "{}");
    RangeQuery query =
        new RangeQuery(
            "cpu",
            BASE * 1_000,
            (BASE + HOURS * 3_600L) * 1_000,
            List.of(new TagFilter.OneOf("os", List.of("x"))));
    assertThat(isByIndex(query)).isTrue();
    assertThat(store.read(query, ReadLimits.NONE)).hasSize(1);
  }

  @Test
  void explainSaysWhy() throws IOException {
    write("cpu", 0, 300);
    RangeQuery one = ofHosts("web7");
    assertThat(store.explain(one, ReadLimits.NONE).reason()).contains("no index");
    build().build();
    reopen();
    ReadPlan way = store.explain(one, ReadLimits.NONE);
    assertThat(way.byIndex()).isTrue();
    assertThat(way.series()).isEqualTo(1);
    assertThat(way.seeks()).isEqualTo(HOURS);
    assertThat(way.rows()).isEqualTo(300L * HOURS);
    ReadPlan all = store.explain(ofHosts(), ReadLimits.NONE);
    assertThat(all.byIndex()).isFalse();
    assertThat(all.reason()).contains("no filter");
    List<String> half = new ArrayList<>();
    for (int i = 0; i < 150; i++) {
      half.add("web" + i);
    }
    ReadPlan many = store.explain(ofHosts(half.toArray(String[]::new)), ReadLimits.NONE);
    assertThat(many.byIndex()).isFalse();
    assertThat(many.series()).isEqualTo(150);
    build().drop();
    assertThat(store.explain(one, ReadLimits.NONE).byIndex()).isFalse();
    assertThat(read(one)).isEqualTo(expected(one));
  }

  private static RangeQuery ofHosts(String... hosts) {
    return new RangeQuery(
        "cpu",
        BASE * 1_000,
        (BASE + HOURS * 3_600L) * 1_000 - 1,
        List.of(
            hosts.length == 0
                ? new TagFilter.Any("host")
                : new TagFilter.OneOf("host", List.of(hosts))));
  }

  @Test
  void aNameThatIsChanged() throws IOException {
    write("cpu", 0, 300);
    build().build();
    uids.rename(UidKind.TAG_VALUE, "web7", "web007");
    reopen();
    assertThat(isByIndex(ofHosts("web007"))).isTrue();
    assertThat(read(ofHosts("web007"))).hasSize(1);
    store.put(
        new DataPoint(
            Series.of("cpu", Map.of("host", "web007", "os", "x")),
            PointTime.ofSeconds(BASE),
            PointValue.of(1)));
    assertThat(read(ofHosts("web007"))).hasSize(2);
  }

  @Test
  void aMetricThatIsDropped() throws IOException {
    write("cpu", 0, 300);
    write("mem", 0, 30);
    build().build();
    reopen();
    new MetricDrop(connection, options, uids).drop("cpu", /* namesToo= */ false);
    written.keySet().removeIf(each -> each.metric().equals("cpu"));
    write("cpu", 0, 300); // by a program that knows all these series already
    assertThat(isByIndex(ofHosts("web7"))).isTrue();
    assertThat(read(ofHosts("web7"))).isEqualTo(expected(ofHosts("web7")));
    new MetricDrop(connection, options, uids).drop("cpu", /* namesToo= */ true);
    Set<Byte> kinds = new HashSet<>();
    byte[] metric = {0, 0, 1};
    try (Table table = connection.getTable(TagIndex.table(tables.data()))) {
      table
          .getScanner(new Scan())
          .forEach(
              row -> {
                byte[] key = row.getRow();
                if (key.length > 3 && key[1] == 0 && key[2] == 0 && key[3] == metric[2]) {
                  kinds.add(key[0]);
                }
              });
    }
    assertThat(kinds).isEmpty();
    reopen();
    write("cpu", 0, 300);
    assertThat(read(ofHosts("web7"))).hasSize(1);
  }

  /** Whatever a reader believes. */
  @Test
  void answersAreWholeWhileIndexesComeAndGo() throws Exception {
    write("cpu", 0, 300);
    RangeQuery one = ofHosts("web7");
    Map<Series, Set<Long>> wanted = expected(one);
    ExecutorService other = Executors.newSingleThreadExecutor();
    try {
      Future<?> changes =
          other.submit(
              () -> {
                for (int i = 0; i < 5; i++) {
                  build().build();
                  PointStore sees = new PointStore(connection, uids, options);
                  for (int j = 0; j < 10; j++) {
                    assertThat(sees.explain(one, ReadLimits.NONE).byIndex()).isTrue();
                  }
                  build().drop();
                }
                return null;
              });
      while (!changes.isDone()) {
        PointStore reader = new PointStore(connection, uids, options);
        for (int i = 0; i < 5; i++) {
          store = i % 2 == 0 ? reader : store;
          assertThat(read(one)).isEqualTo(wanted);
        }
      }
      changes.get();
    } finally {
      other.shutdownNow();
    }
  }

  @Test
  void limitsAndEmptyTables() throws IOException {
    assertThat(build().build()).isZero();
    assertThat(build().state().phase()).isEqualTo(IndexPhase.READY);
    assertThat(build().build()).isZero();
    reopen();
    write("cpu", 0, 300);
    ReadLimits few = new ReadLimits(9, 10, 9, Duration.ofDays(1));
    assertThatThrownBy(() -> store.read(ofHosts("web7"), few))
        .isInstanceOf(LimitExceededException.class);
    assertThat(read(ofHosts("web7"))).hasSize(1);
    assertThat(build().drop()).isTrue();
    assertThat(build().drop()).isFalse();
  }
}
