package io.rowandb.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The cache of the growth holds all rows, and the machine holds the heap. */
class ChildMemoryTest {
  private static final long GIGABYTE = 1L << 30;

  @Test
  void fewRowsHaveTheDefault() {
    assertThat(ChildMemory.holding(1)).isEqualTo(ChildMemory.DEFAULT);
    assertThat(ChildMemory.holding(5_000_000)).isEqualTo(ChildMemory.DEFAULT);
  }

  @Test
  void fiftyMillionRowsHaveACacheOfEightGigabytes() {
    ChildMemory memory = ChildMemory.holding(50_000_000);
    assertThat(memory.cacheBytes()).isBetween(8 * GIGABYTE, 8 * GIGABYTE + GIGABYTE / 10);
    assertThat(memory.heapBytes()).isBetween(14 * GIGABYTE, 14 * GIGABYTE + GIGABYTE / 10);
    assertThat(memory.cacheBytes()).isLessThanOrEqualTo(memory.heapBytes() * 6 / 10);
  }

  @Test
  void machineOf24GigabytesHoldsThemAndASmallerOneFewer() {
    assertThat(ChildMemory.mostRows(23 * GIGABYTE)).isGreaterThan(50_000_000);
    long few = ChildMemory.mostRows(12 * GIGABYTE);
    assertThat(few).isBetween(20_000_000L, 30_000_000L);
    assertThat(ChildMemory.holding(few).heapBytes()).isLessThan(8 * GIGABYTE);
    assertThat(ChildMemory.mostRows(GIGABYTE))
        .as("the default, on the smallest machine too")
        .isGreaterThan(5_000_000);
  }
}
