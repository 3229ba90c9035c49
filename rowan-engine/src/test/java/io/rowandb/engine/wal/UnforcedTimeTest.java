package io.rowandb.engine.wal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UnforcedTimeTest {
  private long nanos = Long.MAX_VALUE - 5; // the clock may pass its greatest number

  private final UnforcedTime time = new UnforcedTime(10, () -> nanos);

  private boolean isOverAfter(long later) {
    nanos += later;
    time.written();
    return time.isOver();
  }

  @Test
  void timeRunsFromTheFirstWriteThatWaits() {
    assertThat(isOverAfter(0)).isFalse();
    assertThat(isOverAfter(9)).isFalse();
    assertThat(isOverAfter(1)).isTrue();
    assertThat(isOverAfter(0)).as("until it is forced").isTrue();
    time.forcing();
    assertThat(time.isOver()).isFalse();
    assertThat(isOverAfter(100)).as("nothing waited meanwhile").isFalse();
    assertThat(isOverAfter(10)).isTrue();
  }

  @Test
  void withoutALimitItIsNeverOver() {
    UnforcedTime endless = new UnforcedTime(0, () -> nanos += 1L << 60);
    for (int i = 0; i < 100; i++) {
      endless.written();
      assertThat(endless.isOver()).isFalse();
    }
  }
}
