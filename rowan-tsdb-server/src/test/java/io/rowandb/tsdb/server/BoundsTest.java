package io.rowandb.tsdb.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.tsdb.server.api.ServerStats.Count;
import io.rowandb.tsdb.server.net.ServerBounds;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.SocketException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What clients may not do. */
class BoundsTest extends TsdbServerCase {
  @Override
  TsdbServerSettings settings() {
    return super.settings()
        .withNames(Set.of("tsdb.example"))
        .withSites(Set.of("http://grafana.example"))
        .withBounds(
            ServerBounds.DEFAULT
                .withConnections(4)
                .withTimes(Duration.ofHours(1), Duration.ofSeconds(1)));
  }

  @Test
  void anotherConnectionThanAllowedIsClosed() throws Exception {
    TelnetClient[] clients = new TelnetClient[4];
    for (int i = 0; i < clients.length; i++) {
      clients[i] = new TelnetClient(port());
      clients[i].send("version\n");
      assertThat(clients[i].readLine()).isNotNull();
    }
    try (TelnetClient more = new TelnetClient(port())) {
      assertThat(more.readLine()).isNull();
    }
    assertThat(server.stats().get(Count.REJECTED)).isEqualTo(1);
    for (TelnetClient each : clients) {
      each.close();
    }
  }

  @Tag("slow")
  @Test
  void aRequestThatComesTooSlowlyEnds() throws Exception {
    try (TelnetClient client = new TelnetClient(port())) {
      client.send("POST /api/put HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n[");
      assertThat(client.readLine()).isNull();
    }
    awaitNoBodies();
  }

  /** Its first bytes come with the last ones of another request, and none behind them. */
  @Tag("slow")
  @Test
  void aRequestThatBeginsBehindAnotherAndComesTooSlowlyEnds() throws Exception {
    try (TelnetClient client = new TelnetClient(port())) {
      client.send(
          "GET /api/none HTTP/1.1\r\nHost: localhost\r\n\r\n"
              + "POST /api/put HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n[");
      assertThat(client.readAll()).startsWith("HTTP/1.1 404");
    }
    awaitNoBodies();
  }

