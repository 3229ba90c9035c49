package io.rowandb.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.bench.peer.Peer;
import io.rowandb.bench.workload.Metric;
import io.rowandb.bench.workload.Phase;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportTableTest {
  private final Measurements measurements = new Measurements();
  private final BenchPlan plan =
      new BenchPlan(
          List.of(Peer.ROCKSDB, Peer.HREGION),
          List.of(Metric.LOAD, Metric.GET_1, Metric.START),
          1_000,
          3,
          1,
          4L << 30,
          1L << 30,
          Path.of("data"),
          null);

  @Test
  void mediansRangesRatiosAndFailures() {
    add(Peer.ROCKSDB, Metric.LOAD, 352_000, 350_000, 354_000);
    add(Peer.HREGION, Metric.LOAD, 100_000, 150_000, 156_000);
    add(Peer.ROCKSDB, Metric.START, 0.25, 0.25, 0.26);
    add(Peer.HREGION, Metric.START, 1.5, 1.0, 1.04);
    measurements.addFailure(Peer.HREGION, 1, Phase.SMALL_CACHE, "no space left");

    assertThat(new ReportTable(plan, measurements).render())
        .isEqualTo(
            """
            median of the runs (~ where they lie more than 20 % apart)
                                                            rocksdb   hregion
              load, batches of 1,000                rows/s  352,000  ~150,000
              JVM start to first get, loaded store  s         0.250     ~1.04

            least .. greatest of the runs
                                                                 rocksdb     hregion
              load, batches of 1,000                rows/s    350k..354k  100k..156k
              JVM start to first get, loaded store  s       0.250..0.260     1..1.50

            rocksdb compared: above 1 it is better, by this factor
                                                            hregion
              load, batches of 1,000                rows/s     2.33
              JVM start to first get, loaded store  s          4.00

            FAILED hregion, run 2, phase small-cache: no space left
            """);
  }

  private void add(Peer peer, Metric metric, double... runs) {
    for (int i = 0; i < runs.length; i++) {
      measurements.add(peer, i, metric, runs[i]);
    }
  }
}
