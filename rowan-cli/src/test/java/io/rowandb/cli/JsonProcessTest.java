package io.rowandb.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rowandb.cli.program.RowanCommand;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./rowan shell --json} in a process of its own, as a script runs it. */
@Tag("slow")
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

  /** Only a reader that has gone wants no more; on a full disk what was asked for is lost. */
  @Test
  void aFullDiskIsAFailure() throws Exception {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full), "Linux's file that is always full");
    Path err = directory.resolve("err");
    Process process = start(full, err, "-ea");
    process.getOutputStream().write("list\n".getBytes(StandardCharsets.UTF_8));
    process
        .getOutputStream()
        .write("create 't', 'f'\ncount 't'\n".getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().close();
    assertThat(process.waitFor()).isEqualTo(1);
    assertThat(Files.readAllLines(err))
        .containsExactly("Created table t", "rowan: standard output: No space left on device");
  }

  /** As {@code | head -1} in any language of the system's messages. */
  @Test
  void aReaderThatHasGoneIsNone() throws Exception {
    Path err = directory.resolve("err");
    Process process = start(null, err, "-ea");
    process.getInputStream().close();
    try (OutputStream commands = process.getOutputStream()) {
      commands.write("create 't', 'f'\ncount 't'\n".getBytes(StandardCharsets.UTF_8));
    }
    assertThat(process.waitFor()).isZero();
    assertThat(Files.readAllLines(err)).containsExactly("Created table t");
  }

  /** What would take the place of bytes that are no text would be another row. */
  @Test
  void aLineThatIsNoTextIsRefused() throws Exception {
    Path out = directory.resolve("out");
    Path err = directory.resolve("err");
    Process process = start(out, err, "-ea");
    try (OutputStream commands = process.getOutputStream()) {
      commands.write("create 't', 'f'\r\nput 't', '".getBytes(StandardCharsets.UTF_8));
      commands.write(new byte[] {(byte) 0xff, (byte) 0xfe});
      commands.write("', 'f:q', 'v'\ncount 't'\n".getBytes(StandardCharsets.UTF_8));
    }
    assertThat(process.waitFor()).isEqualTo(1);
    assertThat(Files.readAllLines(out)).isEmpty();
    assertThat(Files.readAllLines(err))
        .containsExactly(
            "Created table t",
            "rowan: line 2 of the input is no UTF-8: put 't', '\\xFF\\xFE', 'f:q', 'v'; a byte is"
                + " written as \"\\xNN\", between double quotes");
  }

  /** HBase reads its settings while its classes are made ready, where a failure is an Error. */
  @Test
  void settingsThatCannotBeReadAreAFailureInOneLine() throws Exception {
    Files.writeString(directory.resolve("hbase-site.xml"), "<configuration><broken");
    Path err = directory.resolve("err");
    Process process = start(directory.resolve("out"), err, "-Xbootclasspath/a:" + directory);
    process.getOutputStream().close();
    assertThat(process.waitFor()).isEqualTo(1);
    assertThat(Files.readAllLines(err))
        .singleElement()
        .asString()
        .startsWith("rowan: ")
        .contains("hbase-site.xml");
  }

  /**
   * Begins it.
   *
   * @param out null for a pipe
   */
  private static Process start(Path out, Path err, String option) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", option));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(RowanCommand.class.getName(), "shell", "mem:new", "--json"));
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(err.toFile());
    builder.environment().put("LC_ALL", "C"); // the system's messages are compared
    if (out != null) {
      builder.redirectOutput(out.toFile());
    }
    return builder.start();
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
    PrintWriter out = CommandRunner.writer(broken);
    out.println("a line");
    assertThat(out.checkError()).isTrue();
  }
}
