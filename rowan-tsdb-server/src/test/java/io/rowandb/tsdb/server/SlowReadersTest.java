package io.rowandb.tsdb.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.PointValue;
import io.rowandb.tsdb.server.api.ServerStats.Count;
import io.rowandb.tsdb.server.net.ServerBounds;
import io.rowandb.tsdb.store.DataPoint;
import io.rowandb.tsdb.store.Series;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutorCompletionService;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One worker, and clients that do not read what they asked for. */
@Tag("slow")
class SlowReadersTest extends TsdbServerCase {
  private static final int POINTS = 100_000;
  private static final String NAMES = "/api/suggest?type=metrics&max=1"; // a worker answers it

  private Duration slow = Duration.ofMinutes(5);

  @Override
  TsdbServerSettings settings() {
    return super.settings()
        .withBounds(ServerBounds.DEFAULT.withWorkers(1, 1).withTimes(Duration.ofMinutes(10), slow));
  }

  @BeforeEach
  void write() throws IOException {
    List<DataPoint> points = new ArrayList<>();
    Series host = Series.of(metric, Map.of("host", "web1"));
    for (int i = 0; i < POINTS; i++) {
      points.add(new DataPoint(host, PointTime.ofSeconds(BASE + i), PointValue.of((long) i)));
    }
    series.put(points);
  }

  /** Some 40 MB, more than sockets keep. */
  private String large() {
    StringBuilder path =
        new StringBuilder("/api/query?ms&start=" + BASE + "&end=" + (BASE + POINTS));
    for (String each :
        new String[] {
          "sum", "avg", "min", "max", "dev", "count", "first", "last", "mult", "p99", "p95", "p90",
          "zimsum", "mimmax", "mimmin", "pfsum"
        }) {
      path.append("&m=").append(each).append(':').append(metric);
    }
    return path.toString();
  }

  private TelnetClient asked() throws IOException {
    TelnetClient client = new TelnetClient(port());
    client.send("GET " + large() + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assertThat(client.readLine()).isEqualTo("HTTP/1.1 200 OK");
    return client;
  }

  @Test
  void aLargeAnswerIsWhole() throws Exception {
    String answer = ok(get(large()));
    assertThat(answer).hasSizeGreaterThan(10_000_000).startsWith("[{\"metric\":").endsWith("}}]");
    assertThat(answer.split("\"dps\":", -1)).hasSize(17);
  }

  @Test
  void tooManyThatWaitAreRefusedAndOneThatIsGoneMakesRoom() throws Exception {
    TelnetClient first = asked();
    HttpClient client = HttpClient.newHttpClient();
    List<Integer> refused = new ArrayList<>();
    CompletionService<HttpResponse<String>> answers =
        new ExecutorCompletionService<>(task -> new Thread(task).start());
    for (int i = 0; i < 3; i++) {
      answers.submit(() -> client.send(request(NAMES).build(), BodyHandlers.ofString()));
    }
    for (int i = 0; i < 2; i++) {
      HttpResponse<String> each = answers.take().get();
      assertThat(each.body()).startsWith("{\"error\":{\"code\":503,\"message\":");
      refused.add(each.statusCode());
    }
    assertThat(refused).containsExactly(503, 503);
    assertThat(server.stats().get(Count.BUSY)).isEqualTo(2);
    first.close();
    assertThat(answers.take().get().statusCode()).isEqualTo(200);
  }

  @Test
  void oneThatIsGoneBeforeItsTurnLeavesNothing() throws Exception {
    TelnetClient first = asked();
    String body = "{\"start\":1,\"queries\":[]" + " ".repeat(100_000) + "}";
    TelnetClient second = new TelnetClient(port());
    second.send(
        "POST /api/query HTTP/1.1\r\nHost: localhost\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n"
            + body);
    // Until its body is there.
    while (get("/api/put").statusCode() != 405 || server.bodyBytes() < body.length()) {
      Thread.onSpinWait();
    }
    second.close();
    while (server.bodyBytes() >= body.length()) { // the first one's head is there
      Thread.onSpinWait();
    }
    first.close();
    assertThat(get("/api/version").statusCode()).isEqualTo(200);
  }

  @Test
  void oneThatReadsNothingIsCutOff() throws Exception {
    server.close();
    slow = Duration.ofSeconds(1);
    server = TsdbServer.start(connection, tables, settings());
    try (TelnetClient first = asked()) {
      assertThat(get(NAMES).statusCode()).isEqualTo(200);
      assertThat(first.readLine()).isNotNull();
    }
  }

  @Test
  void writesAreNotHeldUpByReaders() throws Exception {
    try (TelnetClient first = asked()) {
      String point =
          "{\"metric\":\"%s.more\",\"timestamp\":1309687200,\"value\":1,\"tags\":{\"host\":\"a\"}}";
      assertThat(post("/api/put", point.formatted(metric)).statusCode()).isEqualTo(204);
      assertThat(raw("put " + metric + ".more 1309687201 2 host=a\n")).isEmpty();
      assertThat(first.readLine()).isNotNull();
    }
    assertThat(stored(metric + ".more")).hasSize(2);
  }

  @Test
  void whatNeedsNoStoreIsAnsweredMeanwhile() throws Exception {
    try (TelnetClient first = asked()) {
      for (String each : new String[] {"/", "/version", "/aggregators", "/api/config", "/stats"}) {
        ok(get(each));
      }
      assertThat(first.readLine()).isNotNull();
    }
  }

  @Test
  void oneThatReadsALittleIsCutOff() throws Exception {
    server.close();
    slow = Duration.ofSeconds(1);
    server = TsdbServer.start(connection, tables, settings());
    CompletionService<HttpResponse<String>> other =
        new ExecutorCompletionService<>(task -> new Thread(task).start());
    try (TelnetClient first = TelnetClient.reluctant(port())) {
      first.send("GET " + large() + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
      assertThat(first.readLine()).isEqualTo("HTTP/1.1 200 OK");
      other.submit(
          () -> HttpClient.newHttpClient().send(request(NAMES).build(), BodyHandlers.ofString()));
      long began = System.nanoTime();
      long pieces = 0;
      while (other.poll() == null) {
        // 80 KB a second, and more than 64 KB in the time that one piece has.
        if (System.nanoTime() - began > pieces * 100_000_000L) {
          first.skip(8_192);
          pieces++;
        }
        Thread.onSpinWait();
        assertThat(pieces).isLessThan(2_000);
      }
    }
  }

  /** Of two that come at once one has the only place to wait, and the other is refused at once. */
  @Test
  void closingTheServerRefusesQuestionsThatWait() throws Exception {
    CompletionService<String> answers =
        new ExecutorCompletionService<>(task -> new Thread(task).start());
    try (TelnetClient first = asked();
        TelnetClient second = new TelnetClient(port());
        TelnetClient third = new TelnetClient(port())) {
      for (TelnetClient each : List.of(second, third)) {
        each.send("GET " + NAMES + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
        answers.submit(each::readLine);
      }
      assertThat(answers.take().get()).isEqualTo("HTTP/1.1 503 Service Unavailable");
      assertThat(answers.poll()).as("the one that waits").isNull();
      server.close();
      assertThat(answers.take().get()).isEqualTo("HTTP/1.1 503 Service Unavailable");
      assertThat(first.readLine()).isNotNull();
    }
  }
}
