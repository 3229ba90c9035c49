package io.rowandb.tsdb.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.rowandb.tsdb.aggregate.Range;
import io.rowandb.tsdb.aggregate.Rate;
import io.rowandb.tsdb.store.TagFilter;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MetricQueryTextTest {
  private static final Range ASKED = new Range(0, 1);
  private static final ZoneId UTC = ZoneId.of("UTC");
  private static final Instant NOW = Instant.parse("2026-11-28T12:00:00.500Z");

  @Test
  void aWholeQuestion() {
    MetricQuery query =
        parse(
            "sum:1m-avg-zero:rate{counter,,1000}:requests{host=*,site=north|south}{rack=wildcard(r*)}");
    assertThat(query.metric()).isEqualTo("requests");
    assertThat(query.group().aggregator().name()).isEqualTo("sum");
    assertThat(query.group().downsampling().orElseThrow()).hasToString("1m-avg-zero");
    assertThat(query.group().rate()).contains(new Rate(true, Long.MAX_VALUE, 1000, false));
    assertThat(query.groupBy()).containsExactlyInAnyOrder("host", "site");
    assertThat(query.filters())
        .containsExactly(
            new TagFilter.Any("host"),
            new TagFilter.OneOf("site", List.of("north", "south")),
            new TagFilter.Like("rack", "r*"));
  }

  @Test
  void theLeastQuestion() {
    MetricQuery query = parse("max:sys.cpu");
    assertThat(query.filters()).isEmpty();
    assertThat(query.group().rate()).isEmpty();
    assertThat(query.group().downsampling()).isEmpty();
    assertThat(parse("max:rate:sys.cpu{}").group().rate()).contains(Rate.PLAIN);
    assertThat(parse("max:sys.cpu{a=Web*}").filters())
        .containsExactly(new TagFilter.Like("a", "Web*", true));
    assertThat(parse("max:rate{dropcounter}:1h-max:sys.cpu{a=literal_or(b|c)}").filters())
        .containsExactly(new TagFilter.OneOf("a", List.of("b", "c")));
  }

  /** What is in parentheses may be a regular expression. */
  @Test
  void filtersOfEveryKind() {
    MetricQuery query =
        parse(
            "sum:1m-avg:explicit_tags:rate:cpu{host=regexp(^a{1,2}:(b|\\)),}$),host=not_literal_or(b|c)}"
                + "{site=not_key(),os=iliteral_or(A)}");
    assertThat(query.explicitTags()).isTrue();
    assertThat(query.groupBy()).containsExactly("host");
    assertThat(query.filters())
        .containsExactly(
            new TagFilter.Regexp("host", "^a{1,2}:(b|\\)),}$"),
            new TagFilter.NoneOf("host", Set.of("b", "c"), false),
            new TagFilter.Missing("site"),
            new TagFilter.OneOfAnyCase("os", Set.of("a")));
    assertThat(parse("sum:cpu").explicitTags()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "sum:explicit_tags:explicit_tags:cpu",
        "sum:cpu{host=like(a)}",
        "sum:cpu{host=regexp(a}",
        "sum:cpu}{host=a}",
        "sum",
        ":requests",
        "total:requests",
        "sum:",
        "sum:{a=b}",
        "sum:requests{a}",
        "sum:requests{a=}",
        "sum:requests{=b}",
        "sum:requests{a=b",
        "sum:requests{a=b}x",
        "sum:requests{a=b}{c=d}{e=f}",
        "sum:requests{a=b,}",
        "sum:requests{a=regexp(b[)}",
        "sum:rate:rate:requests",
        "sum:1m-avg:1h-avg:requests",
        "sum:1m-avg:rate:1m-avg:requests",
        "sum:ratex:requests",
        "sum:rate{counter,x}:requests",
        "sum:rate{counter,1,2,3}:requests",
        "sum:rate{count}:requests",
        "sum:rate{counter,-5}:requests",
      })
  void whatIsNoQuestionIsRefused(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> parse(text));
  }

  @ParameterizedTest
  @CsvSource({
    "now, 2026-11-28T12:00:00.500Z",
    "1h-ago, 2026-11-28T11:00:00.500Z",
    "500ms-ago, 2026-11-28T12:00:00Z",
    "1309687200, 2011-07-03T10:00:00Z",
    "1309687200250, 2011-07-03T10:00:00.250Z",
    "2011/07/03-10:00:00, 2011-07-03T10:00:00Z",
    "2011/07/03 10:00, 2011-07-03T10:00:00Z",
    "2011/07/03, 2011-07-03T00:00:00Z",
    "2011-07-03T10:00:00Z, 2011-07-03T10:00:00Z",
    "0, 1970-01-01T00:00:00Z",
  })
  void timesHaveManyForms(String text, Instant time) {
    assertThat(QueryTime.millis(text, NOW, UTC)).isEqualTo(time.toEpochMilli());
  }

  @Test
  void datesAreThoseOfAZone() {
    assertThat(QueryTime.millis("2011/07/03-10:00", NOW, ZoneId.of("Asia/Shanghai")))
        .isEqualTo(Instant.parse("2011-07-03T02:00:00Z").toEpochMilli());
  }

  @ParameterizedTest
  @CsvSource({
    "1309687260, 999",
    "2011/07/03, 999",
    "2011/07/03-10:00, 999",
    "2011/07/03 10:00:01, 999",
    "0, 999",
    "1309687260000, 0",
    "1309687260250, 0",
    "2011-07-03T10:01:00Z, 0",
    "2011-07-03T10:01:00.250Z, 0",
    "now, 0",
    "1h-ago, 0"
  })
  void anEndInSecondsIsItsWholeSecond(String text, long more) {
    assertThat(QueryTime.lastMillis(text, NOW, UTC))
        .isEqualTo(QueryTime.millis(text, NOW, UTC) + more);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "yesterday",
        "1h",
        "h-ago",
        "99y-ago",
        "999999999y-ago",
        "-1",
        "99999999999999",
        "2011/02/30",
        "2011/07/03-24:30",
        "2011/07/03T10:00",
        "2107/01/01"
      })
  void whatIsNoTimeIsRefused(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> QueryTime.millis(text, NOW, UTC))
        .withMessageContaining("\"" + text + "\"");
  }

  private static MetricQuery parse(String text) {
    return MetricQueryText.parse(text, ASKED, UTC);
  }
}
