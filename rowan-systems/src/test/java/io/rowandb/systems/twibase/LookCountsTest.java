package io.rowandb.systems.twibase;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Looks wait until they are due. */
class LookCountsTest {
  private final LookCounts counts = new LookCounts();

  @Test
  void oneOfSixteenLooksIsAWrite() {
    for (int round = 0; round < 3; round++) {
      for (int look = 1; look < 16; look++) {
        assertThat(counts.count("ann")).isEmpty();
      }
      assertThat(counts.count("ann")).isEqualTo(Map.of("ann", 16));
    }
    assertThat(counts.takeAll()).isEmpty();
  }

  @Test
  void whoWaitsLongestIsDueWhenThereAreMany() {
    assertThat(counts.count("first")).isEmpty();
    assertThat(counts.count("first")).isEmpty();
    for (int reader = 1; reader < 1_024; reader++) {
      assertThat(counts.count("reader" + reader)).isEmpty();
    }
    assertThat(counts.count("more")).isEqualTo(Map.of("first", 2));
    assertThat(counts.take("reader7")).isEqualTo(Map.of("reader7", 1));
    assertThat(counts.take("reader7")).isEmpty();
    assertThat(counts.takeAll()).hasSize(1_023).containsEntry("more", 1);
    assertThat(counts.takeAll()).isEmpty();
  }
}
