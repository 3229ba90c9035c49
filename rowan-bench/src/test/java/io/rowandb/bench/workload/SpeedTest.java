package io.rowandb.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the kernel counts is divided among the operations, and those among their rows. */
class SpeedTest {
  private static final int FILE_BYTES = 4_000_000;

  @TempDir private Path directory;

  @Test
  void bytesThatAreReadAreDividedAmongTheOperations() throws IOException {
    Path file = directory.resolve("file");
    Files.write(file, new byte[FILE_BYTES]);
    Speed.Start start = Speed.Start.now();
    assertThat(Files.readAllBytes(file)).hasSize(FILE_BYTES);
    Speed pace = start.paceOf(4);
    assertThat(pace.readBytes()).as("and a little for /proc").isBetween(1e6, 1.05e6);
    assertThat(pace.deviceBytes()).as("it was just written").isLessThan(1e6);
    assertThat(pace.withPerSecond(7))
        .isEqualTo(new Speed(7, pace.processorMicros(), pace.readBytes(), pace.deviceBytes()));
  }

  @Test
  void bytesOfAShortScanAreThoseOfARow() {
    Map<Metric, Double> figures = new EnumMap<>(Metric.class);
    ReadFigures.SHORT_SCAN.report(new Speed(10, 2, 5_000, 500), figures::put);
    assertThat(figures)
        .containsEntry(Metric.SHORT_SCAN, 10.0)
        .containsEntry(Metric.CPU_SHORT_SCAN, 2.0)
        .containsEntry(Metric.BYTES_SHORT_SCAN, 100.0)
        .containsEntry(Metric.DEVICE_SHORT_SCAN, 10.0);
  }

  @Test
  void everyGroupOfReadsBelongsToOnePhase() {
    for (ReadFigures group :
        new ReadFigures[] {
          ReadFigures.SCAN,
          ReadFigures.SHORT_SCAN,
          ReadFigures.GET,
          ReadFigures.ABSENT,
          ReadFigures.SMALL_CACHE,
          ReadFigures.SMALL_CACHE_SCAN
        }) {
      assertThat(group.processor().phase()).isEqualTo(group.perSecond().phase());
      assertThat(group.bytes().phase()).isEqualTo(group.perSecond().phase());
      assertThat(group.device().phase()).isEqualTo(group.perSecond().phase());
    }
  }
}
