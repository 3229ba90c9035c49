package io.rowandb.tsdb.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.tsdb.text.PointLine;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names, UIDs, annotations, what the server is, and what it has not. */
class OtherEndpointsTest extends TsdbServerCase {
  @Test
  void suggests() throws Exception {
    series.put(
        List.of(
            PointLine.parse("suggested.b 1309687200 1 host=web1"),
            PointLine.parse("suggested.a 1309687200 1 host=web2")));
    assertThat(ok(get("/api/suggest?type=metrics&q=suggested")))
        .isEqualTo("[\"suggested.a\",\"suggested.b\"]");
    assertThat(ok(get("/suggest?type=metrics&q=suggested&max=1"))).isEqualTo("[\"suggested.a\"]");
    assertThat(ok(post("/api/suggest", "{\"type\":\"metrics\",\"q\":\"suggested\",\"max\":1}")))
        .isEqualTo("[\"suggested.a\"]");
    assertThat(ok(get("/api/suggest?type=metrics&q=no!"))).isEqualTo("[]");
    assertThat(get("/api/suggest").body()).contains("Missing parameter <code>type</code>");
    assertThat(get("/api/suggest?type=x").body()).contains("Invalid 'type' parameter:x");
    assertThat(get("/api/suggest?type=tagk&max=x").body())
        .contains("Unable to parse 'max' as a number");
    assertThat(post("/api/suggest", "{}").body()).contains("Missing 'type' parameter");
  }

  @Test
  void whatItIs() throws Exception {
    assertThat(ok(get("/api/aggregators"))).startsWith("[\"avg\",\"count\"").contains("\"zimsum\"");
    assertThat(ok(get("/aggregators"))).isEqualTo(ok(get("/api/v1/aggregators")));
    assertThat(ok(get("/api/version"))).contains("\"version\":\"2.4.1\"");
    assertThat(ok(get("/version"))).contains("answers as net.opentsdb 2.4.1");
    assertThat(ok(get("/api/config"))).contains("\"tsd.core.auto_create_metrics\":\"true\"");
    assertThat(ok(get("/api/config/filters"))).contains("\"regexp\":{\"examples\"");
    assertThat(ok(get("/api/stats")))
        .contains("{\"metric\":\"tsd.rpc.received\",\"timestamp\":", "\"type\":\"http\"");
    assertThat(ok(get("/stats")).lines())
        .allMatch(each -> each.matches("tsd\\.[a-z._]+ [0-9]{10} [0-9]+( [a-z]+=[^ ]+)+"));
    assertThat(ok(get("/stats?json"))).startsWith("[\"tsd.rpc.received ");
    assertThat(ok(get("/api/stats/jvm")))
        .contains("\"heapMemoryUsage\":{\"init\":", "\"collectionCount\":", "\"uptime\":");
    assertThat(ok(get("/api/stats/threads"))).contains("\"state\":\"RUNNABLE\"", "\"stack\":[\"");
    assertThat(ok(get("/api/stats/region_clients"))).isEqualTo("[]");
    assertThat(ok(get("/api/serializers")))
        .contains("\"serializer\":\"json\"", "\"SearchQueryV1\"", "\"LastPointQueryV1\"");
    assertThat(ok(get("/api/dropcaches")))
        .isEqualTo("{\"message\":\"Caches dropped\",\"status\":\"200\"}");
    assertThat(ok(get("/"))).contains("<svg", "data-zh").doesNotContain("http://cdn", "src=");
    assertThat(get("/").headers().firstValue("Content-Security-Policy").orElseThrow())
        .contains("script-src 'sha256-");
  }

  @Test
  void assignsAndRenamesUids() throws Exception {
    String assigned = ok(get("/api/uid/assign?metric=assigned.a,assigned.b&tagk=assignedk"));
    assertThat(assigned)
        .containsPattern(
            "\\{\"metric\":\\{\"assigned.a\":\"[0-9A-F]{6}\",\"assigned.b\":\"[0-9A-F]{6}\"\\},"
                + "\"tagk\":\\{\"assignedk\":\"[0-9A-F]{6}\"\\}\\}");
    HttpResponse<String> again =
        post("/api/uid/assign", "{\"metric\":[\"assigned.a\",\"assigned.c\",\"no!\"]}");
    assertThat(again.statusCode()).isEqualTo(400);
    assertThat(again.body())
        .containsPattern("\"metric\":\\{\"assigned.c\":\"[0-9A-F]{6}\"\\}")
        .containsPattern("\"assigned.a\":\"Name already exists with UID: [0-9A-F]{6}\"")
        .contains("\"no!\":\"Invalid metric (\\\"no!\\\"): illegal character: !\"");
    assertThat(get("/api/uid/assign").body()).contains("Missing values to assign UIDs");
    assertThat(post("/api/uid/assign", "{\"colour\":[\"red\"]}").body())
        .isEqualTo("{\"colour\":{},\"colour_errors\":{\"red\":\"Unknown type name\"}}");
    assertThat(ok(get("/api/uid/rename?metric=assigned.b&name=assigned.d")))
        .isEqualTo("{\"result\":\"true\"}");
    HttpResponse<String> absent =
        post("/api/uid/rename", "{\"metric\":\"assigned.b\",\"name\":\"assigned.e\"}");
    assertThat(absent.statusCode()).isEqualTo(400);
    assertThat(absent.body())
        .isEqualTo("{\"error\":\"Name(\\\"assigned.b\\\") does not exist\",\"result\":\"false\"}");
    assertThat(get("/api/uid/rename?name=x").body())
        .contains("Missing necessary values to rename UID");
  }

