package io.rowandb.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.FutureTask;
import org.apache.hadoop.hbase.thrift.generated.Hbase;
import org.apache.hadoop.hbase.thrift.generated.Mutation;
import org.apache.hadoop.hbase.thrift2.generated.TColumnFamilyDescriptor;
import org.apache.hadoop.hbase.thrift2.generated.TColumnValue;
import org.apache.hadoop.hbase.thrift2.generated.TDelete;
import org.apache.hadoop.hbase.thrift2.generated.TGet;
import org.apache.hadoop.hbase.thrift2.generated.THBaseService;
import org.apache.hadoop.hbase.thrift2.generated.TPut;
import org.apache.hadoop.hbase.thrift2.generated.TScan;
import org.apache.hadoop.hbase.thrift2.generated.TTableDescriptor;
import org.apache.hadoop.hbase.thrift2.generated.TTableName;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TCompactProtocol;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.TMemoryBuffer;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.layered.TFramedTransport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Requests of real clients, changed here and there: lengths that lie, types and names exchanged,
 * pieces left out, doubled, of other requests. After any of them
 *
 * <ol>
 *   <li>the connection has an answer or an end, in time;
 *   <li>no answer names places in the program;
 *   <li>the process lives within a small heap, serves others, and has all that it had.
 * </ol>
 */
@Tag("slow")
class HostileRequestsTest {
  private static final long SEED = Long.getLong("rowan.seed", 1);

  /** Of each gateway. */
  private static final int REQUESTS = Integer.getInteger("rowan.fuzz.requests", 400);

  /** Requests between two looks at whether others are served. */
  private static final int ROUND = 50;

  /** Longer than a request may take to arrive, so that whoever hangs longer hangs for ever. */
  private static final int PATIENCE_MILLIS = 120_000;

  private static final int MAX_BYTES = 1 << 20;

  private static final String KEPT = "kept-by-all-means";
  private static final ByteBuffer TABLE = buffer("t");

  private static final int[] LIES = {
    0, 1, -1, 127, 128, 255, 256, 32_767, 65_536, 1 << 20, 1 << 28, Integer.MAX_VALUE, 1 << 31
  };

  private final Random random = new Random(SEED);

