package io.rowandb.systems.twibase;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Looks wait until they are due. */
class LookCountsTest {
  private final LookCounts counts = new LookCounts(new Random(1));

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

  /** Each of so many readers looks in turn: still one look of sixteen is a write. */
  @Test
  void looksOfTenThousandReadersAreCountedExactly() {
    long[] writes = countsOf(10_000, 32);
    assertThat(writes[0]).isEqualTo(10_000 * 32 / 16);
    assertThat(writes[1]).isEqualTo(10_000 * 32);
    assertThat(counts.size()).isZero();
  }

  /** With more readers than places nobody comes to sixteen; the counts are right on average. */
  @Test
  void looksOfMoreReadersAreCountedOnAverage() {
    int looks = 40_000 * 32;
    long[] writes = countsOf(40_000, 32);
    assertThat(counts.size()).isEqualTo(LookCounts.MOST_READERS);
    assertThat(writes[0]).isBetween(looks / 17L, looks / 15L);
    assertThat(writes[1] + counts.size()).isBetween(looks / 100L * 98, looks / 100L * 102);
  }

  /** How many writes there are, and of how many looks. */
  private long[] countsOf(int readers, int rounds) {
    long[] writes = new long[2];
    for (int i = 0; i < readers * rounds; i++) {
      counts
          .count("reader" + i % readers)
          .forEach(
              (reader, looks) -> {
                writes[0]++;
                writes[1] += looks;
              });
    }
    return writes;
  }

  @Test
  void looksAreTakenOnce() {
    for (String reader : List.of("ann", "ann", "ben", "cyd")) {
      assertThat(counts.count(reader)).isEmpty();
    }
    assertThat(counts.isWaiting("ann")).isTrue();
    assertThat(counts.take("ann")).isEqualTo(Map.of("ann", 2));
    assertThat(counts.take("ann")).isEmpty();
    assertThat(counts.takeAll()).isEqualTo(Map.of("ben", 1, "cyd", 1));
    assertThat(counts.takeAll()).isEmpty();
  }

  /** Looks that could not be written are tried again behind sixteen others. */
  @Test
  void whatIsPutBackIsDueWithTheNext() {
    counts.putBack("ann", 16);
    for (int look = 1; look < 16; look++) {
      assertThat(counts.count("ann")).isEmpty();
    }
    assertThat(counts.count("ann")).isEqualTo(Map.of("ann", 32));
    for (int i = 0; i < LookCounts.MOST_READERS; i++) {
      counts.putBack("reader" + i, 1);
    }
    counts.putBack("late", 16);
    counts.putBack("reader7", 16);
    assertThat(counts.size()).isEqualTo(LookCounts.MOST_READERS);
    assertThat(counts.take("late")).isEmpty();
    assertThat(counts.take("reader7")).isEqualTo(Map.of("reader7", 17));
  }
}
