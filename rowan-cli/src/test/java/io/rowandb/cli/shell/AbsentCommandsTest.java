package io.rowandb.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.Failures;
import io.rowandb.cli.design.DesignFiles;
import io.rowandb.client.Rowan;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.Test;

/** The shell says of each absent command what the page says. */
class AbsentCommandsTest {
  private static final Path PAGE = Path.of("..", "docs", "shell-commands.md");
  private static final Pattern ROW = Pattern.compile("\\| `(\\w+)` \\| absent \\| (.+) \\|");

  private static Map<String, String> page() throws IOException {
    Map<String, String> reasons = new TreeMap<>();
    for (String line : Files.readAllLines(PAGE)) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        reasons.put(row.group(1), row.group(2).replace("`", ""));
      }
    }
    return reasons;
  }

  @Test
  void eachIsRefusedWithItsReason() throws IOException {
    Map<String, String> reasons = page();
    assertThat(reasons).hasSizeGreaterThan(100);
    StringWriter out = new StringWriter();
    try (Connection connection =
            ConnectionFactory.createConnection(Rowan.configuration("mem:" + UUID.randomUUID()));
        DesignFiles designs = DesignFiles.read(List.of())) {
      Shell shell =
          new Shell(
              new Session(connection, designs, new PrintWriter(out), () -> false, () -> null),
              Failures::oneLine);
      reasons.forEach(
          (name, reason) -> {
            out.getBuffer().setLength(0);
            assertThat(shell.line(name + " 'a'")).as(name).isEqualTo(Shell.Outcome.FAILED);
            assertThat(out.toString().strip())
                .isEqualTo(
                    "ERROR: "
                        + name
                        + " is a command of HBase's shell that is not here: "
                        + reason);
          });
    }
  }

  @Test
  void noOtherNameIsOne() throws IOException {
    for (String each : List.of("scan", "nocommand", "", "one process")) {
      assertThat(AbsentCommands.reason(each)).as(each).isEmpty();
    }
  }
}
