package io.rowandb.systems.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the server does for every system, and what it lets nobody do. */
class SystemsServerTest {
  private static ServedSystems served;

  @BeforeAll
  static void serve() throws IOException {
    served = ServedSystems.at("mem:web", List.of(FakePages::new));
  }

  @AfterAll
  static void end() throws IOException {
    served.close();
  }

  @Test
  void theFirstPageListsTheSystems() throws Exception {
    HttpResponse<String> english = served.get("/");
    assertThat(english.statusCode()).isEqualTo(200);
    assertThat(english.headers().firstValue("Content-Type")).hasValue("text/html;charset=utf-8");
    assertThat(english.body())
        .contains("<html lang=\"en\">", "<a href=\"/fake\">Fake &lt;1&gt;</a>", "It does nothing.");
    assertThat(served.get("/", "Accept-Language", "zh-CN,en;q=0.5").body())
        .contains("<html lang=\"zh\">", "假的 &lt;1&gt;", "做好的系统");
    HttpResponse<String> chosen = served.get("/?lang=zh", "Accept-Language", "en");
    assertThat(chosen.body()).contains("<html lang=\"zh\">");
    assertThat(chosen.headers().firstValue("Set-Cookie").orElseThrow())
        .startsWith("lang=zh;")
        .contains("HttpOnly", "SameSite=Lax");
    assertThat(served.get("/", "Cookie", "lang=zh").body()).contains("<html lang=\"zh\">");
    assertThat(served.get("/", "Cookie", "lang=<b>").body()).contains("<html lang=\"en\">");
  }

