package io.rowandb.tsdb.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.text.PointLine;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code /api/query/exp} and {@code /api/query/gexp}. */
class ExpressionEndpointsTest extends TsdbServerCase {
  @Override
  TsdbServerSettings settings() {
    return TsdbServerSettings.LOCAL.withLimits(
        new ReadLimits(40, 1L << 30, 100_000, Duration.ofSeconds(60)));
  }

  @BeforeEach
  void write() throws Exception {
    for (String each :
        List.of(
            "a 1309687200 10 host=web1 dc=x", "a 1309687260 20 host=web1 dc=x",
            "a 1309687200 -4 host=web2 dc=x", "a 1309687260 6 host=web2 dc=x",
            "b 1309687200 5 host=web1 dc=x", "b 1309687260 0 host=web1 dc=x",
            "b 1309687320 8 host=web1 dc=x", "b 1309687200 1 host=web3 dc=x")) {
      series.put(List.of(PointLine.parse(metric + "." + each)));
    }
  }

  private HttpResponse<String> gexp(String... expressions) throws Exception {
    StringBuilder path = new StringBuilder("/api/query/gexp?start=1309687200&end=1309687400");
    for (String each : expressions) {
      path.append("&exp=")
          .append(
              URLEncoder.encode(
                  each.replace(".a", metric + ".a").replace(".b", metric + ".b"),
                  StandardCharsets.UTF_8));
    }
    return get(path.toString());
  }

  private String one(String name, String tags, String aggregated, String points) {
    return "{\"metric\":\""
        + name
        + "\",\"tags\":{"
        + tags
        + "},\"aggregateTags\":["
        + aggregated
        + "],\"dps\":{"
        + points
        + "}}";
  }

  @Test
  void functionsOfSeries() throws Exception {
    String web2 = "\"dc\":\"x\",\"host\":\"web2\"";
    assertThat(ok(gexp("absolute(sum:.a{host=web2})", "scale(sum:.a{host=web2},0.5)")))
        .isEqualTo(
            "["
                + one(metric + ".a", web2, "", "\"1309687200\":4,\"1309687260\":6")
                + ","
                + one(metric + ".a", web2, "", "\"1309687200\":-2.0,\"1309687260\":3.0")
                + "]");
    assertThat(ok(gexp("alias(sum:.a{host=*},cpu of @host,at @dc)")))
        .isEqualTo(
            "["
                + one("cpu of web1,at x", "", "", "\"1309687200\":10,\"1309687260\":20")
                + ","
                + one("cpu of web2,at x", "", "", "\"1309687200\":-4,\"1309687260\":6")
                + "]");
    assertThat(ok(gexp("highestMax(sum:.a{host=*},1)"))).contains("web1").doesNotContain("web2");
    assertThat(ok(gexp("movingAverage(sum:.a,2)")))
        .contains("\"dps\":{\"1309687200\":0.0,\"1309687260\":16.0}");
    assertThat(ok(gexp("divideSeries(sum:.a{host=*},sum:.b{host=*})")))
        .isEqualTo(
            "["
                + one(
                    metric + ".a",
                    "\"dc\":\"x\",\"host\":\"web1\"",
                    "",
                    "\"1309687200\":2.0,\"1309687260\":0.0,\"1309687320\":0.0")
                + ","
                + one(metric + ".a", web2, "", "\"1309687200\":0.0,\"1309687260\":0.0")
                + ","
                + one(metric + ".b", "\"dc\":\"x\",\"host\":\"web3\"", "", "\"1309687200\":0.0")
                + "]");
  }

  @Test
  void numbersOfBeforeAreReadToShiftThem() throws Exception {
    series.put(List.of(PointLine.parse(metric + ".a 1309600800 77 host=web1 dc=x")));
    assertThat(ok(gexp("timeShift(sum:.a{host=web1},'1day')")))
        .contains("\"dps\":{\"1309687200\":77}");
    assertThat(ok(gexp("diffSeries(sum:.a{host=web1},shift(sum:.a{host=web1},'1day'))")))
        .contains("\"dps\":{\"1309687200\":-67.0,\"1309687260\":20.0}");
    assertThat(ok(gexp("shift(sum:.a,'999999weeks')"))).isEqualTo("[]");
    assertThat(ok(gexp("shift(".repeat(31) + "sum:.a" + ",'999999999weeks')".repeat(31))))
        .isEqualTo("[]");
  }

