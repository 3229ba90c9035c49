package io.rowandb.systems.web.logs;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.source.JsonLine;
import io.rowandb.systems.logs.LogLine;
import io.rowandb.systems.logs.LogQuery;
import io.rowandb.systems.logs.LogRecord;
import io.rowandb.systems.logs.LogStore;
import io.rowandb.systems.logs.LogTraffic;
import io.rowandb.systems.web.ServedSystems;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Over HTTP the answers are those of the Java API, and a wrong request is told why it is wrong. */
class LogApiTest {
  private static final LocalDate DAY = LocalDate.of(2020, 6, 10);
  private static final LogTraffic TRAFFIC = new LogTraffic(5, 2, 6, DAY, 2, 600);
  private static final UUID GUID = TRAFFIC.guid(0, 0);

  private static final Pattern FLAT = Pattern.compile("\\{[^{}]*\\}");

  private static ServedSystems served;
  private static LogStore logs;

  @BeforeAll
  static void serve() throws IOException {
    served = ServedSystems.inMemory();
    logs = LogStore.open(served.connection());
    logs.load(TRAFFIC.records(), TRAFFIC::title);
  }

  @AfterAll
  static void end() throws IOException {
    logs.close();
    served.close();
  }

  private static String right(String path) throws Exception {
    HttpResponse<String> answer = served.get("/api/logs" + path);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return answer.body();
  }

  private static LogLine line(Map<String, String> json) {
    return new LogLine(
        new LogRecord(
            Integer.parseInt(json.get("file")),
            Integer.parseInt(json.get("line")),
            Instant.parse(json.get("time")),
            json.get("group"),
            guid(json.get("guid1")),
            guid(json.get("guid2")),
            json.get("code"),
            json.get("source"),
            json.get("text")),
        Optional.ofNullable(json.get("title")));
  }

  private static UUID guid(String text) {
    return text == null ? null : UUID.fromString(text);
  }

  private static List<LogLine> lines(String json) {
    return FLAT.matcher(json)
        .results()
        .map(MatchResult::group)
        .map(JsonLine::parse)
        .map(LogApiTest::line)
        .toList();
  }

  private static List<LogLine> asked(LogQuery question) throws IOException {
    try (Stream<LogLine> lines = logs.askWithTitles(question)) {
      return lines.toList();
    }
  }

  @Test
  void answersAreThoseOfTheJavaApi() throws Exception {
    LogQuery byGuid = LogQuery.ofGroup("host0").guid(GUID).days(DAY, DAY.plusDays(1)).build();
    String guid = "?group=host0&guid=" + GUID + "&from=2020-06-10&to=2020-06-11";
    assertThat(lines(right("/lines?limit=500&" + guid.substring(1))))
        .hasSizeGreaterThan(10)
        .isEqualTo(asked(byGuid));
    LogQuery byCode = LogQuery.ofGroup("host1").code("4600").day(DAY).build();
    String code = "?group=host1&code=4600&from=2020-06-10";
    assertThat(lines(right("/lines" + code))).isNotEmpty().isEqualTo(asked(byCode));
    HttpResponse<String> all = served.get("/api/logs/all" + guid);
    assertThat(all.headers().firstValue("Content-Type"))
        .hasValue("application/x-ndjson; charset=utf-8");
    assertThat(all.body().lines().map(JsonLine::parse).map(LogApiTest::line).toList())
        .isEqualTo(asked(byGuid));
    LogLine one = asked(byGuid).get(3);
    assertThat(lines(right("/files/" + one.record().file() + "/lines/" + one.record().line())))
        .containsExactly(one);
    assertThat(JsonLine.parse(right("/explain" + guid).strip()))
        .containsEntry("servedBy", "index byGuid")
        .containsEntry("text", logs.explain(byGuid).toString());
    assertThat(right("/lines?group=none&code=1&from=2020-06-10")).isEqualTo("{\"lines\":[]}\n");
    assertThat(right("/explain?group=host0&source=service1&from=2020-06-10")).contains("text");
  }

