package io.rowandb.cli.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a load says of itself, and what it says only when it was large enough. */
class LineLoadReportTest {
  private static final long HOUR_NANOS = 3_600_000_000_000L;

  private static List<String> lines(long lines, int indexes) {
    LineLoadMark mark =
        new LineLoadMark(
            "job",
            List.of(),
            1,
            1,
            0,
            lines,
            lines,
            2 * lines,
            0,
            HOUR_NANOS,
            0,
            LineLoadMark.HandOver.BEGUN);
    return new LineLoadReport("t", mark, indexes, 0, 3, 1 << 20).lines();
  }

  /** Several lines may be of one row. */
  @Test
  void linesAreNotCalledRows() {
    assertThat(lines(7_200, 0).get(0))
        .isEqualTo("t: 7,200 lines, 14,400 cells, in 60:00 min: 2 lines/s; 0 bad lines");
  }

  @Test
  void aSmallLoadIsNotExtrapolated() {
    assertThat(lines(1_000, 0)).hasSize(2).last().asString().startsWith("reading and sorting ");
  }

  /** 100 million lines in an hour; with index rows as many times more were written. */
  @ParameterizedTest
  @CsvSource({"0, 30.0", "1, 15.0", "2, 10.0", "5, 5.0"})
  void aLargeOneIsByTheRowsThatWereWritten(int indexes, String hours) {
    String assumed = indexes == 2 ? "" : ", if an index row takes as long as any other";
    assertThat(lines(100_000_000, indexes))
        .last()
        .isEqualTo(
            "1,000,000,000 lines with two index rows each would take "
                + hours
                + " h at this rate"
                + assumed);
  }
}