  @Test
  void annotationsAndTsuidsStay() throws Exception {
    String answer =
        ok(
            get(
                "/api/query/gexp?start=1309687200&end=1309687400&show_tsuids&show_query&ms&arrays"
                    + "&exp=scale(max:"
                    + metric
                    + ".a,2)"));
    assertThat(answer)
        .contains("\"query\":{\"aggregator\":\"max\"", "\"tsuids\":[\"")
        .contains("\"dps\":[[1309687200000,20],[1309687260000,40]]")
        .contains("\"aggregateTags\":[\"host\"]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nothing(sum:.a)",
        "scale(sum:.a)",
        "scale(sum:.a,x)",
        "sumSeries(sum:.a)",
        "movingAverage(sum:.a,0)",
        "movingAverage(sum:.a,'5light')",
        "highestMax(sum:.a,-1)",
        "alias(sum:.a)",
        "scale(what:.a,1)",
        "absolute(sum:no.such)",
        "absolute(x)",
        "absolute(",
        "timeShift(sum:.a,10)",
        "scale(sum:.a{host,2)"
      })
  void wrongExpressionsAreRefused(String expression) throws Exception {
    HttpResponse<String> answer = gexp(expression);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
    assertThat(answer.body()).startsWith("{\"error\":{\"code\":400,\"message\":\"");
  }

  @Test
  void limitsBindFunctions() throws Exception {
    assertThat(post("/api/query/gexp", "{}").statusCode()).isEqualTo(400);
    assertThat(get("/api/query/gexp?start=1").body()).contains("Missing sub queries");
    String[] many = new String[21];
    Arrays.fill(many, "absolute(sum:.a{host=web1})");
    assertThat(gexp(many).statusCode()).isEqualTo(413);
    assertThat(gexp("absolute(".repeat(30) + "sum:.a{host=web1}" + ")".repeat(30)).statusCode())
        .isEqualTo(200);
    assertThat(gexp("absolute(".repeat(30) + "sum:.b{host=web1}" + ")".repeat(30)).statusCode())
        .isEqualTo(413);
    assertThat(gexp("alias(sum:.a{host=*}," + "@dc @host ".repeat(900) + ")").statusCode())
        .isEqualTo(413);
    assertThat(gexp("alias(sum:.a{host=web1}," + "@host".repeat(1_900) + "x)").statusCode())
        .isEqualTo(413);
    assertThat(gexp("absolute(".repeat(40) + "sum:.a" + ")".repeat(40)).body())
        .contains("more than 32 functions");
  }

  private String exp(String rest) {
    return ("{\"time\":{\"start\":\"1309687200\",\"end\":\"1309687400\",\"aggregator\":\"sum\"},"
            + "\"filters\":[{\"id\":\"f\",\"tags\":[{\"type\":\"wildcard\",\"tagk\":\"host\","
            + "\"filter\":\"*\",\"groupBy\":true}]}],"
            + "\"metrics\":[{\"id\":\"a\",\"metric\":\"M.a\",\"filter\":\"f\"},"
            + "{\"id\":\"b\",\"metric\":\"M.b\",\"filter\":\"f\"}]"
            + rest
            + "}")
        .replace("M.", metric + ".");
  }

  @Test
  void metricsOfAnEarlierTimeAreShownAsOfTheTimesAsked() throws Exception {
    series.put(
        List.of(PointLine.parse(metric + ".a " + (1_309_687_200 - 86_400) + " 77 host=web1 dc=x")));
    String before =
        exp(",\"outputs\":[{\"id\":\"a\"}]")
            .replace("\"filter\":\"f\"},", "\"filter\":\"f\",\"timeOffset\":\"1d-ago\"},");
    assertThat(ok(post("/api/query/exp", before)))
        .contains("\"dps\":[[1309687200000,77.0]],\"dpsMeta\"");
    String difference =
        exp(",\"expressions\":[{\"id\":\"e\",\"expr\":\"a - c\"}]")
            .replace(
                "\"metrics\":[",
                "\"metrics\":[{\"id\":\"c\",\"metric\":\""
                    + metric
                    + ".a\",\"filter\":\"f\",\"timeOffset\":\"24h-ago\"},");
    assertThat(ok(post("/api/query/exp", difference))).contains("[1309687200000,-67.0");
    String beforeAll = before.replace("1d-ago", "900y-ago");
    assertThat(ok(post("/api/query/exp", beforeAll))).contains("\"dps\":[],");
    for (String wrong :
        List.of("1d", "yesterday", "0s-ago", "-1d-ago", "2011/07/02", "9999y-ago")) {
      HttpResponse<String> answer = post("/api/query/exp", before.replace("1d-ago", wrong));
      assertThat(answer.statusCode()).as(wrong).isEqualTo(400);
      assertThat(answer.body()).contains(wrong.replace("-ago", ""));
    }
  }

  private String outputs(String rest) throws Exception {
    String answer = ok(post("/api/query/exp", exp(rest)));
    assertThat(answer).endsWith(",\"query\":" + exp(rest) + "}");
    return answer.substring(0, answer.indexOf(",\"query\":{\"time\""));
  }

