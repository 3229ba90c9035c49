package io.rowandb.systems.web.calls;

import io.rowandb.cli.systems.calls.CallJson;
import io.rowandb.cli.terminal.JsonText;
import io.rowandb.schema.pattern.Explanation;
import io.rowandb.schema.pattern.Page;
import io.rowandb.systems.calls.Bill;
import io.rowandb.systems.calls.CallRecord;
import io.rowandb.systems.calls.CallRecords;
import io.rowandb.systems.calls.Tariff;
import io.rowandb.systems.calls.Usage;
import io.rowandb.systems.web.PageParts;
import io.rowandb.systems.web.SystemRoutes;
import io.rowandb.systems.web.Values;
import io.rowandb.systems.web.WebException;
import io.rowandb.systems.web.WebRequest;
import io.rowandb.systems.web.WebStream;
import java.io.IOException;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The HTTP API of call records, below {@code /api/calls}. Thread-safe. */
final class CallApi {
  /** Most records of an answer, and those of one that asks for no number. */
  private static final int MOST_RECORDS = 1_000;

  private static final long MOST_FREE_MINUTES = 1_000_000_000;
  private static final long CENTS = 5;
  private static final long MOST_CENTS = 1_000_000;

  private final CallTable table;

  CallApi(CallTable table) {
    this.table = table;
  }

  void addTo(SystemRoutes routes) {
    routes.get("/phones/{phone}/records", this::recordsOfPhone);
    routes.get("/phones/{phone}/bill", this::bill);
    routes.get("/areas/{area}", this::area);
    routes.get("/areas/{area}/cells/{cell}", this::cell);
    routes.get("/explain", this::explain);
    routes.stream("/bills", this::bills);
    routes.post("/records", this::add);
  }

  private Map<String, ?> recordsOfPhone(WebRequest request) throws IOException {
    long phone = CallBodies.phone(request.path(), "phone");
    Values query = request.query("month", "from", "to", "limit", "after");
    if (query.has("month") == (query.has("from") || query.has("to"))) {
      throw WebException.wrong("give a month, or from and to");
    }
    Instant from = query.has("month") ? begin(query.month("month")) : query.time("from");
    Instant to = query.has("month") ? begin(query.month("month").plusMonths(1)) : query.time("to");
    int limit = (int) query.whole("limit", 1, MOST_RECORDS, MOST_RECORDS);
    Page<CallRecord> page = page(table.existing(), phone, from, to, limit, query);
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("records", page.records().stream().map(CallJson::record).toList());
    page.next().ifPresent(next -> answer.put("next", next));
    return answer;
  }

  /** With the token that the query may have as {@code after}. */
  static Page<CallRecord> page(
      CallRecords calls, long phone, Instant from, Instant to, int size, Values query)
      throws IOException {
    try {
      return calls.page(phone, from, to, size, query.given("after"));
    } catch (IllegalArgumentException e) {
      throw WebException.wrong(e.getMessage());
    }
  }

  static Instant begin(YearMonth month) {
    return month.atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant();
  }

  private Map<String, ?> bill(WebRequest request) throws IOException {
    long phone = CallBodies.phone(request.path(), "phone");
    Values query = request.query("month", "cents", "free");
    return CallJson.bill(table.existing().bill(phone, query.month("month"), tariff(query)));
  }

  static Tariff tariff(Values query) {
    return new Tariff(
        query.whole("cents", 0, MOST_CENTS, CENTS), query.whole("free", 0, MOST_FREE_MINUTES, 0));
  }

  private void bills(WebRequest request, WebStream to) throws IOException {
    Values query = request.query("month", "cents", "free", "format");
    YearMonth month = query.month("month");
    Tariff tariff = tariff(query);
    String format = query.given("format").orElse("csv");
    if (!List.of("csv", "jsonl").contains(format)) {
      throw WebException.wrong("format is \"" + format + "\", not csv or jsonl");
    }
    CallRecords calls = table.existing();
    if (format.equals("csv") && to.begin("text/csv")) {
      to.line("phone,calls,missed,outgoingSeconds,incomingSeconds,minutes,cents");
      calls.bills(month, tariff, bill -> to.line(csv(bill)));
    } else if (format.equals("jsonl") && to.begin("application/x-ndjson")) {
      calls.bills(month, tariff, bill -> to.line(JsonText.line(CallJson.bill(bill))));
    }
  }

  private static String csv(Bill bill) {
    Usage usage = bill.usage();
    return bill.phone()
        + ("," + usage.calls() + "," + usage.missed())
        + ("," + usage.outgoingSeconds() + "," + usage.incomingSeconds())
        + ("," + bill.minutes() + "," + bill.cents());
  }

  private Map<String, ?> area(WebRequest request) throws IOException {
    int area = place(request.path(), "area");
    YearMonth month = request.query("month").month("month");
    Map<String, Object> cells = new LinkedHashMap<>();
    table
        .existing()
        .area(area, month)
        .forEach((cell, usage) -> cells.put("" + cell, CallJson.usage(usage)));
    return Map.of("cells", cells);
  }

  private Map<String, ?> cell(WebRequest request) throws IOException {
    int area = place(request.path(), "area");
    int cell = place(request.path(), "cell");
    return CallJson.usage(table.existing().cell(area, cell, request.query("month").month("month")));
  }

  static int place(Values values, String name) {
    return (int) values.whole(name, 0, CallRecord.LAST_PLACE);
  }

  private Map<String, ?> explain(WebRequest request) throws IOException {
    Values query = request.query("month", "phone", "area", "cell");
    YearMonth month = query.month("month");
    boolean two = query.has("phone") && query.has("area");
    if (two || (query.has("cell") && !query.has("area"))) {
      throw WebException.wrong("give a phone, or an area, or an area and a cell, or none of them");
    }
    return PageParts.explained(explanation(table.existing(), query, month));
  }

  private static Explanation explanation(CallRecords calls, Values query, YearMonth month)
      throws IOException {
    if (query.has("phone")) {
      return calls.explainMonth(CallBodies.phone(query, "phone"), month);
    }
    if (query.has("cell")) {
      return calls.explainCell(place(query, "area"), place(query, "cell"), month);
    }
    return query.has("area")
        ? calls.explainArea(place(query, "area"), month)
        : calls.explainBills(month);
  }

  private Map<String, ?> add(WebRequest request) throws IOException {
    request.query();
    List<CallRecord> records = CallBodies.records(request);
    table.made().addAll(records);
    return Map.of("added", records.size());
  }
}
