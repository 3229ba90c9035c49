package io.rowandb.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class McpServerTest {
  private static final String BEGIN =
      "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{}}\n";

  /** Does nothing for as long as it is not interrupted. */
  private static final class Sleeper implements McpTool {
    final CountDownLatch begun = new CountDownLatch(1);
    final CountDownLatch interrupted = new CountDownLatch(1);

    @Override
    public String name() {
      return "sleep";
    }

    @Override
    public String description() {
      return "Sleeps.";
    }

    @Override
    public Map<String, Object> arguments() {
      return Map.of("type", "object");
    }

    @Override
    public Answer call(Map<String, Object> arguments) throws IOException {
      begun.countDown();
      try {
        new CountDownLatch(1).await();
        throw new IllegalStateException("nobody counts");
      } catch (InterruptedException e) {
        interrupted.countDown();
        throw new IOException("woken");
      }
    }
  }

  /** Says what it is told, or fails as it is told. */
  private static final class Echo implements McpTool {
    @Override
    public String name() {
      return "echo";
    }

    @Override
    public String description() {
      return "Echoes.";
    }

    @Override
    public Map<String, Object> arguments() {
      return Map.of("type", "object");
    }

    @Override
    public Answer call(Map<String, Object> arguments) throws IOException, McpException {
      if (arguments.containsKey("io")) {
        throw new IOException("no disk");
      }
      if (arguments.containsKey("fault")) {
        throw new IllegalStateException("a fault");
      }
      if (arguments.containsKey("missing")) {
        throw new NoClassDefFoundError("org/acme/Codec");
      }
      if (arguments.containsKey("wrong")) {
        throw McpException.ofArguments("wrong");
      }
      return new Answer(String.valueOf(arguments.get("say")), arguments);
    }
  }

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final Sleeper sleeper = new Sleeper();

  private McpServer server(OutputStream to, long mostSeconds) {
    return server(to, mostSeconds, Long.MAX_VALUE);
  }

  private McpServer server(OutputStream to, long mostSeconds, long lastMillis) {
    return new McpServer(
        "test",
        "1",
        "none",
        List.of(new Echo(), sleeper),
        List.of(new McpResource("x://a", "A", "text/plain", "a ß")),
        to,
        mostSeconds,
        lastMillis);
  }

  private List<String> serve(String lines) throws IOException {
    server(out, 1).serve(new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)));
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private static String call(Object id, String tool, String arguments) {
    return "{\"jsonrpc\":\"2.0\",\"id\":"
        + id
        + ",\"method\":\"tools/call\",\"params\":{\"name\":\""
        + tool
        + "\",\"arguments\":"
        + arguments
        + "}}\n";
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nonsense | -32700",
        "{\"jsonrpc\":\"2.0\" | -32700",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"} {} | -32700",
        "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}] | -32600",
        "7 | -32600",
        "null | -32600",
        "{\"id\":1,\"method\":\"ping\"} | -32600",
        "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"} | -32600",
        "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"} | -32600",
        "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"} | -32600",
        "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"} | -32600",
        "{\"jsonrpc\":\"2.0\",\"id\":1} | -32600",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"no\"} | -32601",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":[]} | -32602",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{}} | -32602",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":[]}} | -32602",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/read\",\"params\":{\"uri\":\"/etc\"}}"
            + " | -32002",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/read\"} | -32002",
      })
  void brokenMessagesAreAnsweredAndTheNextIsServed(String line, int code) throws IOException {
    List<String> answers =
        serve(BEGIN + line + "\n{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"ping\"}\n");
    assertThat(answers).hasSize(3);
    assertThat(answers.get(1)).contains("\"error\":{", "\"code\":" + code);
    assertThat(answers.get(2)).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":9,\"result\":{}}");
  }

  @Test
  void hugeDeepAndBinaryLines() throws IOException {
    List<String> answers =
        serve(
            BEGIN
                + "x".repeat(3 * McpLines.LONGEST)
                + "\n"
                + "[".repeat(McpLines.LONGEST - 1)
                + "\n\n  \r\n"
                + "{\"jsonrpc\":\"2.0\",\"method\":\"no such notice\"}\n"
                + "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{}}\n"
                + "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"ping\"}");
    assertThat(answers).hasSize(4);
    assertThat(answers.get(1)).contains("bytes at most");
    assertThat(answers.get(2)).contains("more than 64 deep");
    assertThat(answers.get(3)).contains("\"id\":9");
    out.reset();
    server(out, 1).serve(new ByteArrayInputStream(new byte[] {(byte) 0xFF, '\n'}));
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("not UTF-8");
  }

  @Test
  void firstItIsInitialized() throws IOException {
    List<String> answers =
        serve(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}\n"
                + call("2", "echo", "{}")
                + BEGIN.replace("{}", "{\"protocolVersion\":\"2024-11-05\"}")
                + BEGIN.replace("{}", "{\"protocolVersion\":\"1999\"}"));
    assertThat(answers.get(0)).contains("tools/list comes after initialize");
    assertThat(answers.get(1)).contains("tools/call comes after initialize");
    assertThat(answers.get(2)).contains("\"protocolVersion\":\"2024-11-05\"");
    assertThat(answers.get(3)).contains("\"protocolVersion\":\"2025-11-25\"");
  }

  @Test
  void toolsAnswerAndFail() throws IOException {
    List<String> answers =
        serve(
            BEGIN
                + call("\"a\"", "echo", "{\"say\":\"line\\nß\\u0000\"}")
                + call("18446744073709551616", "echo", "{\"io\":1}")
                + call("3", "echo", "{\"fault\":1}")
                + call("4", "echo", "{\"wrong\":1}")
                + call("5", "no", "{}")
                + call("6", "echo", "[]")
                + call("7", "echo", "{\"missing\":1}"));
    assertThat(answers).hasSize(8);
    String all = String.join("\n", answers);
    assertThat(all)
        .contains("\"id\":\"a\",\"result\":{\"content\":[{", "\"line\\u000aß\\u0000\"")
        .contains("\"id\":18446744073709551616,\"result\"", "no disk", "\"isError\":true")
        .contains("\"id\":3,\"error\"", "-32603", "a fault")
        .contains("\"id\":4,\"error\"", "there is no tool no; those are echo, sleep")
        .contains("\"id\":7,\"error\"", "NoClassDefFoundError: org/acme/Codec");
  }

  @Tag("slow")
  @Test
  void aCallThatTakesTooLongIsGivenUp() throws IOException {
    List<String> answers = serve(BEGIN + call("1", "sleep", "{}") + call("2", "echo", "{}"));
    assertThat(answers).hasSize(3);
    assertThat(answers)
        .anyMatch(
            each -> each.contains("\"id\":1,\"result\"") && each.contains("longer than 1 seconds"));
  }

  /** One at a time runs: a short one behind a long one has not taken long itself. */
  @Tag("slow")
  @Test
  @Timeout(60)
  void aCallThatWaitedTooLongIsToldSo() throws IOException {
    CountDownLatch answered = new CountDownLatch(1);
    McpTool stubborn = new Stubborn(answered);
    OutputStream to =
        new ByteArrayOutputStream() {
          @Override
          public synchronized void write(byte[] bytes, int from, int length) {
            super.write(bytes, from, length);
            if (toString(StandardCharsets.UTF_8).contains("\"id\":2,\"result\"")) {
              answered.countDown();
            }
          }
        };
    new McpServer(
            "test", "1", "none", List.of(stubborn, new Echo()), List.of(), to, 1, Long.MAX_VALUE)
        .serve(
            new ByteArrayInputStream(
                (BEGIN + call("1", "stubborn", "{}") + call("2", "echo", "{}"))
                    .getBytes(StandardCharsets.UTF_8)));
    assertThat(to.toString().lines().toList())
        .anyMatch(
            each -> each.contains("\"id\":1,\"result\"") && each.contains("longer than 1 seconds"))
        .anyMatch(
            each ->
                each.contains("\"id\":2,\"result\"")
                    && each.contains(
                        "it did not begin within 1 seconds: other calls run before it"));
  }

  /** Goes on, interrupted or not, until it is let go. */
  private static final class Stubborn implements McpTool {
    private final CountDownLatch end;

    Stubborn(CountDownLatch end) {
      this.end = end;
    }

    @Override
    public String name() {
      return "stubborn";
    }

    @Override
    public String description() {
      return "Goes on.";
    }

    @Override
    public Map<String, Object> arguments() {
      return Map.of("type", "object");
    }

    @Override
    public Answer call(Map<String, Object> arguments) {
      boolean isOver = false;
      while (!isOver) {
        try {
          end.await();
          isOver = true;
        } catch (InterruptedException e) {
          isOver = false; // goes on, as code that does not ask
        }
      }
      return new Answer("over", Map.of());
    }
  }

  /** Who closes the input wants the server to end, not an answer minutes later. */
  @Test
  @Timeout(60)
  void theEndOfTheInputGivesUpWhatRuns() throws Exception {
    byte[] begin = (BEGIN + call("1", "sleep", "{}")).getBytes(StandardCharsets.UTF_8);
    InputStream endsWhenItRuns =
        new ByteArrayInputStream(begin) {
          @Override
          public synchronized int read(byte[] to, int from, int length) {
            int read = super.read(to, from, length);
            if (read < 0) {
              awaitBegin();
            }
            return read;
          }
        };
    server(out, 600, 0).serve(endsWhenItRuns);
    assertThat(sleeper.interrupted.getCount()).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8).lines()).hasSize(1);
  }

  private void awaitBegin() {
    try {
      sleeper.begun.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  @SuppressWarnings("try") // the input ends before all is closed
  void aCancelledCallHasNoAnswer() throws Exception {
    try (PipedOutputStream client = new PipedOutputStream();
        InputStream in = new PipedInputStream(client, 1 << 16)) {
      McpServer server = server(out, 600);
      Thread thread =
          new Thread(
              () -> {
                try {
                  server.serve(in);
                } catch (IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              });
      thread.start();
      write(client, BEGIN + call("1", "sleep", "{}"));
      assertThat(sleeper.begun.await(60, TimeUnit.SECONDS)).isTrue();
      write(client, call("1", "echo", "{}")); // an id that is taken
      write(
          client,
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}\n"
              + "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":7}}\n"
              + "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}\n"
              + call("2", "echo", "{\"say\":\"still here\"}"));
      client.close();
      thread.join();
    }
    List<String> answers = out.toString(StandardCharsets.UTF_8).lines().toList();
    assertThat(answers).hasSize(3);
    assertThat(answers.get(1)).contains("a request with id 1 runs");
    assertThat(answers.get(2)).contains("still here");
  }

  private static void write(OutputStream to, String text) throws IOException {
    to.write(text.getBytes(StandardCharsets.UTF_8));
    to.flush();
  }

  @Tag("slow")
  @Test
  void moreCallsThanMayWaitAreRefused() throws IOException {
    StringBuilder lines = new StringBuilder(BEGIN);
    for (int i = 0; i < 20; i++) {
      lines.append(call(i, "sleep", "{}"));
    }
    List<String> answers = new ArrayList<>(serve(lines.toString()));
    assertThat(answers).hasSize(21);
    assertThat(answers.stream().filter(each -> each.contains("16 calls wait already"))).hasSize(4);
  }

  @Test
  void aClosedOutputEndsIt() {
    OutputStream closed =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("the reader is gone");
          }
        };
    String lines = BEGIN.repeat(3);
    assertThatThrownBy(
            () ->
                server(closed, 1)
                    .serve(new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8))))
        .hasMessage("the reader is gone");
  }

  /** Version 2025-03-26 had batches; nobody is left to wonder why nothing comes. */
  @Test
  void aBatchIsRefusedWithTheReason() throws IOException {
    String batch = "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]\n";
    server(out, 1).serve(new ByteArrayInputStream(batch.getBytes(StandardCharsets.UTF_8)));
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("\"id\":null", "-32600", "a batch is refused", "send each message by itself");
  }
}