  @Test
  void formulasOfMetrics() throws Exception {
    assertThat(
            outputs(
                ",\"expressions\":[{\"id\":\"e\",\"expr\":\"a + b\",\"join\":"
                    + "{\"operator\":\"intersection\",\"useQueryTags\":true,"
                    + "\"includeAggTags\":false}}]"))
        .isEqualTo(
            "{\"outputs\":[{\"id\":\"e\",\"dps\":[[1309687200000,15.0],[1309687260000,20.0],"
                + "[1309687320000,8.0]],\"dpsMeta\":{\"firstTimestamp\":1309687200000,"
                + "\"lastTimestamp\":1309687320000,\"setCount\":3,\"series\":1},\"meta\":["
                + "{\"index\":0,\"metrics\":[\"timestamp\"]},{\"index\":1,\"metrics\":[\""
                + metric
                + ".a\",\""
                + metric
                + ".b\"],\"commonTags\":{\"dc\":\"x\",\"host\":\"web1\"},"
                + "\"aggregatedTags\":[]}]}]");
    assertThat(outputs(",\"expressions\":[{\"id\":\"e\",\"expr\":\"a > b\"}]"))
        .contains("[[1309687200000,1.0,0.0,0.0],[1309687260000,1.0,1.0,0.0],")
        .contains("\"series\":3");
  }

  @Test
  void expressionsOfExpressions() throws Exception {
    String nested =
        ",\"expressions\":[{\"id\":\"last\",\"expr\":\"mid * 10\"},{\"id\":\"mid\",\"expr\":"
            + "\"a - b\"}],\"outputs\":[{\"id\":\"last\",\"alias\":\"Ten\"},{\"id\":\"b\"}]";
    assertThat(outputs(nested))
        .startsWith(
            "{\"outputs\":[{\"id\":\"last\",\"alias\":\"Ten\",\"dps\":[[1309687200000,50.0,")
        .contains("{\"id\":\"b\",\"dps\":[[1309687200000,5.0,1.0],[1309687260000,0.0,0.0],");
    String filled =
        exp(",\"outputs\":[{\"id\":\"b\"}]")
            .replace(
                "\"id\":\"b\",\"metric\"",
                "\"fillPolicy\":{\"policy\":\"scalar\",\"value\":-1},\"id\":\"b\",\"metric\"");
    assertThat(ok(post("/api/query/exp", filled))).contains("[1309687260000,0.0,-1.0]");
    assertThat(ok(post("/api/query/exp", filled.replace("\"scalar\",\"value\":-1", "\"nan\""))))
        .contains("[1309687260000,0.0,\"NaN\"]");
  }

