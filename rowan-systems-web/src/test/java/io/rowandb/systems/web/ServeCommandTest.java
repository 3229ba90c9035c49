package io.rowandb.systems.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.CommandProcess;
import io.rowandb.systems.calls.CallRecords;
import io.rowandb.systems.web.program.PluggedSystems;
import io.rowandb.systems.web.program.SystemsProgram;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** How the server starts, fails to start, and ends. */
@Tag("slow")
class ServeCommandTest {
  private static final Pattern SERVING = Pattern.compile("Serving (.*) at http://\\S+:([0-9]+)");

  private static final String RECORD =
      "{\"phone\":1,\"time\":\"2011-07-03T10:15:%02dZ\",\"peer\":2,\"outgoing\":true,\"seconds\":3}";

  @TempDir private Path directory;

  private int port;

  @ParameterizedTest
  @CsvSource({
    "systems serve mem:x --port=x, '--port'",
    "systems serve mem:x --port=65536, '65536 is not a port'",
    "systems serve mem:x --host=no.such.host.invalid, 'no.such.host.invalid'",
    "systems serve --port=0, 'give the directory of a store'",
    "systems serve mem:x --frobnicate, '--frobnicate'",
    "systems, 'a command is missing: serve'",
    "systems run, 'run'",
    "'', 'a command is missing'"
  })
  void refusesAWrongCommandLine(String line, String reason) {
    StringWriter errors = new StringWriter();
    CommandLine command = SystemsProgram.newCommandLine().setErr(new PrintWriter(errors, true));
    assertThat(command.execute(line.isEmpty() ? new String[0] : line.split(" "))).isEqualTo(2);
    assertThat(errors.toString()).startsWith("rowan: ").contains(reason, "--help");
  }

  @Test
  void makesNoStoreUnasked() {
    StringWriter errors = new StringWriter();
    CommandLine command = SystemsProgram.newCommandLine().setErr(new PrintWriter(errors, true));
    Path absent = directory.resolve("absent");
    assertThat(command.execute("systems", "serve", absent.toString(), "--port=0")).isEqualTo(1);
    assertThat(errors.toString())
        .isEqualTo("rowan: " + absent + " does not exist; --create makes a store there\n");
    assertThat(absent).doesNotExist();
  }

  @Test
  void saysWhatIsInUse() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("localhost"))) {
      StringWriter errors = new StringWriter();
      CommandLine command = SystemsProgram.newCommandLine().setErr(new PrintWriter(errors, true));
      assertThat(command.execute("systems", "serve", "mem:x", "--port=" + taken.getLocalPort()))
          .isEqualTo(1);
      assertThat(errors.toString())
          .startsWith("rowan: cannot listen at localhost:" + taken.getLocalPort())
          .contains("--port")
          .hasLineCount(1);
    }
  }

  private CommandProcess start(Path store) throws Exception {
    CommandProcess process =
        CommandProcess.start(
            SystemsProgram.class,
            List.of("systems", "serve", store.toString(), "--create", "--port=0"));
    String line = process.readTo(each -> SERVING.matcher(each).matches());
    port = Integer.parseInt(SERVING.matcher(line).replaceFirst("$2"));
    assertThat(SERVING.matcher(line).replaceFirst("$1")).isEqualTo(store.toString());
    return process;
  }

  private void add(int second) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/api/calls/records"))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(RECORD.formatted(second)))
            .build();
    HttpResponse<String> answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
  }

  private void post(String path, String form) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/twibase" + path))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .header("Origin", "http://localhost:" + port)
            .POST(BodyPublishers.ofString(form))
            .build();
    HttpResponse<String> answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(303);
  }

  /** A newcomer signs up, follows and posts; the process is killed; everything is there. */
  @Test
  @Tag("slow")
  void aTimelineIsThereAfterAKill() throws Exception {
    Path store = directory.resolve("store");
    try (CommandProcess server = start(store)) {
      post("/signup", "name=ann&nickname=Ann");
      post("/signup", "name=ben&nickname=Ben");
      post("/follow", "as=ben&name=ann");
      post("/post", "as=ann&text=Hello+from+before");
      server.signal("KILL");
      assertThat(server.code()).isEqualTo(CommandProcess.SIGKILL_CODE);
    }
    try (CommandProcess server = start(store)) {
      post("/post", "as=ann&text=Hello+again");
      HttpRequest request =
          HttpRequest.newBuilder(
                  URI.create("http://localhost:" + port + "/api/twibase/users/ben/timeline"))
              .build();
      assertThat(HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body())
          .containsSubsequence("Hello again", "\"nickname\":\"Ann\"", "Hello from before");
      server.signal("TERM");
      assertThat(server.code()).isEqualTo(CommandProcess.SIGTERM_CODE);
    }
  }

  /** What was acknowledged is there after a kill, after a signal, and after a restart. */
  @Test
  void losesNothingAndClosesTheStore() throws Exception {
    Path store = directory.resolve("the store");
    try (CommandProcess server = start(store)) {
      add(1);
      server.signal("KILL");
      assertThat(server.code()).isEqualTo(CommandProcess.SIGKILL_CODE);
    }
    for (String signal : List.of("TERM", "INT")) {
      try (CommandProcess server = start(store)) {
        add(signal.length());
        server.signal(signal);
        assertThat(server.readToEnd())
            .contains("kill " + server.pid(), "Stopped; the store is closed.")
            .doesNotContain("\tat ", "Exception");
        assertThat(server.code())
            .isEqualTo(
                signal.equals("TERM") ? CommandProcess.SIGTERM_CODE : CommandProcess.SIGINT_CODE);
      }
    }
    try (ServedSystems served = ServedSystems.at(store.toString(), PluggedSystems.ALL)) {
      Connection connection = served.connection();
      try (CallRecords calls = CallRecords.openExisting(connection);
          Stream<Integer> seconds =
              calls.month(1, YearMonth.of(2011, 7)).stream()
                  .map(each -> each.time().atZone(ZoneOffset.UTC).getSecond())) {
        assertThat(seconds).containsExactly(4, 3, 1);
      }
      assertThat(served.get("/calls/phone?phone=1&month=2011-07").body())
          .contains("<dt>Calls</dt><dd>3</dd>");
    }
  }
}
