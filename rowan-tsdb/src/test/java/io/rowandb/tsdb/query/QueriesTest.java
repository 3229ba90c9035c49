package io.rowandb.tsdb.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import io.rowandb.tsdb.aggregate.Aggregator;
import io.rowandb.tsdb.aggregate.Downsampling;
import io.rowandb.tsdb.aggregate.GroupQuery;
import io.rowandb.tsdb.aggregate.Range;
import io.rowandb.tsdb.aggregate.Rate;
import io.rowandb.tsdb.aggregate.Samples;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.PointValue;
import io.rowandb.tsdb.store.DataPoint;
import io.rowandb.tsdb.store.LimitExceededException;
import io.rowandb.tsdb.store.PointStore;
import io.rowandb.tsdb.store.PointStoreOptions;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.store.Series;
import io.rowandb.tsdb.store.TagFilter;
import io.rowandb.tsdb.store.TsdbTables;
import io.rowandb.tsdb.uid.NoSuchNameException;
import io.rowandb.tsdb.uid.UidOptions;
import io.rowandb.tsdb.uid.Uids;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Groups, tags and the hours that are read. */
@OnBackEnd
class QueriesTest {
  private static final long BASE = 1_309_687_200L;
  private static final String METRIC = "requests";

  private static Connection connection;
  private static TsdbTables tables;
  private static PointStore store;

  /** Each host counts 1, 2, 3 … a minute, from minute 0, 1 or 2; two hours long. */
  @BeforeAll
  static void write(Connection backEnd) throws IOException {
    connection = backEnd;
    tables = TsdbTables.named(BackEnd.newTableName("points"));
    tables.create(connection, Compression.Algorithm.NONE, TsdbTables.FOREVER);
    Uids uids =
        new Uids(
            connection,
            new UidOptions(tables.uid(), PointKeyLayout.DEFAULT, 10_000, ""),
            room -> {});
    store = new PointStore(connection, uids, PointStoreOptions.of(tables));
    List<DataPoint> points = new ArrayList<>();
    for (int host = 0; host < 3; host++) {
      Series series =
          Series.of(METRIC, Map.of("host", "web" + host, "site", host == 0 ? "north" : "south"));
      for (int minute = host; minute < 120; minute++) {
        points.add(
            new DataPoint(
                series,
                PointTime.ofSeconds(BASE + 60L * minute),
                PointValue.of((long) minute - host + 1)));
      }
    }
    store.put(points);
  }

  @AfterAll
  static void drop() throws IOException {
    for (TableName each : List.of(tables.data(), tables.uid(), tables.tree(), tables.meta())) {
      BackEnd.drop(connection, each.getNameAsString());
    }
  }

  @Test
  void allSeriesMakeOneGroup() throws IOException {
    List<GroupAnswer> answers = ask(minutes(0, 3), List.of(), Set.of(), sum());
    assertThat(answers).hasSize(1);
    assertThat(answers.get(0).tags()).isEmpty();
    assertThat(answers.get(0).aggregatedTags()).containsExactly("host", "site");
    assertThat(answers.get(0).numbers()).isEqualTo(numbers(0, 1, 1, 3, 2, 6, 3, 9));
  }

  @Test
  void valuesOfATagMakeGroups() throws IOException {
    List<GroupAnswer> answers =
        ask(minutes(10, 11), List.of(new TagFilter.Any("site")), Set.of("site"), sum());
    assertThat(answers).hasSize(2);
    assertThat(answers.get(0).tags()).isEqualTo(Map.of("site", "north", "host", "web0"));
    assertThat(answers.get(0).numbers()).isEqualTo(numbers(10, 11, 11, 12));
    assertThat(answers.get(1).tags()).isEqualTo(Map.of("site", "south"));
    assertThat(answers.get(1).aggregatedTags()).containsExactly("host");
    assertThat(answers.get(1).numbers()).isEqualTo(numbers(10, 19, 11, 21));
    assertThat(ask(minutes(10, 11), List.of(), Set.of(), GroupQuery.of(Aggregator.of("none"))))
        .hasSize(3);
  }

