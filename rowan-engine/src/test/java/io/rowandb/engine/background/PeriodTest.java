package io.rowandb.engine.background;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Periodic work by a clock that jumps. */
class PeriodTest {
  private static final long HOUR = 3_600_000;

  private final Period period = new Period(HOUR, 10 * HOUR);

  @Test
  void isOverOnceEachTime() {
    assertThat(period.isOver(11 * HOUR - 1)).isFalse();
    assertThat(period.isOver(11 * HOUR)).isTrue();
    assertThat(period.isOver(11 * HOUR)).isFalse();
    assertThat(period.isOver(12 * HOUR - 1)).isFalse();
    assertThat(period.isOver(12 * HOUR)).isTrue();
  }

  @Test
  void goesOnWhenTheClockIsTurnedBack() {
    assertThat(period.isOver(2 * HOUR)).isTrue();
    assertThat(period.isOver(2 * HOUR + 1)).isFalse();
    assertThat(period.isOver(3 * HOUR)).isTrue();
  }

  @Test
  void isOverOnceWhenTheClockIsTurnedOn() {
    assertThat(period.isOver(1_000 * HOUR)).isTrue();
    assertThat(period.isOver(1_000 * HOUR + 1)).isFalse();
    assertThat(period.isOver(10 * HOUR)).as("and back").isTrue();
    assertThat(period.isOver(11 * HOUR)).isTrue();
  }
}
