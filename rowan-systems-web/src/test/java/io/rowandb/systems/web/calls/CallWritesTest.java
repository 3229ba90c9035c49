package io.rowandb.systems.web.calls;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.source.JsonLine;
import io.rowandb.systems.calls.CallRecord;
import io.rowandb.systems.calls.CallRecords;
import io.rowandb.systems.web.ServedSystems;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.time.YearMonth;
import java.util.List;
import org.apache.hadoop.hbase.client.Admin;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Right records are there at once; of a wrong request nothing is. */
class CallWritesTest {
  /** On a store that stays empty. */
  private static ServedSystems served;

  @BeforeAll
  static void serve() throws IOException {
    served = ServedSystems.inMemory();
  }

  @AfterAll
  static void end() throws IOException {
    served.close();
  }

  @Tag("slow")
  @Test
  void addedRecordsAreThere() throws Exception {
    try (ServedSystems empty = ServedSystems.inMemory()) {
      String one =
          "{\"phone\":13900000001, \"time\":\"2011-07-03T10:15:30.250Z\", \"peer\":5,\n"
              + "\"outgoing\":true, \"seconds\":61, \"area\":null, \"cell\":null}";
      HttpResponse<String> added = empty.post("/api/calls/records", "application/json", one);
      assertThat(added.body()).isEqualTo("{\"added\":1}\n");
      String two = one.replace('\n', ' ').replace("30.250", "31").replace("null", "7");
      String lines = two + "\n\n" + two.replace("true", "false") + "\n";
      assertThat(
              empty.post("/api/calls/records", "application/x-ndjson; charset=utf-8", lines).body())
          .isEqualTo("{\"added\":2}\n");
      String csv =
          """
          phone,time,peer,outgoing,seconds,area,cell
          13900000001,2011-07-03T10:15:32Z,5,true,-1,1,2
          13900000001,2011-07-03T10:15:30.250Z,5,true,61,,
          """; // the second once more
      assertThat(empty.post("/api/calls/records", "text/csv", csv).body())
          .isEqualTo("{\"added\":2}\n");
      try (CallRecords calls = CallRecords.openExisting(empty.connection())) {
        Instant time = Instant.parse("2011-07-03T10:15:30.250Z");
        Instant next = Instant.parse("2011-07-03T10:15:31Z");
        assertThat(calls.month(13900000001L, YearMonth.of(2011, 7)))
            .containsExactly(
                new CallRecord(13900000001L, next.plusSeconds(1), 5, true, -1, 1, 2),
                new CallRecord(13900000001L, next, 5, false, 61, 7, 7),
                new CallRecord(13900000001L, next, 5, true, 61, 7, 7),
                new CallRecord(13900000001L, time, 5, true, 61, null, null));
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "application/json | '' | 400 | was expected in the JSON text at column 0",
        "application/json | [] | 400 | '{' was expected in the JSON text at column 0",
        "application/json | {\"phone\":{\"phone\":{}}} | 400 | \"phone\" is a list or an object",
        "application/json | {\"phone\":1} | 400 | time is missing",
        "application/json | {\"phone\":1.5} | 400 | phone is \"1.5\", not a whole number",
        "application/json | {\"fone\":1} | 400 | \"fone\" is not known here; there may be phone, time",
        "application/json | {\"phone\":1,\"time\":\"2011-07-03T10:15:30Z\",\"peer\":2,\"outgoing\":true,\"seconds\":-2} | 400 | seconds is \"-2\", not a whole number from -1",
        "application/json | {\"phone\":1,\"time\":\"2011-07-03T10:15:30Z\",\"peer\":2,\"outgoing\":true,\"seconds\":2,\"area\":1} | 400 | area 1 and cell null: both are known, or none",
        "application/json | {\"phone\":1,\"time\":\"2011-07-03T10:15:30.0001Z\",\"peer\":2,\"outgoing\":true,\"seconds\":2} | 400 | has more than milliseconds",
        "application/json | {\"phone\":1,\"time\":\"1969-07-03T10:15:30Z\",\"peer\":2,\"outgoing\":1,\"seconds\":2} | 400 | outgoing is \"1\", not true or false",
        "application/x-ndjson | {\"phone\":1} | 400 | line 1: time is missing",
        "application/x-ndjson | '' | 400 | the body has no record",
        "text/csv | a,b | 400 | the body: the first line is \"a,b\", not phone,time,peer",
        "text/xml | <x/> | 415 | Content-Type is \"text/xml\", not application/json or",
      })
  void wrongRecordsAreToldWhy(String type, String body, int status, String message)
      throws Exception {
    HttpResponse<String> answer = served.post("/api/calls/records", type, body);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(JsonLine.parse(answer.body().strip()).get("error")).contains(message);
    assertNoTable();
  }

  /** All are checked before the first is written. */
  @Test
  void ofLinesWithAWrongOneNoneIsAdded() throws Exception {
    String line =
        "{\"phone\":1,\"time\":\"2011-07-03T10:15:30Z\",\"peer\":2,\"outgoing\":true,\"seconds\":2}\n";
    HttpResponse<String> answer =
        served.post("/api/calls/records", "application/x-ndjson", line.repeat(500) + "{}");
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains("line 501: phone is missing");
    assertNoTable();
  }

  private void assertNoTable() throws IOException {
    try (Admin admin = served.connection().getAdmin()) {
      assertThat(admin.listTableNames()).isEmpty();
    }
  }

  @Test
  void questionsMakeNoTable() throws Exception {
    for (String path :
        List.of(
            "/phones/1/records?month=2010-12",
            "/phones/1/bill?month=2010-12",
            "/areas/0?month=2010-12",
            "/areas/0/cells/0?month=2010-12",
            "/bills?month=2010-12",
            "/explain?month=2010-12")) {
      HttpResponse<String> answer = served.get("/api/calls" + path);
      assertThat(answer.statusCode()).isEqualTo(404);
      assertThat(answer.body()).isEqualTo("{\"error\":\"there is no table yet; add a record\"}\n");
    }
    for (String path : List.of("", "/phone?phone=1&month=2010-12", "/area?area=1&month=2010-12")) {
      assertThat(served.get("/calls" + path).statusCode()).isEqualTo(200);
    }
    assertNoTable();
  }
}
