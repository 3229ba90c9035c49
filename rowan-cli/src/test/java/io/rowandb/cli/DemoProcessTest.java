package io.rowandb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demonstration as a process of its own: told to end, killed, and started beside another. */
class DemoProcessTest {
  private static final int RECORDS = 120_000;
  private static final String LOADING = "higgs-activity: Twitter activity";
  private static final int SIGINT_CODE = 130;
  private static final int SIGKILL_CODE = 137;
  private static final int SIGTERM_CODE = 143;

  @TempDir private Path directory;
  private Path data;

  @BeforeEach
  void writeDataFile() throws IOException {
    data = directory.resolve("the data");
    Path file = data.resolve("a-twitter-higgs-activity/higgs-activity_time.txt.gz");
    Files.createDirectories(file.getParent());
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < RECORDS; i++) {
      lines.append(i % 4567).append(' ').append(i).append(' ').append(1_341_100_000L + i / 3);
      lines.append(" RT\n");
    }
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(lines.toString().getBytes(StandardCharsets.UTF_8));
    }
  }

  @Test
  void goesOnWhereSignalsAndAKillStoppedIt() throws Exception {
    Run interrupted = start();
    interrupted.readTo(LOADING);
    interrupted.signal("INT");
    assertThat(interrupted.readToEnd()).contains("Stopped. The store is sound");
    assertThat(interrupted.code()).isEqualTo(SIGINT_CODE);

    Run terminated = start();
    terminated.readTo(LOADING);
    terminated.signal("TERM");
    assertThat(terminated.readToEnd()).contains("Stopped. The store is sound");
    assertThat(terminated.code()).isEqualTo(SIGTERM_CODE);

    Run killed = start();
    killed.readTo(LOADING);
    killed.signal("KILL");
    killed.readToEnd();
    assertThat(killed.code()).isEqualTo(SIGKILL_CODE);

    Run last = start();
    assertThat(last.readToEnd())
        .contains("(run 4 here)", "webtable-example: there already")
        .containsPattern("demo:activity +120,000 +120,000 +as loaded")
        .doesNotContain("EXPECTED", "\tat ");
    assertThat(last.code()).isZero();
  }

  @Test
  void refusesAStoreThatAnotherProcessHasOpen() throws Exception {
    Run first = start();
    first.readTo(LOADING);
    Run second = start();
    assertThat(second.readToEnd())
        .contains("is in use by process " + first.process.pid())
        .doesNotContain("\tat ", "Exception");
    assertThat(second.code()).isEqualTo(1);
    assertThat(first.readToEnd()).contains("as loaded");
    assertThat(first.code()).isZero();
  }

  private Run start() throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            RowanCommand.class.getName(),
            "demo",
            "--data",
            data.toString(),
            "--path",
            directory.resolve("the store").toString());
    return new Run(builder.redirectErrorStream(true).start());
  }

  /** A process and what it has printed so far, with its errors. */
  private static final class Run {
    private final Process process;
    private final BufferedReader output;
    private final StringBuilder text = new StringBuilder();

    Run(Process process) {
      this.process = process;
      this.output = process.inputReader(StandardCharsets.UTF_8);
    }

    void readTo(String start) throws IOException {
      for (String line = read(); !line.startsWith(start); line = read()) {
        assertThat(line).as("\"%s\" was not printed in:\n%s", start, text).isNotEqualTo("END");
      }
    }

    String readToEnd() throws IOException {
      for (String line = read(); !line.equals("END"); line = read()) {
        assertThat(text.length()).isLessThan(1 << 20);
      }
      return text.toString();
    }

    private String read() throws IOException {
      String line = output.readLine();
      text.append(line == null ? "" : line + "\n");
      return line == null ? "END" : line;
    }

    void signal(String name) throws IOException, InterruptedException {
      Process kill = new ProcessBuilder("kill", "-" + name, "" + process.pid()).start();
      assertThat(kill.waitFor()).isZero();
    }

    int code() throws InterruptedException {
      assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
      return process.exitValue();
    }
  }
}
