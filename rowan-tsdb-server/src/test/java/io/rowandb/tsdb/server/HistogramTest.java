package io.rowandb.tsdb.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Histograms over HTTP and telnet. */
class HistogramTest extends TsdbServerCase {
  private static final String BUCKETS = "\"buckets\":{\"0,1.75\":12,\"1.75,3.5\":16}";

  private String histogram(long second, String more) {
    return "{\"metric\":\"%s\",\"timestamp\":%d,\"tags\":{\"host\":\"web1\"},%s}"
        .formatted(metric, BASE + second, more);
  }

  private String ask(String parts) throws IOException, InterruptedException {
    String query = "sum:" + parts + ":" + metric;
    return ok(
        get(
            "/api/query?arrays&start=%d&end=%d&m=%s"
                .formatted(BASE, BASE + 100, URLEncoder.encode(query, StandardCharsets.UTF_8))));
  }

  private String dps(String answer, String name) {
    String begin = "{\"metric\":\"" + metric + name + "\"";
    assertThat(answer).contains(begin);
    int at = answer.indexOf("\"dps\":", answer.indexOf(begin));
    return answer.substring(at + 6, answer.indexOf("]]", at) + 2);
  }

  @Test
  void bucketsAndBytes() throws Exception {
    assertThat(
            post(
                    "/api/histogram",
                    "["
                        + histogram(1, BUCKETS + ",\"underflow\":1,\"overflow\":\"2\"")
                        + ","
                        + histogram(2, "\"id\":42,\"value\":\"AAEAAAAAP+AAAKwCAAE=\"")
                        + "]")
                .statusCode())
        .isEqualTo(204);
    assertThat(
            raw(
                "histogram %s %d 0,1.75=5:u=3:o=4 host=web1\n".formatted(metric, BASE + 3)
                    + "histogram %s %d 42 AAEAAAAAP+AAAKwCAAE= host=web2\n"
                        .formatted(metric, BASE + 3)))
        .isEmpty();
    String answer = ask("show-histogram-buckets:percentiles[50,99]");
    assertThat(dps(answer, "_pct_50.0"))
        .isEqualTo("[[%d,2.625],[%d,0.875],[%d,0.875]]".formatted(BASE + 1, BASE + 2, BASE + 3));
    assertThat(dps(answer, "_UNDERFLOW"))
        .isEqualTo("[[%d,1],[%d,0],[%d,3]]".formatted(BASE + 1, BASE + 2, BASE + 3));
    assertThat(dps(answer, "_0.0_1.75"))
        .isEqualTo("[[%d,12],[%d,300],[%d,305]]".formatted(BASE + 1, BASE + 2, BASE + 3));
    assertThat(dps(answer, "_OVERFLOW"))
        .isEqualTo("[[%d,2],[%d,1],[%d,5]]".formatted(BASE + 1, BASE + 2, BASE + 3));
    String json =
        ok(
            post(
                "/api/query",
                "{\"start\":%d,\"end\":%d,\"showQuery\":true,\"queries\":[{\"aggregator\":\"sum\",\"metric\":\"%s\",\"percentiles\":[99.9]}]}"
                    .formatted(BASE, BASE + 100, metric)));
    assertThat(json).contains("_pct_99.9").contains("\"percentiles\":[99.9]");
    assertThat(stored()).isEmpty(); // they are no points
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "underflow":1 | Histogram buckets cannot be null or empty if 'value' is empty.
          "buckets":{} | Histogram buckets cannot be null or empty if 'value' is empty.
          "id":256,"value":"AAEAAAAAP+AAAKwCAAE=" | Invalid type. Must be from 0 to 255.
          "id":7,"value":"AAEAAAAAP+AAAKwCAAE=" | No codec found mapped to ID 7
          "id":42,"value":"AAEAAAAAP+A=" | The value is no histogram: a histogram ends too early
          "id":42,"value":"!" | The value is no Base64
          "buckets":{"0":1} | Unable to parse bucket bounds: 0
          "buckets":{"0,x":1} | Unable to parse value to a number
          "buckets":{"0,1":"x"} | Unable to parse value to a number
          "buckets":{"0,1":1e99} | Unable to parse value to a number
          "buckets":{"0,1":-1} | a count is 0 or more: -1
          "buckets":{"1,0":1} | a bucket ends before it begins
          "buckets":{"NaN,0":1} | a bucket ends before it begins
          "buckets":[] | The buckets are no object
          "buckets":{"0,1":{}} | The count of 0,1 is no single value
          "id":[],"buckets":{"0,1":1} | The id is no single value
          """)
  void refusals(String more, String message) throws Exception {
    HttpResponse<String> answer = post("/api/histogram?details", histogram(1, more));
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body())
        .startsWith("{\"failed\":1,\"success\":0,\"errors\":[{\"error\":\"" + message);
  }

  @Tag("slow")
  @Test
  void linesAreRefused() throws Exception {
    String[][] lines = {
      {"histogram m 1 1,2=3", "not enough arguments (need least 5, got 3)"},
      {"histogram m 1 42 h=w", "not enough arguments (need least 6, got 4)"},
      {"histogram m 1 1,2 h=w", "Improperly formatted bucket: 1,2"},
      {"histogram m 1 1=2 h=w", "Unable to parse bucket bounds: 1"},
      {"histogram m 1 1,2=x h=w", "Invalid character 'x' in x"},
      {"histogram m 1 u=1 h=w", "a histogram has at least one bucket"},
      {"histogram m 0 1,2=3 h=w", "invalid timestamp: 0"},
      {"histogram m 1 1,2=3 h", "invalid tag: h"},
      {"histogram  1 1,2=3 h=w", "empty metric name"},
      {"histogram m 1  h=w", "empty histogram value"},
      {"histogram m! 1 1,2=3 h=w", "Invalid metric name"},
    };
    for (String[] each : lines) {
      assertThat(raw(each[0] + "\n")).as(each[0]).startsWith("histogram: i").contains(each[1]);
    }
    assertThat(get("/api/histogram").statusCode()).isEqualTo(405);
    for (String wrong :
        new String[] {"percentiles[x]", "percentiles", "percentiles[101]", "percentiles[]"}) {
      String query = URLEncoder.encode("sum:" + wrong + ":m", StandardCharsets.UTF_8);
      assertThat(get("/api/query?start=1&end=2&m=" + query).statusCode()).as(wrong).isEqualTo(400);
    }
  }

  /** Whatever is sent, what follows is answered, and the server lives. */
  @Tag("slow")
  @Test
  void pieces() throws Exception {
    Random random = new Random(9);
    String[] parts = {
      "histogram",
      "rollup",
      "put",
      metric,
      "1309687200",
      "42",
      "1,2=3",
      "u=1",
      ":",
      "o=",
      "h=w",
      "1h-sum",
      ":sum",
      "AAEAAAAAP+AAAKwCAAE=",
      "\u00e9",
      "-1",
      "99999999999999999999",
      "{",
      "NaN",
      ""
    };
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 2_000; i++) {
      lines.append(parts[random.nextInt(3)]);
      for (int words = random.nextInt(8); words > 0; words--) {
        lines.append(' ').append(parts[random.nextInt(parts.length)]);
        lines.append(random.nextInt(5) == 0 ? parts[random.nextInt(parts.length)] : "");
      }
      lines.append('\n');
    }
    assertThat(raw(lines + "version\n")).endsWith("Built from Rowan's sources\n");
    String[] json = {
      "{",
      "}",
      "[",
      "]",
      ":",
      ",",
      "\"buckets\"",
      "\"0,1\"",
      "1",
      "null",
      "\"metric\"",
      "\"m\"",
      "\"tags\"",
      "\"timestamp\"",
      "\"interval\"",
      "\"1h\"",
      "\"aggregator\"",
      "\"id\"",
      "42",
      "1e400"
    };
    for (int i = 0; i < 300; i++) {
      StringBuilder body = new StringBuilder("[{\"metric\":\"m\"");
      for (int words = random.nextInt(12); words > 0; words--) {
        body.append(json[random.nextInt(json.length)]);
      }
      String path = random.nextBoolean() ? "/api/histogram?details" : "/api/rollup?details";
      assertThat(post(path, body + (random.nextBoolean() ? "}]" : "")).statusCode())
          .as(body.toString())
          .isEqualTo(400);
    }
    assertThat(get("/api/version").statusCode()).isEqualTo(200);
  }
}
