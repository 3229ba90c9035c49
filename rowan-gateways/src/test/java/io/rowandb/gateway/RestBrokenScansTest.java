package io.rowandb.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scans in one request that fail, before the client has got anything of them and in the midst. */
@Tag("slow")
class RestBrokenScansTest {
  private static final int TOTAL_BYTES = 12_000_000;
  private static final int VALUE_BYTES = 1 << 20;

  /** Protobuf can tell of rows of 65,535 bytes. */
  private static final int ROW_BYTES = 60_000;

  /** So that no compression makes less of the values. */
  private static final Random BYTES = new Random(7);

  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private static GatewayProcess gateway;
  private static String address;

  @BeforeAll
  static void startGateway(@TempDir Path directory) throws Exception {
    Map<String, Integer> settings =
        Map.of(GatewayLimits.TOTAL_BYTES_KEY, TOTAL_BYTES, "hbase.rpc.timeout", 500);
    gateway = GatewayProcess.startRest(directory, settings, "mem:broken");
    address = "http://localhost:" + gateway.port();
    for (String table : List.of("t", "slow", "dropped")) {
      byte[] schema = "{\"ColumnSchema\":[{\"name\":\"f\"}]}".getBytes(StandardCharsets.UTF_8);
      assertThat(put("/" + table + "/schema", "application/json", schema)).isEqualTo(201);
    }
    for (int i = 0; i < 50; i++) {
      putValue("/t/b" + i + "/f:q", random(ROW_BYTES));
      putValue("/slow/b" + i + "/f:q", random(ROW_BYTES));
    }
    // No room for all of it, once a value is read.
    for (int i = 0; i < 10; i++) {
      putValue("/t/c/f:q" + i, random(VALUE_BYTES));
    }
    putValue("/t/d/f:q", new byte[10]);
    putValue("/slow/c/f:q", "a".repeat(300).getBytes(StandardCharsets.UTF_8));
    putValue("/slow/d/f:q", random(VALUE_BYTES));
    for (int i = 0; i < 40; i++) {
      putValue("/dropped/row" + i + "/f:q", random(VALUE_BYTES));
    }
  }

  @AfterAll
  static void stopGateway() throws Exception {
    try (GatewayProcess ending = gateway) {
      ending.signal("TERM");
      assertThat(ending.code()).isEqualTo(GatewayProcess.SIGTERM_CODE);
    }
  }

  private static byte[] random(int bytes) {
    byte[] value = new byte[bytes];
    BYTES.nextBytes(value);
    return value;
  }

  private static int put(String path, String type, byte[] body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address + path))
            .header("Content-Type", type)
            .PUT(BodyPublishers.ofByteArray(body))
            .build();
    return CLIENT.send(request, BodyHandlers.discarding()).statusCode();
  }

  private static void putValue(String path, byte[] value) throws Exception {
    assertThat(put(path, "application/octet-stream", value)).isEqualTo(200);
  }

  private static HttpResponse<String> get(String path, String type, String encoding)
      throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address + path))
            .header("Accept", type)
            .header("Accept-Encoding", encoding)
            .build();
    return CLIENT.send(request, BodyHandlers.ofString());
  }

  private static String slowFilter() {
    String filter = "ValueFilter(!=,'regexstring:^" + "a*".repeat(20) + "=x')";
    return "filter=" + URLEncoder.encode(filter, StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource({
    "application/json, identity",
    "text/xml, identity",
    "application/x-protobuf, identity",
    "application/json, gzip",
    "text/xml, gzip",
    "application/x-protobuf, gzip"
  })
  void whatFailsIsNeverTakenForTheEnd(String type, String encoding) throws Exception {
    // In the midst.
    for (String path : List.of("/t/*", "/slow/*?" + slowFilter())) {
      assertThatThrownBy(() -> get(path, type, encoding)).as(path).isInstanceOf(IOException.class);
    }
    // Before anything of it has gone.
    HttpResponse<String> large = get("/t/*?startrow=c", type, encoding);
    assertThat(large.statusCode()).as(large.body()).isEqualTo(503);
    assertThat(large.body())
        .contains("The row is not read", GatewayLimits.TOTAL_BYTES_KEY)
        .doesNotContain("\tat ");
    HttpResponse<String> slow = get("/slow/*?startrow=c&" + slowFilter(), type, encoding);
    assertThat(slow.statusCode()).as(slow.body()).isEqualTo(500);
    assertThat(slow.body()).contains("worked on one row for longer than 500 ms");
    // The others.
    assertThat(get("/t/*?endrow=c", type, encoding).statusCode()).isEqualTo(200);
  }

  /** What ends with the connection over HTTP/1.0 is whole, unless the connection is reset. */
  @Test
  void anAnswerWithoutChunksIsReset() throws Exception {
    try (Socket socket = new Socket("localhost", URI.create(address).getPort())) {
      String request = "GET /t/* HTTP/1.0\r\nHost: localhost\r\nAccept: application/json\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      InputStream answer = socket.getInputStream();
      assertThatThrownBy(answer::readAllBytes).isInstanceOf(IOException.class);
    }
  }

  /** The gateway cannot have written all of it when the table goes. */
  @Test
  void aTableThatIsDroppedEndsNoAnswer() throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address + "/dropped/*"))
            .header("Accept", "text/xml")
            .build();
    HttpResponse<InputStream> answer = CLIENT.send(request, BodyHandlers.ofInputStream());
    try (InputStream rows = answer.body()) {
      assertThat(rows.read()).isEqualTo('<');
      HttpRequest drop =
          HttpRequest.newBuilder(URI.create(address + "/dropped/schema")).DELETE().build();
      assertThat(CLIENT.send(drop, BodyHandlers.discarding()).statusCode()).isEqualTo(200);
      assertThatThrownBy(rows::readAllBytes).isInstanceOf(IOException.class);
    }
  }
}
