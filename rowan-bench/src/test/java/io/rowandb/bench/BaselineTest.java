package io.rowandb.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.bench.peer.Peer;
import io.rowandb.bench.workload.Metric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The medians of two runs side by side, whichever way a unit counts. */
class BaselineTest {
  private static final BenchPlan PLAN =
      new BenchPlan(
          List.of(Peer.ROWAN_FAST, Peer.ROCKSDB),
          List.of(Metric.LOAD, Metric.SETTLE, Metric.GET_1, Metric.FORCE, Metric.PUT_STALL),
          1_000,
          3,
          1,
          512 << 20,
          64 << 20,
          Path.of("data"),
          null);

  @TempDir private Path directory;

  @Test
  void whatIsMoreThanAFifthWorseIsMarked() throws IOException {
    Measurements before = new Measurements();
    before.add(Peer.ROWAN_FAST, 0, Metric.LOAD, 1_000);
    before.add(Peer.ROWAN_FAST, 1, Metric.LOAD, 100); // the medians count
    before.add(Peer.ROWAN_FAST, 2, Metric.LOAD, 100);
    before.add(Peer.ROWAN_FAST, 0, Metric.SETTLE, 10);
    before.add(Peer.ROWAN_FAST, 0, Metric.FORCE, 10);
    before.add(Peer.ROCKSDB, 0, Metric.LOAD, 100);
    before.add(Peer.ROCKSDB, 0, Metric.SETTLE, 10);
    before.add(Peer.ROCKSDB, 0, Metric.PUT_STALL, 0);
    Path file = directory.resolve("before.csv");
    CsvFile.write(file, PLAN, before);

    Measurements now = new Measurements();
    now.add(Peer.ROWAN_FAST, 0, Metric.LOAD, 79);
    now.add(Peer.ROWAN_FAST, 0, Metric.SETTLE, 5);
    now.add(Peer.ROWAN_FAST, 0, Metric.FORCE, 1);
    now.add(Peer.ROCKSDB, 0, Metric.LOAD, 81);
    now.add(Peer.ROCKSDB, 0, Metric.SETTLE, 12.1);
    now.add(Peer.ROCKSDB, 0, Metric.PUT_STALL, 50);
    now.add(Peer.ROCKSDB, 0, Metric.GET_1, 1);
    Baseline.Comparison compared = Baseline.read(file).compare(PLAN, now);
    assertThat(compared.worse())
        .containsExactly(
            "WORSE rowan-fast load: 79 rows/s, was 100", "WORSE rocksdb settle: 12.1 s, was 10");
    assertThat(compared.table())
        .as("neither the machine nor what only one of the runs has")
        .containsExactly(
            List.of("", "", "rowan-fast", "rocksdb"),
            List.of(Metric.LOAD.label(), "rows/s", "!0.79", "0.81"),
            List.of(Metric.SETTLE.label(), "s", "0.50", "!1.21"));
    assertThat(compared.render()).contains("!0.79", "WORSE rocksdb").doesNotContain("unknown");
  }

  @Test
  void exactlyAFifthIsNotMarked() {
    assertThat(Baseline.isWorse(Metric.LOAD, 100, 80)).isFalse();
    assertThat(Baseline.isWorse(Metric.SETTLE, 100, 120)).isFalse();
    assertThat(Baseline.isWorse(Metric.LOAD, 100, 500)).isFalse();
    assertThat(Baseline.isWorse(Metric.SETTLE, 100, 20)).isFalse();
  }

  @Test
  void figuresOfUnknownWorkloadsAreCounted() throws IOException {
    Path file = file(CsvFile.HEAD, "rowan-fast,gone,s,1,2.0", "nobody,load,rows/s,1,3.0");
    assertThat(Baseline.read(file).compare(PLAN, new Measurements()).render())
        .contains("nothing is more than 20 % worse", "2 figures of the file are of unknown");
  }

  @Test
  void otherFilesAreRefusedWithTheLine() throws IOException {
    assertThatThrownBy(() -> Baseline.read(directory.resolve("none.csv")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("none.csv does not exist");
    Path growth = file("rows,peer,workload,unit,run,value");
    assertThatThrownBy(() -> Baseline.read(growth))
        .hasMessageContaining("must begin with the line " + CsvFile.HEAD);
    Path few = file(CsvFile.HEAD, "rowan-fast,load,rows/s,1");
    assertThatThrownBy(() -> Baseline.read(few))
        .hasMessageContaining("file.csv, line 2 must have 5 fields");
    Path words = file(CsvFile.HEAD, "rowan-fast,load,rows/s,1,fast");
    assertThatThrownBy(() -> Baseline.read(words))
        .hasMessageContaining("line 2 must end with two numbers");
  }

  private Path file(String... lines) throws IOException {
    return Files.write(directory.resolve("file.csv"), List.of(lines));
  }
}
