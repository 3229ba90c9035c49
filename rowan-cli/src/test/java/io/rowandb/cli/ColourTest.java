package io.rowandb.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rowandb.cli.program.RowanCommand;
import io.rowandb.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Colours are for terminals alone, and not for all of these. */
class ColourTest {
  /** Begins what changes the colour or the weight of letters. */
  private static final String ESCAPE = "\u001b[";

  /** Of util-linux: it runs a command at a terminal of its own. */
  private static final Path SCRIPT = Path.of("/usr/bin/script");

  @Tag("slow")
  @Test
  void helpHasColoursAtATerminalThatWantsThem() throws Exception {
    assumeTrue(Files.isExecutable(SCRIPT), "there is no " + SCRIPT + " here");
    assertThat(help(Map.of(), "-Drowan.terminal=true")).contains(ESCAPE, "--regions");
    assertThat(help(Map.of("NO_COLOR", "1"), "-Drowan.terminal=true"))
        .contains("--regions")
        .doesNotContain(ESCAPE);
    assertThat(help(Map.of(), "-Drowan.terminal=false"))
        .as("a terminal that is dumb")
        .contains("--regions")
        .doesNotContain(ESCAPE);
  }

  private static String help(Map<String, String> environment, String option)
      throws IOException, InterruptedException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String command =
        java
            + " -XX:TieredStopAtLevel=1 -XX:+UseSerialGC "
            + option
            + " "
            + RowanCommand.class.getName()
            + " stats --help";
    ProcessBuilder builder = new ProcessBuilder(SCRIPT.toString(), "-qec", command, "/dev/null");
    builder.environment().keySet().removeIf(name -> name.contains("COLOR"));
    builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
    builder.environment().put("TERM", "xterm");
    builder.environment().putAll(environment);
    Process process = builder.redirectErrorStream(true).start();
    process.getOutputStream().close();
    String shown = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(shown).isZero();
    return shown;
  }

  @Test
  void anyValueOfNoColorCounts() {
    assertThat(Terminal.isPlain(Map.of("NO_COLOR", ""))).isTrue();
    assertThat(Terminal.isPlain(Map.of())).isFalse();
  }
}
