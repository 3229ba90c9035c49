package io.rowandb.gateway;

import static io.rowandb.gateway.Served.TABLE;
import static io.rowandb.gateway.Served.buffer;
import static io.rowandb.gateway.Served.configuration;
import static io.rowandb.gateway.Served.createTable;
import static io.rowandb.gateway.Served.open;
import static io.rowandb.gateway.Served.protocol;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.client.Rowan;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.thrift2.generated.TColumn;
import org.apache.hadoop.hbase.thrift2.generated.TColumnValue;
import org.apache.hadoop.hbase.thrift2.generated.TGet;
import org.apache.hadoop.hbase.thrift2.generated.THBaseService;
import org.apache.hadoop.hbase.thrift2.generated.TPut;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.TMemoryBuffer;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How the Thrift gateway tells what it refuses, wherever in a request or an answer that is. */
@Tag("slow")
class ThriftRefusalsTest {
  private static final long TOTAL_BYTES = 4 << 20;

  /** A cell that is sent by itself over transport without frames. */
  private static final int PIECE = 100_000;

  /** Cells that leave no room for the answer beside the row. */
  private static final int LARGE = 1_200_000;

  private static final int SMALL = 200_000;

  /** In a frame nothing of the answer was sent. */
  @Test
  void anAnswerWithoutRoomInAFrameIsAnError() throws Exception {
    assertRefusedInWords(true, PIECE, LARGE, SMALL);
    assertRefusedInWords(true, LARGE, PIECE, SMALL);
  }

  @Test
  void anAnswerWithoutRoomThatHasNotBegunIsAnError() throws Exception {
    assertRefusedInWords(false, LARGE, PIECE, SMALL);
  }

  /** Words in the middle of an answer would be taken for what follows in it. */
  @Test
  void anAnswerWithoutRoomThatHasBegunIsCutOff() throws Exception {
    try (Served gateway = served(false, PIECE, LARGE, SMALL);
        TSocket socket = new TSocket("localhost", gateway.port())) {
      socket.open();
      client(socket, false).send_get(TABLE, new TGet(buffer("a")));
      byte[] sent = socket.getSocket().getInputStream().readAllBytes();
      assertThat(sent).hasSizeBetween(PIECE, PIECE + LARGE);
      assertThat(new String(sent, StandardCharsets.UTF_8))
          .doesNotContain(GatewayLimits.TOTAL_BYTES_KEY);
      try (TTransport transport = open(gateway.port(), false)) {
        assertThatThrownBy(() -> client(transport, false).get(TABLE, new TGet(buffer("a"))))
            .isInstanceOf(TTransportException.class);
      }
      assertServed(gateway, false);
    }
  }

  private static void assertRefusedInWords(boolean framed, int... cellBytes) throws Exception {
    try (Served gateway = served(framed, cellBytes);
        TTransport transport = open(gateway.port(), framed)) {
      THBaseService.Client client = client(transport, framed);
      assertThatThrownBy(() -> client.get(TABLE, new TGet(buffer("a"))))
          .isInstanceOf(TApplicationException.class)
          .hasMessageContaining("all clients together have " + TOTAL_BYTES);
      assertServed(gateway, framed);
    }
  }

  /** A client that asks for less gets it. */
  private static void assertServed(Served gateway, boolean framed) throws TException {
    try (TTransport transport = open(gateway.port(), framed)) {
      TGet first = new TGet(buffer("a"));
      first.addToColumns(new TColumn(buffer("f")).setQualifier(buffer("2")));
      assertThat(client(transport, framed).get(TABLE, first).getColumnValues())
          .singleElement()
          .satisfies(cell -> assertThat(cell.getValue()).hasSize(SMALL));
    }
  }

  /** A gateway whose table has a row of such cells. In frames its protocol is the compact one. */
  private static Served served(boolean framed, int... cellBytes) throws Exception {
    Configuration conf = configuration("refusals");
    conf.setLong(GatewayLimits.TOTAL_BYTES_KEY, TOTAL_BYTES);
    conf.setLong(GatewayLimits.REQUEST_BYTES_KEY, TOTAL_BYTES);
    conf.setBoolean("hbase.regionserver.thrift.framed", framed);
    conf.setBoolean("hbase.regionserver.thrift.compact", framed);
    Served gateway = new Served(conf, true);
    try (TTransport transport = open(gateway.port(), framed)) {
      THBaseService.Client client = client(transport, framed);
      createTable(client);
      for (int i = 0; i < cellBytes.length; i++) {
        TColumnValue value =
            new TColumnValue(buffer("f"), buffer("" + i), ByteBuffer.allocate(cellBytes[i]));
        client.put(TABLE, new TPut(buffer("a"), List.of(value)));
      }
    }
    return gateway;
  }

  /** Names that are too long, or less than nothing, and what is no message. */
  @Test
  void aMessageThatBeginsWrongIsRefusedInWords() throws Exception {
    for (boolean compact : List.of(false, true)) {
      Configuration conf = Rowan.configuration("mem:beginnings");
      conf.setBoolean("hbase.regionserver.thrift.compact", compact);
      try (Served gateway = new Served(conf, true)) {
        for (byte[] request : compact ? compactBeginnings() : binaryBeginnings()) {
          TMessage answer = refusal(gateway.port(), request, compact);
          assertThat(answer.type).isEqualTo(TMessageType.EXCEPTION);
          assertThat(answer.name).isEmpty();
        }
      }
    }
  }

  private static List<byte[]> binaryBeginnings() {
    List<byte[]> requests = new ArrayList<>();
    for (int length : new int[] {-1, -2, -100, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
      requests.add(ints(0x80010001, length, 0x67657400, 1));
    }
    // The old style: the name's length comes first.
    for (int length : new int[] {-1, -2, -100, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
      requests.add(ints(length, 0x67657400, 1));
    }
    return requests;
  }

  private static List<byte[]> compactBeginnings() {
    return List.of(
        new byte[] {(byte) 0x82, 0x21, 1, -1, -1, -1, -1, 15, 'g'}, // a name of -1 bytes
        new byte[] {(byte) 0x82, 0x21, 1, -1, -1, -1, -1, 7, 'g'},
        new byte[] {(byte) 0x82, 0x22, 1, 1, 'g'}, // another version
        new byte[] {7, 0x21, 1, 1, 'g'});
  }

  private static byte[] ints(int... values) {
    ByteBuffer bytes = ByteBuffer.allocate(values.length * Integer.BYTES);
    for (int value : values) {
      bytes.putInt(value);
    }
    return bytes.array();
  }

  /** What the gateway says, with words in it, before it closes the connection. */
  private static TMessage refusal(int port, byte[] request, boolean compact)
      throws IOException, TException {
    try (Socket socket = new Socket("localhost", port)) {
      socket.getOutputStream().write(request);
      byte[] said = socket.getInputStream().readAllBytes();
      TMemoryBuffer bytes = new TMemoryBuffer(said.length);
      bytes.write(said);
      TProtocol in = protocol(bytes, compact);
      TMessage message = in.readMessageBegin();
      assertThat(TApplicationException.readFrom(in).getMessage()).isNotEmpty();
      return message;
    }
  }

  private static THBaseService.Client client(TTransport transport, boolean compact) {
    return new THBaseService.Client(protocol(transport, compact));
  }
}
