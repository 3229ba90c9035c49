package io.rowandb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.program.RowanCommand;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demonstration as a process of its own: told to end, killed, and started beside another. */
@Tag("slow")
class DemoProcessTest {
  private static final int RECORDS = 120_000;
  private static final String LOADING = "higgs-activity: Twitter activity";

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
    try (CommandProcess interrupted = startLoading()) {
      interrupted.signal("INT");
      assertThat(interrupted.readToEnd()).contains("Stopped. The store is sound");
      assertThat(interrupted.code()).isEqualTo(CommandProcess.SIGINT_CODE);
    }
    try (CommandProcess terminated = startLoading()) {
      terminated.signal("TERM");
      assertThat(terminated.readToEnd()).contains("Stopped. The store is sound");
      assertThat(terminated.code()).isEqualTo(CommandProcess.SIGTERM_CODE);
    }
    try (CommandProcess killed = startLoading()) {
      killed.signal("KILL");
      killed.readToEnd();
      assertThat(killed.code()).isEqualTo(CommandProcess.SIGKILL_CODE);
    }
    try (CommandProcess last = start()) {
      assertThat(last.readToEnd())
          .contains("(run 4 here)", "webtable-example: there already")
          .containsPattern("demo:activities +120,000 +120,000 +as loaded")
          .doesNotContain("EXPECTED", "\tat ");
      assertThat(last.code()).isZero();
    }
  }

  /** The first one is stopped meanwhile, so that it is not done before the second one starts. */
  @Test
  void refusesAStoreThatAnotherProcessHasOpen() throws Exception {
    try (CommandProcess first = startLoading()) {
      first.signal("STOP");
      try (CommandProcess second = start()) {
        assertThat(second.readToEnd())
            .contains("is in use by process " + first.pid())
            .doesNotContain("\tat ", "Exception");
        assertThat(second.code()).isEqualTo(1);
      }
      first.signal("CONT");
      assertThat(first.readToEnd()).contains("as loaded");
      assertThat(first.code()).isZero();
    }
  }

  private CommandProcess startLoading() throws IOException {
    CommandProcess process = start();
    process.readTo(line -> line.startsWith(LOADING));
    return process;
  }

  private CommandProcess start() throws IOException {
    return CommandProcess.start(
        RowanCommand.class,
        List.of(
            "demo",
            "--data",
            data.toString(),
            "--path",
            directory.resolve("the store").toString()));
  }
}
