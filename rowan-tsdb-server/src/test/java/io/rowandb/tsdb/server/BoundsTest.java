package io.rowandb.tsdb.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.tsdb.server.api.ServerStats.Count;
import io.rowandb.tsdb.server.net.ServerBounds;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Set;
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
                .withTimes(Duration.ofSeconds(60), Duration.ofSeconds(1)));
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

  @Test
  void aRequestThatComesTooSlowlyEnds() throws Exception {
    try (TelnetClient client = new TelnetClient(port())) {
      client.send("POST /api/put HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n[");
      assertThat(client.readLine()).isNull();
    }
    assertThat(server.bodyBytes()).isZero();
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
}
