package io.rowandb.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the REST gateway answers to whom, and how much it takes. */
@Tag("slow")
class RestLimitsTest {
  private static final int LIMIT = 67_108_864;

  @TempDir private static Path directory;

  private static GatewayProcess gateway;
  private static int port;

  @BeforeAll
  static void startGateway() throws IOException {
    gateway =
        GatewayProcess.startWith(List.of("-Xmx1200m"), "rest", "--port=0", "--path=mem:limits");
    port = gateway.port();
    assertThat(ask("PUT", "/t/schema", "{\"ColumnSchema\":[{\"name\":\"f\"}]}"))
        .startsWith("HTTP/1.1 201");
  }

  @AfterAll
  static void stopGateway() throws Exception {
    try (GatewayProcess ending = gateway) {
      ending.signal("TERM");
      assertThat(ending.code()).isEqualTo(GatewayProcess.SIGTERM_CODE);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"evil.example", "localhost.evil.example:8080", "127.0.0.1.evil.example"})
  void aHostThatSomebodyElseOwnsIsRefused(String host) throws IOException {
    assertThat(request("GET", "/version/cluster", host, ""))
        .startsWith("HTTP/1.1 403")
        .contains("Host " + host.replaceAll(":.*", "") + " is no name of this gateway")
        .contains(RestGuard.HOSTS_KEY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "LocalHost:1234", "127.0.0.1", "10.1.2.3:80", "[::1]:8080"})
  void addressesAndNamesOfTheMachineAreAnswered(String host) throws IOException {
    assertThat(request("GET", "/version/cluster", host, "")).startsWith("HTTP/1.1 200");
  }

  @Test
  void pagesOfOtherSitesMaySendNothing() throws IOException {
    for (String origin : List.of("https://evil.example", "null", "http://localhost:1")) {
      for (String method : List.of("GET", "PUT", "POST", "DELETE", "OPTIONS")) {
        assertThat(request(method, "/t/schema", "localhost", "Origin: " + origin + "\r\n"))
            .as("%s from %s", method, origin)
            .startsWith("HTTP/1.1 403")
            .contains("Pages of " + origin + " may not send requests; " + RestGuard.ORIGINS_KEY);
      }
    }
    String own = "Origin: http://localhost:" + port + "\r\n";
    assertThat(request("GET", "/t/schema", "localhost:" + port, own)).startsWith("HTTP/1.1 200");
  }

  @Test
  void settingsOfTheAdministratorHold() throws Exception {
    Map<String, String> settings =
        Map.of(
            "rowan.rest.hosts", "Shop.example",
            "rowan.rest.origins", "https://a.example",
            "rowan.gateway.request.millis", "1");
    try (GatewayProcess own = GatewayProcess.startRest(directory, settings, "mem:named")) {
      int ownPort = own.port();
      String origin = "Origin: https://A.example\r\n";
      assertThat(request(ownPort, "GET", "/version/cluster", "shop.example:99", origin))
          .startsWith("HTTP/1.1 200");
      assertThat(request(ownPort, "GET", "/version/cluster", "evil.example", ""))
          .startsWith("HTTP/1.1 403");
      assertThat(sendEndlessly(ownPort, "application/json", false))
          .startsWith("HTTP/1.1 408")
          .contains("did not arrive within 1 ms: " + GatewayLimits.REQUEST_MILLIS_KEY);
      assertThat(trickledHeader(ownPort)).isEmpty();
    }
  }

  /** What is answered to a header of which a byte comes now and then, without an end. */
  private static String trickledHeader(int at) throws IOException {
    ScheduledExecutorService trickle = Executors.newSingleThreadScheduledExecutor();
    try (Socket socket = new Socket("localhost", at)) {
      socket.getOutputStream().write(bytes("GET / HTTP/1.1\r\nX: "));
      Future<?> sender =
          trickle.scheduleWithFixedDelay(() -> sendByte(socket), 100, 100, TimeUnit.MILLISECONDS);
      String answer = untilClosed(socket);
      sender.cancel(false);
      return answer;
    } finally {
      trickle.shutdownNow();
    }
  }

  private static void sendByte(Socket socket) {
    try {
      socket.getOutputStream().write('x');
    } catch (IOException e) {
      throw new IllegalStateException("closed", e);
    }
  }

