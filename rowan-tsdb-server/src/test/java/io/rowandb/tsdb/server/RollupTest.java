package io.rowandb.tsdb.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.tsdb.given.GivenLevel;
import io.rowandb.tsdb.given.RollupTables;
import io.rowandb.tsdb.store.Series;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import net.opentsdb.tsd.RollupJudge;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rollups and pre-aggregates over HTTP and telnet. */
class RollupTest extends TsdbServerCase {
  private static final int LINES = 3_000;

  @BeforeEach
  void restart() throws IOException {
    server.close();
    server = TsdbServer.start(series.withRollups(RollupTables.of(tables)), settings());
  }

  @AfterEach
  void dropRollups() throws IOException {
    for (GivenLevel each : RollupTables.of(tables).levels()) {
      if (!each.isDefault()) {
        BackEnd.drop(connection, each.rolled().getNameAsString());
      }
      BackEnd.drop(connection, each.grouped().getNameAsString());
    }
  }

  private String rollup(long second, String value, String more) {
    return "{\"metric\":\"%s\",\"timestamp\":%d,\"value\":%s,\"tags\":{\"host\":\"web1\"}%s}"
        .formatted(metric, BASE + second, value, more);
  }

  private static final String HOUR = ",\"interval\":\"1h\",\"aggregator\":\"SUM\"";

  private String query(String more) throws IOException, InterruptedException {
    return ok(
        post(
            "/api/query",
            "{\"start\":%d,\"end\":%d,\"queries\":[{\"aggregator\":\"sum\",\"metric\":\"%s\"%s}]}"
                .formatted(BASE, BASE + 7_199, metric, more)));
  }

  private String dps(String answer) {
    int at = answer.indexOf("\"dps\":");
    return at < 0 ? answer : answer.substring(at + 6, answer.indexOf('}', at) + 1);
  }

  @Test
  void whatPointsAnswerHasAnnotations() throws Exception {
    assertThat(post("/api/put", rollup(10, "7", "")).statusCode()).isEqualTo(204);
    String tsuid = series.store().find(Series.of(metric, Map.of("host", "web1"))).toString();
    ok(
        post(
            "/api/annotation",
            "{\"startTime\":%d,\"tsuid\":\"%s\",\"description\":\"here\"}"
                .formatted(BASE + 20, tsuid)));
    String hours = ",\"downsample\":\"1h-sum\"";
    for (String points :
        List.of("", ",\"downsample\":\"1h-p99\"", hours + ",\"rollupUsage\":\"ROLLUP_RAW\"")) {
      assertThat(query(points)).as(points).contains("\"description\":\"here\"");
    }
    assertThat(query(hours)).isEqualTo("[]");
    assertThat(query(",\"preAggregate\":true")).isEqualTo("[]");
  }

  @Test
  void areWrittenAndAskedFor() throws Exception {
    assertThat(
            post("/api/rollup", "[" + rollup(0, "5", HOUR) + "," + rollup(3_605, "1.5", HOUR) + "]")
                .statusCode())
        .isEqualTo(204);
    String hours = ",\"downsample\":\"1h-sum\"";
    assertThat(dps(query(hours)))
        .isEqualTo("{\"%d\":5.0,\"%d\":1.5}".formatted(BASE, BASE + 3_600));
    assertThat(query(hours + ",\"rollupUsage\":\"ROLLUP_RAW\"")).isEqualTo("[]");
    assertThat(query(",\"downsample\":\"30m-sum\"")).isEqualTo("[]");
    assertThat(post("/api/put", rollup(10, "7", "")).statusCode()).isEqualTo(204);
    assertThat(dps(query(hours + ",\"rollupUsage\":\"rollup_raw\"")))
        .isEqualTo("{\"%d\":7.0}".formatted(BASE));
    assertThat(dps(query(",\"downsample\":\"30m-sum\""))).isEqualTo("[]");
    assertThat(dps(query(",\"downsample\":\"30m-sum\",\"rollupUsage\":\"ROLLUP_FALLBACK_RAW\"")))
        .isEqualTo("{\"%d\":7.0}".formatted(BASE));
    assertThat(
            dps(
                ok(
                    get(
                        "/api/query?start=%d&end=%d&m=sum:1h-sum:rollup_raw:%s"
                            .formatted(BASE, BASE + 7_199, metric)))))
        .isEqualTo("{\"%d\":7.0}".formatted(BASE));
    assertThat(stored()).containsExactly((BASE + 10) + " 7");
  }

  @Test
  void preAggregates() throws Exception {
    String sum = ",\"groupByAggregator\":\"sum\"";
    assertThat(post("/api/rollup", rollup(1, "3", sum)).statusCode()).isEqualTo(204);
    assertThat(query("")).isEqualTo("[]");
    assertThat(dps(query(",\"preAggregate\":true"))).isEqualTo("{\"%d\":3}".formatted(BASE + 1));
    assertThat(raw("rollup sum " + metric + " " + (BASE + 2) + " 4 host=web1\n")).isEmpty();
    assertThat(
            dps(
                ok(
                    get(
                        "/api/query?start=%d&end=%d&m=sum:pre-agg:%s"
                            .formatted(BASE, BASE + 100, metric)))))
        .isEqualTo("{\"%d\":3,\"%d\":4}".formatted(BASE + 1, BASE + 2));
  }

