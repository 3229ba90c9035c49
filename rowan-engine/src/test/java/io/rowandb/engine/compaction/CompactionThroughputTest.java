package io.rowandb.engine.compaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompactionThroughputTest {
  private static final CompactionThroughput BOUNDS = new CompactionThroughput(50, 100, 700, 1_000);

  @ParameterizedTest
  @CsvSource({
    "0, false, 50",
    "0.5, false, 75",
    "1, false, 100",
    "1.01, false, 1.7976931348623157E308",
    "0, true, 700",
    "1, true, 700",
    "1.01, true, 1.7976931348623157E308"
  })
  void growsWithPressureUntilItIsUnbounded(double pressure, boolean offPeak, double rate) {
    assertThat(BOUNDS.bytesPerSecond(pressure, offPeak)).isEqualTo(rate);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "3, 0", "4, 0.1", "13, 1", "14, 1.1"})
  void pressureIsHowNearAStoreIsToHoldingUpFlushes(int files, double pressure) {
    CompactionSettings settings =
        new CompactionSettings(3, 10, 1.2, 0, 0, 13, 0, 0, Long.MAX_VALUE, OffPeakSettings.NEVER);
    assertThat(settings.pressure(files)).isEqualTo(pressure);
  }

  @Test
  void refusesBoundsThatStopEverything() {
    assertThatThrownBy(() -> new CompactionThroughput(0, 1, 1, 1))
        .hasMessage("hbase.hstore.compaction.throughput.lower.bound must be at least 1: 0");
  }
}
