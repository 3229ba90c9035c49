package io.rowandb.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that go on reading large answers while others need what these hold. */
@Tag("slow")
class RestSlowReadersTest {
  private static final String OK = "HTTP/1.1 200";
  private static final String REFUSED = "HTTP/1.1 503";

  /** More than the system takes for a connection whose client reads nothing. */
  private static final int ROW_BYTES = 12 << 20;

  private static final int TOTAL_BYTES = 6 * ROW_BYTES;
  private static final int PIECE_BYTES = 1 << 10;

  @Test
  void whoReadsTooLongGivesWayToOthers(@TempDir Path directory) throws Exception {
    Map<String, Integer> settings =
        Map.of(
            GatewayLimits.TOTAL_BYTES_KEY,
            TOTAL_BYTES,
            GatewayLimits.REQUEST_BYTES_KEY,
            TOTAL_BYTES,
            GatewayLimits.REQUEST_MILLIS_KEY,
            5_000);
    try (GatewayProcess gateway = GatewayProcess.startRest(directory, settings, "mem:readers")) {
      int port = gateway.port();
      String schema = "{\"ColumnSchema\":[{\"name\":\"f\"}]}";
      assertThat(ask(port, put("/t/schema", "application/json", schema)))
          .startsWith("HTTP/1.1 201");
      String value = "v".repeat(1 << 20);
      for (int i = 0; i < ROW_BYTES / value.length(); i++) {
        String body = put("/t/r/f:" + i, "application/octet-stream", value);
        assertThat(ask(port, body)).startsWith(OK);
      }

      List<Reader> readers = new ArrayList<>();
      for (Reader next = Reader.begin(port, "1.0");
          next != null;
          next = Reader.begin(port, "1.1")) {
        readers.add(next);
      }
      assertThat(readers).isNotEmpty();
      String others = get("1.1", "Connection: close\r\n");
      String answer = ask(port, others);
      long read = 0;
      while (answer.startsWith(REFUSED)) {
        for (Reader each : readers) {
          read += each.read();
        }
        assertThat(read)
            .as("read by those that are slow")
            .isLessThan(readers.size() * (long) ROW_BYTES);
        answer = ask(port, others);
      }
      assertThat(answer).startsWith(OK).hasSizeGreaterThan(ROW_BYTES);
      assertThat(readers.stream().filter(each -> !each.readsAll()).count())
          .as("those that gave way")
          .isPositive();
      gateway.signal("TERM");
      assertThat(gateway.code()).isEqualTo(GatewayProcess.SIGTERM_CODE);
    }
  }

  private static String get(String version, String more) {
    return "GET /t/r HTTP/%s\r\nHost: localhost\r\nAccept: application/x-protobuf\r\n%s\r\n"
        .formatted(version, more);
  }

  private static String put(String path, String type, String body) {
    String head = "PUT %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: %s\r\nContent-Length: %d";
    return head.formatted(path, type, body.length()) + "\r\nConnection: close\r\n\r\n" + body;
  }

  private static String ask(int port, String request) throws IOException {
    try (Socket socket = new Socket("localhost", port)) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  /** Has an answer to the row and reads it slowly. */
  private static final class Reader {
    private final Socket socket;
    private long bytes;

    private Reader(Socket socket) {
      this.socket = socket;
    }

    /** Reads no more of the answer than its status; returns null when it is refused. */
    static Reader begin(int port, String version) throws IOException {
      Socket socket = new Socket();
      socket.setReceiveBufferSize(PIECE_BYTES);
      socket.connect(new InetSocketAddress("localhost", port));
      socket.getOutputStream().write(get(version, "").getBytes(StandardCharsets.US_ASCII));
      byte[] begin = socket.getInputStream().readNBytes(OK.length());
      if (new String(begin, StandardCharsets.US_ASCII).equals(REFUSED)) {
        socket.close();
        return null;
      }
      assertThat(begin).asString(StandardCharsets.US_ASCII).isEqualTo(OK);
      return new Reader(socket);
    }

    /** Reads a piece, if the gateway has not closed the connection. */
    int read() {
      try {
        int piece = Math.max(0, socket.getInputStream().read(new byte[PIECE_BYTES]));
        bytes += piece;
        return piece;
      } catch (IOException e) {
        return 0; // it was reset
      }
    }

    /**
     * Reads the rest, and closes the connection. An answer that is without its end is not taken for
     * a whole one: the connection is reset.
     *
     * @return whether the answer is whole; it is when others lacked no more than those hold that
     *     had read for longer
     */
    boolean readsAll() {
      try (socket) {
        // Over HTTP/1.1 the connection ends when nothing was asked for a while.
        bytes += socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        assertThat(bytes).as("an answer that ends in order").isGreaterThan(ROW_BYTES);
        return true;
      } catch (IOException e) {
        assertThat(e).hasMessageMatching("(?i).*(reset|broken pipe).*");
        return false;
      }
    }
  }
}
