package io.rowandb.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.bench.peer.Peer;
import io.rowandb.bench.workload.Metric;
import io.rowandb.bench.workload.Phase;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class BenchSelectionTest {
  private static final List<Metric> ALL = Metric.workloads();

  @Test
  void nothingNamedMeansEverything() {
    BenchSelection all = BenchSelection.of(List.of(), ALL, false);
    assertThat(all.peers()).containsExactly(Peer.values());
    assertThat(all.metrics()).isEqualTo(ALL);
    assertThat(BenchSelection.of(List.of(), ALL, true).peers()).doesNotContain(Peer.HBASE);
  }

  @Test
  void beginningsMeanAllThatBeginSo() {
    BenchSelection gets = BenchSelection.of(List.of("get", "rocksdb", "load"), ALL, false);
    assertThat(gets.peers()).containsExactly(Peer.ROCKSDB);
    assertThat(gets.metrics())
        .containsExactly(Metric.LOAD, Metric.GET_1, Metric.GET_2, Metric.SMALL_CACHE);
    assertThat(BenchSelection.of(List.of("hbase"), ALL, true).peers()).containsExactly(Peer.HBASE);
  }

  @Test
  void unknownNameIsRefusedWithTheKnownOnes() {
    assertThatThrownBy(() -> BenchSelection.of(List.of("ge"), ALL, false))
        .hasMessageContaining("\"ge\" is no peer (")
        .hasMessageContaining("rocksdb")
        .hasMessageContaining("get-64mb");
  }

  @Test
  void readersOfALoadedStoreBringTheLoad() {
    assertThat(plan(List.of(Metric.PUT_1)).phases())
        .containsExactly(Phase.LOAD_AND_READ, Phase.WRITE);
    assertThat(plan(List.of(Metric.NEW)).phases()).containsExactly(Phase.NEW);
  }

  @Test
  void planRefusesImpossibleNumbers() {
    assertThatThrownBy(() -> new BenchPlan(List.of(), ALL, 0, 1, 1, 100, 50, Path.of("d"), null))
        .hasMessage("--rows must be at least 1: 0");
    assertThatThrownBy(() -> new BenchPlan(List.of(), ALL, 1, 0, 1, 100, 50, Path.of("d"), null))
        .hasMessage("--runs must be at least 1: 0");
    assertThatThrownBy(() -> new BenchPlan(List.of(), ALL, 1, 1, -1, 100, 50, Path.of("d"), null))
        .hasMessageContaining("--seconds");
    assertThatThrownBy(() -> new BenchPlan(List.of(), ALL, 1, 1, 1, 100, 61, Path.of("d"), null))
        .hasMessageContaining("--cache");
  }

  private static BenchPlan plan(List<Metric> metrics) {
    return new BenchPlan(
        List.of(Peer.ROCKSDB), metrics, 1, 1, 1, 4L << 30, 1L << 30, Path.of("d"), null);
  }
}
