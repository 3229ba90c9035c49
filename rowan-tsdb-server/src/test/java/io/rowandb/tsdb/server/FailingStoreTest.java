package io.rowandb.tsdb.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.tsdb.server.api.ServerStats.Count;
import io.rowandb.tsdb.server.net.ServerBounds;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.http.HttpResponse;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A store that fails, or waits, when points are written. */
@SuppressWarnings("StringConcatToTextBlock") // lines of a session
class FailingStoreTest extends TsdbServerCase {
  /** What happens in front of the table of points. */
  private interface Trouble {
    void come() throws InterruptedException;
  }

  private final AtomicReference<Trouble> trouble = new AtomicReference<>(() -> {});
  private final CountDownLatch goOn = new CountDownLatch(1);

  @Override
  TsdbServerSettings settings() {
    return super.settings().withBounds(ServerBounds.DEFAULT.withConnections(4));
  }

  @BeforeEach
  void begin() throws IOException {
    server.close();
    server = TsdbServer.start(troubled(connection), tables, settings());
  }

  @AfterEach
  void end() {
    goOn.countDown();
  }

  private Connection troubled(Connection calm) {
    return (Connection)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("getTable") && arguments[0].equals(tables.data())) {
                trouble.get().come();
              }
              try {
                return method.invoke(calm, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private String put(long second) {
    return "put " + metric + " " + (BASE + second) + " 1 host=web1\n";
  }

  @Test
  void anyExceptionIsOneOfItsBatchAlone() throws Exception {
    trouble.set(
        () -> {
          trouble.set(() -> {});
          throw new IllegalStateException("out of\norder");
        });
    assertThat(raw(put(0) + "help\n" + put(1)))
        .isEqualTo(
            "put: HBase error: out of order\n"
                + "available commands: put rollup histogram stats dropcaches version exit help \n");
    assertThat(stored()).containsExactly((BASE + 1) + " 1");
    trouble.set(
        () -> {
          throw new IllegalStateException("out of order");
        });
    HttpResponse<String> answer =
        post(
            "/api/put?details",
            "{\"metric\":\"m\",\"timestamp\":1,\"value\":1.0,\"tags\":{\"a\":\"b\"}}");
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body())
        .isEqualTo(
            "{\"failed\":1,\"success\":0,\"errors\":[{\"error\":\"Storage exception: out of order\","
                + "\"datapoint\":{\"metric\":\"m\",\"timestamp\":1,\"value\":\"1.0\","
                + "\"tags\":{\"a\":\"b\"}}}]}");
  }

  @Test
  void anErrorOfTheMachineEndsTheSessionAndIsSeen() throws Exception {
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    AtomicReference<Throwable> seen = new AtomicReference<>();
    CountDownLatch came = new CountDownLatch(2);
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, failure) -> {
          seen.set(failure);
          came.countDown();
        });
    try {
      trouble.set(
          () -> {
            throw new OutOfMemoryError("none left");
          });
      try (TelnetClient client = new TelnetClient(port())) {
        client.send(put(0));
        assertThat(client.readLine()).isEqualTo("error: none left");
        assertThat(client.readLine()).isNull();
      }
      String body = "{\"metric\":\"m\",\"timestamp\":1,\"value\":1,\"tags\":{\"a\":\"b\"}}";
      assertThat(
              raw(
                  "POST /api/put HTTP/1.1\r\nHost: localhost\r\nContent-Length: "
                      + body.length()
                      + "\r\n\r\n"
                      + body))
          .isEmpty();
      came.await();
      assertThat(seen.get()).isInstanceOf(OutOfMemoryError.class);
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }

  @Test
  void aSessionCountsUntilItsLinesAreDone() throws Exception {
    CountDownLatch waiting = new CountDownLatch(4);
    trouble.set(
        () -> {
          waiting.countDown();
          goOn.await();
        });
    for (int i = 0; i < 4; i++) {
      TelnetClient client = new TelnetClient(port());
      client.send(put(i));
      client.send("help\n"); // read, or reset before it is
      while (waiting.getCount() > 3 - i) {
        Thread.onSpinWait();
      }
      client.reset();
    }
    // Sooner or later all are closed; yet there is no room for another one.
    for (int i = 0; i < 1_000; i++) {
      try (TelnetClient more = new TelnetClient(port())) {
        assertThat(more.readLine()).isNull();
      }
    }
    assertThat(server.stats().get(Count.REJECTED)).isEqualTo(1_000);
    goOn.countDown();
    server.close();
    assertThat(stored()).hasSize(4);
  }
}
