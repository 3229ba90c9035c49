package io.rowandb.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** ProgressDisplay at one moment. */
class ProgressLineTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void showsRowsRateAndTimeLeft() {
    ProgressLine half = new ProgressLine("higgs", "row", 50_000, 50_000, 0.5, 0, 10 * SECOND);
    assertThat(half.plain()).isEqualTo("higgs: 50%, 50,000 rows, 5,000 rows/s, 10 s left");
    assertThat(half.bar(100))
        .isEqualTo(
            "higgs            [###############...............] "
                + " 50%  50,000 rows, 5,000 rows/s, 10 s left");
  }

  @Test
  void countsWhatItIsTold() {
    ProgressLine line = new ProgressLine("x", "line", 10, 10, 1, 0, 10 * SECOND);
    assertThat(line.plain()).isEqualTo("x: 100%, 10 lines, 1 line/s, 10.0 s");
  }

  @Test
  void countsOnlyThisRunsRowsForTheRate() {
    ProgressLine line = new ProgressLine("x", "row", 80_000, 20_000, 0.8, 0.6, 10 * SECOND);
    assertThat(line.plain()).isEqualTo("x: 80%, 80,000 rows, 2,000 rows/s, 10 s left");
  }

  @Test
  void showsTheTimeSpentAtTheEnd() {
    ProgressLine line = new ProgressLine("x", "row", 10, 10, 1, 0, 2 * SECOND);
    assertThat(line.plain()).isEqualTo("x: 100%, 10 rows, 5 rows/s, 2.0 s");
  }

  @Test
  void tellsNoTimeLeftTooEarly() {
    ProgressLine line = new ProgressLine("x", "row", 10, 10, 0.001, 0, SECOND);
    assertThat(line.plain()).isEqualTo("x: 0%, 10 rows, 10 rows/s, …");
  }

  @Test
  void tellsMinutesLeft() {
    ProgressLine line = new ProgressLine("x", "row", 10, 10, 0.1, 0, 14 * SECOND);
    assertThat(line.plain()).endsWith("2:06 min left");
  }

  @Test
  void keepsTheWidthOfItsBar() {
    ProgressLine few = new ProgressLine("windows-events", "row", 1, 1, 0.01, 0, SECOND);
    ProgressLine many =
        new ProgressLine("windows-events", "row", 563_069, 563_069, 0.9, 0, 9 * SECOND);
    assertThat(few.bar(80).indexOf(']')).isEqualTo(many.bar(80).indexOf(']')).isPositive();
  }

  @Test
  void fitsANarrowScreen() {
    ProgressLine line =
        new ProgressLine("windows-events", "row", 320_939, 320_939, 0.99, 0, 9 * SECOND);
    assertThat(DisplayText.width(line.bar(40))).isLessThan(40);
    assertThat(DisplayText.width(line.bar(80))).isLessThan(80);
  }
}
