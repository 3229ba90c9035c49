package io.rowandb.gateway;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * The TCP connections of this machine, as Linux lists them. It shows that a client has closed its
 * connection while its request is still running: Java can find this out only by reading from the
 * socket, but that may read the next request. On other systems a closed connection is not detected.
 *
 * <pre>
 *   sl  local_address rem_address   st ...
 *    0: 0100007F:1F90 0100007F:C350 08 ...
 * </pre>
 *
 * An address is one word of 4 bytes or four of them, each in native byte order; 08 is CLOSE_WAIT:
 * the other side has closed. Immutable.
 */
final class TcpTable {
  private static final List<Path> FILES =
      List.of(Path.of("/proc/self/net/tcp"), Path.of("/proc/self/net/tcp6"));

  private static final String CLOSE_WAIT = "08";

  private final Map<Ends, Boolean> open;

  private TcpTable(Map<Ends, Boolean> open) {
    this.open = open;
  }

  /** Both ends of a connection. */
  record Ends(InetSocketAddress local, InetSocketAddress remote) {}

  /** As it is now; empty where there is none. */
  static TcpTable read() throws IOException {
    Map<Ends, Boolean> open = new HashMap<>();
    for (Path each : FILES) {
      if (Files.isReadable(each)) {
        addAll(Files.readAllLines(each, StandardCharsets.US_ASCII), open);
      }
    }
    return new TcpTable(open);
  }

  /** Of the lines of a file. */
  static TcpTable of(List<String> lines) throws IOException {
    Map<Ends, Boolean> open = new HashMap<>();
    addAll(lines, open);
    return new TcpTable(open);
  }

  private static void addAll(List<String> lines, Map<Ends, Boolean> open) throws IOException {
    for (String each : lines.subList(Math.min(1, lines.size()), lines.size())) {
      String[] fields = each.trim().split(" +", 5);
      open.put(new Ends(address(fields[1]), address(fields[2])), fields[3].equals(CLOSE_WAIT));
    }
  }

  private static InetSocketAddress address(String field) throws UnknownHostException {
    int colon = field.indexOf(':');
    ByteBuffer words = ByteBuffer.wrap(HexFormat.of().parseHex(field.substring(0, colon)));
    ByteBuffer address = ByteBuffer.allocate(words.capacity()).order(ByteOrder.nativeOrder());
    while (words.hasRemaining()) {
      address.putInt(words.getInt());
    }
    int port = Integer.parseInt(field.substring(colon + 1), 16);
    return new InetSocketAddress(InetAddress.getByAddress(address.array()), port);
  }

  /** Whether the other side of a connection has closed it. False when nothing is known. */
  boolean isLeft(Ends connection) {
    return open.getOrDefault(connection, false);
  }

  /** Whether there are connections, but not this one: it was reset. */
  boolean lacks(Ends connection) {
    return !open.isEmpty() && !open.containsKey(connection);
  }
}
