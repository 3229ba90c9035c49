package io.rowandb.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.Failures;
import io.rowandb.cli.design.DesignFiles;
import io.rowandb.client.Rowan;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.ExternalTerminal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What somebody meets who types at a terminal, or pastes. */
class ConsoleTest {
  private static final String PASTE_BEGINS = "\u001b[200~";
  private static final String PASTE_ENDS = "\u001b[201~";

  @TempDir private Path home;

  private final StringWriter out = new StringWriter();
  private Connection connection;
  private DesignFiles designs;

  @BeforeEach
  void open() throws IOException {
    designs = DesignFiles.read(List.of());
    connection =
        ConnectionFactory.createConnection(Rowan.configuration("mem:" + UUID.randomUUID()));
  }

  @AfterEach
  void close() throws IOException {
    connection.close();
    designs.close();
  }

  @Test
  void pastedLinesRunOneAfterTheOther() throws IOException {
    type(
        PASTE_BEGINS
            + "create 't', 'f'\nput 't', 'a', 'f:q', 'v'\nscan 't', {\n  LIMIT => 5\n}"
            + PASTE_ENDS
            + "\r");
    assertThat(out.toString()).contains("Created table t", "value=v", "1 row(s)");
  }

  @Test
  void eachCommandSaysHowLongItTook() throws IOException {
    type("list\rnone\r");
    assertThat(out.toString().lines().filter(line -> line.matches("Took [0-9.]+ seconds")))
        .hasSize(1);
  }

  /** Terminals send them as of the cursor or, in application mode, of the keypad. */
  @Test
  void arrowKeysOfBothKindsAreUnderstood() throws IOException {
    for (String begin : List.of("\u001b[", "\u001bO")) {
      out.getBuffer().setLength(0);
      type("version\rwhoami\r" + begin + "A" + begin + "A" + begin + "B\r");
      String me = System.getProperty("user.name");
      assertThat(out.toString().lines().filter(me::equals)).as(begin).hasSize(2);
      out.getBuffer().setLength(0);
      type("lst" + begin + "D" + begin + "D" + begin + "D" + begin + "Ci\r");
      assertThat(out.toString()).as(begin).contains("TABLE");
    }
  }

  @Test
  void whatIsAskedIsAnswered() throws IOException {
    type("create 't', 'f'\rdisable_all 't.*'\ry\ris_disabled 't'\r");
    assertThat(out.toString())
        .contains("Disable the above 1 tables (y/n)?", "1 tables successfully disabled", "true");
  }

  @Test
  void linesAreRememberedForTheirAccountAlone() throws IOException {
    type("list\r");
    Path file = home.resolve(".rowan_history");
    assertThat(Files.readString(file)).contains("list");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  /** NO_COLOR is set for people who cannot read colours, or for logs of what was typed. */
  @Test
  void coloursAreLeftOutWhereTheyAreNotWanted() throws IOException {
    String shown = "[0-9;]*(3[0-8]|4[0-8]|9[0-7]|10[0-7])(;[0-9]+)*m";
    Pattern colour = Pattern.compile("\u001b\\[" + shown);
    String keys = "enable\t\t\rscan 't', {\t\t}\r";
    assertThat(type(keys, /* plain= */ false)).contains("_all").containsPattern(colour);
    assertThat(type(keys, /* plain= */ true)).contains("enable_all").doesNotContainPattern(colour);
  }

  private void type(String keys) throws IOException {
    type(keys, /* plain= */ false);
  }

  /** Ends with the end of input; what the terminal was sent. */
  private String type(String keys, boolean plain) throws IOException {
    ByteArrayOutputStream screen = new ByteArrayOutputStream();
    ByteArrayInputStream in = new ByteArrayInputStream(keys.getBytes(StandardCharsets.UTF_8));
    try (Terminal terminal =
        new ExternalTerminal("keys", "xterm", in, screen, StandardCharsets.UTF_8)) {
      Console.run(
          terminal,
          home,
          plain,
          (writer, stopped, answers) ->
              new Shell(
                  new Session(connection, designs, new PrintWriter(out), stopped, answers),
                  Failures::oneLine));
    }
    return screen.toString(StandardCharsets.UTF_8);
  }
}
