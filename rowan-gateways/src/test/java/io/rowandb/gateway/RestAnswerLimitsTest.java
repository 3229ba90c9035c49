package io.rowandb.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How long answers of the REST gateway get, whatever their clients ask for. */
@Tag("slow")
class RestAnswerLimitsTest {
  private static final int ROWS = 100;
  private static final int ANSWER_BYTES = 100_000;
  private static final int TOTAL_BYTES = 3_000_000;
  private static final Pattern KEY = Pattern.compile("\"key\":\"([^\"]+)\"");

  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private static GatewayProcess gateway;
  private static String address;

  @BeforeAll
  static void startGateway(@TempDir Path directory) throws Exception {
    Map<String, Integer> settings =
        Map.of(
            GatewayLimits.ANSWER_BYTES_KEY,
            ANSWER_BYTES,
            GatewayLimits.TOTAL_BYTES_KEY,
            TOTAL_BYTES,
            "hbase.rpc.timeout",
            500);
    gateway = GatewayProcess.startRest(directory, settings, "mem:answers");
    address = "http://localhost:" + gateway.port();
    String schema = "{\"ColumnSchema\":[{\"name\":\"f\"}]}";
    for (String table : List.of("t", "large", "slow", "wide", "ranged")) {
      assertThat(put("/" + table + "/schema", "application/json", schema).statusCode())
          .isEqualTo(201);
    }
    String value = "v".repeat(10_000);
    for (int i = 0; i < ROWS; i++) {
      putValue("/t/" + row(i) + "/f:q", value);
    }
    putValue("/slow/r/f:q", "a".repeat(300));
  }

  @AfterAll
  static void stopGateway() throws Exception {
    try (GatewayProcess ending = gateway) {
      ending.signal("TERM");
      assertThat(ending.code()).isEqualTo(GatewayProcess.SIGTERM_CODE);
    }
  }

  private static String row(int i) {
    return String.format("row%03d", i);
  }

  private static HttpResponse<String> put(String path, String type, String body)
      throws IOException, InterruptedException {
    BodyPublisher publisher = BodyPublishers.ofString(body);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address + path))
            .header("Content-Type", type)
            .PUT(publisher)
            .build();
    return CLIENT.send(request, BodyHandlers.ofString());
  }

  private static void putValue(String path, String value) throws Exception {
    assertThat(put(path, "application/octet-stream", value).statusCode()).isEqualTo(200);
  }

  private static HttpResponse<String> get(String url) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url)).header("Accept", "application/json").build();
    return CLIENT.send(request, BodyHandlers.ofString());
  }

  private static List<String> keys(String json) {
    List<String> keys = new ArrayList<>();
    for (Matcher key = KEY.matcher(json); key.find(); ) {
      keys.add(new String(Base64.getDecoder().decode(key.group(1)), StandardCharsets.UTF_8));
    }
    return keys;
  }

  /** The address of a new scanner of a table that wants all at once. */
  private static String scanner(String table, String settings) throws Exception {
    HttpResponse<String> made =
        put("/" + table + "/scanner", "application/json", "{\"batch\":1000000" + settings + "}");
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    return made.headers().firstValue("Location").orElseThrow();
  }

  private static List<String> allRows() {
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      rows.add(row(i));
    }
    return rows;
  }

  /** However its address is written, with what nobody looks at. */
  @ParameterizedTest
  @CsvSource({
    "/t/scanner, /t/scanner/",
    "/t/scanner, /t/scanner;x=1/",
    "/t/scanner, /t;x=1/scanner/",
    "/t/scanner;a=b, /t/scanner;a=b/"
  })
  void answersOfAScannerEndWhenTheyAreLongEnough(String openedAt, String askedAt) throws Exception {
    HttpResponse<String> made = put(openedAt, "application/json", "{\"batch\":1000000}");
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    String location = made.headers().firstValue("Location").orElseThrow();
    String scanner = address + askedAt + location.substring(location.lastIndexOf('/') + 1);
    List<String> rows = new ArrayList<>();
    int answers = 0;
    HttpResponse<String> answer = get(scanner);
    while (answer.statusCode() == 200) {
      answers++;
      assertThat(answer.body().length()).isLessThan(2 * ANSWER_BYTES);
      rows.addAll(keys(answer.body()));
      answer = get(scanner);
    }
    assertThat(answer.statusCode()).isEqualTo(204);
    assertThat(answers).isBetween(10, 11);
    assertThat(rows).isEqualTo(allRows());
  }

  /** Who asks for more than has room gets less, and the rest when he asks again. */
  @Test
  void answersEndBeforeAllRoomIsTaken() throws Exception {
    for (int i = 0; i < 20; i++) {
      putValue("/wide/" + row(i) + "/f:q", "v".repeat(90_000));
    }
    String scanner = scanner("wide", "");
    List<String> rows = new ArrayList<>();
    HttpResponse<String> answer = get(scanner);
    for (; answer.statusCode() == 200; answer = get(scanner)) {
      rows.addAll(keys(answer.body()));
    }
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(204);
    assertThat(rows).isEqualTo(allRows().subList(0, 20));
  }

  /** HBase's gateway makes an answer of them in memory, whatever they are. */
  @ParameterizedTest
  @ValueSource(strings = {"/ranged/row000,row999", "/ranged/row*/f:q"})
  void rowsOfARangeTakeRoomTogether(String path) throws Exception {
    for (int i = 0; i < 20; i++) {
      putValue("/ranged/" + row(i) + "/f:q", "v".repeat(90_000));
    }
    HttpResponse<String> answer = get(address + path);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
    assertThat(answer.body()).contains(GatewayLimits.TOTAL_BYTES_KEY);
    assertThat(keys(get(address + "/ranged/row000,row005").body()))
        .isEqualTo(allRows().subList(0, 5));
  }

  /** It is written row by row, and kept nowhere. */
  @Test
  void aScanInOneRequestIsWhole() throws Exception {
    assertThat(keys(get(address + "/t/*").body())).isEqualTo(allRows());
  }

  @Test
  void whatNeedsMoreThanThereIsIsRefused() throws Exception {
    for (int i = 0; i < 8; i++) {
      putValue("/large/r/f:q" + i, "v".repeat(250_000));
    }
    for (String url : List.of(address + "/large/r", scanner("large", ""))) {
      HttpResponse<String> answer = get(url);
      assertThat(answer.statusCode()).as("%s: %s", url, answer.body()).isEqualTo(503);
      assertThat(answer.body()).contains(GatewayLimits.TOTAL_BYTES_KEY);
    }
    assertThat(get(address + "/large/r/f:q1").statusCode()).isEqualTo(200);
  }

  /** HBase's gateway takes a failure for the end of the table. */
  @Test
  void aScanThatFailsSaysSo() throws Exception {
    String endless = ".*".repeat(20) + "=x";
    String filter =
        "{\\\"type\\\":\\\"ValueFilter\\\",\\\"op\\\":\\\"EQUAL\\\",\\\"comparator\\\":"
            + "{\\\"type\\\":\\\"RegexStringComparator\\\",\\\"value\\\":\\\""
            + endless
            + "\\\"}}";
    String scanner = scanner("slow", ",\"filter\":\"" + filter + "\"");
    for (int i = 0; i < 2; i++) {
      HttpResponse<String> answer = get(scanner);
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(500);
      assertThat(answer.body())
          .contains("worked on one row for longer than 500 ms (hbase.rpc.timeout)")
          .doesNotContain("\tat ");
    }
  }
}
