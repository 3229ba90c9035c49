package io.rowandb.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.bench.peer.Peer;
import io.rowandb.bench.workload.Metric;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class MeasurementsTest {
  private final Measurements measurements = new Measurements();

  @Test
  void advantageFollowsTheDirectionOfTheMetric() {
    measurements.add(Peer.ROCKSDB, 0, Metric.GET_1, 100);
    measurements.add(Peer.HREGION, 0, Metric.GET_1, 50);
    measurements.add(Peer.ROCKSDB, 0, Metric.DISK, 100);
    measurements.add(Peer.HREGION, 0, Metric.DISK, 50);
    assertThat(advantage(Metric.GET_1)).hasValue(2.0);
    assertThat(advantage(Metric.DISK)).hasValue(0.5);
    assertThat(advantage(Metric.LOAD)).isEmpty();
  }

  @Test
  void onlyRunsWithBothFiguresAreCompared() {
    measurements.add(Peer.ROCKSDB, 0, Metric.LOAD, 1_000);
    measurements.add(Peer.ROCKSDB, 1, Metric.LOAD, 10);
    measurements.add(Peer.HREGION, 1, Metric.LOAD, 5);
    measurements.add(Peer.ROCKSDB, 2, Metric.LOAD, 10);
    measurements.add(Peer.HREGION, 2, Metric.LOAD, 0);
    assertThat(advantage(Metric.LOAD)).hasValue(2.0);
    assertThat(measurements.statistics(Peer.ROCKSDB, Metric.LOAD))
        .hasValue(new Statistics(10, 10, 1_000, 3));
  }

  @Test
  void csvHasEveryFigureOfEveryRun() {
    measurements.add(Peer.ROCKSDB, 0, Metric.LOAD, 1_000.5);
    measurements.add(Peer.ROCKSDB, 1, Metric.LOAD, 10);
    BenchPlan plan =
        new BenchPlan(
            List.of(Peer.ROCKSDB, Peer.HREGION),
            List.of(Metric.LOAD),
            1,
            2,
            1,
            4L << 30,
            1L << 30,
            Path.of("d"),
            null);
    assertThat(CsvFile.lines(plan, measurements))
        .containsExactly(
            "peer,workload,unit,run,value",
            "rocksdb,load,rows/s,1,1000.5",
            "rocksdb,load,rows/s,2,10.0");
  }

  private java.util.Optional<Double> advantage(Metric metric) {
    return measurements.advantage(Peer.ROCKSDB, Peer.HREGION, metric);
  }
}