  /** Rates and intervals at the beginning of a range see what was before it. */
  @Test
  void whatIsBeforeTheRangeCounts() throws IOException {
    List<TagFilter> one = List.of(new TagFilter.OneOf("host", List.of("web0")));
    assertThat(ask(minutes(60, 61), one, Set.of(), sum().with(Rate.PLAIN)).get(0).numbers().size())
        .isEqualTo(1); // the hour before is not read
    assertThat(ask(minutes(61, 62), one, Set.of(), sum().with(Rate.PLAIN)).get(0).numbers().size())
        .isEqualTo(2);
    GroupQuery hourly = sum().with(Downsampling.of("2h-sum", ZoneId.of("UTC")));
    long evenHour = BASE - BASE % 7200;
    assertThat(evenHour).isEqualTo(BASE);
    assertThat(
            ask(new Range(BASE * 1000, BASE * 1000 + 1000), one, Set.of(), hourly)
                .get(0)
                .numbers()
                .doubleValue(0))
        .isEqualTo(120 * 121 / 2);
  }

  /** As in OpenTSDB, a tag that only some series have is common. */
  @Test
  void onlyTagsThatDifferAreAggregated() throws IOException {
    String metric = "tagged";
    List<Map<String, String>> all =
        List.of(Map.of("host", "a", "dc", "x"), Map.of("host", "b"), Map.of("rack", "1"));
    for (Map<String, String> tags : all) {
      store.put(
          new DataPoint(Series.of(metric, tags), PointTime.ofSeconds(BASE), PointValue.of(1L)));
    }
    store.annotate(
        Series.of(metric, Map.of("host", "a", "dc", "y")), PointTime.ofSeconds(BASE), "{}");
    List<GroupAnswer> answers =
        new Queries(store)
            .answer(
                new MetricQuery(metric, minutes(0, 1), List.of(), Set.of(), sum()),
                ReadLimits.DEFAULT);
    assertThat(answers).hasSize(1);
    assertThat(answers.get(0).tags()).isEqualTo(Map.of("dc", "x", "rack", "1"));
    assertThat(answers.get(0).aggregatedTags()).containsExactly("host");
    assertThat(answers.get(0).numbers()).isEqualTo(numbers(0, 3));
  }

  /** Filling is bounded for all groups together. */
  @Test
  void manyGroupsDoNotFillTheMemory() {
    GroupQuery seconds =
        GroupQuery.of(Aggregator.of("none")).with(Downsampling.of("1s-sum-zero", ZoneId.of("UTC")));
    Range month = new Range(BASE * 1000, (BASE + 20 * 86_400) * 1000);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ask(month, List.of(), Set.of(), seconds))
        .withMessageContaining("in each of 3 series");
  }

  @Test
  void anInterruptedQuestionEnds() {
    QueryClock clock = new QueryClock(Duration.ofMinutes(1));
    clock.accept(1);
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(() -> clock.accept(1_000_000))
          .hasCauseInstanceOf(InterruptedIOException.class);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    QueryClock none = new QueryClock(Duration.ofNanos(1));
    assertThatThrownBy(() -> none.accept(1_000_000))
        .hasCauseInstanceOf(LimitExceededException.class);
  }

  @Test
  void whatIsWrongIsSaid() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ask(minutes(0, 1), List.of(), Set.of("host"), sum()))
        .withMessageContaining("\"host\"");
    assertThatThrownBy(
            () ->
                new Queries(store)
                    .answer(
                        new MetricQuery("none", minutes(0, 1), List.of(), Set.of(), sum()),
                        ReadLimits.DEFAULT))
        .isInstanceOf(NoSuchNameException.class)
        .hasMessageContaining("none");
    assertThatThrownBy(
            () ->
                new Queries(store)
                    .answer(
                        new MetricQuery(METRIC, minutes(0, 1), List.of(), Set.of(), sum()),
                        new ReadLimits(10, 1 << 20, 10, Duration.ofMinutes(1))))
        .isInstanceOf(LimitExceededException.class);
  }

  private static List<GroupAnswer> ask(
      Range asked, List<TagFilter> filters, Set<String> groupBy, GroupQuery group)
      throws IOException {
    return new Queries(store)
        .answer(new MetricQuery(METRIC, asked, filters, groupBy, group), ReadLimits.DEFAULT);
  }

  private static GroupQuery sum() {
    return GroupQuery.of(Aggregator.of("sum"));
  }

  private static Range minutes(long from, long to) {
    return new Range((BASE + 60 * from) * 1000, (BASE + 60 * to) * 1000);
  }

  private static Samples numbers(long... minutesAndNumbers) {
    Samples samples = new Samples();
    for (int i = 0; i < minutesAndNumbers.length; i += 2) {
      samples.add((BASE + 60 * minutesAndNumbers[i]) * 1000, minutesAndNumbers[i + 1]);
    }
    return samples;
  }
}