  @Test
  void allThatAPageNeedsComesFromHere() throws Exception {
    HttpResponse<String> style = served.get("/style.css");
    assertThat(style.headers().firstValue("Content-Type")).hasValue("text/css; charset=utf-8");
    assertThat(style.body())
        .contains("prefers-color-scheme: dark")
        .doesNotContain("url(", "@import");
    assertThat(served.get("/icon.svg").headers().firstValue("Content-Type"))
        .hasValue("image/svg+xml; charset=utf-8");
    assertThat(served.get("/").body())
        .doesNotContain("<script", "style=\"", "https:", "onclick", "http:");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/style.css",
        "/fake?q=1",
        "/fake/broken",
        "/api/fake/broken",
        "/none",
        "/api/none",
        "/fake",
        "/api/fake/lines/1"
      })
  void everyAnswerHasItsGuards(String path) throws Exception {
    assertThat(served.get(path).headers().map())
        .containsEntry("x-content-type-options", List.of("nosniff"))
        .containsEntry("x-frame-options", List.of("DENY"))
        .containsEntry("referrer-policy", List.of("same-origin"))
        .doesNotContainKeys("server", "x-powered-by", "access-control-allow-origin")
        .hasEntrySatisfying(
            "content-security-policy",
            policy ->
                assertThat(policy)
                    .singleElement()
                    .asString()
                    .contains("default-src 'none'", "frame-ancestors 'none'")
                    .doesNotContain("unsafe", "script-src", "*"));
  }

  /** Of a failure, its client learns that it was one. */
  @Test
  void noFailureTellsWhatIsInside() throws Exception {
    HttpResponse<String> api = served.get("/api/fake/broken");
    assertThat(api.statusCode()).isEqualTo(500);
    assertThat(api.body()).isEqualTo("{\"error\":\"the server failed; its log says why\"}\n");
    HttpResponse<String> page = served.get("/fake/broken");
    assertThat(page.statusCode()).isEqualTo(500);
    assertThat(page.body()).contains("the server failed").doesNotContain("secret", "Exception");
    HttpResponse<String> stream = served.get("/api/fake/lines/3");
    assertThat(stream.statusCode()).isEqualTo(500);
    assertThat(stream.body()).isEqualTo(api.body());
  }

  /** A client must not take a part for the whole. */
  @Test
  void aStreamThatFailsOnItsWayIsBrokenOff() throws Exception {
    assertThatThrownBy(() -> served.get("/api/fake/lines/1000")).isInstanceOf(IOException.class);
    assertThat(served.get("/").statusCode()).isEqualTo(200);
  }

  /** Whoever reads slowly must not keep all threads. */
  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {"/api/fake/lines/1000000", "/api/fake/long", "/fake/long"})
  void longAnswersAreNotTooMany(String path) throws Exception {
    List<Socket> slow = new ArrayList<>();
    try {
      for (int i = 0; i < 10; i++) {
        Socket socket = new Socket("localhost", served.port());
        slow.add(socket);
        socket
            .getOutputStream()
            .write(
                ("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
        assertThat(socket.getInputStream().read()).isEqualTo('H');
      }
      HttpResponse<String> more = served.get("/api/fake/lines/1");
      assertThat(more.statusCode()).isEqualTo(503);
      assertThat(more.headers().firstValue("Retry-After")).hasValue("5");
      HttpResponse<String> page = served.get("/fake/long");
      assertThat(page.statusCode()).isEqualTo(503);
      assertThat(page.body()).contains("too many long answers", "<html");
      assertThat(served.get("/").statusCode()).isEqualTo(200);
    } finally {
      for (Socket each : slow) {
        each.close();
      }
    }
    int status = 503;
    while (status == 503) { // until the server has seen that they are gone
      status = served.get("/api/fake/lines/1").statusCode();
    }
    assertThat(status).isEqualTo(500);
  }

  /** Nor may whoever sends slowly. */
  @Test
  void bodiesThatAreWaitedForAreNotTooMany() throws Exception {
    List<Socket> slow = new ArrayList<>();
    try {
      String answer = "";
      while (!answer.contains("503")) {
        assertThat(slow).hasSizeLessThan(2 * SystemsServer.MOST_WAITING);
        Socket socket = new Socket("localhost", served.port());
        slow.add(socket);
        socket
            .getOutputStream()
            .write(
                """
                POST /api/fake/text HTTP/1.1\r
                Host: localhost\r
                Content-Type: text/csv\r
                Content-Length: 100\r
                Expect: 100-continue\r
                \r
                """
                    .getBytes(StandardCharsets.US_ASCII));
        answer = firstLine(socket);
      }
      assertThat(served.get("/").statusCode()).isEqualTo(200);
      assertThat(served.get("/api/fake/places/x").statusCode()).isEqualTo(200);
    } finally {
      for (Socket each : slow) {
        each.close();
      }
    }
    HttpResponse<String> later = served.post("/api/fake/text", "text/csv", "four");
    while (later.statusCode() == 503) { // until the server has seen that they are gone
      assertThat(later.headers().firstValue("Retry-After")).hasValue("5");
      later = served.post("/api/fake/text", "text/csv", "four");
    }
    assertThat(later.body()).isEqualTo("{\"length\":4}\n");
  }

  private static String firstLine(Socket socket) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = socket.getInputStream().read();
        next >= 0 && next != '\n';
        next = socket.getInputStream().read()) {
      line.append((char) next);
    }
    return line.toString();
  }

  /** Half a request must not pass for another, whole one. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "q=%zz",
        "q=1%",
        "q=%C3%28",
        "q=%FF",
        "q=1&q=2",
        "q",
        "=1",
        "Q=1",
        "q=1;q=2&r=%",
        "q=1&r=2"
      })
  void aWrongQueryIsRefused(String query) throws Exception {
    assertThat(served.raw("GET /fake?" + query + " HTTP/1.1", "Host: localhost"))
        .startsWith("HTTP/1.1 400")
        .doesNotContain("Exception");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"text/csv;charset=nonsense", ";", "a/b/c; =", "text/csv; charset=\"", "/"})
  void aWrongTypeIsNoFailureOfTheServer(String type) throws Exception {
    String answer =
        served.raw(
            "POST /api/fake/text HTTP/1.1",
            "Host: localhost",
            "Origin: http://localhost",
            "Content-Length: 0",
            "Content-Type: " + type);
    assertThat(answer).matches("(?s)HTTP/1.1 (200|400|415) .*");
  }

  @Test
  void textsOfRequestsAreTextsOfPages() throws Exception {
    HttpResponse<String> page =
        served.get("/fake?q=%3Cscript%3Ealert(1)%3C%2Fscript%3E%22%20onload%3D%22x");
    assertThat(page.body())
        .contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot; onload=&quot;x")
        .contains(
            "href=\"?q=%3Cscript%3Ealert%281%29%3C%2Fscript%3E%22+onload%3D%22x&amp;lang=zh\"")
        .doesNotContain("<script", "\" onload");
    HttpResponse<String> unknown = served.get("/fake?%3Cscript%3E=1");
    assertThat(unknown.statusCode()).isEqualTo(400);
    assertThat(unknown.body()).contains("&lt;script&gt;").doesNotContain("<script");
    HttpResponse<String> absent = served.get("/%3Cscript%3Ealert(1)%3C%2Fscript%3E");
    assertThat(absent.statusCode()).isEqualTo(404);
    assertThat(absent.body()).doesNotContain("<script");
    assertThat(served.get("/api/fake/places/a%22%7D%3Cb").body())
        .isEqualTo("{\"place\":\"a\\\"}<b\"}\n");
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /none, 404",
    "GET, /api/none, 404",
    "GET, /fake/, 400", // the page, without what it needs
    "GET, /FAKE, 404",
    "POST, /, 405",
    "PUT, /fake, 405",
    "DELETE, /api/fake/broken, 405",
    "OPTIONS, /fake, 405",
    "TRACE, /fake, 405",
    "BREW, /fake, 405",
    "GET, /api/fake/text, 405",
    "GET, /style.css/../../rowan, 400",
    "GET, /../../../../etc/passwd, 400",
    "GET, /%2e%2e/%2e%2e/etc/passwd, 400",
    "GET, /..%2f..%2fetc/passwd, 404",
    "GET, /style.css%00, 400",
    "GET, /fake/..;/style.css, 400",
    "GET, /%zz, 400",
    "GET, //style.css, 404",
  })
  void whatIsNotThereIsSaid(String method, String path, int status) throws Exception {
    String answer =
        served.raw(method + " " + path + " HTTP/1.1", "Host: localhost", "Sec-Fetch-Site: none");
    assertThat(answer)
        .startsWith("HTTP/1.1 " + status)
        .doesNotContain("\tat ", "Exception", "root:", "color-scheme: dark");
    if (status == 405) {
      assertThat(answer).containsPattern("(?m)^Allow: (GET|POST)");
    }
  }

  @Test
  void aHeaderAloneIsThatOfTheAnswer() throws Exception {
    for (String path : List.of("/", "/style.css", "/fake?q=1", "/api/fake/places/x")) {
      HttpResponse<String> head =
          served.send(served.request(path).method("HEAD", BodyPublishers.noBody()));
      HttpResponse<String> get = served.get(path);
      assertThat(head.statusCode()).isEqualTo(200);
      assertThat(head.body()).isEmpty();
      for (String name : List.of("Content-Length", "Content-Type", "Content-Security-Policy")) {
        assertThat(head.headers().firstValue(name)).isEqualTo(get.headers().firstValue(name));
      }
    }
    assertThat(
            served
                .send(served.request("/fake").method("HEAD", BodyPublishers.noBody()))
                .statusCode())
        .isEqualTo(400);
  }

  @ParameterizedTest
  @CsvSource({
    "localhost, 200",
    "LOCALHOST:8090, 200",
    "127.0.0.1:1, 200",
    "[::1]:8090, 200",
    "calls.example, 200",
    "evil.example, 403",
    "evil.example:8090, 403",
    "localhost.evil.example, 403",
    "127.0.0.1.evil.example, 403",
    "user@localhost, 40.",
    "localhost:8090:1, 40.",
    "'', 40.",
  })
  void otherNamesLeadNowhere(String host, String status) throws Exception {
    assertThat(served.raw("GET / HTTP/1.1", "Host: " + host))
        .matches("(?s)HTTP/1.1 " + status + " .*");
  }

  @Test
  void aRequestWithoutAHostIsRefused() throws Exception {
    assertThat(served.raw("GET / HTTP/1.1")).startsWith("HTTP/1.1 400");
    assertThat(served.raw("GET / HTTP/1.0")).startsWith("HTTP/1.1 403");
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "application/json, '', '', 200",
    "application/json, own, same-origin, 200",
    "application/json, own, '', 200",
    "application/json, '', none, 200",
    "application/json, '', cross-site, 403",
    "application/json, '', same-site, 403",
    "application/json, http://evil.example, '', 403",
    "application/json, null, '', 403",
    "application/json, http://localhost, '', 403",
    "application/json, http://evil.example, same-origin, 403",
    "text/plain, '', '', 403",
    "text/plain, own, '', 200",
    "'', '', '', 403",
    "multipart/form-data; boundary=x, '', '', 403",
    "APPLICATION/X-WWW-FORM-URLENCODED;charset=utf-8, '', '', 403",
  })
  void pagesOfOthersWriteNothing(String type, String origin, String site, int status)
      throws Exception {
    var request = served.request("/api/fake/text").POST(BodyPublishers.ofString("four"));
    if (!type.isEmpty()) {
      request.header("Content-Type", type);
    }
    if (!origin.isEmpty()) {
      request.header("Origin", origin.equals("own") ? served.origin() : origin);
    }
    if (!site.isEmpty()) {
      request.header("Sec-Fetch-Site", site);
    }
    assertThat(served.send(request).statusCode()).isEqualTo(status);
  }

  /** Whatever they read is hidden from them, but it is work; links to pages are not refused. */
  @ParameterizedTest
  @CsvSource({
    "/api/fake/places/x, cross-site, 403",
    "/api/fake/places/x, same-site, 403",
    "/api/fake/places/x, same-origin, 200",
    "/api/fake/places/x, none, 200",
    "/api/fake/lines/0, cross-site, 403",
    "/fake?q=1, cross-site, 200",
  })
  void pagesOfOthersAskForNothing(String path, String site, int status) throws Exception {
    assertThat(served.get(path, "Sec-Fetch-Site", site).statusCode()).isEqualTo(status);
  }

  @Test
  void noLanguageAtAllIsEnglish() throws Exception {
    assertThat(served.get("/", "Accept-Language", "-").statusCode()).isEqualTo(200);
  }

  @Test
  void bodiesHaveABound() throws Exception {
    String most = "x".repeat(WebRequest.MOST_BYTES);
    assertThat(served.post("/api/fake/text", "text/csv", most).body())
        .isEqualTo("{\"length\":" + WebRequest.MOST_BYTES + "}\n");
    HttpResponse<String> known = served.post("/api/fake/text", "text/csv", most + "x");
    assertThat(known.statusCode()).isEqualTo(413);
    assertThat(known.body()).startsWith("{\"error\":");
    byte[] more = (most + "x").getBytes(StandardCharsets.UTF_8);
    HttpResponse<String> chunked =
        served.send(
            served
                .request("/api/fake/text")
                .header("Content-Type", "text/csv")
                .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(more))));
    assertThat(chunked.statusCode()).isEqualTo(413);
    assertThat(
            served
                .send(
                    served
                        .request("/api/fake/text")
                        .header("Content-Type", "text/csv")
                        .POST(BodyPublishers.ofByteArray(new byte[] {(byte) 0xc3, '('})))
                .body())
        .isEqualTo("{\"error\":\"the body is no text in UTF-8\"}\n");
    assertThat(served.raw("GET / HTTP/1.1", "Host: localhost", "X: " + "x".repeat(20_000)))
        .startsWith("HTTP/1.1 431");
    assertThat(served.raw("GET /" + "x".repeat(20_000) + " HTTP/1.1", "Host: localhost"))
        .startsWith("HTTP/1.1 414");
  }

  @Tag("slow")
  @Test
  void aClosedStoreIsSaidAndSystemsAreClosed() throws Exception {
    List<FakePages> made = new ArrayList<>();
    SystemPages.Plug plug =
        connection -> {
          made.add(new FakePages(connection));
          return made.get(0);
        };
    try (ServedSystems closing = ServedSystems.at("mem:closing", List.of(plug))) {
      closing.connection().close();
      HttpResponse<String> api = closing.get("/api/fake/places/x");
      assertThat(api.statusCode()).isEqualTo(503);
      assertThat(api.body()).isEqualTo("{\"error\":\"the store is closed\"}\n");
      HttpResponse<String> page = closing.get("/");
      assertThat(page.statusCode()).isEqualTo(503);
      assertThat(page.body()).contains("the store is closed");
      assertThat(made.get(0).isClosed()).isFalse();
    }
    assertThat(made.get(0).isClosed()).isTrue();
  }

  @Test
  void aPortInUseIsSaid() {
    ListenAddress taken = new ListenAddress("localhost", served.port(), Set.of());
    assertThatThrownBy(() -> SystemsServer.start(served.connection(), taken, List.of()))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("cannot listen at localhost:" + served.port() + ": ")
        .hasMessageContaining("--port");
  }
}
