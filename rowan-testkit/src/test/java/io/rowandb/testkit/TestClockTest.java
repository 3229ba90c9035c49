package io.rowandb.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

/** A clock that is moved, stopped, and goes on. */
class TestClockTest {
  private final TestClock clock = new TestClock();

  @Test
  void goesWithTheTimeOfDay() {
    long before = System.currentTimeMillis();
    assertThat(clock.millis()).isBetween(before, System.currentTimeMillis());
    clock.advance(Duration.ofDays(1));
    assertThat(clock.millis() - Duration.ofDays(1).toMillis())
        .isBetween(before, System.currentTimeMillis());
  }

  @Test
  void standsWhileStopped() {
    clock.stop();
    clock.set(Instant.ofEpochMilli(5));
    clock.advance(Duration.ofMillis(2));
    assertThat(clock.millis()).isEqualTo(7);
    assertThat(clock).hasToString("1970-01-01T00:00:00.007Z, stopped");
    clock.resume();
    assertThat(clock.millis()).isBetween(7L, 60_007L);
    clock.set(Instant.ofEpochMilli(1000));
    assertThat(clock.millis()).isBetween(1000L, 61_000L);
  }

  @Test
  void isTheSameInEveryZone() {
    clock.stop();
    var zoned = clock.withZone(ZoneId.of("Asia/Shanghai"));
    clock.advance(Duration.ofHours(1));
    assertThat(zoned.instant()).isEqualTo(clock.instant());
    assertThat(zoned.millis()).isEqualTo(clock.millis());
    assertThat(zoned.getZone()).isEqualTo(ZoneId.of("Asia/Shanghai"));
    assertThat(zoned.withZone(clock.getZone())).isSameAs(clock);
  }

  @Test
  void refusesWhatHasNoMeaning() {
    assertThatThrownBy(() -> clock.advance(Duration.ofSeconds(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("PT-1S");
    assertThatThrownBy(() -> clock.set(Instant.ofEpochMilli(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1969");
  }
}
