package io.rowandb.systems.web.calls;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.source.JsonLine;
import io.rowandb.systems.calls.Bill;
import io.rowandb.systems.calls.CallRecord;
import io.rowandb.systems.calls.CallRecords;
import io.rowandb.systems.calls.CallTraffic;
import io.rowandb.systems.calls.Tariff;
import io.rowandb.systems.calls.Usage;
import io.rowandb.systems.web.ServedSystems;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Over HTTP the answers are those of the Java API, and a wrong question is told why it is wrong.
 */
class CallApiTest {
  private static final CallTraffic TRAFFIC =
      new CallTraffic(7, 40, YearMonth.of(2010, 11), 3, 1_500);

  private static final YearMonth MONTH = YearMonth.of(2010, 12);
  private static final long PHONE = TRAFFIC.phone(0);

  /** What is in an object that has no others in it. */
  private static final Pattern FLAT = Pattern.compile("\\{[^{}]*\\}");

  private static ServedSystems served;
  private static CallRecords calls;

  @BeforeAll
  static void serve() throws IOException {
    served = ServedSystems.inMemory();
    calls = CallRecords.open(served.connection());
    calls.load(TRAFFIC.records());
  }

  @AfterAll
  static void end() throws IOException {
    calls.close();
    served.close();
  }

  private String right(String path) throws Exception {
    HttpResponse<String> answer = served.get("/api/calls" + path);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return answer.body();
  }

  private static List<Map<String, String>> flat(String json) {
    return FLAT.matcher(json).results().map(MatchResult::group).map(JsonLine::parse).toList();
  }

  private static CallRecord record(Map<String, String> json) {
    return new CallRecord(
        Long.parseLong(json.get("phone")),
        Instant.parse(json.get("time")),
        Long.parseLong(json.get("peer")),
        Boolean.parseBoolean(json.get("outgoing")),
        Integer.parseInt(json.get("seconds")),
        json.containsKey("area") ? Integer.valueOf(json.get("area")) : null,
        json.containsKey("cell") ? Integer.valueOf(json.get("cell")) : null);
  }

  private static List<CallRecord> records(String json) {
    return flat(json).stream().map(CallApiTest::record).toList();
  }

  private static Usage usage(Map<String, String> json) {
    return new Usage(
        Long.parseLong(json.get("calls")),
        Long.parseLong(json.get("missed")),
        Long.parseLong(json.get("outgoingSeconds")),
        Long.parseLong(json.get("incomingSeconds")));
  }

  private static Bill bill(Map<String, String> json) {
    return new Bill(
        Long.parseLong(json.get("phone")),
        usage(json),
        Long.parseLong(json.get("minutes")),
        Long.parseLong(json.get("cents")));
  }

  @Test
  void recordsAreThoseOfTheMonthAndOfTheSpan() throws Exception {
    String phone = "/phones/" + PHONE + "/records";
    assertThat(records(right(phone + "?month=2010-12")))
        .hasSizeGreaterThan(10)
        .isEqualTo(calls.month(PHONE, MONTH));
    Instant from = Instant.parse("2010-11-20T07:30:00.001Z");
    Instant to = Instant.parse("2011-01-03T00:00:00Z");
    assertThat(records(right(phone + "?from=" + from + "&to=" + to)))
        .hasSizeGreaterThan(10)
        .isEqualTo(calls.span(PHONE, from, to));
    assertThat(right("/phones/1/records?month=2010-12")).isEqualTo("{\"records\":[]}\n");
  }

  @Test
  void pagesTogetherAreTheMonth() throws Exception {
    String first = "/phones/" + PHONE + "/records?month=2010-12&limit=7";
    List<CallRecord> all = new ArrayList<>();
    String next = "";
    int pages = 0;
    do {
      String page = right(first + next);
      List<CallRecord> records = records(page.replaceFirst("\\],\"next.*", "]}"));
      assertThat(records).hasSizeBetween(1, 7);
      all.addAll(records);
      String token = page.replaceFirst("(?s).*\"next\":\"([^\"]*)\".*", "$1");
      next = token.equals(page) ? "" : "&after=" + token;
      pages++;
    } while (!next.isEmpty());
    assertThat(pages).isGreaterThan(2);
    assertThat(all).isEqualTo(calls.month(PHONE, MONTH));
  }

