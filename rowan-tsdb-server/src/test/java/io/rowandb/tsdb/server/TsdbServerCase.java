package io.rowandb.tsdb.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import io.rowandb.tsdb.TimeSeries;
import io.rowandb.tsdb.aggregate.Range;
import io.rowandb.tsdb.query.GroupAnswer;
import io.rowandb.tsdb.query.MetricQueryText;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.store.TsdbTables;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;

/** A server for each test, on tables for each class; a test has a metric of its own. */
@OnBackEnd
abstract class TsdbServerCase {
  static final long BASE = 1_309_687_200L;

  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  static Connection connection;
  static TsdbTables tables;
  static TimeSeries series;

  TsdbServer server;
  String metric;

  @BeforeAll
  static void create(Connection backEnd) throws IOException {
    connection = backEnd;
    tables = TsdbTables.named(BackEnd.newTableName("served"));
    series = TimeSeries.open(connection, tables);
  }

  @AfterAll
  static void drop() throws IOException {
    for (TableName each : List.of(tables.data(), tables.uid(), tables.tree(), tables.meta())) {
      BackEnd.drop(connection, each.getNameAsString());
    }
  }

  @BeforeEach
  void start(TestInfo test) throws IOException {
    metric = test.getTestMethod().orElseThrow().getName();
    server = TsdbServer.start(connection, tables, settings());
  }

  TsdbServerSettings settings() {
    return TsdbServerSettings.LOCAL;
  }

  @AfterEach
  void stop() {
    server.close();
  }

  int port() {
    return server.address().getPort();
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://localhost:" + port() + path));
  }

  HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
    return CLIENT.send(request.build(), BodyHandlers.ofString());
  }

  HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return send(request(path));
  }

  HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body)));
  }

  /** The answer's body, when its status is 200. */
  String ok(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return answer.body();
  }

  /** Sends text as it is, closes its side, and reads all that comes. */
  String raw(String text) throws IOException {
    try (TelnetClient client = new TelnetClient(port())) {
      client.send(text);
      client.endInput();
      return client.readAll();
    }
  }

  /** The points of the test's metric, as "seconds value", of all its series one after another. */
  List<String> stored() throws IOException {
    return stored(metric);
  }

  static List<String> stored(String metric) throws IOException {
    List<String> shown = new ArrayList<>();
    var query =
        MetricQueryText.parse(
            "none:" + metric,
            new Range((BASE - 10) * 1000, (BASE + 90_000) * 1000),
            ZoneOffset.UTC);
    for (GroupAnswer each : series.ask(query, ReadLimits.DEFAULT)) {
      for (int i = 0; i < each.numbers().size(); i++) {
        long millis = each.numbers().timeMillis(i);
        shown.add(
            (millis % 1000 == 0 ? millis / 1000 : millis)
                + " "
                + (each.numbers().isInteger(i)
                    ? String.valueOf(each.numbers().longValue(i))
                    : String.valueOf(each.numbers().doubleValue(i))));
      }
    }
    return shown;
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
