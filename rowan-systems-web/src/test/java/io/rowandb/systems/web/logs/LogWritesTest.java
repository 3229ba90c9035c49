package io.rowandb.systems.web.logs;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.source.JsonLine;
import io.rowandb.systems.web.ServedSystems;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Admin;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Neither a wrong write nor a question makes a table. */
class LogWritesTest {
  /** On a store that stays empty. */
  private static ServedSystems empty;

  @BeforeAll
  static void serve() throws IOException {
    empty = ServedSystems.inMemory();
  }

  @AfterAll
  static void end() throws IOException {
    empty.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | application/json | {} | 400 | title is missing",
        "?title=a | application/json | '' | 400 | '{' was expected in the JSON text at column 0",
        "?title=a | application/json | [] | 400 | '{' was expected",
        "?title=a | application/json | {\"group\":\"g\"} | 400 | time is missing",
        "?title=a | application/json | {\"time\":\"2020-06-10T00:00:00Z\"} | 400 | group is missing",
        "?title=a | application/json | {\"time\":\"2020-06-10T00:00:00Z\",\"group\":\"g\",\"guid1\":\"x\"} | 400 | guid1 is \"x\", not as",
        "?title=a | application/json | {\"time\":\"2020-06-10T00:00:00Z\",\"group\":\"\\udc00\"} | 400 | half a surrogate pair",
        "?title=a | application/json | {\"time\":\"2020-06-10T00:00:00Z\",\"group\":\"g\",\"text\":\"\\udc00\"} | 400 | half a surrogate pair",
        "?title=a | application/json | {\"time\":\"9999-12-31T23:59:59.9999Z\",\"group\":\"g\"} | 400 | has more than milliseconds",
        "?title=a | application/json | {\"time\":\"2020-06-10T00:00:00Z\",\"group\":\"g\",\"line\":1} | 400 | \"line\" is not known here",
        "?title=a&first=0 | application/json | {} | 400 | first is \"0\", not a whole number from 1",
        "?title=a&columns=group%3Dh | application/x-ndjson | {} | 400 | columns goes with text/tab-separated-values",
        "?title=a&first=2147483647 | application/x-ndjson | {} | 400 | line 1: time is missing: {}; no line was stored",
        "?title=a | application/x-ndjson | '' | 400 | the body has no line",
        "?title=a&first=2 | text/tab-separated-values | '' | 400 | first goes with lines of JSON",
        "?title=a | text/tab-separated-values | '' | 400 | names no column group, time: it is empty",
        "?title=a&columns=grp%3Dh | text/tab-separated-values | '' | 400 | there is no field \"grp\"",
        "?title=a | text/plain | x | 403 | a form needs an Origin",
        "?title=a | text/xml | <x/> | 415 | Content-Type is \"text/xml\", not application/json or",
      })
  void wrongLinesAreToldWhy(String query, String type, String body, int status, String message)
      throws Exception {
    HttpResponse<String> answer = empty.post("/api/logs/lines" + query, type, body);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(JsonLine.parse(answer.body().strip()).get("error")).contains(message);
    assertNoTable();
  }

  private static void assertNoTable() throws IOException {
    try (Admin admin = empty.connection().getAdmin()) {
      assertThat(admin.listTableNames()).isEmpty();
    }
  }

  @Test
  void questionsMakeNoTable() throws Exception {
    String question = "?group=a&code=b&from=2020-06-10";
    for (String path :
        Stream.of("/lines", "/all", "/explain").map(each -> each + question).toList()) {
      HttpResponse<String> answer = empty.get("/api/logs" + path);
      assertThat(answer.statusCode()).isEqualTo(404);
      assertThat(answer.body()).contains("there is no table yet");
    }
    assertThat(empty.get("/api/logs/files/1/lines/1").statusCode()).isEqualTo(404);
    for (String path : List.of("", "/ask" + question, "/add")) {
      assertThat(empty.get("/logs" + path).statusCode()).isEqualTo(200);
    }
    assertNoTable();
  }
}