  private static ByteBuffer buffer(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  /** What one kind of client sends, and how it looks whether it is served. */
  private interface Client {
    /** Makes what is to be kept. */
    void begin(int port) throws Exception;

    /** A request as it is sent, whole. */
    byte[] request(int which) throws Exception;

    /** Fails when what was kept is not there. */
    void check(int port) throws Exception;

    /** Fails when an answer is none. */
    void check(String answer, boolean whole);
  }

  @Test
  void binaryThrift() throws Exception {
    fuzz(new ThriftTwo(false, false), "thrift", "--v2");
  }

  @Test
  void compactThriftInFrames() throws Exception {
    fuzz(new ThriftTwo(true, true), "thrift", "--v2", "--framed", "--compact");
  }

  @Test
  void thriftOfVersionOne() throws Exception {
    fuzz(new ThriftOne(), "thrift");
  }

  @Test
  void rest() throws Exception {
    fuzz(new Rest(), "rest");
  }

  private void fuzz(Client client, String... command) throws Exception {
    String[] arguments = Arrays.copyOf(command, command.length + 2);
    arguments[command.length] = "--port=0";
    arguments[command.length + 1] = "--path=mem:hostile";
    Map<String, Integer> ends = new TreeMap<>();
    try (GatewayProcess gateway = GatewayProcess.startWith(List.of("-Xmx256m"), arguments)) {
      int port = gateway.port();
      // Read all the time: a process whose log nobody reads stops.
      FutureTask<List<String>> log =
          new FutureTask<>(() -> gateway.readToEnd(HostileRequestsTest::isFatal));
      new Thread(log, "log-of-gateway").start();
      client.begin(port);
      for (int i = 0; i < REQUESTS; i++) {
        byte[] whole = client.request(random.nextInt(Integer.MAX_VALUE));
        boolean changed = random.nextInt(20) > 0;
        byte[] sent = changed ? changed(whole, client) : whole;
        String answer;
        try {
          answer = send(port, sent);
          client.check(answer, !changed);
        } catch (IOException | AssertionError e) {
          throw new AssertionError("seed " + SEED + ", request " + i + ": " + hex(sent), e);
        }
        ends.merge(answer.isEmpty() ? "closed" : "answered", 1, Integer::sum);
        if (i % ROUND == ROUND - 1) {
          client.check(port);
        }
      }
      client.check(port);
      gateway.signal("TERM");
      assertThat(gateway.code()).isEqualTo(GatewayProcess.SIGTERM_CODE);
      assertThat(log.get()).isEmpty();
    }
    System.out.printf("hostile requests: %s: %d, %s%n", List.of(command), REQUESTS, ends);
    assertThat(ends.get("answered")).as("some were understood").isGreaterThan(REQUESTS / 20);
  }

  private static boolean isFatal(String line) {
    return line.contains("OutOfMemoryError") || line.startsWith("Exception in thread");
  }

  private static String hex(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    for (byte each : Arrays.copyOf(bytes, Math.min(bytes.length, 4_000))) {
      text.append(String.format("%02x", each));
    }
    return text.toString();
  }

  /** What is answered until the gateway ends the connection, of which this end sends no more. */
  private static String send(int port, byte[] request) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress("localhost", port), PATIENCE_MILLIS);
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.getOutputStream().write(request);
      socket.shutdownOutput();
      ByteArrayOutputStream answer = new ByteArrayOutputStream();
      InputStream in = socket.getInputStream();
      try {
        in.transferTo(answer);
      } catch (java.net.SocketTimeoutException e) {
        throw e;
      } catch (IOException e) {
        // Ended by the gateway with bytes of ours unread: what it said before counts.
        assertThat(e.getMessage()).containsAnyOf("reset", "Broken pipe");
      }
      return answer.toString(StandardCharsets.ISO_8859_1);
    } catch (java.net.SocketException e) {
      assertThat(e.getMessage()).containsAnyOf("reset", "Broken pipe");
      return "";
    }
  }

  private byte[] changed(byte[] whole, Client client) throws Exception {
    byte[] bytes = whole;
    for (int i = 1 + random.nextInt(4); i > 0; i--) {
      bytes = changedOnce(bytes, client);
    }
    return bytes;
  }

  private byte[] changedOnce(byte[] bytes, Client client) throws Exception {
    if (bytes.length < 2) {
      return bytes;
    }
    byte[] changed = bytes.clone();
    int at = random.nextInt(bytes.length);
    int to = at + random.nextInt(bytes.length - at);
    switch (random.nextInt(8)) {
      case 0 -> changed[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
      case 1 -> changed[at] = (byte) random.nextInt();
      case 2 -> {
        int lie = LIES[random.nextInt(LIES.length)];
        byte[] number = ByteBuffer.allocate(Integer.BYTES).putInt(lie).array();
        System.arraycopy(number, 0, changed, at, Math.min(Integer.BYTES, bytes.length - at));
      }
      case 3 -> {
        return Arrays.copyOf(bytes, at);
      }
      case 4 -> {
        return joined(Arrays.copyOf(bytes, at), Arrays.copyOfRange(bytes, to, bytes.length));
      }
      case 5 -> {
        byte[] piece = Arrays.copyOfRange(bytes, at, to);
        byte[] grown = Arrays.copyOf(bytes, to);
        for (int i = random.nextInt(200); i > 0 && grown.length < MAX_BYTES; i--) {
          grown = joined(grown, piece);
        }
        return joined(grown, Arrays.copyOfRange(bytes, to, bytes.length));
      }
      case 6 -> {
        byte[] other = client.request(random.nextInt(Integer.MAX_VALUE));
        int from = random.nextInt(other.length);
        return joined(Arrays.copyOf(bytes, at), Arrays.copyOfRange(other, from, other.length));
      }
      default -> {
        for (int i = at; i < Math.min(to, at + 8); i++) {
          changed[i] = (byte) random.nextInt();
        }
      }
    }
    return changed;
  }

  private static byte[] joined(byte[] one, byte[] other) {
    byte[] both = Arrays.copyOf(one, one.length + other.length);
    System.arraycopy(other, 0, both, one.length, other.length);
    return both;
  }

  private static void assertNoPlaces(String answer) {
    assertThat(answer).doesNotContain("\tat ", ".java:");
  }

  /** Requests of a client of Thrift, of which the answers are not read. */
  private abstract static class Thrift implements Client {
    private final boolean framed;
    private final boolean compact;

    Thrift(boolean framed, boolean compact) {
      this.framed = framed;
      this.compact = compact;
    }

    TProtocol protocol(TTransport transport) {
      return compact ? new TCompactProtocol(transport) : new TBinaryProtocol(transport);
    }

    TTransport open(int port) throws TException {
      TTransport socket = new TSocket(new TConfiguration(), "localhost", port, PATIENCE_MILLIS);
      TTransport transport = framed ? new TFramedTransport(socket) : socket;
      transport.open();
      return transport;
    }

    @Override
    public byte[] request(int which) throws TException {
      TMemoryBuffer bytes = new TMemoryBuffer(1_000);
      send(protocol(bytes), which);
      byte[] request = Arrays.copyOf(bytes.getArray(), bytes.length());
      byte[] length = ByteBuffer.allocate(Integer.BYTES).putInt(request.length).array();
      return framed ? joined(length, request) : request;
    }

    abstract void send(TProtocol out, int which) throws TException;

    @Override
    public void check(String answer, boolean whole) {
      assertNoPlaces(answer);
      if (whole) {
        assertThat(answer).as("a request as it should be").isNotEmpty();
      }
    }
  }

  private static final class ThriftTwo extends Thrift {
    ThriftTwo(boolean framed, boolean compact) {
      super(framed, compact);
    }

    private static TPut put(String row) {
      TColumnValue value = new TColumnValue(buffer("f"), buffer("q"), buffer("value"));
      return new TPut(buffer(row), List.of(value));
    }

    @Override
    public void begin(int port) throws TException {
      try (TTransport transport = open(port)) {
        THBaseService.Client client = new THBaseService.Client(protocol(transport));
        for (String name : List.of("t", KEPT)) {
          TTableDescriptor table =
              new TTableDescriptor(new TTableName().setQualifier(buffer(name)))
                  .setColumns(List.of(new TColumnFamilyDescriptor(buffer("f"))));
          client.createTable(table, List.of());
          client.put(buffer(name), put("r"));
        }
      }
    }

    @Override
    public void check(int port) throws TException {
      try (TTransport transport = open(port)) {
        THBaseService.Client client = new THBaseService.Client(protocol(transport));
        assertThat(client.get(buffer(KEPT), new TGet(buffer("r"))).getColumnValues()).hasSize(1);
      }
    }

    @Override
    void send(TProtocol out, int which) throws TException {
      THBaseService.Client client = new THBaseService.Client(out);
      TGet get = new TGet(buffer("r")).setFilterString(buffer("SKIP ValueFilter(=, 'binary:v')"));
      TScan scan =
          new TScan()
              .setStartRow(buffer("a"))
              .setFilterString(buffer("PrefixFilter('r') AND ValueFilter(=, 'regexstring:v.*')"))
              .setAttributes(Map.of(buffer("a"), buffer("b")));
      switch (which % 8) {
        case 0 -> client.send_get(TABLE, get);
        case 1 -> client.send_put(TABLE, put("r"));
        case 2 -> client.send_getMultiple(TABLE, List.of(get, new TGet(buffer("s"))));
        case 3 -> client.send_getScannerResults(TABLE, scan, 100);
        case 4 -> client.send_openScanner(TABLE, scan);
        case 5 -> client.send_putMultiple(TABLE, List.of(put("r"), put("s")));
        case 6 -> client.send_deleteSingle(TABLE, new TDelete(buffer("s")));
        default -> client.send_exists(TABLE, get);
      }
    }
  }

  private static final class ThriftOne extends Thrift {
    ThriftOne() {
      super(false, false);
    }

    private static List<Mutation> mutations() {
      return List.of(new Mutation(false, buffer("f:q"), buffer("value"), true));
    }

    @Override
    public void begin(int port) throws TException {
      try (TTransport transport = open(port)) {
        Hbase.Client client = new Hbase.Client(protocol(transport));
        for (String name : List.of("t", KEPT)) {
          var family = new org.apache.hadoop.hbase.thrift.generated.ColumnDescriptor();
          client.createTable(buffer(name), List.of(family.setName(buffer("f:"))));
          client.mutateRow(buffer(name), buffer("r"), mutations(), Map.of());
        }
      }
    }

    @Override
    public void check(int port) throws TException {
      try (TTransport transport = open(port)) {
        Hbase.Client client = new Hbase.Client(protocol(transport));
        assertThat(client.getRow(buffer(KEPT), buffer("r"), Map.of())).hasSize(1);
      }
    }

    @Override
    void send(TProtocol out, int which) throws TException {
      Hbase.Client client = new Hbase.Client(out);
      var scan = new org.apache.hadoop.hbase.thrift.generated.TScan();
      scan.setFilterString(buffer("(PrefixFilter('r') OR WHILE (PageFilter(5)))"));
      switch (which % 7) {
        case 0 -> client.send_getRow(TABLE, buffer("r"), Map.of(buffer("a"), buffer("b")));
        case 1 -> client.send_mutateRow(TABLE, buffer("r"), mutations(), Map.of());
        case 2 -> client.send_scannerOpenWithScan(TABLE, scan, Map.of());
        case 3 -> client.send_atomicIncrement(TABLE, buffer("r"), buffer("f:n"), 7);
        case 4 -> client.send_getRows(TABLE, List.of(buffer("r"), buffer("s")), Map.of());
        case 5 -> client.send_getTableNames();
        default -> client.send_get(TABLE, buffer("r"), buffer("f:q"), Map.of());
      }
    }
  }

  private static final class Rest implements Client {
    private static final String CELLS =
        "{\"Row\":[{\"key\":\"cg==\",\"Cell\":[{\"column\":\"Zjpx\",\"$\":\"dmFsdWU=\"}]}]}";
    private static final String XML =
        "<CellSet><Row key='cg=='><Cell column='Zjpx'>dmFsdWU=</Cell></Row></CellSet>";
    private static final String SCANNER =
        "{\"batch\":10,\"startRow\":\"YQ==\",\"filter\":\"{\\\"type\\\":\\\"FilterList\\\","
            + "\\\"op\\\":\\\"MUST_PASS_ALL\\\",\\\"filters\\\":[{\\\"type\\\":\\\"PageFilter\\\","
            + "\\\"value\\\":\\\"5\\\"}]}\"}";

    @Override
    public void begin(int port) throws IOException {
      for (String name : List.of("t", KEPT)) {
        String schema = "{\"ColumnSchema\":[{\"name\":\"f\"}]}";
        assertThat(ask(port, "PUT", "/" + name + "/schema", "application/json", schema))
            .startsWith("HTTP/1.1 201");
        assertThat(ask(port, "PUT", "/" + name + "/r/f:q", "application/octet-stream", "value"))
            .startsWith("HTTP/1.1 200");
      }
    }

    private static String ask(int port, String method, String path, String type, String body)
        throws IOException {
      return send(port, head(method, path, type, body));
    }

    private static byte[] head(String method, String path, String type, String body) {
      String head =
          "%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAccept: %s\r\n"
              .formatted(method, path, type);
      String length = "Content-Type: %s\r\nContent-Length: %d\r\n".formatted(type, body.length());
      return (head + (body.isEmpty() ? "" : length) + "\r\n" + body)
          .getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public byte[] request(int which) {
      String json = "application/json";
      String xml = "text/xml";
      return switch (which % 9) {
        case 0 -> head("GET", "/t/r/f:q", json, "");
        case 1 -> head("PUT", "/t/r", json, CELLS);
        case 2 -> head("PUT", "/t/r", xml, XML);
        case 3 -> head("PUT", "/t/scanner", json, SCANNER);
        case 4 -> head("GET", "/t/*?limit=5&startrow=a&filter=PrefixFilter('r')", json, "");
        case 5 -> head("GET", "/t/multiget?row=r&row=s", xml, "");
        case 6 -> head("PUT", "/t/r", "application/x-protobuf", "\n\u0010\n\u0001r\u0012\u000b");
        case 7 -> head("PUT", "/t/r?check=put", json, CELLS);
        default -> head("GET", "/t/schema", xml, "");
      };
    }

    @Override
    public void check(int port) throws IOException {
      assertThat(ask(port, "GET", "/" + KEPT + "/r/f:q", "application/octet-stream", ""))
          .startsWith("HTTP/1.1 200")
          .endsWith("value");
    }

    @Override
    public void check(String answer, boolean whole) {
      assertNoPlaces(answer);
      if (whole) {
        assertThat(answer).startsWith("HTTP/1.1 ");
      }
    }
  }
}