  @Test
  void withoutExpressionsMetricsAreAnswered() throws Exception {
    assertThat(outputs("")).contains("{\"id\":\"a\",\"dps\":[[", "{\"id\":\"b\",\"dps\":[[");
    String sampled =
        exp("")
            .replace(
                "\"aggregator\":\"sum\"},",
                "\"aggregator\":\"sum\",\"rate\":true,"
                    + "\"downsampler\":{\"interval\":\"1m\",\"aggregator\":\"max\","
                    + "\"fillPolicy\":{\"policy\":\"nan\"}}},");
    assertThat(ok(post("/api/query/exp", sampled))).contains("\"dps\":[[1309687260000,0.166");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"expr\":\"a + z\"",
        "\"expr\":\"1 + 2\"",
        "\"expr\":\"a +\"",
        "\"expr\":\"e + a\"",
        "\"expr\":\"a\",\"join\":{}",
        "\"expr\":\"a\",\"join\":{\"operator\":\"cross\"}",
        "\"expr\":\"a\",\"fillPolicy\":{\"policy\":\"zero\",\"value\":1}",
        "\"expr\":\"a\",\"fillPolicy\":{\"policy\":\"some\"}",
        "\"expr\":\"a\",\"fillPolicy\":{\"value\":\"x\"}",
        "\"expr\":{}",
        "\"expr\":\"\"",
        "\"expr\":\"a.getClass()\""
      })
  void wrongFormulasAreRefused(String members) throws Exception {
    HttpResponse<String> answer =
        post("/api/query/exp", exp(",\"expressions\":[{\"id\":\"e\"," + members + "}]"));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
  }

  @Test
  void wrongRequestsAreRefused() throws Exception {
    for (String each :
        List.of(
            "",
            "[]",
            "{}",
            "{\"time\":{}}",
            "{\"time\":{\"start\":\"1\"},\"metrics\":[]}",
            exp("").replace("\"id\":\"b\"", "\"id\":\"a\""),
            exp("").replace("\"id\":\"b\"", "\"id\":\"1\""),
            exp("").replace("\"id\":\"b\"", "\"id\":\"b c\""),
            exp("").replace("\"filter\":\"f\"", "\"filter\":\"g\""),
            exp("").replace("\"start\":\"1309687200\",", ""),
            exp("").replace("\"aggregator\":\"sum\"", "\"aggregator\":\"some\""),
            exp("").replace("\"wildcard\"", "\"some\""),
            exp(",\"outputs\":[{\"id\":\"x\"}]"),
            exp(",\"outputs\":[{\"id\":\"a\"},{\"id\":\"a\"}]"),
            exp(",\"expressions\":[{\"id\":\"a\",\"expr\":\"b\"}]"),
            exp(",\"expressions\":[{\"id\":\"x\",\"expr\":\"y\"},{\"id\":\"y\",\"expr\":\"x\"}]"),
            exp(",\"expressions\":[" + "1,".repeat(100) + "1]"))) {
      HttpResponse<String> answer = post("/api/query/exp", each);
      assertThat(answer.statusCode()).as("%s: %s", each, answer.body()).isEqualTo(400);
    }
    assertThat(get("/api/query/exp").statusCode()).isEqualTo(400);
    String apart =
        exp(",\"expressions\":[{\"id\":\"e\",\"expr\":\"a + b\",\"join\":"
                + "{\"operator\":\"intersection\"}}]")
            .replace(
                "\"metric\":\"" + metric + ".b\",\"filter\":\"f\"",
                "\"metric\":\"" + metric + ".b\"");
    assertThat(post("/api/query/exp", apart).body()).contains("No intersections found");
  }

  @Test
  void aMatrixIsLimitedBeforeItIsMade() throws Exception {
    for (int i = 0; i < 7; i++) {
      series.put(List.of(PointLine.parse(metric + ".c " + (1309687200 + i) + " 1 host=web" + i)));
    }
    String body =
        exp(",\"expressions\":[{\"id\":\"e\",\"expr\":\"c\"}],\"outputs\":[{\"id\":\"e\"}]")
            .replaceAll("\"metrics\":\\[[^]]*\\]", "\"metrics\":[" + metricOf("c", "c") + "]");
    HttpResponse<String> answer = post("/api/query/exp", body);
    assertThat(answer.statusCode()).isEqualTo(413);
    assertThat(answer.body()).contains("the expressions make more than 40 points");
  }

  private String metricOf(String id, String name) {
    return "{\"id\":\"%s\",\"metric\":\"%s.%s\",\"filter\":\"f\"}".formatted(id, metric, name);
  }

  /** Seven times the same, which would be too much if each was read. */
  @Test
  void equalMetricsAreReadOnce() throws Exception {
    StringBuilder same = new StringBuilder();
    for (int i = 0; i < 7; i++) {
      same.append(i == 0 ? "" : ",").append(metricOf("a" + i, "a"));
    }
    String body =
        exp(",\"expressions\":[{\"id\":\"e\",\"expr\":\"a0 + a6\"}]")
            .replaceAll("\"metrics\":\\[[^]]*\\]", "\"metrics\":[" + same + "]");
    assertThat(ok(post("/api/query/exp", body)))
        .contains("\"dps\":[[1309687200000,20.0,-8.0],[1309687260000,40.0,12.0]]");
  }

  /** Nine groups with a point each are as many as 45 points. */
  @Tag("slow")
  @Test
  void groupsCountBesideTheirPoints() throws Exception {
    for (int i = 0; i < 9; i++) {
      series.put(List.of(PointLine.parse(metric + ".d 1309687200 1 host=web" + i)));
    }
    String path = "/api/query?start=1309687200&end=1309687400&m=sum:" + metric + ".d";
    assertThat(get(path + "%7Bhost=*%7D").statusCode()).isEqualTo(413);
    assertThat(ok(get(path + "%7Bhost=web1%7Cweb2%7D"))).contains("web1", "web2");
    assertThat(ok(get(path))).contains("\"1309687200\":9");
  }

  /** The request stands in the answer, and its numbers are none of JSON. */
  @Test
  @Tag("slow")
  void whatIsNoNumberIsShownAsText() throws Exception {
    String body =
        exp(",\"expressions\":[{\"id\":\"e\",\"expr\":\"a + b\"}]")
            .replace("\"time\":{", "\"x\":[NaN,Infinity,-Infinity,-1.5e3,-0],\"time\":{");
    assertThat(ok(post("/api/query/exp", body)))
        .contains("\"x\":[\"NaN\",\"Infinity\",\"-Infinity\",-1.5e3,-0]");
  }
}
