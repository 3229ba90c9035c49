package io.rowandb.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a connection holds between its requests, and at its end. */
class RequestTransportTest {
  private final GatewayLimits limits = GatewayLimits.of(new Configuration(false));
  private final GatewayMemory memory = new GatewayMemory(1 << 20);
  private ServerSocket listening;

  @BeforeEach
  void listen() throws IOException {
    listening = new ServerSocket(0);
  }

  @AfterEach
  void listenNoMore() throws IOException {
    listening.close();
  }

  private RequestTransport accepted() throws IOException {
    return new RequestTransport(listening.accept(), limits, memory, false, 60_000, closed -> {});
  }

  /** The first byte of the next request comes with a long one. */
  @Test
  void noBufferIsKeptForWhatFollows() throws Exception {
    try (Socket client = new Socket("localhost", listening.getLocalPort());
        RequestTransport transport = accepted()) {
      byte[] sent = new byte[100_001];
      sent[100_000] = 7;
      client.getOutputStream().write(sent);
      transport.beginRequest();
      transport.checkReadBytesAvailable(sent.length);
      transport.readAll(new byte[100_000], 0, 100_000);
      assertThat(transport.bufferBytes()).isGreaterThan(100_000);
      transport.endRequest(true);
      assertThat(transport.bufferBytes()).isEqualTo(8 << 10);
      assertThat(memory.taken()).isZero();
      transport.beginRequest();
      byte[] next = new byte[1];
      assertThat(transport.readAll(next, 0, 1)).isEqualTo(1);
      assertThat(next[0]).isEqualTo((byte) 7);
    }
  }

  /** What follows is longer than the first buffer, and stays taken. */
  @Test
  void aLongBufferThatIsKeptIsCounted() throws Exception {
    try (Socket client = new Socket("localhost", listening.getLocalPort());
        RequestTransport transport = accepted()) {
      client.getOutputStream().write(new byte[120_000]);
      transport.beginRequest();
      transport.checkReadBytesAvailable(120_000);
      transport.readAll(new byte[70_000], 0, 70_000);
      transport.endRequest(true);
      assertThat(memory.taken()).isEqualTo(transport.bufferBytes() - (8 << 10)).isPositive();
      transport.beginRequest();
      transport.readAll(new byte[50_000], 0, 50_000);
      transport.endRequest(false);
      assertThat(memory.taken()).isZero();
    }
  }

  /** What followed the first request left a buffer that is longer than the first, but not twice. */
  @Test
  void nothingIsKeptOfAConnectionThatEnds() throws Exception {
    try (Socket client = new Socket("localhost", listening.getLocalPort());
        RequestTransport transport = accepted()) {
      client.getOutputStream().write(new byte[32_768]);
      transport.beginRequest();
      transport.checkReadBytesAvailable(32_768);
      transport.readAll(new byte[16_418], 0, 16_418);
      transport.endRequest(true);
      assertThat(transport.bufferBytes()).isEqualTo(16_350);
      transport.beginRequest();
      transport.readAll(new byte[16_350], 0, 16_350);
      transport.endRequest(true);
      assertThat(memory.taken()).isEqualTo(16_350 - (8 << 10));
      transport.endRequest(false);
      assertThat(memory.taken()).isZero();
    }
  }
}
