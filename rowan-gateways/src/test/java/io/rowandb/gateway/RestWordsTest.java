package io.rowandb.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the REST gateway says to requests that are wrong. */
@Tag("slow")
class RestWordsTest {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private static GatewayProcess gateway;
  private static String address;

  @BeforeAll
  static void startGateway() throws Exception {
    gateway = GatewayProcess.start("rest", "--port=0", "--path=mem:words");
    address = "http://localhost:" + gateway.port();
    String schema = "{\"ColumnSchema\":[{\"name\":\"f\"}]}";
    assertThat(send("PUT", "/t/schema", "application/json", schema).statusCode()).isEqualTo(201);
  }

  @AfterAll
  static void stopGateway() throws Exception {
    try (GatewayProcess ending = gateway) {
      ending.signal("TERM");
      assertThat(ending.code()).isEqualTo(GatewayProcess.SIGTERM_CODE);
    }
  }

  private static HttpResponse<String> send(String method, String path, String type, String body)
      throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address + path))
            .header("Content-Type", type)
            .method(method, BodyPublishers.ofString(body))
            .build();
    return CLIENT.send(request, BodyHandlers.ofString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/t/r | text/xml | <Scanner batch='5'/> | must be a CellSetModel",
        "/s/schema | text/xml | <Scanner batch='5'/> | must be a TableSchemaModel",
        "/t/scanner | text/xml | <CellSet/> | must be a ScannerModel",
        "/t/scanner | application/json | null | The body is empty",
        "/t/scanner | application/json | {\"filter\":\"{\\\"type\\\":\\\"Zz\\\"}\"} | Zz"
      })
  void bodiesThatAreNotWhatTheyShouldBe(String path, String type, String body, String words)
      throws Exception {
    HttpResponse<String> answer = send("PUT", path, type, body.replace('\'', '"'));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
    assertThat(answer.body()).contains(words).doesNotContain("\tat ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/nosuch/*",
        "/t/*?column=zz:q",
        "/t/multiget?row=r/zz:q",
        "/t/multiget?row=r&row=r/zz:q",
        "/nosuch/multiget?row=r"
      })
  void whatIsNotThere(String path) throws Exception {
    HttpResponse<String> answer =
        CLIENT.send(
            HttpRequest.newBuilder(URI.create(address + path)).build(), BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(404);
    assertThat(answer.body()).isNotBlank().doesNotContain("\tat ");
  }

  /** With the status of HBase's gateway. */
  @ParameterizedTest
  @ValueSource(strings = {"/namespaces/nosuch", "/namespaces/nosuch/tables"})
  void aNamespaceThatIsNotThereIsNamed(String path) throws Exception {
    HttpResponse<String> answer = get(path, "application/json", BodyHandlers.ofString());
    assertThat(answer.statusCode()).isEqualTo(500);
    assertThat(answer.body()).contains("'nosuch'");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 5, 15, 21})
  void aBodyThatEndsInTheMiddleOfItsPacking(int bytes) throws Exception {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write("some value".getBytes(StandardCharsets.UTF_8));
    }
    assertThat(packed.size()).isGreaterThan(21);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address + "/t/packed/f:q"))
            .header("Content-Type", "application/octet-stream")
            .header("Content-Encoding", "gzip")
            .PUT(BodyPublishers.ofByteArray(Arrays.copyOf(packed.toByteArray(), bytes)))
            .build();
    HttpResponse<String> answer = CLIENT.send(request, BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
    assertThat(answer.body()).startsWith("The body cannot be ").doesNotContain("null");
    assertThat(get("/t/packed", "application/json", BodyHandlers.ofString()).statusCode())
        .isEqualTo(404);
  }

  /** HBase's gateway writes two bytes of a length that needs more. */
  @Test
  void rowsThatAMessageOfAScanCannotTell() throws Exception {
    String schema = "{\"ColumnSchema\":[{\"name\":\"f\"}]}";
    assertThat(send("PUT", "/long/schema", "application/json", schema).statusCode()).isEqualTo(201);
    for (int bytes = 65_480; bytes < 65_540; bytes++) {
      String row = "/long/r" + bytes + "/f:q";
      assertThat(send("PUT", row, "application/octet-stream", "v".repeat(bytes)).statusCode())
          .isEqualTo(200);
    }
    int whole = 0;
    int refused = 0;
    for (int bytes = 65_480; bytes < 65_540; bytes++) {
      String path = "/long/r" + bytes + "*";
      HttpResponse<byte[]> answer = get(path, "application/protobuf", BodyHandlers.ofByteArray());
      byte[] body = answer.body();
      if (answer.statusCode() == 200) {
        int told = ((body[0] & 0xFF) << 8) | (body[1] & 0xFF);
        assertThat(told).isEqualTo(body.length - 2).isGreaterThan(bytes);
        whole++;
      } else {
        assertThat(answer.statusCode()).isEqualTo(406);
        assertThat(body).asString(StandardCharsets.UTF_8).contains("ask for JSON or XML");
        refused++;
      }
      assertThat(get(path, "application/json", BodyHandlers.ofString()).statusCode())
          .isEqualTo(200);
    }
    assertThat(whole).isPositive();
    assertThat(refused).isPositive();
  }

  private static <T> HttpResponse<T> get(
      String path, String type, HttpResponse.BodyHandler<T> handler) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address + path)).header("Accept", type).build();
    return CLIENT.send(request, handler);
  }
}
