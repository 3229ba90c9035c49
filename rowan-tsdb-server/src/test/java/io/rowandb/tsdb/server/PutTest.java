package io.rowandb.tsdb.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.tsdb.server.net.ServerBounds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Points over HTTP. */
class PutTest extends TsdbServerCase {
  @Override
  TsdbServerSettings settings() {
    return super.settings().withBounds(ServerBounds.DEFAULT.withSizes(1 << 20, 4_096));
  }

  private String point(long second, String value) {
    return "{\"metric\":\"%s\",\"timestamp\":%d,\"value\":%s,\"tags\":{\"host\":\"web1\"}}"
        .formatted(metric, BASE + second, value);
  }

  @Test
  void oneAndAListAndTextsForNumbers() throws Exception {
    HttpResponse<String> one = post("/api/put", point(0, "18.0"));
    assertThat(one.statusCode()).isEqualTo(204);
    assertThat(one.body()).isEmpty();
    assertThat(
            post("/api/v1/put", "[" + point(1, "\"1.5\"") + "," + point(2, "-3e2") + "]")
                .statusCode())
        .isEqualTo(204);
    assertThat(stored())
        .containsExactly(BASE + " 18.0", (BASE + 1) + " 1.5", (BASE + 2) + " -300.0");
  }

  @Test
  void summaryAndDetails() throws Exception {
    assertThat(ok(post("/api/put?summary", "[" + point(0, "1") + "]")))
        .isEqualTo("{\"failed\":0,\"success\":1}");
    assertThat(ok(post("/api/put?details&sync&sync_timeout=60000", "[" + point(0, "1") + "]")))
        .isEqualTo("{\"timeouts\":0,\"failed\":0,\"success\":1,\"errors\":[]}");
    HttpResponse<String> mixed =
        post("/api/put?details", "[" + point(1, "\"NaN\"") + "," + point(2, "7") + "]");
    assertThat(mixed.statusCode()).isEqualTo(400);
    assertThat(mixed.body())
        .isEqualTo(
            "{\"failed\":1,\"success\":1,\"errors\":[{\"error\":\"Unable to parse value to a"
                + " number\",\"datapoint\":{\"metric\":\""
                + metric
                + "\",\"timestamp\":"
                + (BASE + 1)
                + ",\"value\":\"NaN\",\"tags\":{\"host\":\"web1\"}}}]}");
    assertThat(stored()).containsExactly(BASE + " 1", (BASE + 2) + " 7");
  }

