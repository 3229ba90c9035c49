package io.rowandb.systems.web.webtable;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.systems.web.ServedSystems;
import io.rowandb.systems.webtable.PageUrl;
import io.rowandb.systems.webtable.Webtable;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a program gets. Each test has domains of its own. */
class WebtableApiTest {
  private static final int THREADS = 8;

  private static ServedSystems served;

  @BeforeAll
  static void serve() throws IOException {
    served = ServedSystems.inMemory();
  }

  @AfterAll
  static void end() throws IOException {
    served.close();
  }

  private static String post(String path, String body, int status) throws Exception {
    HttpResponse<String> answer = served.post("/api/webtable/" + path, "application/json", body);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    return answer.body();
  }

  private static String get(String path, int status) throws Exception {
    HttpResponse<String> answer = served.get("/api/webtable/" + path);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    return answer.body();
  }

  private static String store(String url, String time, String body) throws Exception {
    return post(
        "pages",
        "{\"url\":\"%s\",\"time\":\"%s\",\"body\":\"%s\",\"links\":[{\"url\":\"http://in.example\",\"text\":\"%s\"}]}"
            .formatted(url, time, body, body),
        200);
  }

  @Test
  @Tag("slow")
  void pagesComeWithVersionsLinksAndChanges() throws Exception {
    assertThat(store("http://WWW.Api.example", "2011-07-03", "one<>"))
        .isEqualTo("{\"url\":\"http://www.api.example/\",\"time\":\"2011-07-03T00:00:00Z\"}\n");
    store("http://www.api.example", "2011-07-10T00:00:00Z", "two");
    store("http://api.example/b", "2011-07-10T00:00:00Z", "b");
    String url = "url=http://www.api.example/";
    assertThat(get("page?" + url + "&at=2011-07-04&body=true", 200))
        .startsWith("{\"url\":\"http://www.api.example/\",\"time\":\"2011-07-03T00:00:00Z\",")
        .contains("\"status\":200,\"type\":\"text/html\"", "\"characters\":5,\"body\":\"one<>\"");
    assertThat(get("page?" + url, 200)).contains("2011-07-10").doesNotContain("body");
    get("page?" + url + "&at=2011-07-02", 404);
    assertThat(get("history?" + url, 200)).contains("2011-07-10T", "2011-07-03T");
    assertThat(get("outgoing?" + url, 200))
        .isEqualTo(
            "{\"links\":[{\"source\":\"http://www.api.example/\",\"place\":0,"
                + "\"target\":\"http://in.example/\",\"text\":\"two\"}]}\n");
    String in = get("incoming?url=http://in.example&limit=1", 200);
    assertThat(in).contains("\"source\":\"http://api.example/b\"", "\"next\":\"");
    String token = in.replaceFirst("(?s).*\"next\":\"([^\"]*)\".*", "$1");
    assertThat(get("incoming?url=http://in.example&limit=1&after=" + token, 200))
        .contains("\"source\":\"http://www.api.example/\"");
    get("incoming?domain=in.example&after=" + token, 400); // of another question
    assertThat(get("incoming?domain=in.example&limit=2", 200)).contains("\"text\":\"two\"");
    assertThat(get("domain?domain=api.example&limit=1", 200))
        .contains("http://api.example/b", "next")
        .doesNotContain("www");
    assertThat(get("domain?domain=api.example&at=2011-07-04&limit=1", 200)).contains("[],\"next\"");
    assertThat(get("changes?domain=api.example&from=2011-07-04&to=2011-07-11", 200))
        .isEqualTo(
            "{\"changes\":[{\"url\":\"http://api.example/b\",\"kind\":\"NEW\"},"
                + "{\"url\":\"http://www.api.example/\",\"kind\":\"CHANGED\"}]}\n");
  }

