package io.rowandb.systems.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BoardPeriodTest {
  @Test
  void aMomentIsInADayAndAWeekFromMondayOn() {
    assertThat(BoardPeriod.of(Instant.parse("2026-11-29T23:59:59.999Z")))
        .extracting(BoardPeriod::toString)
        .containsExactly("all", "2026-11-29", "2026-W48");
    assertThat(BoardPeriod.of(Instant.parse("2026-11-30T00:00:00Z")))
        .extracting(BoardPeriod::toString)
        .containsExactly("all", "2026-11-30", "2026-W49");
    assertThat(BoardPeriod.week(LocalDate.of(2027, 1, 1))).hasToString("2026-W53");
  }

  @ParameterizedTest
  @ValueSource(strings = {"all", "1970-01-01", "9999-12-31", "1970-W01", "2026-W53", "9999-W52"})
  void whatIsWrittenIsReadAndStored(String text) {
    BoardPeriod period = BoardPeriod.parse(text);
    assertThat(period).hasToString(text);
    assertThat(BoardPeriod.stored(period.kind().code(), period.number())).isEqualTo(period);
    assertThat(period.number()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "ALL", "2026-11", "2026-W60", "W48", "2026-11-31", "28.11.2026"})
  void whatIsNoPeriodIsRefused(String text) {
    assertThatThrownBy(() -> BoardPeriod.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("period \"" + text + "\": all, a day such as");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1969-12-31", "+10000-01-01", "1969-W52"})
  void daysOfOtherYearsAreRefused(String text) {
    assertThatThrownBy(() -> BoardPeriod.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is not in a year from 1970 to 9999");
  }
}