  @Test
  void withoutSummaryAWrongPointIsAnError() throws Exception {
    HttpResponse<String> answer =
        post("/api/put", "[" + point(0, "NaN") + "," + point(1, "2") + "]");
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body())
        .isEqualTo(
            "{\"error\":{\"code\":400,\"message\":\"One or more data points had errors\",\"details\":"
                + "\"Please see the TSD logs or append \\\"details\\\" to the put request\"}}");
    assertThat(stored()).containsExactly((BASE + 1) + " 2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {} | Metric name was empty
          {"metric":"m"} | Invalid timestamp
          {"metric":"m","timestamp":1} | Empty value
          {"metric":"m","timestamp":1,"value":1} | Missing tags
          {"metric":"m","timestamp":1,"value":1,"tags":{}} | Missing tags
          {"metric":"m","timestamp":-1,"value":1,"tags":{"a":"b"}} | Invalid timestamp
          {"metric":"m","timestamp":1,"value":Infinity,"tags":{"a":"b"}} | Unable to parse value to a number
          {"metric":"m","timestamp":1,"value":1e400,"tags":{"a":"b"}} | value is NaN or Infinite
          {"metric":"m","timestamp":1,"value":{},"tags":{"a":"b"}} | The value is no single value
          {"metric":"m","timestamp":1,"value":1,"tags":[]} | The tags are no object
          {"metric":"m","timestamp":1,"value":1,"tags":{"a":null}} | Invalid tag value with key [a]: null
          {"metric":"m","timestamp":1,"value":1,"tags":{"":"b"}} | Invalid tag name with value [b]: empty string
          {"metric":"m","timestamp":99999999999999,"value":1,"tags":{"a":"b"}} | bad timestamp=99999999999999
          {"metric":"\\u4e2d","timestamp":1,"value":1,"tags":{"a":"b"}} | Invalid metric name
          null | Unexpected null datapoint encountered in set.
          [] | A datapoint must be an object
          """)
  void aWrongPointIsNamed(String wrong, String error) throws Exception {
    HttpResponse<String> answer = post("/api/put?details", "[" + wrong + "," + point(0, "1") + "]");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
    assertThat(answer.body())
        .startsWith("{\"failed\":1,\"success\":1,\"errors\":[{\"error\":\"" + error);
    assertThat(stored()).containsExactly(BASE + " 1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          '' | Missing request content
          '   ' | The JSON must start as an object or an array
          7 | The JSON must start as an object or an array
          [] | No datapoints found in content
          { | Unable to parse the given JSON
          [1, | Unable to parse the given JSON
          [] [] | Unable to parse the given JSON
          """)
  void aBodyThatIsNoneIsRefused(String body, String message) throws Exception {
    HttpResponse<String> answer = post("/api/put", body);
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body())
        .startsWith("{\"error\":{\"code\":400,\"message\":\"" + message + "\"");
  }

  @Test
  void onlyPosts() throws Exception {
    HttpResponse<String> answer = get("/api/put");
    assertThat(answer.statusCode()).isEqualTo(405);
    assertThat(answer.body())
        .isEqualTo(
            "{\"error\":{\"code\":405,\"message\":\"Method not allowed\",\"details\":"
                + "\"The HTTP method [GET] is not permitted for this endpoint\"}}");
  }

  private static byte[] packed(byte[] body) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(body);
    }
    return out.toByteArray();
  }

  @Test
  void packedAndInChunks() throws Exception {
    byte[] body = packed(bytes("[" + point(0, "1") + "]"));
    assertThat(
            send(request("/api/put")
                    .header("Content-Encoding", "gzip")
                    .POST(BodyPublishers.ofByteArray(body)))
                .statusCode())
        .isEqualTo(204);
    String chunk = point(1, "2");
    String first = chunk.substring(0, 20);
    String rest = chunk.substring(20);
    assertThat(
            raw(
                "POST /api/put HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n"
                    + Integer.toHexString(first.length())
                    + "\r\n"
                    + first
                    + "\r\n"))
        .isEmpty(); // its end is missing, and the client gone
    try (TelnetClient client = new TelnetClient(port())) {
      client.send(
          "POST /api/put HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
              + "Transfer-Encoding: chunked\r\n\r\n"
              + Integer.toHexString(first.length())
              + "\r\n"
              + first
              + "\r\n");
      client.send(Integer.toHexString(rest.length()) + "\r\n" + rest + "\r\n0\r\n\r\n");
      assertThat(client.readAll()).startsWith("HTTP/1.1 204 No Content\r\n");
    }
    assertThat(stored()).containsExactly(BASE + " 1", (BASE + 1) + " 2");
  }

  @Tag("slow")
  @Test
  void aBombAndALargeBodyAreRefused() throws Exception {
    byte[] bomb = packed(new byte[100 << 20]);
    HttpResponse<String> answer =
        send(
            request("/api/put")
                .header("Content-Encoding", "gzip")
                .POST(BodyPublishers.ofByteArray(bomb)));
    assertThat(answer.statusCode()).isEqualTo(413);
    assertThat(answer.body())
        .isEqualTo(
            "{\"error\":{\"code\":413,\"message\":\"Request Entity Too Large\",\"details\":"
                + "\"The body has more than 1048576 bytes\"}}");
    try (TelnetClient client = new TelnetClient(port())) {
      client.send(
          "POST /api/put HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000000000\r\n\r\n");
      assertThat(client.readLine()).isEqualTo("HTTP/1.1 413 Request Entity Too Large");
    }
    assertThat(server.bodyBytes()).isZero();
  }

  @Test
  void whatIsNotPackedAsItSaysIsRefused() throws Exception {
    HttpResponse<String> answer =
        send(
            request("/api/put")
                .header("Content-Encoding", "gzip")
                .POST(BodyPublishers.ofString("[" + point(0, "1") + "]")));
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).startsWith("{\"error\":{\"code\":400,");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1.3096872E9 | 1309687200
          "1.3096872E9" | 1309687200
          1309687200.9 | 1309687200
          13096872e2 | 1309687200
          1.3096872005E12 | 1309687200500
          """)
  void aTimeMayHaveAnExponentAndAFraction(String time, String stored) throws Exception {
    String name = "exponent" + Integer.toHexString(time.hashCode());
    String sent = point(0, "1").replace(metric, name).replace(String.valueOf(BASE), time);
    assertThat(post("/api/put", sent).statusCode()).isEqualTo(204);
    assertThat(stored(name)).containsExactly(stored + " 1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"1309687200.x\"",
        "\"1309687200.\\u0661\"",
        "1e400",
        "1e-400",
        "1e999999999",
        "1e2147483647",
        "1e-2147483648",
        "1.5e19",
        "\"e\"",
        "0.5",
        "-1.5e9"
      })
  void aTimeThatIsNoneIsRefused(String time) throws Exception {
    String sent = point(0, "1").replace(String.valueOf(BASE), time);
    HttpResponse<String> answer = post("/api/put?details", "[" + sent + "," + point(1, "2") + "]");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
    assertThat(answer.body()).startsWith("{\"failed\":1,\"success\":1,");
    assertThat(stored()).containsExactly((BASE + 1) + " 2");
  }

  @Test
  void manyWrongPointsAreCountedAndTheFirstOnesShown() throws Exception {
    HttpResponse<String> answer =
        post("/api/put?details", "[" + "1,".repeat(99_999) + point(0, "1") + "]");
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).startsWith("{\"failed\":99999,\"success\":1,");
    assertThat(answer.body().split("must be an object", -1)).hasSize(1_001);
    assertThat(stored()).hasSize(1);
  }

  @Test
  void longWrongPointsAreShownInShort() throws Exception {
    String name = "!" + "x".repeat(20_000);
    String sent = point(0, "1").replace(metric, name) + ",";
    HttpResponse<String> answer =
        post("/api/put?details", "[" + sent.repeat(40) + point(0, "1") + "]");
    assertThat(answer.body()).startsWith("{\"failed\":40,\"success\":1,").hasSizeLessThan(50_000);
  }

  @Test
  void moreThanSoManyPointsOfARequestAreRefused() throws Exception {
    String small = "[" + point(0, "1") + ",1".repeat(100_000) + "]";
    HttpResponse<String> answer =
        send(
            request("/api/put?details")
                .header("Content-Encoding", "gzip")
                .POST(BodyPublishers.ofByteArray(packed(bytes(small)))));
    assertThat(answer.statusCode()).isEqualTo(413);
    assertThat(answer.body()).contains("more than 100000 points");
    assertThat(post("/api/query", small).body()).contains("more than 100000 values");
    String tags = "\"a\":1,".repeat(1_000);
    assertThat(post("/api/put", "{\"tags\":{" + tags + "\"b\":2}}").body())
        .contains("more than 1000 values");
  }

  @Test
  void whoStillSendsSeesWhyTheBodyIsRefused() throws Exception {
    for (int i = 0; i < 5; i++) {
      try (TelnetClient client = new TelnetClient(port())) {
        client.send("POST /api/put HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000000\r\n\r\n");
        client.send(new byte[9_000_000]);
        assertThat(client.readAll())
            .startsWith("HTTP/1.1 413 Request Entity Too Large")
            .endsWith("bytes\"}}");
      }
    }
  }
}
