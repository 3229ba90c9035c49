package io.rowandb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./rowan shell --json} in a process of its own, as a script runs it. */
class JsonProcessTest {
  @TempDir private Path directory;

  /** A locale without other characters than ASCII's changes nothing in them. */
  @Test
  void standardOutputHasLinesOfJsonAloneInUtf8() throws Exception {
    Path out = directory.resolve("out");
    Path err = directory.resolve("err");
    Process process = start(out, err, "-Dfile.encoding=US-ASCII");
    try (OutputStream commands = process.getOutputStream()) {
      commands.write(
          """
          create 't', 'f'
          put 't', 'a', 'f:q', '用户'
          scan 't', {FORMATTER =>
            'toString'}
          count 't'
          scan 'u'
          count 't'
          """
              .getBytes(StandardCharsets.UTF_8));
    }
    assertThat(process.waitFor()).isEqualTo(1);
    assertThat(Files.readAllLines(out))
        .hasSize(2)
        .satisfies(
            lines -> assertThat(lines.get(0)).contains("\"value\":\"用户\"}]}"),
            lines -> assertThat(lines.get(1)).isEqualTo("{\"rows\":1}"));
    assertThat(Files.readAllLines(err))
        .containsExactly("Created table t", "ERROR: there is no table u");
  }

  private static Process start(Path out, Path err, String option) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", option));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(RowanCommand.class.getName(), "shell", "mem:new", "--json"));
    return new ProcessBuilder(command)
        .redirectOutput(out.toFile())
        .redirectError(err.toFile())
        .start();
  }

  /** A pipe whose reader has ended; {@code System.out} would only remember it. */
  @Test
  void whetherAnybodyReadsIsKnownAfterALine() {
    OutputStream broken =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("nobody reads");
          }
        };
    PrintWriter out = RowanCommand.writer(broken);
    out.println("a line");
    assertThat(out.checkError()).isTrue();
  }
}