  @Test
  void requestsBehindOneAnotherAreAnsweredInTheirOrder() throws Exception {
    try (TelnetClient client = new TelnetClient(port())) {
      StringBuilder requests = new StringBuilder();
      for (int i = 0; i < 50; i++) {
        requests.append("GET /api/none" + i + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
        requests.append("GET /api/version HTTP/1.1\r\nHost: localhost\r\n\r\n");
      }
      client.send(
          requests
              + "GET /api/aggregators HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
      String all = client.readAll();
      assertThat(all.split("HTTP/1.1 404", -1)).hasSize(51);
      assertThat(all.split("HTTP/1.1 200", -1)).hasSize(52);
      assertThat(all).endsWith("\"zimsum\"]");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Host: localhost | 200
          Host: 127.0.0.1:4242 | 200
          Host: TSDB.example | 200
          Host: evil.example | 403
          Host: localhost;Origin: http://evil.example | 403
          Host: localhost;Origin: null | 403
          Host: localhost;Origin: http://localhost | 200
          Host: localhost;Origin: http://grafana.example | 200
          Host: localhost;Sec-Fetch-Site: cross-site | 403
          Host: localhost;Sec-Fetch-Site: same-origin | 200
          X: y | 403
          Host: evil.example;Origin: http://evil.example | 403
          """)
  void pagesOfOtherSitesAskNothing(String headers, int status) throws Exception {
    try (TelnetClient client = new TelnetClient(port())) {
      client.send(
          "GET /api/version HTTP/1.1\r\n"
              + headers.strip().replace(";", "\r\n")
              + "\r\nConnection: close\r\n\r\n");
      String answer = client.readAll();
      assertThat(answer).startsWith("HTTP/1.1 " + status);
      assertThat(answer.contains("access-control-allow-origin"))
          .isEqualTo(headers.contains("grafana"));
    }
  }

  @Test
  void whatIsNoHttpIsRefused() throws Exception {
    for (String each :
        new String[] {
          "GET\r\n\r\n",
          "GET / HTTP/1.1\r\nHost: localhost\r\nX: " + "y".repeat(100_000) + "\r\n\r\n",
          "GET /" + "y".repeat(100_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n"
        }) {
      try (TelnetClient client = new TelnetClient(port())) {
        client.send(each);
        assertThat(client.readAll()).startsWith("HTTP/1.1 4").contains("{\"error\":{\"code\":4");
      }
    }
    HttpResponse<String> next = get("/api/version");
    assertThat(next.statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          User-Agent: curl/8 | 200
          User-Agent: Mozilla/5.0 | 403
          User-Agent: Mozilla/5.0;Sec-Fetch-Site: none | 200
          User-Agent: Mozilla/5.0;Sec-Fetch-Site: cross-site | 403
          User-Agent: Mozilla/5.0;Referer: http://localhost/x | 200
          User-Agent: Mozilla/5.0;Referer: http://grafana.example/d/1 | 200
          User-Agent: Mozilla/5.0;Referer: http://evil.example/http://localhost/ | 403
          User-Agent: curl/8;Referer: http://localhost.evil.example/ | 403
          """)
  void aBrowserChangesNothingByGetFromPagesOfOtherSites(String headers, int status)
      throws Exception {
    for (String path :
        new String[] {
          "GET /api/dropcaches",
          "HEAD /api/dropcaches",
          "GET /api/version?method_override=DELETE",
          "HEAD /api/version?method_override=DELETE",
          "GET /api/Uid/x",
          "HEAD /api/Uid/x"
        }) {
      String answer =
          raw(
              path
                  + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                  + headers.strip().replace(";", "\r\n")
                  + "\r\n\r\n");
      assertThat(answer.startsWith("HTTP/1.1 403")).as(path + answer).isEqualTo(status == 403);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          User-Agent: curl/8 | 400
          User-Agent: Mozilla/5.0;Sec-Fetch-Site: none | 403
          User-Agent: Mozilla/5.0;Sec-Fetch-Site: same-origin | 400
          User-Agent: Mozilla/5.0;Referer: http://localhost/x;Sec-Fetch-Site: same-origin | 400
          """)
  void aLinkInAMailDeletesNoPoints(String headers, int status) throws Exception {
    for (String path : new String[] {"/api/query", "/api/v1/Query"}) {
      String answer =
          raw(
              "GET "
                  + path
                  + "?method_override=delete HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                  + headers.strip().replace(";", "\r\n")
                  + "\r\n\r\n");
      assertThat(answer).startsWith("HTTP/1.1 " + status);
    }
  }

  @Test
  void otherNamesAreRefusedWhereverItListens() throws Exception {
    server.close();
    server = TsdbServer.start(connection, tables, settings().at("0.0.0.0", 0));
    String get = "GET /api/version HTTP/1.1\r\nConnection: close\r\nHost: ";
    assertThat(raw(get + "evil.example\r\n\r\n")).startsWith("HTTP/1.1 403");
    assertThat(raw(get + "192.0.2.7:4242\r\n\r\n")).startsWith("HTTP/1.1 200");
    assertThat(raw(get + "tsdb.example\r\n\r\n")).startsWith("HTTP/1.1 200");
  }

  /** The probe's own connection is the only one. */
  private void awaitOthersClosed() throws Exception {
    try (TelnetClient probe = new TelnetClient(port())) {
      for (String open = ""; !open.equals("1"); ) {
        probe.send("stats\n");
        String line = probe.readLine();
        while (!line.contains("type=open")) {
          line = probe.readLine();
        }
        open = line.split(" ", -1)[2];
        probe.readLine(); // of memory
        probe.readLine();
      }
    }
  }

  /** Those of a connection are given back a moment after its end. */
  private void awaitNoBodies() {
    while (server.bodyBytes() > 0) {
      Thread.onSpinWait();
    }
  }

  @Tag("slow")
  @Test
  void whoDoesNotReadRepliesIsCutOff() throws Exception {
    try (TelnetClient client = TelnetClient.reluctant(port())) {
      client.send("stats\n".repeat(40_000));
      awaitOthersClosed();
    }
  }

  @Tag("slow")
  @Test
  void whoDoesNotReadWholeAnswersIsCutOff() throws Exception {
    String body = "[1" + ",1".repeat(1_000) + "]";
    String put =
        "POST /api/put?details HTTP/1.1\r\nHost: localhost\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n"
            + body;
    try (TelnetClient client = TelnetClient.reluctant(port())) {
      client.send(put.repeat(120)); // answers of 7 MB
      awaitOthersClosed();
    }
    awaitNoBodies();
  }

  @Test
  void aFloodOfRequestsIsCutOff() throws Exception {
    try (TelnetClient client = TelnetClient.reluctant(port())) {
      client.send("GET /api/none HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(100_000));
    } catch (SocketException e) {
      assertThat(e).isNotNull(); // it was closed before all was sent
    }
    awaitOthersClosed();
    awaitNoBodies();
    assertThat(server.stats().get(Count.REQUESTS)).isLessThan(100_000);
  }

  @Test
  void aClientMayAskBeforeItSendsItsBody() throws Exception {
    String asks =
        "POST /api/put HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nExpect: 100-continue\r\n";
    String get = "GET /api/version HTTP/1.1\r\nHost: localhost\r\n\r\n";
    try (TelnetClient client = new TelnetClient(port())) {
      client.send(asks + "\r\n");
      assertThat(client.readLine()).isEqualTo("HTTP/1.1 100 Continue");
    }
    assertThat(raw(asks + "Origin: http://evil.example\r\n\r\n")).startsWith("HTTP/1.1 403");
    try (TelnetClient client = new TelnetClient(port())) {
      client.send(get + asks + "Connection: close\r\n\r\n[]");
      String all = client.readAll();
      assertThat(all).startsWith("HTTP/1.1 200").contains("HTTP/1.1 400").doesNotContain(" 100 ");
    }
  }

  @Test
  void oldClientsGetNoChunks() throws Exception {
    String answer =
        raw("GET /api/aggregators HTTP/1.0\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n");
    assertThat(answer).contains("content-length: ").endsWith("\"zimsum\"]");
    assertThat(answer).doesNotContain("chunked", "gzip");
  }

  @Test
  void largeWholeAnswersArePackedInPieces() throws Exception {
    HttpResponse<byte[]> answer =
        HttpClient.newHttpClient()
            .send(
                request("/api/put?details")
                    .header("Accept-Encoding", "gzip")
                    .POST(BodyPublishers.ofString("[" + "[],".repeat(5_000) + "{}]"))
                    .build(),
                BodyHandlers.ofByteArray());
    assertThat(answer.statusCode()).isEqualTo(400);
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(answer.body()))) {
      assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
          .startsWith("{\"failed\":5001,")
          .endsWith("}]}");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          http://localhost/api/version | localhost | 200
          HTTP://localhost:4242/api/version?x | evil.example | 200
          http://localhost | localhost | 200
          http://evil.example/api/version | localhost | 403
          http://localhost@evil.example/api/version | localhost | 403
          """)
  void aTargetMayNameTheServer(String target, String host, int status) throws Exception {
    assertThat(raw("GET " + target + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n"))
        .startsWith("HTTP/1.1 " + status);
  }

  @Test
  void whoClosesItsSideGetsItsAnswer() throws Exception {
    for (String path : new String[] {"/api/version", "/api/suggest?type=metrics", "/api/put"}) {
      assertThat(raw("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n"))
          .startsWith(path.equals("/api/put") ? "HTTP/1.1 405" : "HTTP/1.1 200")
          .endsWith(path.equals("/api/suggest?type=metrics") ? "]" : "}");
    }
  }
}