  @Test
  void billsAreThoseOfTheJavaApi() throws Exception {
    assertThat(flat(right("/phones/" + PHONE + "/bill?month=2010-12&cents=9&free=30")))
        .singleElement()
        .satisfies(
            json -> assertThat(bill(json)).isEqualTo(calls.bill(PHONE, MONTH, new Tariff(9, 30))));
    List<Bill> all = new ArrayList<>();
    calls.bills(MONTH, new Tariff(5, 0), all::add);
    assertThat(all).hasSizeGreaterThan(20);
    HttpResponse<String> lines = served.get("/api/calls/bills?month=2010-12&format=jsonl");
    assertThat(lines.headers().firstValue("Content-Type"))
        .hasValue("application/x-ndjson; charset=utf-8");
    assertThat(lines.body().lines().map(JsonLine::parse).map(CallApiTest::bill).toList())
        .isEqualTo(all);
    HttpResponse<String> csv = served.get("/api/calls/bills?month=2010-12");
    assertThat(csv.headers().firstValue("Content-Type")).hasValue("text/csv; charset=utf-8");
    List<String> expected = new ArrayList<>();
    expected.add("phone,calls,missed,outgoingSeconds,incomingSeconds,minutes,cents");
    for (Bill each : all) {
      Usage usage = each.usage();
      expected.add(
          String.format(
              "%d,%d,%d,%d,%d,%d,%d",
              each.phone(),
              usage.calls(),
              usage.missed(),
              usage.outgoingSeconds(),
              usage.incomingSeconds(),
              each.minutes(),
              each.cents()));
    }
    assertThat(csv.body().lines().toList()).isEqualTo(expected);
  }

  @Test
  void areasAndCellsAreThoseOfTheJavaApi() throws Exception {
    Map<Integer, Usage> cells = new TreeMap<>();
    Pattern.compile("\"(\\d+)\":(\\{[^}]*\\})")
        .matcher(right("/areas/0?month=2010-12"))
        .results()
        .forEach(
            each ->
                cells.put(Integer.valueOf(each.group(1)), usage(JsonLine.parse(each.group(2)))));
    assertThat(cells).hasSizeGreaterThan(10).isEqualTo(calls.area(0, MONTH));
    assertThat(usage(JsonLine.parse(right("/areas/0/cells/3?month=2010-12").strip())))
        .isEqualTo(calls.cell(0, 3, MONTH));
    assertThat(right("/areas/65535?month=2010-12")).isEqualTo("{\"cells\":{}}\n");
  }

  @Test
  void readsAreExplained() throws Exception {
    Map<String, String> expected =
        Map.of(
            "month=2010-12&phone=" + PHONE,
            calls.explainMonth(PHONE, MONTH).toString(),
            "month=2010-12&area=0",
            calls.explainArea(0, MONTH).toString(),
            "month=2010-12&area=0&cell=3",
            calls.explainCell(0, 3, MONTH).toString(),
            "month=2010-12",
            calls.explainBills(MONTH).toString());
    for (Map.Entry<String, String> each : expected.entrySet()) {
      Map<String, String> json = JsonLine.parse(right("/explain?" + each.getKey()).strip());
      assertThat(json).containsEntry("text", each.getValue()).containsEntry("regions", "16");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/phones/x/records?month=2010-12 | 400 | phone is \"x\", not a whole number from 0 to 99999999999",
        "/phones/100000000000/bill?month=2010-12 | 400 | phone is \"100000000000\", not a whole",
        "/phones/1/records | 400 | give a month, or from and to",
        "/phones/1/records?month=2010-12&to=2011-01-01T00:00:00Z | 400 | give a month, or from and to",
        "/phones/1/records?from=2010-12 | 400 | from is \"2010-12\", not a time as",
        "/phones/1/records?from=2010-12-01T00:00:00Z | 400 | to is missing",
        "/phones/1/records?month=2010-12&limit=0 | 400 | limit is \"0\", not a whole number from 1 to 1000",
        "/phones/1/records?month=2010-12&after=none | 400 | ''",
        "/phones/1/records?month=2010-12&month=2010-11 | 400 | \"month\" is there 2 times, not once",
        "/phones/1/records?month=0000-01 | 200 | records",
        "/phones/1/bill?month=2010-13 | 400 | month is \"2010-13\", not a month as 2011-07",
        "/phones/1/bill?month=2010-12&cents=-1 | 400 | cents is \"-1\", not a whole number from 0 to 1000000",
        "/phones/1/bill?month=2010-12&cent=1 | 400 | \"cent\" is not known here; there may be month, cents, free",
        "/areas/65536?month=2010-12 | 400 | area is \"65536\", not a whole number from 0 to 65535",
        "/areas/0/cells/-1?month=2010-12 | 400 | cell is \"-1\", not a whole number from 0 to 65535",
        "/bills | 400 | month is missing",
        "/bills?month=2010-12&format=xml | 400 | format is \"xml\", not csv or jsonl",
        "/explain?month=2010-12&cell=1 | 400 | give a phone, or an area, or an area and a cell",
        "/phones | 404 | there is nothing at /api/calls/phones",
        "/records | 405 | GET is not possible here",
      })
  void wrongQuestionsAreToldWhy(String path, int status, String message) throws Exception {
    HttpResponse<String> answer = served.get("/api/calls" + path);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    if (status == 200) {
      assertThat(answer.body()).contains(message);
    } else {
      assertThat(JsonLine.parse(answer.body().strip()))
          .containsOnlyKeys("error")
          .hasEntrySatisfying("error", error -> assertThat(error).isNotEmpty().contains(message));
    }
  }
}
