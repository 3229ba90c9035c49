package io.rowandb.tsdb.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.tsdb.TimeSeries;
import io.rowandb.tsdb.server.api.ServedStore;
import io.rowandb.tsdb.server.api.ServerStats;
import io.rowandb.tsdb.server.api.TelnetCommands;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sessions of lines. */
class TelnetTest extends TsdbServerCase {
  private String put(long second, String value) {
    return "put " + metric + " " + (BASE + second) + " " + value + " host=web1\n";
  }

  @Test
  void pointsAreStoredAndNothingIsSaid() throws IOException {
    assertThat(raw(put(0, "42.0") + put(1, "-1.5") + put(2, "1e3"))).isEmpty();
    assertThat(stored())
        .containsExactly(BASE + " 42.0", (BASE + 1) + " -1.5", (BASE + 2) + " 1000.0");
  }

  @Test
  void linesComeInPiecesOfAByte() throws Exception {
    try (TelnetClient client = new TelnetClient(port())) {
      for (byte each : bytes(put(0, "1").replace("\n", "\r\n") + put(1, "2"))) {
        client.send(new byte[] {each});
      }
      client.send("version\n");
      assertThat(client.readLine()).contains("2.4.1");
    }
    assertThat(stored()).containsExactly(BASE + " 1", (BASE + 1) + " 2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          put | put: illegal argument: not enough arguments (need least 4, got 0)
          put a 1 2 | put: illegal argument: not enough arguments (need least 4, got 3)
          put  1 2 h=w | put: illegal argument: empty metric name
          put a 0 2 h=w | put: illegal argument: invalid timestamp: 0
          put a x 2 h=w | put: invalid value: Invalid character 'x' in x
          put a 1 2x h=w | put: invalid value: Invalid character 'x' in 2x
          put a 1 NaN h=w | put: invalid value: Invalid character 'N' in NaN
          put a 1 1e999 h=w | put: illegal argument: value is NaN or Infinite: Infinity for metric=a timestamp=1
          put a 1 99999999999999999999 h=w | put: invalid value: Value too long: 99999999999999999999
          put a 1 9999999999999999999 h=w | put: invalid value: Overflow in 9999999999999999999
          put a 1 2 h | put: illegal argument: invalid tag: h
          put a 1 2 h=w h=v | put: illegal argument: duplicate tag: h=v, tags={h=w}
          put a! 1 2 h=w | put: illegal argument: Invalid metric name ("a!"): illegal character: !
          put a 1 2 h!=w | put: illegal argument: Invalid tag name with value [w] ("h!"): illegal character: !
          put a 1 2 h=w! | put: illegal argument: Invalid tag value with key [h] ("w!"): illegal character: !
          put a 1 2 a=1 b=1 c=1 d=1 e=1 f=1 g=1 h=1 i=1 | put: illegal argument: Too many tags: 9 maximum allowed: 8, tags: {a=1, b=1, c=1, d=1, e=1, f=1, g=1, h=1, i=1}
          hello there | unknown command: hello.  Try `help'.
          pUT a 1 2 h=w | unknown command: pUT.  Try `help'.
          dropcaches | Caches dropped.
          """)
  void aLineIsAnsweredAndHarmsNoOther(String line, String answer) throws IOException {
    String name = "harms" + Integer.toHexString(line.hashCode());
    String before = "put " + name + " " + BASE + " 1 host=web1\n";
    String after = "put " + name + " " + (BASE + 1) + " 2 host=web1\n";
    assertThat(raw(before + line + "\n" + after)).isEqualTo(answer + "\n");
    assertThat(stored(name)).containsExactly(BASE + " 1", (BASE + 1) + " 2");
  }

  @Test
  void aLineThatIsTooLongIsLeftOut() throws IOException {
    String longest = "put " + metric + " " + BASE + " 1 host=" + "w".repeat(3_000) + "\n";
    String tooLong = "put " + metric + " " + BASE + " 2 host=" + "w".repeat(1_000_000) + "\n";
    assertThat(raw(longest + tooLong + put(1, "3")))
        .isEqualTo("error: a line has at most 4096 bytes\n");
    assertThat(stored()).containsExactlyInAnyOrder(BASE + " 1", (BASE + 1) + " 3");
  }

  @Test
  @Tag("slow")
  void whatWasReadIsWrittenWhenTheClientIsGone() throws Exception {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      lines.append(put(i, String.valueOf(i)));
    }
    try (TelnetClient client = new TelnetClient(port())) {
      client.send(lines + "put " + metric + " " + BASE + " 77 host=w"); // no end: it may be a part
      client.endInput();
      assertThat(client.readAll()).isEmpty();
    }
    assertThat(stored())
        .hasSize(20_000)
        .startsWith(BASE + " 0")
        .endsWith((BASE + 19_999) + " 19999");
  }

  @Test
  void exitEndsTheSession() throws IOException {
    try (TelnetClient client = new TelnetClient(port())) {
      client.send(put(0, "1") + "exit\n" + put(1, "2"));
      assertThat(client.readLine()).isNull();
    }
    assertThat(stored()).containsExactly(BASE + " 1");
  }

  @Test
  void closingTheServerWritesWhatHasCome() throws Exception {
    List<TelnetClient> clients = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      TelnetClient client = new TelnetClient(port());
      clients.add(client);
      client.send(put(i, String.valueOf(i)) + "help\n");
    }
    for (TelnetClient each : clients) {
      assertThat(each.readLine()).startsWith("available"); // so it has come
    }
    server.close();
    server.close();
    for (TelnetClient each : clients) {
      assertThat(each.readLine()).isNull();
      each.close();
    }
    assertThat(stored()).hasSize(8);
  }

  @Test
  void helpNamesTheCommands() throws IOException {
    assertThat(raw("help\n"))
        .isEqualTo(
            "available commands: put rollup histogram stats dropcaches version exit help \n");
  }

  @Test
  void statsCount() throws IOException {
    assertThat(raw(put(0, "1") + "put\nstats\n"))
        .contains("tsd.datapoints.added ", " 1 host=", "tsd.rpc.errors ", "type=illegal_arguments");
  }

  @Test
  void anEmptyLineAndBytesBeyondAsciiAreAnswered() throws IOException {
    assertThat(raw("\n\u00ff\u0000\n"))
        .isEqualTo(
            "unknown command: .  Try `help'.\nunknown command: \u00ff\u0000.  Try `help'.\n");
  }

  @Test
  void aReplyIsBoundedAndLinesBehindItAreAnsweredLater() throws IOException {
    TelnetCommands commands =
        new TelnetCommands(
            new ServedStore(TimeSeries.openExisting(connection, tables)),
            new ServerStats(),
            Clock.systemUTC(),
            4_096);
    TelnetCommands.Reply reply = commands.answer(Collections.nCopies(10_000, "stats"));
    assertThat(reply.text()).hasSizeBetween(64 << 10, 70 << 10);
    assertThat(reply.done()).isLessThan(1_000);
    String all = raw("help\n".repeat(50_000) + put(0, "1"));
    assertThat(all.lines()).hasSize(50_000).allMatch(each -> each.startsWith("available"));
    assertThat(stored()).hasSize(1);
  }
}