  private static String untilClosed(Socket socket) throws IOException {
    try {
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (SocketException e) {
      return ""; // it was reset
    }
  }

  /** HBase's 500 took 1.5 MB each. */
  @Test
  void idleConnectionsTakeLittle() throws Exception {
    List<Socket> idle = new ArrayList<>();
    try (GatewayProcess own =
        GatewayProcess.startWith(List.of("-Xmx128m"), "rest", "--port=0", "--path=mem:idle")) {
      int ownPort = own.port();
      for (int i = 0; i < 400; i++) {
        Socket socket = new Socket("localhost", ownPort);
        idle.add(socket);
        socket
            .getOutputStream()
            .write(bytes("GET /version/cluster HTTP/1.1\r\nHost: localhost\r\n\r\n"));
        assertThat(new String(socket.getInputStream().readNBytes(12), StandardCharsets.UTF_8))
            .isEqualTo("HTTP/1.1 200");
      }
    } finally {
      for (Socket each : idle) {
        each.close();
      }
    }
  }

  @Test
  void aReadOnlyGatewayChangesNothing() throws Exception {
    String path = "--path=" + directory.resolve("store");
    String put = "Content-Type: application/octet-stream\r\nContent-Length: 1\r\n";
    try (GatewayProcess writing = GatewayProcess.start("rest", "--port=0", path)) {
      int at = writing.port();
      String schema = "{\"ColumnSchema\":[{\"name\":\"f\"}]}";
      String json = "Content-Type: application/json\r\nContent-Length: " + schema.length() + "\r\n";
      assertThat(request(at, "PUT", "/kept/schema", "localhost", json, schema)).contains(" 201 ");
      assertThat(request(at, "PUT", "/kept/r/f:q", "localhost", put, "v")).contains(" 200 ");
      writing.signal("TERM");
      assertThat(writing.code()).isEqualTo(GatewayProcess.SIGTERM_CODE);
    }
    try (GatewayProcess reading = GatewayProcess.start("rest", "--read-only", "--port=0", path)) {
      int at = reading.port();
      for (String deleted : List.of("/kept/schema", "/kept/r", "/kept/r/f:q", "/namespaces/none")) {
        assertThat(request(at, "DELETE", deleted, "localhost", ""))
            .as(deleted)
            .startsWith("HTTP/1.1 403");
      }
      for (String written : List.of("/kept/r/f:q", "/kept/schema", "/new/schema")) {
        assertThat(request(at, "PUT", written, "localhost", put, "x"))
            .as(written)
            .startsWith("HTTP/1.1 4");
      }
      assertThat(request(at, "GET", "/kept/r/f:q", "localhost", ""))
          .contains(" 200 ")
          .contains("v");
      assertThat(request(at, "GET", "/new/schema", "localhost", "")).contains(" 404 ");
    }
  }

  @Test
  void versionsOfTheMachineAreNotTold() throws IOException {
    String java = System.getProperty("java.version");
    String kernel = System.getProperty("os.version");
    for (String type :
        List.of("text/plain", "text/xml", "application/json", "application/x-protobuf")) {
      String answer =
          request("GET", "/version", "localhost", "Accept: " + type + "\r\n")
              .toLowerCase(Locale.ROOT);
      assertThat(answer).as(type).startsWith("http/1.1 200").contains("0.0.3");
      assertThat(answer).as(type).doesNotContain(java, kernel, "jetty", "linux");
    }
  }

  @Test
  void errorsAreToldInWords() throws IOException {
    String noFamily = ask("GET", "/t/row/none:q", "");
    assertThat(noFamily).startsWith("HTTP/1.1 404").doesNotContain("\tat ", ".java:");
    String noTable = ask("GET", "/none/schema", "");
    assertThat(noTable).startsWith("HTTP/1.1 404").doesNotContain("\tat ", ".java:");
    String noPut = ask("PUT", "/none/row/f:q", "{\"Row\":[{\"key\":\"YQ==\",\"Cell\":[");
    assertThat(noPut).contains("HTTP/1.1 4").doesNotContain("\tat ", ".java:");
    String noScanner = ask("PUT", "/t/scanner", "{\"filter\":\"{\"}");
    assertThat(noScanner).contains("HTTP/1.1 4").doesNotContain("\tat ", ".java:");
  }

  /** Each was an "Internal error", or an answer without words. */
  @ParameterizedTest
  @CsvSource({
    "PUT, /t/r, text/xml, <Other/>, unexpected element",
    "PUT, /t/r, application/x-protobuf, zzz, protocol message",
    "PUT, /t/r/f:q/abc, application/octet-stream, v, abc",
    "PUT, /t/scanner, text/xml, <Scanner batch='x'/>, Not a number: x",
    "GET, /t/r?v=x, text/plain, '', x",
    "GET, /t/*?filter=Nope(), text/plain, '', Filter Name Nope not supported",
    "GET, /t/multiget?row=, text/plain, '', index out of range",
    "GET, /t/multiget?row=a&filter_b64=%25, text/plain, '', Illegal base64",
  })
  void whatIsWrongIsTold(String method, String path, String type, String body, String words)
      throws IOException {
    String headers = "Content-Type: " + type + "\r\nContent-Length: " + body.length() + "\r\n";
    assertThat(request(method, path, "localhost", headers, body))
        .startsWith("HTTP/1.1 400")
        .contains(words)
        .doesNotContain("\tat ");
  }

  @Test
  void aBodyThatDoesNotUnpackIsRefused() throws IOException {
    String headers = "Content-Encoding: gzip\r\nContent-Length: 8\r\n";
    assertThat(request("PUT", "/t/r/f:q", "localhost", headers, "no gzip."))
        .startsWith("HTTP/1.1 400")
        .contains("The body cannot be unpacked: Not in GZIP format");
  }

  @Test
  void stackTracesAreTaken() {
    assertThat(
            ErrorWords.asWebText(
                """
                Unavailable\r
                java.io.IOException: no
                \tat a.B(C.java:1)
                \t... 3 more
                Caused by: x
                """))
        .isEqualTo("Unavailable\r\njava.io.IOException: no\r\nCaused by: x\r\n");
  }

  @Test
  void bodiesHaveALimit() throws IOException {
    for (String type : List.of("application/json", "text/xml", "application/x-protobuf")) {
      String answer = sendEndlessly(port, type, false);
      assertThat(answer)
          .as(type)
          .startsWith("HTTP/1.1 413")
          .contains(GatewayLimits.REQUEST_BYTES_KEY + " allows: " + LIMIT + " bytes");
    }
    assertThat(ask("GET", "/t/schema", "")).startsWith("HTTP/1.1 200");
  }

  /** Each becomes an object of hundreds of bytes. */
  @Test
  void bodiesOfTheSmallestElementsAreRefused() throws IOException {
    int count = 5_000_000;
    Map<String, String> bodies =
        Map.of(
            "application/json", "{\"Row\":[" + "{},".repeat(count) + "{}]}",
            "text/xml", "<CellSet><Row key='YQ=='>" + "<Cell/>".repeat(count) + "</Row></CellSet>",
            "application/x-protobuf", "\n\0".repeat(count));
    for (Map.Entry<String, String> each : bodies.entrySet()) {
      byte[] body = bytes(each.getValue());
      ByteArrayOutputStream sent = new ByteArrayOutputStream();
      sent.write(body);
      assertThat(send(port, each.getKey(), false, sent))
          .as(each.getKey())
          .startsWith("HTTP/1.1 503")
          .contains(GatewayLimits.TOTAL_BYTES_KEY);
    }
    assertThat(ask("GET", "/t/schema", "")).startsWith("HTTP/1.1 200");
  }

  /** HBase's gateway worked at it for seconds, and failed. */
  @Test
  void optionsAreAnsweredWithoutADescriptionOfAllPaths() throws IOException {
    assertThat(request("OPTIONS", "/t/schema", "localhost", ""))
        .startsWith("HTTP/1.1 200")
        .contains("Allow: ")
        .doesNotContain("wadl");
  }

  /** A thousand times larger than it is sent. */
  @Test
  void bodiesThatUnpackHaveALimitToo() throws IOException {
    assertThat(sendEndlessly(port, "application/octet-stream", true))
        .startsWith("HTTP/1.1 413")
        .contains(GatewayLimits.REQUEST_BYTES_KEY);
    assertThat(ask("GET", "/t/schema", "")).startsWith("HTTP/1.1 200");
  }

  /** A document that names a file, or unpacks itself. */
  @Test
  void xmlThatDefinesEntitiesIsRefused() throws IOException {
    for (String entity : List.of("SYSTEM \"file:///etc/passwd\"", "\"AAAA\"")) {
      String body =
          "<?xml version='1.0'?><!DOCTYPE x [<!ENTITY e "
              + entity
              + ">]><CellSet><Row key='YQ=='><Cell column='Zjpx'>&e;</Cell></Row></CellSet>";
      String headers = "Content-Type: text/xml\r\nContent-Length: " + body.length() + "\r\n";
      assertThat(request("PUT", "/t/row", "localhost", headers, body))
          .startsWith("HTTP/1.1 400")
          .doesNotContain("\tat ");
    }
    assertThat(ask("GET", "/t/a/f:q", "")).startsWith("HTTP/1.1 404");
  }

  @Test
  void limitsThatAreNoNumbersAreRefused() {
    Configuration conf = new Configuration(false);
    conf.set(GatewayLimits.REQUEST_BYTES_KEY, "much");
    assertThatThrownBy(() -> RestGateway.start(conf, "localhost", 0, false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("rowan.gateway.request.bytes is \"much\"");
  }

  /** Sends a body of 100 MB in chunks, as far as the gateway takes it; what it answers. */
  private static String sendEndlessly(int at, String type, boolean packed) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    try (OutputStream out = packed ? new GZIPOutputStream(body) : body) {
      out.write(beginning(type));
      byte[] piece = "A".repeat(1 << 20).getBytes(StandardCharsets.US_ASCII);
      for (int i = 0; i < 100; i++) {
        out.write(piece);
      }
    }
    return send(at, type, packed, body);
  }

  private static String send(int at, String type, boolean packed, ByteArrayOutputStream body)
      throws IOException {
    try (Socket socket = new Socket("localhost", at)) {
      OutputStream out = socket.getOutputStream();
      String head =
          "PUT /t/row/f:q HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: "
              + type
              + (packed ? "\r\nContent-Encoding: gzip" : "")
              + "\r\nContent-Length: "
              + body.size()
              + "\r\n\r\n";
      out.write(head.getBytes(StandardCharsets.US_ASCII));
      List<IOException> failures = new ArrayList<>();
      Thread sender = new Thread(() -> send(out, body, failures));
      sender.start();
      StringBuilder answer = new StringBuilder();
      try {
        byte[] piece = new byte[1_000];
        int got = socket.getInputStream().read(piece);
        while (got >= 0) {
          answer.append(new String(piece, 0, got, StandardCharsets.UTF_8));
          got = socket.getInputStream().read(piece);
        }
      } catch (IOException e) {
        assertThat(answer).as("%s", e).isNotEmpty();
      }
      return answer.toString();
    }
  }

  private static void send(
      OutputStream out, ByteArrayOutputStream body, List<IOException> failures) {
    try {
      body.writeTo(out);
    } catch (IOException e) {
      failures.add(e); // the gateway does not read to the end
    }
  }

  /** How a body of this type begins with a long value in it. */
  private static byte[] beginning(String type) {
    return switch (type) {
      case "application/json" -> bytes("{\"Row\":[{\"key\":\"YQ==\",\"Cell\":[{\"$\":\"");
      case "text/xml" -> bytes("<CellSet><Row key='YQ=='><Cell column='Zjpx'>");
      // A row of 256 MB, and its key.
      case "application/x-protobuf" -> new byte[] {10, -1, -1, -1, 127, 10, -1, -1, -1, 127};
      default -> new byte[0];
    };
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static String ask(String method, String path, String json) throws IOException {
    String body = json.isEmpty() ? "" : "Content-Type: application/json\r\n";
    return request(
        method, path, "localhost", body + "Content-Length: " + json.length() + "\r\n", json);
  }

  private static String request(String method, String path, String host, String headers)
      throws IOException {
    return request(method, path, host, headers, "");
  }

  private static String request(int at, String method, String path, String host, String headers)
      throws IOException {
    return request(at, method, path, host, headers, "");
  }

  private static String request(
      String method, String path, String host, String headers, String body) throws IOException {
    return request(port, method, path, host, headers, body);
  }

  private static String request(
      int at, String method, String path, String host, String headers, String body)
      throws IOException {
    try (Socket socket = new Socket("localhost", at)) {
      String text =
          method
              + " "
              + path
              + " HTTP/1.1\r\nHost: "
              + host
              + "\r\nConnection: close\r\n"
              + headers
              + "\r\n"
              + body;
      socket.getOutputStream().write(bytes(text));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