  @Test
  void anyOfSeveralGuids() throws Exception {
    UUID other = TRAFFIC.guid(0, 1);
    LogQuery question =
        LogQuery.ofGroup("host0").guid(GUID).guid(other).days(DAY, DAY.plusDays(1)).build();
    String asked =
        "?group=host0&guid=" + GUID + "&guid=" + other + "&guid=&from=2020-06-10&to=2020-06-11";
    assertThat(asked(question)).hasSizeGreaterThan(asked(only(GUID)).size());
    assertThat(lines(right("/lines" + asked + "&limit=500"))).isEqualTo(asked(question));
    assertThat(right("/all" + asked).lines().map(JsonLine::parse).map(LogApiTest::line).toList())
        .isEqualTo(asked(question));
    String page = right("/lines" + asked + "&limit=5");
    String next = page.replaceFirst("(?s).*\"next\":\"([^\"]*)\".*", "$1");
    assertThat(lines(right("/lines" + asked + "&limit=500&after=" + next)))
        .isEqualTo(asked(question).subList(5, asked(question).size()));
    assertThat(served.get("/api/logs/lines" + asked.replace("&to", "&guid=x&to")).body())
        .contains("error", "x");
    assertThat(
            served
                .get("/api/logs/lines" + asked + "&after=" + next + "&guid=" + new UUID(1, 2))
                .statusCode())
        .isEqualTo(400);
    assertThat(served.get("/api/logs/lines" + asked + "&from=2020-06-10").statusCode())
        .isEqualTo(400);
    String many = ("&guid=" + GUID).repeat(30);
    assertThat(lines(right("/lines?group=host0&from=2020-06-10&to=2020-06-11&limit=500" + many)))
        .isEqualTo(asked(only(GUID)));
    assertThat(right("/explain" + asked)).startsWith("{\"guids\":[{\"servedBy\":\"index byGuid\"");
  }

  private static LogQuery only(UUID guid) {
    return LogQuery.ofGroup("host0").guid(guid).days(DAY, DAY.plusDays(1)).build();
  }

  @Test
  @Tag("slow")
  void pagesTogetherAreTheAnswer() throws Exception {
    String first = "/lines?group=host0&guid=" + GUID + "&from=2020-06-10&to=2020-06-11&limit=23";
    List<LogLine> all = new ArrayList<>();
    String next = "";
    int pages = 0;
    do {
      String page = right(first + next);
      List<LogLine> lines = lines(page.replaceFirst("\\],\"next.*", "]}"));
      assertThat(lines).hasSizeBetween(1, 23);
      all.addAll(lines);
      String token = page.replaceFirst("(?s).*\"next\":\"([^\"]*)\".*", "$1");
      next = token.equals(page) ? "" : "&after=" + token;
      pages++;
    } while (!next.isEmpty());
    assertThat(pages).isGreaterThan(1);
    assertThat(all)
        .isEqualTo(asked(LogQuery.ofGroup("host0").guid(GUID).days(DAY, DAY.plusDays(1)).build()));
  }

  /** However many were asked for: what is in memory at once is bounded. */
  @Test
  void aPageOfLongLinesHasFewer() throws Exception {
    int file = logs.addFile("long");
    String text = "x".repeat(100_000);
    logs.addAll(
        IntStream.rangeClosed(1, 45)
            .mapToObj(i -> new LogRecord(file, i, time(i), "long", null, null, "c", null, text))
            .toList());
    String page = right("/lines?group=long&code=c&from=2020-06-10&limit=500");
    assertThat(page).contains("\"next\":");
    assertThat(page.length()).isBetween(1_000_000, 3_100_000);
    assertThat(served.get("/logs/ask?group=long&code=c&from=2020-06-10").body().length())
        .isLessThan(100_000);
  }

  private static Instant time(int i) {
    return DAY.atStartOfDay(ZoneOffset.UTC).toInstant().plusMillis(i);
  }

  private static String post(String query, String type, String body) throws Exception {
    HttpResponse<String> answer = served.post("/api/logs/lines" + query, type, body);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return answer.body();
  }

  @Test
  void linesAreTakenAsJsonAndAsValuesWithTabs() throws Exception {
    String one = "{\"time\":\"2020-06-10T10:15:30.250Z\",\"group\":\"new\",\"code\":\"c\"}";
    assertThat(post("?title=a", "application/json", one)).isEqualTo("{\"added\":1}\n");
    assertThat(post("?title=a&first=2", "application/x-ndjson", one + "\r\n\n" + one))
        .isEqualTo("{\"added\":2}\n");
    assertThat(post("?title=a&first=2", "application/x-ndjson", one + "\n\n" + one))
        .as("again")
        .isEqualTo("{\"added\":2}\n");
    String tabs = "host\ttime\tcode\tother\nnew\t2020-06-10T10:15:30.251Z\tc\tx\n";
    assertThat(post("?title=b&columns=group%3Dhost", "text/tab-separated-values", tabs))
        .isEqualTo("{\"added\":1}\n");
    List<LogLine> lines = asked(LogQuery.ofGroup("new").code("c").day(DAY).build());
    assertThat(lines.stream().map(each -> each.title().orElse("") + each.record().line()))
        .containsExactlyInAnyOrder("a1", "a2", "a4", "b2");
    String other = one.replace("\"c\"", "\"d\"");
    assertThat(post("?title=a", "application/json", other)).contains("1");
    assertThat(asked(LogQuery.ofGroup("new").code("c").day(DAY).build())).hasSize(3);
    assertThat(asked(LogQuery.ofGroup("new").code("d").day(DAY).build())).hasSize(1);
  }

