package io.rowandb.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class StatisticsTest {
  @Test
  void medianOfOddAndEvenCounts() {
    assertThat(Statistics.of(List.of(3.0, 1.0, 2.0))).isEqualTo(new Statistics(2, 1, 3, 3));
    assertThat(Statistics.of(List.of(4.0, 1.0, 2.0, 3.0)).median()).isEqualTo(2.5);
    assertThat(Statistics.of(List.of(7.0))).isEqualTo(new Statistics(7, 7, 7, 1));
    assertThatThrownBy(() -> Statistics.of(List.of())).hasMessage("no numbers");
  }

  @Test
  void spreadIsRelativeToTheMedian() {
    assertThat(Statistics.of(List.of(90.0, 100.0, 120.0)).spread()).isCloseTo(0.3, within(1e-9));
    assertThat(Statistics.of(List.of(0.0, 0.0)).spread()).isZero();
  }

  @Test
  void ratiosAreTakenRunByRun() {
    double[] slowMachineInBetween = {100, 10, 100};
    double[] other = {50, 5, 50};
    assertThat(Statistics.medianRatio(slowMachineInBetween, other)).isEqualTo(2);
    assertThatThrownBy(() -> Statistics.medianRatio(other, new double[1]))
        .hasMessage("3 and 1 numbers make no ratios");
  }
}