  @Test
  void aCrawlerClaimsAndIsDone() throws Exception {
    String due = "{\"url\":\"http://queue.example/\",\"due\":\"2011-07-03T00:00:00Z\"}";
    assertThat(post("schedule", due, 200)).isEqualTo(due + "\n");
    assertThat(get("next?limit=1", 200)).isEqualTo("{\"urls\":[" + due + "]}\n");
    String claim = post("claims", "{}", 200);
    assertThat(claim).contains("\"claimed\":true", "\"url\":\"http://queue.example/\"");
    assertThat(post("claims", "{}", 200)).isEqualTo("{\"claimed\":false}\n");
    String token = claim.replaceFirst("(?s).*\"token\":\"([^\"]*)\".*", "$1");
    String done = "{\"url\":\"http://queue.example/\",\"token\":\"%s\",\"next\":\"2030-01-01\"}";
    assertThat(post("done", done.formatted("other"), 200)).isEqualTo("{\"done\":false}\n");
    assertThat(post("done", done.formatted(token), 200)).isEqualTo("{\"done\":true}\n");
    assertThat(post("done", done.formatted(token), 200)).isEqualTo("{\"done\":false}\n");
    assertThat(get("next?at=2031-01-01", 200)).contains("2030-01-01T00:00:00Z");
    assertThat(get("next", 200)).isEqualTo("{\"urls\":[]}\n");
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "pages | null | '{' was expected",
        "pages | {\"url\":\"http://a.com\"} x | the end was expected",
        "pages | {\"url\":5} | is not of http or https",
        "pages | {\"url\":\"data:text/html,x\"} | is not of http or https",
        "pages | {\"url\":\"http://a.com\",\"status\":1e3} | a whole number from 100 to 599",
        "pages | {\"url\":\"http://a.com\",\"links\":{}} | links is no list",
        "pages | {\"url\":\"http://a.com\",\"links\":[\"http://b.com\"]} | links[0] is no object",
        "pages | {\"url\":\"http://a.com\",\"links\":[{\"url\":\"x\"}]} | is not of http or https",
        "pages | {\"url\":\"http://a.com\",\"links\":[{\"text\":\"x\"}]} | url is missing",
        "pages | {\"url\":\"http://a.com\",\"links\":[{\"url\":[]}]} | links[0]: \\\"url\\\" is a list",
        "pages | {\"url\":\"http://a.com\",\"body\":\"\\udc00\"} | body has half a character",
        "pages | {\"url\":\"http://a.com\",\"time\":\"2999-01-01\"} | is in the future",
        "pages | {\"url\":\"http://a.com\",\"html\":\"\"} | \\\"html\\\" is not known here",
        "schedule | {\"url\":\"http://a.com\",\"due\":\"+10000-01-01T00:00:00Z\"} | 1970 to 9999",
        "schedule | {} | url is missing",
        "claims | {\"a\":1} | there may be nothing",
        "done | {\"url\":\"http://a.com\"} | token is missing",
        "done | {\"url\":\"http://a.com\",\"token\":\"x\",\"next\":\"x\"} | next is",
      })
  void whatIsWrongIsToldWithItsRule(String path, String body, String rule) throws Exception {
    assertThat(post(path, body, 400)).contains(rule);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "page?url=x | is not of http or https",
        "page?url=http://a.com&body=1 | not true or false",
        "page?url=http://a.com&at=2011 | at is",
        "outgoing?url=http://a.com&limit=1001 | from 1 to 1000",
        "outgoing?url=http://a.com&after=-2 | from 0 to 10000",
        "incoming?limit=5 | give a url, or a domain",
        "incoming?domain=a.com&url=http://a.com | give a url, or a domain",
        "domain?domain=a.com&limit=0 | from 1 to 1000",
        "domain?domain=- .com | is not of labels",
        "changes?domain=a.com&from=2011-07-03 | to is missing",
        "next?limit=101 | from 1 to 100",
        "next?at=1969-01-01 | a day from 1970 on",
      })
  void questionsHaveLimits(String question, String rule) throws Exception {
    store("http://limits.example", "2011-07-03", "x");
    assertThat(get(question.replace(" ", "%20"), 400)).contains(rule);
  }

  @Test
  void manyLinksAreRefused() throws Exception {
    String link = "{\"url\":\"http://b.com\"},".repeat(10_001);
    String links = "[" + link.substring(0, link.length() - 1) + "]";
    assertThat(post("pages", "{\"url\":\"http://a.com\",\"links\":" + links + "}", 400))
        .contains("links has 10001 members, and at most 10000");
    assertThat(post("pages", "{\"url\":\"" + "x".repeat(1 << 20) + "\"}", 413)).contains("1048576");
  }

  @Test
  void manyStoreTheSamePagesAtOnce() throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int client = i;
        all.add(clients.submit(() -> crawl(client)));
      }
      for (Future<?> each : all) {
        each.get();
      }
    } finally {
      clients.shutdownNow();
    }
    // Each page has the links of the newest fetch alone, and its five newest versions.
    try (Webtable webtable = Webtable.openExisting(served.connection())) {
      for (int page = 0; page < 3; page++) {
        PageUrl url = PageUrl.of("http://many.example/" + page);
        assertThat(webtable.states(url)).hasSize(5);
        assertThat(webtable.page(url).orElseThrow().body()).isEqualTo("by " + (THREADS - 1));
      }
      assertThat(webtable.incoming(PageUrl.of("http://many.in"), 100, Optional.empty()).records())
          .hasSize(3)
          .allMatch(each -> each.text().equals("by " + (THREADS - 1)));
    }
  }

  private static Void crawl(int client) throws Exception {
    for (int page = 0; page < 3; page++) {
      post(
          "pages",
          ("{\"url\":\"http://many.example/%d\",\"time\":\"2011-07-0%dT00:00:00Z\",\"body\":\"by %d\","
                  + "\"links\":[{\"url\":\"http://many.in\",\"text\":\"by %d\"}]}")
              .formatted(page, client + 1, client, client),
          200);
      get("page?url=http://many.example/" + page + "&body=true", 200);
      get("incoming?url=http://many.in", 200);
    }
    return null;
  }
}
