package io.rowandb.systems.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Made-up lines. */
class LogTrafficTest {
  private static final LocalDate DAY = LocalDate.of(2020, 6, 10);

  private static LogTraffic of(long seed) {
    return new LogTraffic(seed, 5, 20, DAY, 4, 25_000);
  }

  @Test
  void theSameNumbersGiveTheSameLines() {
    List<LogRecord> lines = of(1).records().toList();
    assertThat(lines).isEqualTo(of(1).records().toList());
    assertThat(lines.subList(0, 9)).isNotEqualTo(of(2).records().limit(9).toList());
  }

  @Test
  void linesAreOfAllDaysAndFilesInOrder() {
    List<LogRecord> lines = of(1).records().toList();
    assertThat(lines).hasSize(25_000).isSortedAccordingTo(Comparator.comparing(LogRecord::time));
    assertThat(lines.get(0).date()).isEqualTo(DAY);
    assertThat(lines.get(24_999).date()).isEqualTo(DAY.plusDays(3));
    assertThat(lines.stream().map(each -> List.of(each.file(), each.line())).distinct())
        .hasSize(25_000);
    assertThat(lines.get(24_999).file()).isEqualTo(2);
    assertThat(lines.get(24_999).line()).isEqualTo(5_000);
  }

  /** Logs of other numbers have other lines, which must not replace these. */
  @Test
  void titlesDifferWhenTheLinesDo() {
    assertThat(of(1).title(2))
        .isEqualTo("made-up/seed-1/groups-5/guids-20/first-2020-06-10/days-4/lines-25000/2.log");
    assertThat(
            Stream.of(
                    of(1),
                    of(2),
                    new LogTraffic(1, 6, 20, DAY, 4, 25_000),
                    new LogTraffic(1, 5, 21, DAY, 4, 25_000),
                    new LogTraffic(1, 5, 20, DAY.plusDays(1), 4, 25_000),
                    new LogTraffic(1, 5, 20, DAY, 5, 25_000),
                    new LogTraffic(1, 5, 20, DAY, 4, 25_001))
                .map(traffic -> traffic.title(0)))
        .doesNotHaveDuplicates();
  }

  /** What makes designs fail is in them. */
  @Test
  void thereAreBurstsAndLinesWithTheSameGuidTwiceOrNone() {
    List<LogRecord> lines = of(1).records().toList();
    assertThat(lines.stream().map(LogRecord::time).distinct()).hasSize(20_000);
    assertThat(lines).anyMatch(each -> each.guid1() != null && each.guid1().equals(each.guid2()));
    assertThat(lines).anyMatch(each -> each.guid1() == null && each.guid2() == null);
    assertThat(lines).anyMatch(each -> each.guid1() == null && each.guid2() != null);
    assertThat(lines.stream().map(LogRecord::group).distinct()).hasSize(5);
  }

  /** A day of a billion lines is not kept anywhere. */
  @Test
  void theLinesOfAnyNumberAreMadeWhileTheyAreRead() {
    LogTraffic day = new LogTraffic(1, 1_000, 1_000, DAY, 1, 1_000_000_000_000L);
    assertThat(day.records().limit(3)).hasSize(3);
    assertThat(day.records().skip(1_000).findFirst().orElseThrow().date()).isEqualTo(DAY);
  }

  @Test
  void numbersOutOfRangeAreRefused() {
    assertThatThrownBy(() -> new LogTraffic(1, 0, 1, DAY, 1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("groups 0: 1 to 100000");
    assertThatThrownBy(() -> new LogTraffic(1, 1, 0, DAY, 1, 1))
        .hasMessage("guids 0: 1 to 1000000");
    assertThatThrownBy(() -> new LogTraffic(1, 1, 1, DAY, 0, 1)).hasMessage("days 0: 1 to 1000");
    assertThatThrownBy(() -> new LogTraffic(1, 1, 1, DAY, 1, -1))
        .hasMessage("lines -1: 0 to 1000000000000");
    assertThatThrownBy(() -> new LogTraffic(1, 1, 1, LocalDate.of(9999, 12, 31), 2, 1))
        .hasMessage("first 9999-12-31: all days are from 1970-01-01 to 9999-12-31");
  }
}