  @Test
  void questionsAreShownWithoutWhatTheirHeadersSay() throws Exception {
    series.put(List.of(PointLine.parse(metric + " 1309687200 1 host=web1")));
    String query = "?start=1309687100&end=1309687300&m=sum:" + metric;
    ok(send(request("/api/query" + query).header("Authorization", "Basic c2VjcmV0")));
    ok(get("/q" + query + "&ascii"));
    assertThat(get("/api/query/gexp" + query.replace("m=", "exp=scale(") + ".no,2)").statusCode())
        .isEqualTo(400);
    String shown = ok(get("/api/stats/query"));
    for (int i = 0; i < 10_000 && shown.split(metric, -1).length < 4; i++) {
      shown = ok(get("/api/stats/query")); // an answer is read a moment before its end is noted
    }
    assertThat(shown)
        .contains("\"metric\":\"" + metric + "\"", "\"metric\":\"" + metric + ".no\"")
        .contains("\"code\":400", "\"code\":200", "\"requestHeaders\":{}", "\"emittedDPs\":1")
        .contains("No such name for 'metrics'")
        .contains("\"remote\":\"")
        .endsWith("\"running\":[]}")
        .doesNotContain("c2VjcmV0", "Authorization");
    assertThat(send(request("/api/stats/query").DELETE()).statusCode()).isEqualTo(405);
  }

  /** Half of a letter, which no encoding has, harms neither its answer nor what is shown later. */
  @ParameterizedTest
  @CsvSource({"\\ud800", "\\udfff\\ud800", "x\\ud83d"})
  void halfALetterIsRefusedAndShown(String name) throws Exception {
    String wrong =
        "{\"start\":1,\"queries\":[{\"aggregator\":\"sum\",\"metric\":\"" + name + "\"}]}";
    assertThat(post("/api/query", wrong).statusCode()).isEqualTo(400);
    String exp =
        "{\"time\":{\"start\":\"1\",\"aggregator\":\"sum\"},\"metrics\":[{\"id\":\"a\",\"metric\":\""
            + name
            + "\"}]}";
    assertThat(post("/api/query/exp", exp).statusCode()).isEqualTo(400);
    String shown = ok(get("/api/stats/query"));
    for (int i = 0; i < 10_000 && shown.split("\"metric\"", -1).length < 3; i++) {
      shown = ok(get("/api/stats/query")); // an answer is read a moment before its end is noted
    }
    assertThat(shown.toLowerCase(Locale.ROOT)).contains("\"metric\":\"" + name + "\"");
  }

  private String tsuid() throws Exception {
    series.put(List.of(PointLine.parse(metric + " 1309687200 1 host=web1")));
    Matcher uid =
        Pattern.compile("\"tsuids\":\\[\"([0-9A-F]+)\"")
            .matcher(
                ok(get("/api/query?start=1309687100&end=1309687300&show_tsuids&m=sum:" + metric)));
    assertThat(uid.find()).isTrue();
    return uid.group(1);
  }

  @Test
  void keepsAnnotationsOfSeries() throws Exception {
    String tsuid = tsuid();
    String at = "\"tsuid\":\"" + tsuid + "\",\"startTime\":1309687230";
    String path = "/api/annotation?tsuid=" + tsuid + "&start_time=1309687230";
    assertThat(get(path).statusCode()).isEqualTo(404);
    assertThat(
            ok(
                post(
                    "/api/annotation",
                    "{" + at + ",\"description\":\"down\",\"custom\":{\"b\":\"2\",\"a\":\"1\"}}")))
        .isEqualTo(
            "{"
                + at
                + ",\"endTime\":0,\"description\":\"down\",\"notes\":\"\","
                + "\"custom\":{\"a\":\"1\",\"b\":\"2\"}}");
    assertThat(ok(post("/api/annotation", "{" + at + ",\"notes\":\"up\"}")))
        .contains("\"description\":\"down\",\"notes\":\"up\"");
    assertThat(ok(get(path))).contains("\"description\":\"down\",\"notes\":\"up\"");
    assertThat(
            ok(
                send(
                    request("/api/annotation")
                        .PUT(BodyPublishers.ofString("{" + at + ",\"notes\":\"new\"}")))))
        .contains("\"description\":\"\",\"notes\":\"new\"");
    assertThat(
            post("/api/annotation", "{\"tsuid\":\"zz\",\"startTime\":1,\"notes\":\"x\"}")
                .statusCode())
        .isEqualTo(400);
    assertThat(send(request(path).DELETE()).statusCode()).isEqualTo(204);
    assertThat(get(path).statusCode()).isEqualTo(404);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /api/nothing | 404 | Endpoint not found
          /api | 404 | Endpoint not found
          /nothing | 404 | Page not found
          /api/v2/put | 501 | Requested API version is greater than the max implemented
          /api/stats/other | 501 | Not implemented
          /api/uid/other | 501 | Other UID endpoints have not been implemented yet
          /api/suggest?type=%zz | 400 | Bad query string
          """)
  void whatIsNotThereIsSaid(String path, int status, String message) throws Exception {
    String answer;
    try (TelnetClient client = new TelnetClient(port())) {
      client.send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
      answer = client.readAll();
    }
    assertThat(answer)
        .startsWith("HTTP/1.1 " + status)
        .contains("{\"error\":{\"code\":" + status + ",\"message\":\"" + message);
  }

  @Test
  void aMethodThatIsNotPossibleIsSaid() throws Exception {
    HttpResponse<String> answer = send(request("/api/version").DELETE());
    assertThat(answer.statusCode()).isEqualTo(405);
    assertThat(answer.body())
        .contains("The HTTP method [DELETE] is not permitted for this endpoint");
  }
}