  @Test
  void summaryAndDetails() throws Exception {
    HttpResponse<String> mixed =
        post(
            "/api/rollup?details",
            "[" + rollup(1, "\"NaN\"", HOUR) + ",null," + rollup(2, "7", HOUR) + "]");
    assertThat(mixed.statusCode()).isEqualTo(400);
    assertThat(mixed.body())
        .startsWith("{\"failed\":2,\"success\":1,\"errors\":[")
        .contains(
            "{\"error\":\"Unable to parse value to a number\",\"datapoint\":{\"metric\":\""
                + metric)
        .contains("\"interval\":\"1h\",\"aggregator\":\"SUM\",\"groupByAggregator\":null}");
    assertThat(ok(post("/api/rollup?summary", rollup(2, "7", HOUR))))
        .isEqualTo("{\"failed\":0,\"success\":1}");
    assertThat(get("/api/rollup").statusCode()).isEqualTo(405);
    assertThat(post("/api/rollup", "[]").statusCode()).isEqualTo(400);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "interval":"1h" | Missing aggregator
          "aggregator":"sum" | Missing interval
          "interval":"","aggregator":"sum" | Missing interval
          "interval":"5m","aggregator":"sum" | No rollups configured for the interval: 5m
          "interval":"1h","aggregator":"p99" | No ID found mapping to aggregator: p99
          "interval":"1h","aggregator":"sum","groupByAggregator":"" | Cannot write a group by data point without specifying the aggregation function.
          "interval":"1h","aggregator":"sum","groupByAggregator":"x" | Invalid group by aggregator x
          "interval":{},"aggregator":"sum" | The interval is no single value
          "interval":"1h","aggregator":[] | The aggregator is no single value
          "interval":"1h","aggregator":true | No ID found mapping to aggregator: true
          """)
  void refusals(String more, String message) throws Exception {
    assertThat(post("/api/rollup?details", rollup(1, "1", "," + more)).body())
        .startsWith("{\"failed\":1,\"success\":0,\"errors\":[{\"error\":\"" + message);
  }

  @Test
  void withoutRollupsTheyAreRefused() throws Exception {
    server.close();
    server = TsdbServer.start(series, settings());
    assertThat(post("/api/rollup?details", rollup(1, "1", HOUR)).body())
        .contains("No rollup or aggregations were configured");
    assertThat(raw("rollup 1h-sum m 1 1 h=w\n"))
        .isEqualTo("rollup: illegal argument: No rollup or aggregations were configured\n");
    assertThat(get("/api/query?start=1&end=2&m=sum:pre-agg:" + metric).statusCode()).isEqualTo(400);
  }

  private static final String[] WHAT = {
    "1h-sum",
    "1h-sum:max",
    "sum",
    "",
    ":",
    ":sum",
    "1h-",
    "1h:sum",
    "-sum:max",
    "1h-avg",
    "avg",
    "1h-sum:avg",
    "7m-sum",
    "1h-SUM:MAX",
    "1h-sum:",
    "1h-sum:x",
    "x",
    "1h-p99",
    "1h-sum:max:min"
  };

  private static final String[][] WORDS = {
    {"m", "", "m!", "a.b-c_d/e"},
    {"1309687200", "1309687200000", "0", "-5", "", "12x", "1309687200.250"},
    {"1", "", "1.5", "NaN", "x", "9223372036854775808", "1e400"}
  };

  /** OpenTSDB's own words for lines that are wrong in any of their parts. */
  @Tag("slow")
  @Test
  void linesAreAnsweredAsByTheJudge() throws Exception {
    Random random = new Random(8);
    RollupJudge judge =
        new RollupJudge(
            List.of("m", "a.b-c_d/e", "h", "w", "v", "i", "1", "_aggregate", "SUM", "MAX", "MIN"));
    String end = "unknown command: x.  Try `help'.\n";
    StringBuilder lines = new StringBuilder();
    List<String> expected = new ArrayList<>();
    int taken = 0;
    for (int i = 0; i < LINES; i++) {
      String line = line(random);
      String answer = judged(judge, line);
      if (answer != null) {
        lines.append(line).append("\nx\n");
        expected.add(line + " -> " + answer);
        taken += answer.isEmpty() ? 1 : 0;
      }
    }
    assertThat(taken).isBetween(LINES / 100, LINES * 99 / 100);
    String[] answers = raw(lines.toString()).split(Pattern.quote(end), -1);
    assertThat(answers).hasSize(expected.size() + 1);
    for (int i = 0; i < expected.size(); i++) {
      String line = expected.get(i).substring(0, expected.get(i).indexOf(" -> "));
      assertThat(line + " -> " + answers[i]).isEqualTo(expected.get(i));
    }
  }

  /** Null when OpenTSDB fails, shows tags in the order of a hash table, or fails later. */
  private static String judged(RollupJudge judge, String line) {
    try {
      String answer = judge.answer(line);
      return answer.contains("tags") || answer.contains("{") || answer.contains("HBase error")
          ? null
          : answer;
    } catch (RuntimeException e) {
      return null; // of a word that it does not look at before it cuts it
    }
  }

  private static String line(Random random) {
    StringBuilder line = new StringBuilder("rollup");
    line.append(' ').append(WHAT[random.nextInt(2) * random.nextInt(WHAT.length)]);
    for (String[] each : WORDS) {
      if (random.nextInt(60) == 0) {
        return line.toString();
      }
      line.append(' ').append(each[random.nextInt(2) * random.nextInt(each.length)]);
    }
    String[] tags = {"h=w", "h", "h=w=x", "", "h=w", "h=v", "i=1", "_aggregate=MAX"};
    for (int i = random.nextInt(4); i > 0; i--) {
      line.append(' ').append(tags[random.nextInt(2) * random.nextInt(tags.length)]);
    }
    return line.toString();
  }
}
