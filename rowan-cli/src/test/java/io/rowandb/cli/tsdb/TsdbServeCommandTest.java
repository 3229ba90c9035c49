package io.rowandb.cli.tsdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.CommandProcess;
import io.rowandb.cli.program.RowanCommand;
import io.rowandb.cli.systems.SystemCommandTrial;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the server of time series starts, fails to start, and ends. */
@Tag("slow")
class TsdbServeCommandTest extends SystemCommandTrial {
  private static final Pattern SERVING = Pattern.compile("Serving (.*) at http://\\S+:([0-9]+)");

  private int port;

  TsdbServeCommandTest() {
    super(TsdbCommand::new);
  }

  @ParameterizedTest
  @CsvSource({
    "serve mem:x --port=x, --port",
    "serve mem:x --port=65536, 65536 is not a port",
    "serve mem:x --host=no.such.host.invalid, no.such.host.invalid",
    "serve mem:x --cors=* --cors=http://a, --cors",
    "serve mem:x --table=a/b, --table",
    "serve --port=0, give the directory of a store"
  })
  void aWrongCommandLineIsExplained(String line, String message) {
    assertThat(run(line.split(" ", -1))).isEqualTo(2);
    assertThat(err.toString()).contains(message);
  }

  @Test
  void withoutTablesOrAFreePortItSaysSo() throws IOException {
    assertThat(run("serve", "mem:x", "--port=0")).isEqualTo(1);
    assertThat(err.toString()).contains("there are no tables tsdb and tsdb-uid");
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("localhost"))) {
      assertThat(run("serve", "mem:x", "--create", "--port=" + taken.getLocalPort())).isEqualTo(1);
      assertThat(err.toString()).contains("cannot listen at localhost:" + taken.getLocalPort());
    }
  }

  private CommandProcess start(Path store) throws Exception {
    CommandProcess process =
        CommandProcess.start(
            RowanCommand.class, List.of("tsdb", "serve", store.toString(), "--create", "--port=0"));
    String line = process.readTo(each -> SERVING.matcher(each).matches());
    port = Integer.parseInt(SERVING.matcher(line).replaceFirst("$2"));
    assertThat(SERVING.matcher(line).replaceFirst("$1")).isEqualTo(store.toString());
    return process;
  }

  private void put(int second) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/api/put"))
            .POST(
                BodyPublishers.ofString(
                    "{\"metric\":\"m\",\"timestamp\":%d,\"value\":%d,\"tags\":{\"host\":\"web1\"}}"
                        .formatted(1_309_687_200 + second, second)))
            .build();
    HttpResponse<String> answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(204);
  }

  private void putLine(int second) throws IOException {
    try (Socket socket = new Socket("localhost", port)) {
      String line = "put m " + (1_309_687_200 + second) + " " + second + " host=web1\n";
      socket.getOutputStream().write(line.getBytes(StandardCharsets.US_ASCII));
      socket.shutdownOutput();
      assertThat(socket.getInputStream().readAllBytes()).isEmpty();
    }
  }

  /** What was acknowledged is there after a kill, after a signal, and after a restart. */
  @Test
  void losesNothingAndClosesTheStore() throws Exception {
    Path store = directory.resolve("the store");
    try (CommandProcess server = start(store)) {
      put(0);
      putLine(1);
      server.signal("KILL");
      assertThat(server.code()).isEqualTo(CommandProcess.SIGKILL_CODE);
    }
    for (String signal : List.of("TERM", "INT")) {
      try (CommandProcess server = start(store)) {
        put(signal.length());
        server.signal(signal);
        assertThat(server.readToEnd())
            .contains("kill " + server.pid(), "Stopped; the store is closed.")
            .doesNotContain("\tat ", "Exception");
        assertThat(server.code())
            .isEqualTo(
                signal.equals("TERM") ? CommandProcess.SIGTERM_CODE : CommandProcess.SIGINT_CODE);
      }
    }
    assertThat(
            run(
                "query",
                store.toString(),
                "-m",
                "sum:m",
                "--start",
                "1309687200",
                "--end",
                "1309687300"))
        .isZero();
    assertThat(lines())
        .containsExactly(
            "m 1309687200 0 host=web1",
            "m 1309687201 1 host=web1",
            "m 1309687203 3 host=web1",
            "m 1309687204 4 host=web1");
  }
}
