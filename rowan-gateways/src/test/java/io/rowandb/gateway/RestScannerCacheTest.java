package io.rowandb.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Which scanners the REST gateway keeps when there are too many. All requests use one connection,
 * where each begins when the one before it is over.
 */
@Tag("slow")
class RestScannerCacheTest {
  private static final int SIZE = 20;
  private static final int ROWS = 5;

  /** Room for some more scanners than may be kept. */
  private static final int TOTAL_BYTES = 4 << 20;

  private static GatewayProcess gateway;
  private static Socket socket;
  private static DataInputStream in;

  /** Where the last answer says that something is. */
  private static String location;

  @BeforeAll
  static void startGateway(@TempDir Path directory) throws Exception {
    Map<String, Integer> settings =
        Map.of(RestScannerCache.SIZE_KEY, SIZE, GatewayLimits.TOTAL_BYTES_KEY, TOTAL_BYTES);
    gateway = GatewayProcess.startRest(directory, settings, "mem:kept");
    socket = new Socket("localhost", gateway.port());
    in = new DataInputStream(socket.getInputStream());
    assertThat(put("/t/schema", "{\"ColumnSchema\":[{\"name\":\"f\"}]}")).isEqualTo(201);
    for (int i = 0; i < ROWS; i++) {
      String key = Base64.getEncoder().encodeToString(new byte[] {(byte) i});
      String cell = "{\"column\":\"Zjpx\",\"$\":\"dg==\"}"; // f:q and v
      String row = "{\"Row\":[{\"key\":\"" + key + "\",\"Cell\":[" + cell + "]}]}";
      assertThat(put("/t/rows", row)).isEqualTo(200);
    }
  }

  @AfterAll
  static void stopGateway() throws Exception {
    try (GatewayProcess ending = gateway) {
      socket.close();
      ending.signal("TERM");
      assertThat(ending.code()).isEqualTo(GatewayProcess.SIGTERM_CODE);
    }
  }

  /** Whatever the clients of the older ones have read. */
  @Test
  void newOnesAreKeptAndTheOldestGo() throws Exception {
    List<String> old = open(SIZE);
    for (int i = 0; i < 3; i++) {
      for (String each : old) {
        assertThat(get(each)).isEqualTo(200);
      }
    }
    List<String> later = open(SIZE);
    for (String each : later) {
      for (int i = 0; i < ROWS; i++) {
        assertThat(get(each)).isEqualTo(200);
      }
      assertThat(get(each)).as("at its end").isEqualTo(204);
    }
    for (String each : old) {
      assertThat(get(each)).isEqualTo(404);
    }
  }

  @Test
  void thoseThatAreUsedAreKept() throws Exception {
    List<String> open = open(SIZE);
    assertThat(get(open.get(0))).isEqualTo(200);
    open(1);
    assertThat(get(open.get(1))).isEqualTo(404);
    assertThat(get(open.get(0))).isEqualTo(200);
    assertThat(get(open.get(2))).isEqualTo(200);
  }

  /** A scan in one request is not kept, and nothing goes for it. */
  @Test
  void scansThatAreAnsweredAtOnceCountForNothing() throws Exception {
    List<String> open = open(SIZE);
    for (int i = 0; i < SIZE; i++) {
      assertThat(get("/t/*")).isEqualTo(200);
    }
    for (String each : open) {
      assertThat(get(each)).isEqualTo(200);
    }
  }

  /** Otherwise there would soon be no room, as none was unused for long. */
  @Test
  void whatThoseHeldThatGoIsGivenBack() throws Exception {
    int room = (int) (TOTAL_BYTES / ScannerRoom.SCANNER_BYTES);
    assertThat(open(3 * room)).hasSize(3 * room);
  }

  @Test
  void aSizeThatIsNoNumberIsRefused() {
    Configuration conf = new Configuration(false);
    conf.set(RestScannerCache.SIZE_KEY, "many");
    assertThatThrownBy(() -> RestScannerCache.of(conf))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(RestScannerCache.SIZE_KEY + " is \"many\"");
  }

  private static List<String> open(int count) throws IOException {
    List<String> open = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      assertThat(put("/t/scanner", "{\"batch\":1}")).isEqualTo(201);
      open.add(location.substring(location.indexOf("/t/scanner/")));
    }
    return open;
  }

  private static int get(String path) throws IOException {
    return ask("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n\r\n");
  }

  private static int put(String path, String body) throws IOException {
    return ask(
        "PUT "
            + path
            + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n"
            + body);
  }

  /** The code of the answer, which is read to its end. */
  private static int ask(String request) throws IOException {
    socket.getOutputStream().write(request.getBytes(US_ASCII));
    String status = line(); // HTTP/1.1 200 OK
    int code = Integer.parseInt(status.substring(9, 12));
    int bytes = 0;
    boolean chunked = false;
    for (String line = line(); !line.isEmpty(); line = line()) {
      String name = line.substring(0, line.indexOf(':')).toLowerCase(Locale.ROOT);
      String value = line.substring(line.indexOf(':') + 1).trim();
      switch (name) {
        case "content-length" -> bytes = Integer.parseInt(value);
        case "transfer-encoding" -> chunked = true;
        case "location" -> location = value;
        default -> {}
      }
    }
    in.readFully(new byte[bytes]);
    while (chunked) {
      int length = Integer.parseInt(line(), 16);
      in.readFully(new byte[length]);
      assertThat(line()).isEmpty();
      chunked = length > 0;
    }
    return code;
  }

  private static String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.readUnsignedByte(); next != '\n'; next = in.readUnsignedByte()) {
      line.append((char) next);
    }
    return line.toString().stripTrailing();
  }
}
