package io.rowandb.gateway;

import static io.rowandb.gateway.Served.TABLE;
import static io.rowandb.gateway.Served.assertRefused;
import static io.rowandb.gateway.Served.buffer;
import static io.rowandb.gateway.Served.configuration;
import static io.rowandb.gateway.Served.createTable;
import static io.rowandb.gateway.Served.open;
import static io.rowandb.gateway.Served.protocol;
import static io.rowandb.gateway.Served.putRow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.thrift2.generated.TColumnFamilyDescriptor;
import org.apache.hadoop.hbase.thrift2.generated.TColumnValue;
import org.apache.hadoop.hbase.thrift2.generated.TGet;
import org.apache.hadoop.hbase.thrift2.generated.THBaseService;
import org.apache.hadoop.hbase.thrift2.generated.TPut;
import org.apache.hadoop.hbase.thrift2.generated.TResult;
import org.apache.hadoop.hbase.thrift2.generated.TScan;
import org.apache.hadoop.hbase.thrift2.generated.TTableDescriptor;
import org.apache.hadoop.hbase.thrift2.generated.TTableName;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TType;
import org.apache.thrift.transport.TMemoryBuffer;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the Thrift gateway takes from its clients, and what it refuses. */
@Tag("slow")
class ThriftLimitsTest {
  private static final int CLIENTS = 40;

  /** How the lengths of a request lie; in each, all that follows the length is missing. */
  private enum Lie {
    STRING {
      @Override
      void write(TProtocol out) throws TException {
        out.writeFieldBegin(new TField("", TType.STRING, (short) 1));
        out.writeBinary(ByteBuffer.allocate(0));
      }
    },
    LIST_OF_STRUCTURES {
      @Override
      void write(TProtocol out) throws TException {
        out.writeFieldBegin(new TField("", TType.LIST, (short) 2));
        out.writeListBegin(new org.apache.thrift.protocol.TList(TType.STRUCT, LENGTH));
      }
    },
    LIST_OF_STRINGS {
      @Override
      void write(TProtocol out) throws TException {
        out.writeFieldBegin(new TField("", TType.LIST, (short) 2));
        out.writeListBegin(new org.apache.thrift.protocol.TList(TType.STRING, LENGTH));
      }
    },
    /** Eight bytes each: more in all than an {@code int} says. */
    LIST_OF_LONGS {
      @Override
      void write(TProtocol out) throws TException {
        out.writeFieldBegin(new TField("", TType.LIST, (short) 2));
        out.writeListBegin(new org.apache.thrift.protocol.TList(TType.I64, LENGTH));
      }
    },
    MAP {
      @Override
      void write(TProtocol out) throws TException {
        out.writeFieldBegin(new TField("", TType.MAP, (short) 9));
        out.writeMapBegin(new org.apache.thrift.protocol.TMap(TType.STRUCT, TType.I64, LENGTH));
      }
    },
    /** In a field that nobody knows, which is skipped. */
    DEEP {
      @Override
      void write(TProtocol out) throws TException {
        for (int i = 0; i < 50_000; i++) {
          out.writeFieldBegin(new TField("", TType.STRUCT, (short) 77));
        }
      }
    };

    static final int LENGTH = 1 << 29;

    abstract void write(TProtocol out) throws TException;

    /** A call of getMultiple that begins so. */
    byte[] request(boolean compact) throws TException {
      TMemoryBuffer bytes = new TMemoryBuffer(100);
      TProtocol out = protocol(bytes, compact);
      out.writeMessageBegin(new TMessage("getMultiple", TMessageType.CALL, 7));
      out.writeStructBegin(new TStruct());
      write(out);
      byte[] request = new byte[bytes.length()];
      System.arraycopy(bytes.getArray(), 0, request, 0, request.length);
      if (this == STRING) {
        // The length 0 is the last that was written.
        int lengthBytes = compact ? 1 : Integer.BYTES;
        ByteBuffer lie = ByteBuffer.allocate(request.length - lengthBytes + 5);
        lie.put(request, 0, request.length - lengthBytes);
        if (compact) {
          lie.put(new byte[] {-1, -1, -1, -1, 7});
        } else {
          lie.putInt(Integer.MAX_VALUE);
        }
        return lie.array();
      }
      return request;
    }
  }

