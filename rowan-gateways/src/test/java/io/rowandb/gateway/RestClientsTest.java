package io.rowandb.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients of the REST gateway that are slow, silent or many, and the others. */
@Tag("slow")
class RestClientsTest {
  private static final int CONNECTIONS = 40;
  private static final int THREADS = 10;

  private static GatewayProcess gateway;
  private static int port;

  private final List<Socket> sockets = new ArrayList<>();

  @BeforeAll
  static void startGateway(@TempDir Path directory) throws Exception {
    Map<String, Integer> settings =
        Map.of(
            RestClients.CONNECTIONS_KEY,
            CONNECTIONS,
            "hbase.rest.threads.max",
            THREADS,
            GatewayLimits.REQUEST_MILLIS_KEY,
            3_600_000);
    gateway = GatewayProcess.startRest(directory, settings, "mem:clients");
    port = gateway.port();
    String schema = "{\"ColumnSchema\":[{\"name\":\"f\"}]}";
    String head = "Content-Type: application/json\r\nContent-Length: " + schema.length();
    assertThat(ask("PUT /t/schema", head + "\r\n\r\n" + schema)).startsWith("HTTP/1.1 201");
    String value = "v".repeat(1 << 20);
    for (int i = 0; i < 40; i++) {
      String large = "Content-Type: application/octet-stream\r\nContent-Length: " + value.length();
      assertThat(ask("PUT /t/r" + i + "/f:q", large + "\r\n\r\n" + value))
          .startsWith("HTTP/1.1 200");
    }
  }

  @AfterAll
  static void stopGateway() throws Exception {
    try (GatewayProcess ending = gateway) {
      ending.signal("TERM");
      assertThat(ending.code()).isEqualTo(GatewayProcess.SIGTERM_CODE);
    }
  }

  private static String ask(String line, String rest) throws IOException {
    try (Socket socket = new Socket("localhost", port)) {
      send(socket, line + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + rest);
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
  }

  private Socket open(String text) throws IOException {
    Socket socket = new Socket("localhost", port);
    sockets.add(socket);
    send(socket, text);
    return socket;
  }

  private void closeAll() throws IOException {
    for (Socket each : sockets) {
      each.close();
    }
  }

  /** A byte now and then keeps each from being idle; an hour is allowed for each. */
  @Test
  void slowBodiesKeepNobodyOut() throws Exception {
    ScheduledExecutorService trickle = Executors.newSingleThreadScheduledExecutor();
    List<Future<?>> senders = new ArrayList<>();
    try {
      String begun =
          "PUT /t/row/f:q HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/octet-stream\r\n"
              + "Content-Length: 100000\r\n\r\nv";
      for (int i = 0; i < 3 * THREADS; i++) {
        Socket slow = open(begun);
        senders.add(
            trickle.scheduleWithFixedDelay(() -> more(slow), 100, 100, TimeUnit.MILLISECONDS));
      }
      for (int i = 0; i < 5; i++) {
        assertThat(ask("GET /t/schema", "\r\n")).startsWith("HTTP/1.1 200");
      }
      // Those that are closed end their senders; as many as may stay still send.
      while (senders.stream().filter(Future::isDone).count() < 2 * THREADS) {
        Thread.onSpinWait();
      }
      assertThat(ask("GET /t/schema", "\r\n")).startsWith("HTTP/1.1 200");
      assertThat(senders).extracting(Future::isDone).contains(false);
    } finally {
      trickle.shutdownNow();
      closeAll();
    }
  }

  /** Runs until the gateway has closed the connection. */
  private static void more(Socket socket) {
    try {
      send(socket, "v");
    } catch (IOException e) {
      throw new IllegalStateException("closed", e);
    }
  }

  @Test
  void answersThatNobodyReadsKeepNobodyOut() throws Exception {
    try {
      for (int i = 0; i < THREADS + 2; i++) {
        Socket silent =
            open("GET /t/* HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n\r\n");
        // It has begun.
        assertThat(silent.getInputStream().read()).isEqualTo('H');
        assertThat(ask("GET /t/schema", "\r\n")).startsWith("HTTP/1.1 200");
      }
    } finally {
      closeAll();
    }
  }

  /** Slow as they are, nobody needs their threads. */
  @Test
  void aFewSlowClientsStay() throws Exception {
    try {
      List<Socket> few = new ArrayList<>();
      for (int i = 0; i < THREADS / 2; i++) {
        few.add(
            open(
                "PUT /t/few/f:q HTTP/1.1\r\nHost: localhost\r\n"
                    + "Content-Type: application/octet-stream\r\nContent-Length: 3\r\n\r\nv"));
      }
      long until = System.nanoTime() + Duration.ofSeconds(3).toNanos();
      while (System.nanoTime() < until) {
        assertThat(ask("GET /t/schema", "\r\n")).startsWith("HTTP/1.1 200");
      }
      for (Socket each : few) {
        send(each, "vv");
        InputStream answer = each.getInputStream();
        assertThat(new String(answer.readNBytes(12), StandardCharsets.US_ASCII))
            .isEqualTo("HTTP/1.1 200");
      }
    } finally {
      closeAll();
    }
  }

  @Test
  void idleConnectionsGiveWay() throws Exception {
    try {
      for (int i = 0; i < 3 * CONNECTIONS; i++) {
        open(i % 2 == 0 ? "" : "GET /t/sche");
      }
      assertThat(ask("GET /t/schema", "\r\n")).startsWith("HTTP/1.1 200");
      // About the first two thirds are gone.
      for (Socket gone : sockets.subList(0, CONNECTIONS)) {
        assertThat(closedByGateway(gone)).isTrue();
      }
    } finally {
      closeAll();
    }
  }

  /** A connection whose next request is there already keeps its thread, until it has its share. */
  @Test
  void whoAlwaysHasAnotherRequestKeepsNobodyOut() throws Exception {
    ExecutorService greedy = Executors.newCachedThreadPool();
    List<Future<?>> senders = new ArrayList<>();
    try {
      for (int i = 0; i < 2 * THREADS; i++) {
        Socket socket = open("");
        senders.add(greedy.submit(() -> askUntilClosed(socket)));
      }
      for (int i = 0; i < 20; i++) {
        assertThat(ask("GET /t/schema", "\r\n")).startsWith("HTTP/1.1 200");
      }
      assertThat(senders).hasSize(2 * THREADS);
    } finally {
      closeAll();
      greedy.shutdownNow();
    }
  }

  /** Always has some requests under way, and reads all answers, until the connection is closed. */
  private static Void askUntilClosed(Socket socket) throws IOException {
    String request = "GET /t/schema HTTP/1.1\r\nHost: localhost\r\n\r\n";
    send(socket, request.repeat(50));
    BufferedReader in =
        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (line.contains("HTTP/1.1 200")) {
        send(socket, request);
      }
    }
    return null;
  }

  private static boolean closedByGateway(Socket socket) {
    try {
      return socket.getInputStream().read() < 0;
    } catch (IOException e) {
      return true; // it was reset
    }
  }
}
