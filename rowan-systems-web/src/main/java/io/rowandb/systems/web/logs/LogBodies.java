package io.rowandb.systems.web.logs;

import io.rowandb.schema.value.Utf8;
import io.rowandb.systems.lines.DataLines;
import io.rowandb.systems.logs.LogFile;
import io.rowandb.systems.logs.LogLines;
import io.rowandb.systems.logs.LogQuery;
import io.rowandb.systems.logs.LogRecord;
import io.rowandb.systems.web.JsonBody;
import io.rowandb.systems.web.Values;
import io.rowandb.systems.web.WebException;
import java.io.BufferedReader;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;

/** Lines and questions in requests, and lines in answers. */
final class LogBodies {
  static final String[] FIELDS = {"time", "group", "guid1", "guid2", "code", "source", "text"};

  static final String[] QUESTION = {"group", "guid", "code", "source", "from", "to"};

  private static final String BODY = "the body";

  private LogBodies() {}

  /** The parameter that may come several times. */
  static final String MANY = "guid";

  /** The question of a request; the last day is the first one unless it is given. */
  static LogQuery question(Values values) {
    return question(values, values.given(MANY).stream().toList());
  }

  /** The same of a request that may have several guids. */
  static LogQuery questionOfMany(Values values) {
    return question(values, values.repeated());
  }

  private static LogQuery question(Values values, List<String> guids) {
    LocalDate from = values.day("from");
    LocalDate to = values.has("to") ? values.day("to") : from;
    return WebException.checked(
        () -> {
          LogQuery.Builder query = LogQuery.ofGroup(encodable(values, "group"));
          guids.forEach(each -> query.guid(LogLines.guid(MANY, each)));
          return query
              .code(encodable(values, "code"))
              .source(encodable(values, "source"))
              .days(from, to)
              .build();
        });
  }

  private static String encodable(Values values, String name) {
    return values.given(name).map(Utf8::requireEncodable).orElse(null);
  }

  /** The title of a file, which must be there. */
  static String title(Values values) {
    String title = values.text("title");
    return WebException.checked(() -> new LogFile(0, Utf8.requireEncodable(title)).title());
  }

  /** A line of no file yet. */
  static LogRecord record(Values values, int line) {
    Instant time = values.time("time");
    String group = values.text("group");
    return WebException.checked(
        () ->
            new LogRecord(
                0,
                line,
                time,
                Utf8.requireEncodable(group),
                guid(values, "guid1"),
                guid(values, "guid2"),
                encodable(values, "code"),
                encodable(values, "source"),
                encodable(values, "text")));
  }

  /** The same line of a file of this number. */
  static LogRecord inFile(LogRecord line, int file) {
    return new LogRecord(
        file,
        line.line(),
        line.time(),
        line.group(),
        line.guid1(),
        line.guid2(),
        line.code(),
        line.source(),
        line.text());
  }

  private static UUID guid(Values values, String name) {
    return LogLines.guid(name, values.given(name).orElse(null));
  }

  /** A line of JSON. */
  static LogRecord json(String text, int line) {
    return record(JsonBody.plain(text, FIELDS), line);
  }

  /**
   * Lines of JSON, each of which has the number of its line in the body, counted from {@code
   * first}.
   *
   * @return throws IllegalArgumentException at a line that is wrong
   */
  static Stream<LogRecord> jsonLines(BufferedReader body, int first) throws IOException {
    return DataLines.use(
        BODY,
        body,
        DataLines.USUAL_CHARS,
        (beginning, others) ->
            Stream.concat(Stream.of(beginning), Stream.generate(others::next))
                .takeWhile(Objects::nonNull)
                .filter(line -> !line.isBlank())
                .map(line -> numbered(line, first, others)));
  }

  private static LogRecord numbered(String line, int first, DataLines lines) {
    try {
      return json(line, Math.addExact(first - 1, lines.number()));
    } catch (WebException e) {
      throw new IllegalArgumentException(lines.wrong(line, e), e);
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          "its number in the file would be over " + Integer.MAX_VALUE, e);
    }
  }

  /** Tab-separated values, as {@link LogLines} has them. */
  static Stream<LogRecord> tabbed(BufferedReader body, Map<String, String> columns)
      throws IOException {
    return LogLines.read(BODY, body, columns);
  }
}
