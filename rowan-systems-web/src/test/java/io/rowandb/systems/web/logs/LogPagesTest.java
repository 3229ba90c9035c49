package io.rowandb.systems.web.logs;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.pattern.IndexSettings;
import io.rowandb.schema.pattern.UpgradePlan;
import io.rowandb.systems.logs.LogQuery;
import io.rowandb.systems.logs.LogRecord;
import io.rowandb.systems.logs.LogStore;
import io.rowandb.systems.web.ServedSystems;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a person sees and does. */
@Tag("slow")
class LogPagesTest {
  private static final Instant TIME = Instant.parse("2020-06-10T10:15:30.250Z");
  private static final LocalDate DAY = LocalDate.of(2020, 6, 10);
  private static final UUID ONE = UUID.fromString("123e4567-e89b-12d3-a456-426614174000");
  private static final UUID TWO = UUID.fromString("123e4567-e89b-12d3-a456-426614174001");

  /** Without a wait for other programs, of which there are none. */
  private static final IndexSettings SOON = IndexSettings.usual().withLease(Duration.ofMillis(1));

  private static final String FORM =
      "title=web.log&line=7&time=2020-06-10T10%3A15%3A30.250Z&group=web&guid1="
          + ONE
          + "&guid2=%7B"
          + TWO
          + "%7D&code=4600&source=app&text=It+began";

  private ServedSystems served;

  @BeforeEach
  void serve() throws IOException {
    served = ServedSystems.inMemory();
  }

  @AfterEach
  void end() throws IOException {
    served.close();
  }

  @Test
  void aLineIsAddedAndFoundByEitherGuidAndByCode() throws Exception {
    assertThat(served.get("/logs").body())
        .contains("There is no line yet", "Make sample lines", "href=\"/logs/add\"");
    assertThat(served.get("/logs/add").body())
        .contains("action=\"/logs/add\" method=\"post\"", "name=\"title\" value=\"by hand/20")
        .containsPattern("name=\"line\" value=\"[1-9][0-9]*\"");
    HttpResponse<String> added = served.postForm("/logs/add", FORM);
    assertThat(added.statusCode()).as(added.body()).isEqualTo(303);
    String place = added.headers().firstValue("Location").orElseThrow();
    assertThat(place).matches("/logs/line\\?file=[0-9]+&line=7&added=1");
    assertThat(served.get(place).body())
        .contains("The line was added.", "<h1>Line 7</h1>", "It began", "web.log")
        .contains("2020-06-10 10:15:30.250", "guid=" + TWO + "&amp;from=2020-06-10");
    for (String way : List.of("guid=" + ONE, "guid=%7B" + TWO + "%7D", "code=4600")) {
      assertThat(served.get("/logs/ask?group=web&from=2020-06-10&" + way).body())
          .contains("It began", "web.log, 7</a>", "How it is read", "served by: index by")
          .contains("name=\"group\" value=\"web\"");
    }
    assertThat(served.get("/logs/ask?group=web&from=2020-06-11&code=4600").body())
        .contains("No line answers this.");
    assertThat(served.get("/logs").body())
        .contains("name=\"group\" value=\"web\"", "value=\"" + ONE + "\"")
        .doesNotContain("Make sample lines");
    assertThat(
            served
                .get("/logs/ask?group=web&from=2020-06-10&code=4600", "Accept-Language", "zh")
                .body())
        .contains("执行者 GUID", "查看日志行", "如何读取");
  }

  /** A second click sends the same line; another one has not its place. */
  @Test
  void aFormThatIsSentTwiceIsOneLine() throws Exception {
    assertThat(served.postForm("/logs/add", FORM).statusCode()).isEqualTo(303);
    assertThat(served.postForm("/logs/add", FORM).statusCode()).isEqualTo(303);
    HttpResponse<String> other = served.postForm("/logs/add", FORM.replace("began", "ended"));
    assertThat(other.statusCode()).isEqualTo(409);
    assertThat(other.body())
        .contains("there is another line 7 of this file already", "It ended</textarea>");
    try (LogStore logs = LogStore.openExisting(served.connection())) {
      assertThat(logs.ask(LogQuery.ofGroup("web").guid(ONE).day(DAY).build()))
          .singleElement()
          .satisfies(line -> assertThat(line.text()).isEqualTo("It began"));
    }
  }