  @Test
  void noLengthIsBelieved() throws Exception {
    for (boolean compact : List.of(false, true)) {
      for (boolean framed : List.of(false, true)) {
        List<String> arguments =
            new ArrayList<>(List.of("thrift", "--v2", "--port=0", "--path=mem:lies"));
        if (compact) {
          arguments.add("--compact");
        }
        if (framed) {
          arguments.add("--framed");
        }
        try (GatewayProcess gateway =
            GatewayProcess.startWith(List.of("-Xmx96m"), arguments.toArray(new String[0]))) {
          int port = gateway.port();
          for (Lie lie : Lie.values()) {
            byte[] request = lie.request(compact);
            for (int i = 0; i < CLIENTS; i++) {
              assertThat(refusal(port, request, framed))
                  .as("%s, compact %s, framed %s", lie, compact, framed)
                  .containsAnyOf("claims to be ", "negative or too great", "nests more than 100");
            }
          }
          try (TTransport transport = open(port, framed)) {
            THBaseService.Client client = new THBaseService.Client(protocol(transport, compact));
            createTable(client);
            putRow(client, "a", 10);
            assertThat(client.get(TABLE, new TGet(buffer("a"))).getColumnValues()).hasSize(1);
          }
        }
      }
    }
  }

  /** Sends the bytes and reads what the gateway says before it closes the connection. */
  private static String refusal(int port, byte[] request, boolean framed) throws IOException {
    try (Socket socket = new Socket("localhost", port)) {
      if (framed) {
        byte[] length = ByteBuffer.allocate(Integer.BYTES).putInt(request.length).array();
        socket.getOutputStream().write(length);
      }
      socket.getOutputStream().write(request);
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void answersEndWhenTheyAreLongEnough() throws Exception {
    Configuration conf = configuration("answers");
    conf.setLong(GatewayLimits.ANSWER_BYTES_KEY, 10_000);
    try (Served gateway = new Served(conf, true);
        TTransport transport = open(gateway.port(), false)) {
      THBaseService.Client client = new THBaseService.Client(new TBinaryProtocol(transport));
      createTable(client);
      for (int i = 0; i < 50; i++) {
        putRow(client, "r" + (10 + i), 1_000);
      }
      int id = client.openScanner(TABLE, new TScan());
      int rows = 0;
      int answers = 0;
      List<TResult> answer = client.getScannerRows(id, Integer.MAX_VALUE);
      while (!answer.isEmpty()) {
        rows += answer.size();
        answers++;
        answer = client.getScannerRows(id, Integer.MAX_VALUE);
      }
      assertThat(rows).isEqualTo(50);
      assertThat(answers).isBetween(5, 8);
      assertThat(client.getScannerResults(TABLE, new TScan(), 5)).hasSize(5);
      assertRefused(
          () -> client.getScannerResults(TABLE, new TScan(), Integer.MAX_VALUE),
          GatewayLimits.ANSWER_BYTES_KEY + " allows: 10000; open a scanner");
    }
  }

  @Test
  void rowsInAnswersAreHeldWithinTheTotal() throws Exception {
    Configuration conf = configuration("rows");
    conf.setLong(GatewayLimits.TOTAL_BYTES_KEY, 4 << 20);
    try (Served gateway = new Served(conf, true);
        TTransport transport = open(gateway.port(), false)) {
      THBaseService.Client client = new THBaseService.Client(new TBinaryProtocol(transport));
      createTable(client);
      putRow(client, "a", 100_000);
      TGet get = new TGet(buffer("a"));
      assertThat(client.getMultiple(TABLE, List.of(get, get))).hasSize(2);
      List<TGet> many = new ArrayList<>();
      for (int i = 0; i < 1_000; i++) {
        many.add(get);
      }
      assertRefused(() -> client.getMultiple(TABLE, many), GatewayLimits.TOTAL_BYTES_KEY);
      assertThat(client.getMultiple(TABLE, List.of(get, get))).hasSize(2);
      int id = client.openScanner(TABLE, new TScan());
      assertThat(client.getScannerRows(id, 10)).hasSize(1);
    }
  }

  /** Who asks for more rows than have room gets fewer, and the rest when he asks again. */
  @Test
  void answersEndBeforeAllRoomIsTaken() throws Exception {
    Configuration conf = configuration("scarce");
    conf.setLong(GatewayLimits.TOTAL_BYTES_KEY, 4 << 20);
    conf.setLong(GatewayLimits.ANSWER_BYTES_KEY, 64 << 20);
    try (Served gateway = new Served(conf, true);
        TTransport transport = open(gateway.port(), false)) {
      THBaseService.Client client = new THBaseService.Client(new TBinaryProtocol(transport));
      createTable(client);
      for (int i = 0; i < 60; i++) {
        putRow(client, "r" + (10 + i), 100_000);
      }
      int id = client.openScanner(TABLE, new TScan());
      List<String> rows = new ArrayList<>();
      List<TResult> some = client.getScannerRows(id, 60);
      for (; !some.isEmpty(); some = client.getScannerRows(id, 60)) {
        assertThat(some.size()).isLessThan(20);
        some.forEach(row -> rows.add(new String(row.getRow(), StandardCharsets.UTF_8)));
      }
      assertThat(rows).hasSize(60).doesNotHaveDuplicates().isSorted();
    }
  }

  /** A split key of some bytes becomes a region. */
  @Test
  void regionsNeedRoomWhileTheyAreMade() throws Exception {
    Configuration conf = configuration("regions");
    conf.setLong(GatewayLimits.TOTAL_BYTES_KEY, 4 << 20);
    try (Served gateway = new Served(conf, true);
        TTransport transport = open(gateway.port(), false)) {
      THBaseService.Client client = new THBaseService.Client(new TBinaryProtocol(transport));
      List<ByteBuffer> keys = new ArrayList<>();
      for (int i = 0; i < 1_000; i++) {
        keys.add(buffer("k" + (1_000 + i)));
      }
      TTableDescriptor table =
          new TTableDescriptor(new TTableName().setQualifier(TABLE))
              .setColumns(List.of(new TColumnFamilyDescriptor().setName(buffer("f"))));
      assertRefused(() -> client.createTable(table, keys), GatewayLimits.TOTAL_BYTES_KEY);
      client.createTable(table, keys.subList(0, 10));
      assertThat(client.getAllRegionLocations(TABLE)).hasSize(11);
    }
  }

  @Test
  void aRequestThatDoesNotArriveIsEnded() throws Exception {
    Configuration conf = configuration("slow");
    conf.setInt(GatewayLimits.REQUEST_MILLIS_KEY, 300);
    try (Served gateway = new Served(conf, true)) {
      byte[] begun = Lie.STRING.request(false);
      byte[] part = new byte[begun.length - 9];
      System.arraycopy(begun, 0, part, 0, part.length);
      assertThat(refusal(gateway.port(), part, false))
          .contains("did not arrive within 300 ms: " + GatewayLimits.REQUEST_MILLIS_KEY);
    }
  }

  @Test
  void requestsHaveALimit() throws Exception {
    Configuration conf = configuration("long");
    conf.setInt(GatewayLimits.REQUEST_BYTES_KEY, 100_000);
    try (Served gateway = new Served(conf, true)) {
      try (TTransport transport = open(gateway.port(), false)) {
        THBaseService.Client client = new THBaseService.Client(new TBinaryProtocol(transport));
        createTable(client);
        putRow(client, "a", 99_000);
        assertThatThrownBy(() -> putRow(client, "b", 100_000))
            .isInstanceOf(TApplicationException.class)
            .hasMessageContaining(GatewayLimits.REQUEST_BYTES_KEY + " is 100000");
      }
      try (TTransport transport = open(gateway.port(), false)) {
        THBaseService.Client client = new THBaseService.Client(new TBinaryProtocol(transport));
        assertThat(client.exists(TABLE, new TGet(buffer("a")))).isTrue();
        assertThat(client.exists(TABLE, new TGet(buffer("b")))).isFalse();
      }
    }
  }

  /** Each connection has a thread: those that say nothing give theirs to others. */
  @Test
  void silentClientsKeepNobodyOut() throws Exception {
    Configuration conf = configuration("silent");
    conf.setInt("hbase.thrift.maxWorkerThreads", 4);
    List<Socket> silent = new ArrayList<>();
    try (Served gateway = new Served(conf, true)) {
      for (int i = 0; i < 20; i++) {
        silent.add(new Socket("localhost", gateway.port()));
      }
      try (TTransport transport = open(gateway.port(), false)) {
        THBaseService.Client client = new THBaseService.Client(new TBinaryProtocol(transport));
        createTable(client);
        putRow(client, "a", 1);
        assertThat(client.exists(TABLE, new TGet(buffer("a")))).isTrue();
      }
    } finally {
      for (Socket each : silent) {
        each.close();
      }
    }
  }

  /** A client that does not read what it asked for is closed, and what it held is given back. */
  @Test
  void unreadAnswersAreDropped() throws Exception {
    Configuration conf = configuration("unread");
    conf.setInt(GatewayLimits.REQUEST_MILLIS_KEY, 200);
    try (Served gateway = new Served(conf, true)) {
      try (TTransport transport = open(gateway.port(), false)) {
        THBaseService.Client client = new THBaseService.Client(new TBinaryProtocol(transport));
        createTable(client);
        putRow(client, "a", 5_000_000);
      }
      try (TSocket socket = new TSocket(new TConfiguration(), "localhost", gateway.port())) {
        socket.open();
        THBaseService.Client client = new THBaseService.Client(new TBinaryProtocol(socket));
        TGet get = new TGet(buffer("a"));
        client.send_getMultiple(TABLE, List.of(get, get, get, get, get));
        InputStream in = socket.getSocket().getInputStream();
        assertThat(in.read()).isNotNegative();
        while (gateway.connections() > 0) {
          gateway.tick();
          Thread.onSpinWait();
        }
        assertThat(rest(in)).isLessThan(25_000_000L);
      }
    }
  }

  /** How many bytes come until the connection is closed, in one way or the other. */
  private static long rest(InputStream in) {
    long bytes = 0;
    byte[] piece = new byte[1 << 16];
    try {
      for (int got = in.read(piece); got >= 0; got = in.read(piece)) {
        bytes += got;
      }
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("reset");
    }
    return bytes;
  }

  /** Its filter never ends by itself; whoever comes meanwhile waits, as with HBase. */
  @Test
  void whoHasLeftKeepsNoThread() throws Exception {
    Configuration conf = configuration("gone");
    conf.setInt("hbase.thrift.minWorkerThreads", 2);
    conf.setInt("hbase.thrift.maxWorkerThreads", 2);
    conf.setInt("hbase.rpc.timeout", 0);
    try (Served gateway = new Served(conf, true)) {
      List<TTransport> leaving = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        leaving.add(open(gateway.port(), false));
      }
      THBaseService.Client first = new THBaseService.Client(new TBinaryProtocol(leaving.get(0)));
      createTable(first);
      TColumnValue value = new TColumnValue(buffer("f"), buffer("q"), buffer("a".repeat(300)));
      first.put(TABLE, new TPut(buffer("a"), List.of(value)));
      TScan endless =
          new TScan()
              .setFilterString(buffer("ValueFilter(=,'regexstring:^" + "a*".repeat(20) + "=x')"));
      for (TTransport each : leaving) {
        new THBaseService.Client(new TBinaryProtocol(each))
            .send_getScannerResults(TABLE, endless, 1);
      }
      while (gateway.working() < 2) {
        Thread.onSpinWait();
      }
      try (TTransport transport = open(gateway.port(), false)) {
        THBaseService.Client waiting = new THBaseService.Client(new TBinaryProtocol(transport));
        waiting.send_get(TABLE, new TGet(buffer("b")));
        leaving.forEach(TTransport::close);
        while (gateway.connections() > 1 || gateway.working() > 1) {
          gateway.tick();
        }
        assertThat(waiting.recv_get().getColumnValues()).isEmpty();
      }
    }
  }

  @Test
  void limitsThatAreNoNumbersAreRefused() {
    Configuration conf = new Configuration(false);
    conf.set(GatewayLimits.SCANNERS_KEY, "many");
    assertThatThrownBy(() -> GatewayLimits.of(conf))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("rowan.gateway.scanners is \"many\"; it must be a number from 1 to 2147483647");
    conf.set(GatewayLimits.SCANNERS_KEY, "0");
    assertThatThrownBy(() -> GatewayLimits.of(conf)).hasMessageContaining("is \"0\"");
  }
}
