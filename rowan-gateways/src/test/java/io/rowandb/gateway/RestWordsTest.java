package io.rowandb.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
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
  @ValueSource(strings = {"/nosuch/*", "/t/*?column=zz:q"})
  void whatIsNotThere(String path) throws Exception {
    HttpResponse<String> answer =
        CLIENT.send(
            HttpRequest.newBuilder(URI.create(address + path)).build(), BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(404);
    assertThat(answer.body()).isNotBlank().doesNotContain("\tat ");
  }
}
