package io.rowandb.systems.web.logs;

import io.rowandb.cli.systems.logs.LogJson;
import io.rowandb.cli.terminal.JsonText;
import io.rowandb.schema.pattern.Explanation;
import io.rowandb.schema.pattern.Page;
import io.rowandb.systems.logs.LogFile;
import io.rowandb.systems.logs.LogLine;
import io.rowandb.systems.logs.LogLines;
import io.rowandb.systems.logs.LogQuery;
import io.rowandb.systems.logs.LogRecord;
import io.rowandb.systems.logs.LogStore;
import io.rowandb.systems.web.PageParts;
import io.rowandb.systems.web.SystemRoutes;
import io.rowandb.systems.web.Values;
import io.rowandb.systems.web.WebException;
import io.rowandb.systems.web.WebRequest;
import io.rowandb.systems.web.WebStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The HTTP API of a log store, below {@code /api/logs}. Thread-safe. */
final class LogApi {
  private static final int MOST_LINES = 500;
  private static final int USUAL_LINES = 100;

  /** Of a body of lines: 64 MiB, some 300,000 lines. */
  private static final long MOST_BYTES = 64L << 20;

  private static final Duration MOST_TIME = Duration.ofMinutes(10);

  private static final String JSON = "application/json";
  private static final String JSON_LINES = "application/x-ndjson";
  private static final String TABBED = "text/tab-separated-values";

  // Fixed at construction.
  private final OpenLogs logs;
  private final LogUploads uploads;

  LogApi(OpenLogs logs, LogUploads uploads) {
    this.logs = logs;
    this.uploads = uploads;
  }

  void addTo(SystemRoutes routes) {
    routes.get("/lines", this::lines);
    routes.get("/files/{file}/lines/{line}", this::line);
    routes.get("/explain", this::explain);
    routes.stream("/all", this::all);
    routes.post("/lines", this::add);
  }

  private Map<String, ?> lines(WebRequest request) throws IOException {
    Values query =
        request.queryOfMany(
            LogBodies.MANY, "group", "guid", "code", "source", "from", "to", "limit", "after");
    LogQuery question = LogBodies.questionOfMany(query);
    int limit = (int) query.whole("limit", 1, MOST_LINES, USUAL_LINES);
    Page<LogLine> page = LogAnswers.page(logs, question, limit, query.given("after"));
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("lines", page.records().stream().map(LogJson::line).toList());
    page.next().ifPresent(next -> answer.put("next", next));
    return answer;
  }

  private static LogQuery question(WebRequest request) {
    return LogBodies.questionOfMany(request.queryOfMany(LogBodies.MANY, LogBodies.QUESTION));
  }

  private void all(WebRequest request, WebStream to) throws IOException {
    LogQuery question = question(request);
    logs.ask(
        store -> {
          try (Stream<LogLine> lines = store.askWithTitles(question)) {
            if (to.begin(JSON_LINES)) {
              lines.forEach(line -> to.line(JsonText.line(LogJson.line(line))));
            }
          }
          return true;
        });
  }

  private Map<String, ?> line(WebRequest request) throws IOException {
    request.query();
    Values path = request.path();
    return LogJson.line(line(logs, place(path, "file", 0), place(path, "line", 1)));
  }

  static int place(Values values, String name, int least) {
    return (int) values.whole(name, least, Integer.MAX_VALUE);
  }

  /** A line that must be there. */
  static LogLine line(OpenLogs logs, int file, int line) throws IOException {
    return logs.ask(store -> titled(store, file, line))
        .orElseThrow(
            () ->
                new WebException(
                    WebException.ABSENT, "there is no line " + line + " of file " + file));
  }

  private static Optional<LogLine> titled(LogStore store, int file, int line) throws IOException {
    Optional<LogRecord> found = store.get(file, line);
    Optional<String> title = store.file(file).map(LogFile::title);
    return found.map(record -> new LogLine(record, title));
  }

  private Map<String, ?> explain(WebRequest request) throws IOException {
    LogQuery question = question(request);
    List<Explanation> ways = logs.ask(store -> store.explainAll(question));
    return ways.size() == 1
        ? PageParts.explained(ways.get(0))
        : Map.of("guids", ways.stream().map(PageParts::explained).toList());
  }

  private Map<String, ?> add(WebRequest request) throws IOException {
    Values query = request.query("title", "first", "columns");
    String type = request.requireType(JSON, JSON_LINES, TABBED);
    String title = LogBodies.title(query);
    if (query.has("first") && type.equals(TABBED)) {
      throw WebException.wrong(
          "first goes with lines of JSON; these have their numbers as they come");
    }
    if (query.has("columns") && !type.equals(TABBED)) {
      throw WebException.wrong("columns goes with " + TABBED);
    }
    int first = (int) query.whole("first", 1, Integer.MAX_VALUE, 1);
    if (type.equals(JSON)) {
      uploads.add(title, List.of(LogBodies.json(request.text(), first)));
      return Map.of("added", 1);
    }
    Map<String, String> columns =
        WebException.checked(() -> LogLines.columns(query.given("columns").orElse("")));
    BufferedReader body = request.reader(MOST_BYTES, MOST_TIME);
    long added =
        uploads.add(
            title,
            () ->
                type.equals(JSON_LINES)
                    ? LogBodies.jsonLines(body, first)
                    : LogBodies.tabbed(body, columns));
    return Map.of("added", added);
  }
}