  /** More than one text could be; of the line that is wrong and all behind it, none is stored. */
  @Test
  void aLongBodyIsWrittenAsItComes() throws Exception {
    String line =
        "{\"time\":\"2020-06-10T10:15:30.250Z\",\"group\":\"long body\",\"code\":\"c\",\"text\":\""
            + "x".repeat(3_000)
            + "\"}\n";
    String body = line.repeat(400);
    assertThat(body.length()).isGreaterThan(1 << 20);
    assertThat(post("?title=long+body", "application/x-ndjson", body))
        .isEqualTo("{\"added\":400}\n");
    HttpResponse<String> wrong =
        served.post(
            "/api/logs/lines?title=long+body&first=1001",
            "application/x-ndjson",
            body + "{}\n" + line);
    assertThat(wrong.statusCode()).isEqualTo(400);
    Map<String, String> said = JsonLine.parse(wrong.body().strip());
    assertThat(said.get("error"))
        .matches("the body, line 401: time is missing: \\{\\}; 334 lines before it are stored, .*");
    assertThat(asked(LogQuery.ofGroup("long body").code("c").day(DAY).build())).hasSize(734);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/lines | 400 | from is missing",
        "/lines?group=a&from=2020-06-10 | 400 | a guid, a code or a source is missing",
        "/lines?group=a&code=b&source=c&from=2020-06-10 | 400 | exclude each other",
        "/lines?code=b&from=2020-06-10 | 400 | a group is missing, which each question has",
        "/lines?group=a&code=b&from=2020-06-10T00:00:00Z | 400 | not a day from 1970 on, as 2011-07-03",
        "/lines?group=a&code=b&from=0000-01-01 | 400 | not a day from 1970 on",
        "/lines?group=a&code=b&from=2020-06-10&to=2020-06-09 | 400 | is after the last",
        "/lines?group=a&guid=1-2-3-4-5&from=2020-06-10 | 400 | guid is \"1-2-3-4-5\", not as",
        "/lines?group=a&code=b&from=2020-06-10&limit=501 | 400 | limit is \"501\", not a whole number from 1 to 500",
        "/lines?group=a&code=b&from=2020-06-10&after=x | 400 | ''",
        "/lines?group=a&code=b&from=2020-06-10&order=up | 400 | \"order\" is not known here",
        "/lines?group=a&source=b&from=2020-06-10 | 409 | no index has sources yet",
        "/all?group=a&source=b&from=2020-06-10 | 409 | no index has sources yet",
        "/all?group=a | 400 | from is missing",
        "/explain?group=a | 400 | from is missing",
        "/files/1/lines/1 | 404 | there is no line 1 of file 1",
        "/files/x/lines/1 | 400 | file is \"x\", not a whole number from 0 to 2147483647",
        "/files/1/lines/0 | 400 | line is \"0\", not a whole number from 1 to 2147483647",
      })
  void wrongQuestionsAreToldWhy(String path, int status, String message) throws Exception {
    HttpResponse<String> answer = served.get("/api/logs" + path);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(JsonLine.parse(answer.body().strip()).get("error")).isNotEmpty().contains(message);
  }

  @Test
  void aNumberOverTheGreatestIsRefused() throws Exception {
    String one = "{\"time\":\"2020-06-10T10:15:30.250Z\",\"group\":\"last\",\"code\":\"c\"}\n";
    String last = "/api/logs/lines?title=last&first=2147483647";
    HttpResponse<String> answer = served.post(last, "application/x-ndjson", one + one);
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains("its number in the file would be over 2147483647");
    assertThat(served.post(last, "application/x-ndjson", one).statusCode()).isEqualTo(200);
    assertThat(asked(LogQuery.ofGroup("last").code("c").day(DAY).build()))
        .extracting(each -> each.record().line())
        .containsExactly(Integer.MAX_VALUE);
  }
}