  @Test
  void aWrongFormIsShownAgainWithTheReason() throws Exception {
    HttpResponse<String> answer =
        served.postForm("/logs/add", FORM.replace("guid1=1", "guid1=%3Cb%3E"));
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body())
        .contains("role=\"alert\">guid1 is &quot;&lt;b&gt;23e4567-", "not as 123e4567-")
        .contains("value=\"web.log\"", "It began</textarea>")
        .doesNotContain("<b>");
    for (String wrong :
        List.of(
            FORM.replace("line=7", "line=0"),
            FORM.replace("line=7", "line=2147483648"),
            FORM.replace("title=web.log", "title="),
            FORM.replace("web.log", "x".repeat(501)),
            FORM.replace("group=web", "group=" + "x".repeat(101)),
            FORM.replace("2020-06", "1969-06"),
            FORM.replace("30.250Z", "30.2505Z"),
            FORM.replace("%3A30.250Z", ""),
            FORM + "&more=1",
            FORM + "&group=two")) {
      assertThat(served.postForm("/logs/add", wrong).statusCode()).as(wrong).isEqualTo(400);
    }
    assertThat(served.postForm("/logs/add", FORM + "x".repeat(1 << 20)).statusCode())
        .isEqualTo(413);
    assertThat(served.get("/logs").body()).as("nothing was added").contains("no line yet");
  }

  @Test
  void aWrongQuestionIsShownAgainWithTheRule() throws Exception {
    String day = "&from=2020-06-10";
    for (String[] each :
        new String[][] {
          {"group=web" + day, "a guid, a code or a source is missing"},
          {"group=web&code=1&guid=" + ONE + day, "a guid, a code and a source exclude each other"},
          {"code=1" + day, "a group is missing, which each question has"},
          {"group=web&code=1", "from is missing"},
          {
            "group=web&code=1&from=2020-02-30",
            "from is &quot;2020-02-30&quot;, not a day from 1970 on"
          },
          {"group=web&code=1&from=1969-12-31", "not a day from 1970 on"},
          {"group=web&code=1&from=%2B99999-01-01", "not a day from 1970 on, as 2011-07-03"},
          {"group=web&code=1&to=2020-06-09" + day, "2020-06-10, is after the last, 2020-06-09"},
          {"group=web&guid=%22%3E%3Cscript%3E" + day, "guid is &quot;&quot;&gt;&lt;script&gt;"},
          {"group=" + "x".repeat(101) + "&code=1" + day, "group has 101 characters, not 1 to 100"},
          {"group=web&code=1&after=%3Cx%3E" + day, null}
        }) {
      served.postForm("/logs/add", FORM);
      HttpResponse<String> answer = served.get("/logs/ask?" + each[0]);
      assertThat(answer.statusCode()).as(each[0]).isEqualTo(400);
      assertThat(answer.body())
          .contains("role=\"alert\"", "action=\"/logs/ask\"")
          .doesNotContain("<script", "<x>")
          .contains(each[1] == null ? "" : each[1]);
    }
    HttpResponse<String> source = served.get("/logs/ask?group=web&source=app" + day);
    assertThat(source.statusCode()).isEqualTo(409);
    assertThat(source.body()).contains("no index has sources yet");
    assertThat(served.get("/logs/line?file=1&line=1").statusCode()).isEqualTo(404);
    assertThat(served.get("/logs/line?file=-1&line=1").statusCode()).isEqualTo(400);
    assertThat(served.get("/logs/line?file=1&line=99999999999").statusCode()).isEqualTo(400);
  }

  /** The stores of the server are opened anew. */
  @Test
  void anIndexThatIsAddedMeanwhileIsUsed() throws Exception {
    served.postForm("/logs/add", FORM);
    String question = "/logs/ask?group=web&source=app&from=2020-06-10";
    assertThat(served.get(question).statusCode()).isEqualTo(409);
    UpgradePlan.of(served.connection(), LogStore.WITH_SOURCE, SOON).run();
    HttpResponse<String> found = served.get(question);
    assertThat(found.statusCode()).as(found.body()).isEqualTo(200);
    assertThat(found.body()).contains("It began", "served by: index bySource");
    served.postForm("/logs/add", FORM.replace("line=7", "line=8").replace("began", "ended"));
    assertThat(served.get(question).body()).contains("It began", "It ended");
  }

  @Test
  void hostileTextIsText() throws Exception {
    String hostile = "%22%3E%3Cscript%3E%26%27";
    String seen = "&quot;&gt;&lt;script&gt;&amp;&#39;";
    HttpResponse<String> added =
        served.postForm(
            "/logs/add",
            FORM.replace("web.log", hostile)
                .replace("group=web", "group=" + hostile)
                .replace("4600", hostile)
                .replace("app", hostile)
                .replace("It+began", hostile + "%0A%00%1B"));
    String place = added.headers().firstValue("Location").orElseThrow();
    for (String page :
        List.of(place, "/logs", "/logs/ask?group=" + hostile + "&from=2020-06-10&guid=" + ONE)) {
      assertThat(served.get(page).body()).contains(seen).doesNotContain("<script");
    }
    assertThat(served.get("/logs/ask?group=" + hostile + "&from=2020-06-10&guid=" + ONE).body())
        .contains("?group=" + hostile + "&amp;code=" + hostile + "&amp;from=2020-06-10");
  }

  @Test
  void manyLinesComePageByPage() throws Exception {
    try (LogStore logs = LogStore.open(served.connection())) {
      int file = logs.addFile("many");
      logs.addAll(
          IntStream.rangeClosed(1, 70)
              .mapToObj(
                  i ->
                      new LogRecord(
                          file, i, TIME.plusMillis(i / 10), "web", ONE, null, null, null, "t" + i))
              .toList());
    }
    String first = served.get("/logs/ask?group=web&from=2020-06-10&guid=" + ONE).body();
    assertThat(rows(first)).isEqualTo(50);
    String next = first.replaceFirst("(?s).*href=\"(/logs/ask\\?[^\"]*after=[^\"]*)\".*", "$1");
    String second = served.get(next.replace("&amp;", "&")).body();
    assertThat(rows(second)).isEqualTo(20);
    assertThat(second).contains("many, 70</a>", "From the beginning").doesNotContain("Later lines");
  }

  private static long rows(String page) {
    return page.split("<tr><td>", -1).length - 1L;
  }

  @Test
  void sampleLinesAreMadeOnceInTheBackground() throws Exception {
    HttpResponse<String> begun = served.post("/api/logs/sample", "application/json", "{}");
    assertThat(begun.statusCode()).isEqualTo(202);
    String state = begun.body();
    while (state.contains("running")) {
      HttpResponse<String> page = served.get("/logs");
      assertThat(page.statusCode()).isEqualTo(200);
      state = served.get("/api/logs/sample").body();
    }
    assertThat(state).isEqualTo("{\"state\":\"done\",\"records\":5000,\"expected\":5000}\n");
    assertThat(served.postForm("/logs/sample", "").statusCode()).isEqualTo(409);
    LogQuery question =
        LogQuery.ofGroup("host0").guid(SampleLogs.TRAFFIC.guid(0, 1)).day(DAY).build();
    try (LogStore logs = LogStore.openExisting(served.connection())) {
      assertThat(logs.ask(question).size())
          .isPositive()
          .isEqualTo((int) SampleLogs.TRAFFIC.records().filter(question::matches).count());
    }
  }

  @Test
  void manyAtOnceAreAllAnswered() throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(8);
    try {
      List<Callable<Integer>> work =
          IntStream.range(0, 160).<Callable<Integer>>mapToObj(i -> () -> addOrAsk(i)).toList();
      for (Future<Integer> each : clients.invokeAll(work)) {
        assertThat(each.get()).isIn(200, 303);
      }
    } finally {
      clients.shutdownNow();
    }
    try (LogStore logs = LogStore.openExisting(served.connection())) {
      assertThat(logs.ask(LogQuery.ofGroup("web").guid(ONE).day(DAY).build())).hasSize(1);
      assertThat(logs.ask(LogQuery.ofGroup("api").code("c").day(DAY).build())).hasSize(40);
    }
  }

  private int addOrAsk(int i) throws Exception {
    HttpResponse<String> answer =
        switch (i % 4) {
          case 0 -> served.postForm("/logs/add", FORM);
          case 1 ->
              served.post(
                  "/api/logs/lines?title=api&first=" + i,
                  "application/json",
                  "{\"time\":\"%s\",\"group\":\"api\",\"code\":\"c\"}"
                      .formatted(TIME.plusMillis(i)));
          case 2 -> served.get("/logs/ask?group=web&from=2020-06-10&guid=" + ONE);
          default -> served.get("/logs");
        };
    return answer.statusCode();
  }
}
