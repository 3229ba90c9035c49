package io.rowandb.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The whole benchmark, children included, with few rows. */
class BenchCommandTest {
  @TempDir private Path directory;

  private final StringWriter errors = new StringWriter();

  @Test
  void rocksDbGivesEveryFigureAndLeavesNothingBehind() throws IOException {
    Path csv = directory.resolve("figures.csv");
    Path data = directory.resolve("data");
    int code =
        run(
            "--rows=20000",
            "--runs=1",
            "--seconds=0.05",
            "--heap=512",
            "--cache=64",
            "--only=rocksdb",
            "--path=" + data,
            "--csv=" + csv);
    assertThat(code).as(errors.toString()).isZero();
    List<String> lines = Files.readAllLines(csv);
    assertThat(lines.get(0)).isEqualTo("peer,workload,unit,run,value");
    for (var metric : io.rowandb.bench.workload.Metric.workloads()) {
      assertThat(lines).anySatisfy(l -> assertThat(l).startsWith("rocksdb," + metric.id() + ","));
    }
    assertNothingLeftIn(data);
  }

  @Test
  void peerThatFailsIsReportedAndTheCodeIsOne() throws IOException {
    Path data = directory.resolve("data");
    int code =
        run(
            "--rows=1000",
            "--runs=1",
            "--seconds=0.05",
            "--heap=3",
            "--cache=1",
            "--only=hregion,new",
            "--path=" + data);
    assertThat(code).isEqualTo(1);
    assertNothingLeftIn(data);
  }

  @Test
  void wrongCommandLineIsCodeTwo() {
    assertThat(run("--only=nobody")).isEqualTo(2);
    assertThat(errors.toString()).contains("\"nobody\" is no peer");
    assertThat(run("--rows=0")).isEqualTo(2);
    assertThat(errors.toString()).contains("--rows must be at least 1: 0");
  }

  private int run(String... arguments) {
    CommandLine command = BenchCommand.commandLine();
    command.setErr(new PrintWriter(errors, true));
    return command.execute(arguments);
  }

  private static void assertNothingLeftIn(Path data) throws IOException {
    try (Stream<Path> left = Files.list(data)) {
      assertThat(left).isEmpty();
    }
  }
}
