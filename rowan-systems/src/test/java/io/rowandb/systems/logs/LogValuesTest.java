package io.rowandb.systems.logs;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Lines and questions that there cannot be. */
class LogValuesTest {
  private static final LocalDate DAY = LocalDate.of(2020, 6, 10);
  private static final Instant NOON = Instant.parse("2020-06-10T12:00:00Z");
  private static final UUID ONE = new UUID(1, 1);

  private static LogRecord line(int number, Instant time, String code) {
    return new LogRecord(7, number, time, "web", null, null, code, null, null);
  }

  private static LogQuery.Builder web() {
    return LogQuery.ofGroup("web").day(DAY);
  }

  @Test
  void whatCannotBeAnsweredIsRefused() {
    assertThatThrownBy(() -> web().guid(ONE).code("c").build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a guid, a code and a source exclude each other: ask for one of them");
    assertThatThrownBy(() -> web().build()).hasMessage("a guid, a code or a source is missing");
    assertThatThrownBy(() -> LogQuery.ofGroup(null).day(DAY).guid(ONE).build())
        .hasMessage("a group is missing, which each question has");
    assertThatThrownBy(() -> LogQuery.ofGroup("web").guid(ONE).build())
        .hasMessage("a range of days is missing, which each question has");
    assertThatThrownBy(() -> web().guid(ONE).days(DAY, DAY.minusDays(1)).build())
        .hasMessage("the first day, 2020-06-10, is after the last, 2020-06-09");
    assertThatThrownBy(() -> web().guid(ONE).day(LocalDate.of(1969, 12, 31)).build())
        .hasMessageContaining("are not in the years from 1970 to 9999");
    assertThatThrownBy(() -> web().code("").build())
        .hasMessage("code has 0 characters, not 1 to 100");
  }

  @Test
  void wrongValuesAreRefused() {
    assertThatThrownBy(() -> line(0, NOON, "c"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("line 0: 1 or more");
    assertThatThrownBy(() -> line(1, NOON.plusNanos(1), "c"))
        .hasMessage("time 2020-06-10T12:00:00.000000001Z has more than milliseconds");
    assertThatThrownBy(() -> line(1, Instant.ofEpochMilli(-1), "c"))
        .hasMessage("time 1969-12-31T23:59:59.999Z is not in a year from 1970 to 9999");
    assertThatThrownBy(() -> line(1, NOON, "c".repeat(101)))
        .hasMessage("code has 101 characters, not 1 to 100");
    assertThatThrownBy(() -> new LogRecord(-1, 1, NOON, "g", null, null, null, null, null))
        .hasMessage("file -1: 0 or more");
    assertThatThrownBy(
            () -> new LogRecord(1, 1, NOON, "g", null, null, null, null, "x".repeat(100_001)))
        .hasMessage("text has more than 100000 characters");
  }
}
