package io.rowandb.tsdb.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.text.PointLine;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Questions over HTTP; what the numbers must be, rowan-tsdb's tests say. */
class QueryTest extends TsdbServerCase {
  private static final String TIMES = "\"start\":" + BASE + ",\"end\":" + (BASE + 120);

  @Override
  TsdbServerSettings settings() {
    return super.settings().withLimits(new ReadLimits(1_000, 1 << 20, 100, Duration.ofMinutes(1)));
  }

  @BeforeEach
  void write() throws IOException {
    String lines =
        """
        M 1309687200 1 host=web1 site=north
        M 1309687260 3 host=web1 site=north
        M 1309687200 10 host=web2 site=south
        M 1309687260 30 host=web2 site=south
        M 1309687320250 0.5 host=web2 site=south
        """;
    series.put(lines.replace("M ", metric + " ").lines().map(PointLine::parse).toList());
  }

  private HttpResponse<String> ask(String query) throws Exception {
    return post("/api/query", "{" + TIMES + ",\"queries\":[{" + query + "}]}");
  }

  private HttpResponse<String> ask(String more, String query) throws Exception {
    return post("/api/query", "{" + TIMES + "," + more + ",\"queries\":[{" + query + "}]}");
  }

  private String sum() {
    return "\"aggregator\":\"sum\",\"metric\":\"" + metric + "\"";
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private HttpResponse<String> askBy(String m, String more) throws Exception {
    return get("/api/query?start=" + BASE + "&end=" + (BASE + 121) + "&m=" + encode(m) + more);
  }

  @Test
  void bothFormsGiveTheSame() throws Exception {
    String answer =
        "[{\"metric\":\""
            + metric
            + "\",\"tags\":{},\"aggregateTags\":[\"host\",\"site\"],"
            + "\"dps\":{\"1309687200\":11,\"1309687260\":33}}]";
    assertThat(ok(ask(sum()))).isEqualTo(answer.replace("33}", "33.0}"));
    assertThat(ok(get("/api/v1/query?start=" + BASE + "&end=" + (BASE + 61) + "&m=sum:" + metric)))
        .contains("\"1309687200\":11");
  }

  @Test
  void filtersMakeGroupsOrNot() throws Exception {
    String filters =
        ",\"filters\":[{\"type\":\"wildcard\",\"tagk\":\"site\",\"filter\":\"*\",\"groupBy\":true},"
            + "{\"type\":\"literal_or\",\"tagk\":\"host\",\"filter\":\"web1\",\"groupBy\":false}]";
    String posted = ok(ask(sum() + filters));
    assertThat(posted)
        .isEqualTo(
            "[{\"metric\":\""
                + metric
                + "\",\"tags\":{\"host\":\"web1\",\"site\":\"north\"},\"aggregateTags\":[],"
                + "\"dps\":{\"1309687200\":1,\"1309687260\":3}}]");
    assertThat(ok(askBy("sum:" + metric + "{site=*}{host=literal_or(web1)}", "")))
        .isEqualTo(posted);
    assertThat(ok(ask(sum() + ",\"tags\":{\"host\":\"web1|web2\"}")))
        .contains("\"host\":\"web1\"", "\"host\":\"web2\"");
    assertThat(ok(askBy("sum:" + metric + "{host=regexp(web[1:,]+)}", "")))
        .contains("\"host\":\"web1\"")
        .doesNotContain("\"host\":\"web2\"");
  }

  @Test
  void explicitTagsLeaveSeriesOut() throws Exception {
    String filter =
        ",\"filters\":[{\"type\":\"wildcard\",\"tagk\":\"host\",\"filter\":\"*\",\"groupBy\":true}]";
    assertThat(ok(ask(sum() + filter + ",\"explicitTags\":true"))).isEqualTo("[]");
    assertThat(ok(askBy("sum:explicit_tags:" + metric + "{host=*}", ""))).isEqualTo("[]");
    assertThat(ok(askBy("sum:explicit_tags:" + metric + "{host=*}{site=*}", "")))
        .contains("\"host\":\"web1\"");
  }

  @Test
  void downsamplingFillsAndRates() throws Exception {
    String host = ",\"tags\":{\"host\":\"web1\"}";
    assertThat(ok(ask(sum() + host + ",\"downsample\":\"30s-avg-null\"")))
        .contains("\"1309687200\":1.0,\"1309687230\":null,\"1309687260\":3.0");
    assertThat(ok(ask(sum() + host + ",\"downsample\":\"30s-avg-nan\"")))
        .contains("\"1309687230\":\"NaN\"");
    assertThat(ok(ask(sum() + host + ",\"downsample\":\"30s-avg-zero\"")))
        .contains("\"1309687230\":0.0");
    assertThat(ok(ask(sum() + host + ",\"rate\":true")))
        .contains("\"1309687260\":0.03333333333333333");
    assertThat(
            ok(
                ask(
                    sum()
                        + host
                        + ",\"rate\":true,\"rateOptions\":{\"counter\":true,\"counterMax\":255,"
                        + "\"resetValue\":0}")))
        .isEqualTo(ok(askBy("sum:rate{counter,255}:" + metric + "{host=web1}", "")));
    assertThat(
            ok(
                ask(
                    "\"timezone\":\"Asia/Shanghai\",\"useCalendar\":true",
                    sum() + host + ",\"downsample\":\"1d-sum\"")))
        .isEqualTo(ok(askBy("sum:1dc-sum:" + metric + "{host=web1}", "&tz=Asia/Shanghai")));
    assertThat(ok(askBy("sum:1dc-sum:" + metric + "{host=web1}", "&tz=PST"))) // an old name
        .isEqualTo(ok(askBy("sum:1dc-sum:" + metric + "{host=web1}", "&tz=America/Los_Angeles")));
  }

  @Test
  void timesArraysQueriesAndUids() throws Exception {
    String host = ",\"tags\":{\"host\":\"web2\"}";
    assertThat(ok(ask("\"end\":" + (BASE + 121) + ",\"msResolution\":true", sum() + host)))
        .contains("\"1309687200000\":10,\"1309687260000\":30.0,\"1309687320250\":0.5");
    assertThat(ok(askBy("sum:" + metric + "{host=web2}", "&arrays=true")))
        .contains("\"dps\":[[1309687200,10],[1309687260,30.0],[1309687320,0.5]]");
    assertThat(
            ok(
                askBy(
                    "sum:" + metric + "{host=web2}",
                    "&show_tsuids&show_query&show_summary&show_stats")))
        .containsPattern("\"tsuids\":\\[\"[0-9A-F]{30}\"\\]")
        .contains("\"query\":{\"aggregator\":\"sum\",\"metric\":\"" + metric + "\"")
        .contains("\"stats\":{\"emittedDPs\":3,\"nanDPs\":0,\"queryScanTime\":")
        .contains("{\"statsSummary\":{\"emittedDPs\":3,\"nanDPs\":0,\"processingPreWriteTime\":")
        .contains("\"queryIdx_00\":{\"emittedDPs\":3,", "\"totalTime\":");
    assertThat(
            ok(
                ask(
                    "\"showTSUIDs\":true,\"noAnnotations\":true,\"globalAnnotations\":true",
                    sum() + host)))
        .contains("\"tsuids\":[");
  }

  @Test
  void severalQuestionsAreAnsweredInTheirOrderAndTwinsOnce() throws Exception {
    String max = "\"aggregator\":\"max\",\"metric\":\"" + metric + "\"";
    String answer = ok(ask(max + "},{" + sum() + "},{" + max));
    assertThat(answer.split("\"metric\"", -1)).hasSize(3);
    assertThat(answer.indexOf("\"1309687200\":10,"))
        .isLessThan(answer.indexOf("\"1309687200\":11,"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {} | Missing start time
          {"start":0} | Missing queries
          {"start":"1h-ago"} | Missing queries
          {"start":"yesterday","queries":[{}]} | "yesterday" is no time
          {"start":10,"end":5,"queries":[{}]} | End time [5000] must be greater than the start time [10000]
          {"start":1,"queries":[{}]} | Missing the aggregation function
          {"start":1,"queries":[{"aggregator":"sum"}]} | Missing the metric or tsuids, provide at least one
          {"start":1,"queries":[{"aggregator":"many","metric":"m"}]} | No such aggregation function: many
          {"start":1,"queries":[{"aggregator":"sum","metric":"no.such"}]} | No such name for 'metrics': 'no.such'
          {"start":1,"queries":[{"aggregator":"sum","metric":"m","downsample":"1x"}]} | "1x" is no downsampling
          {"start":1,"timezone":"Mars","queries":[{"aggregator":"sum","metric":"m"}]} | The timezone specification could not be found
          {"start":1,"queries":7} | Unable to parse the given JSON
          {"start":1,"queries":[7]} | Unable to parse the given JSON
          {"start":1,"msResolution":7,"queries":[{}]} | Unable to parse the given JSON
          {"start":1,"delete":true,"queries":[{}]} | Bad request
          [ | Unable to parse the given JSON
          '' | Missing message content
          """)
  void aWrongQuestionIsExplained(String body, String message) throws Exception {
    HttpResponse<String> answer = post("/api/query", body);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
    assertThat(answer.body())
        .startsWith("{\"error\":{\"code\":400,\"message\":\"" + message.replace("\"", "\\\""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          m=sum:x | Missing parameter <code>start</code>
          start=1 | Missing sub queries
          start=1&m= | The query string was empty
          start=1&m=sum | Invalid parameter m=sum (not enough :-separated parts)
          start=1&m=a:b:c:d:e:f | Invalid parameter m=a:b:c:d:e:f (too many :-separated parts)
          start=1&m=sum:x%7B | Missing '}' at the end of: x{
          start=1&m=sum:x%7Bh%7D | When parsing tag 'h': invalid tag: h
          start=1&m=sum:rate%7Bcounter,a%7D:x | Max value of counter was not a number, received 'a'
          """)
  void aWrongAddressIsExplained(String query, String message) throws Exception {
    HttpResponse<String> answer = get("/api/query?" + query);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
    assertThat(answer.body()).contains("\"message\":\"" + message + "\"");
  }

  @Test
  void anUnknownMetricIsNamedAsThere() throws Exception {
    HttpResponse<String> answer = askBy("sum:no.such.metric", "");
    assertThat(answer.statusCode()).isEqualTo(400);
    String message = "No such name for 'metrics': 'no.such.metric'";
    assertThat(answer.body())
        .isEqualTo(
            "{\"error\":{\"code\":400,\"message\":\""
                + message
                + "\",\"details\":\""
                + message
                + "\"}}");
    assertThat(askBy("sum:" + metric + "{host=nobody}", "").body())
        .contains("No such name for 'tagv': 'nobody'");
    assertThat(askBy("sum:" + metric + "{nokey=a}", "").body())
        .contains("No such name for 'tagk': 'nokey'");
  }

  @Test
  void tooMuchIsRefused() throws Exception {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      lines.add(metric + ".much " + (BASE + i) + " 1 host=web1");
    }
    series.put(lines.stream().map(PointLine::parse).toList());
    HttpResponse<String> answer =
        get("/api/query?start=" + BASE + "&end=" + (BASE + 3_000) + "&m=sum:" + metric + ".much");
    assertThat(answer.statusCode()).isEqualTo(413);
    assertThat(answer.body())
        .startsWith("{\"error\":{\"code\":413,\"message\":\"Sorry, ")
        .contains("points");
  }

  @Test
  void deletingIsRefused() throws Exception {
    for (HttpResponse<String> each :
        List.of(
            send(request("/api/query?start=1&m=sum:x").DELETE()),
            get("/api/query?start=1&m=sum:x&method_override=delete"))) {
      assertThat(each.statusCode()).isEqualTo(400);
      assertThat(each.body())
          .contains("Deleting data is not enabled (tsd.http.query.allow_delete=false)");
    }
  }
}
