package io.rowandb.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The shares of the ranks are those of the distribution. */
class ZipfRanksTest {
  private static final int DRAWS = 400_000;

  @ParameterizedTest
  @ValueSource(ints = {2, 10, 1_000, 100_000})
  void popularRanksComeAsOftenAsTheyShould(int count) {
    ZipfRanks ranks = new ZipfRanks(count, new SplittableRandom(7));
    long[] drawn = new long[count];
    for (int i = 0; i < DRAWS; i++) {
      drawn[(int) ranks.next()]++;
    }
    double sum = 0;
    for (int i = 1; i <= count; i++) {
      sum += Math.pow(i, -0.99);
    }
    for (int rank = 0; rank < 2; rank++) {
      double share = Math.pow(rank + 1, -0.99) / sum;
      assertThat((double) drawn[rank] / DRAWS).isCloseTo(share, Percentage.withPercentage(3));
    }
    long firstTenth = 0;
    double shareOfTenth = 0;
    for (int rank = 0; rank < Math.max(2, count / 10); rank++) {
      firstTenth += drawn[rank];
      shareOfTenth += Math.pow(rank + 1, -0.99) / sum;
    }
    assertThat((double) firstTenth / DRAWS).isCloseTo(shareOfTenth, Percentage.withPercentage(6));
  }

  @Test
  void manyRanksAreSummedAsTheirIntegral() {
    ZipfRanks ranks = new ZipfRanks(50_000_000, new SplittableRandom(8));
    long first = 0;
    long greatest = 0;
    for (int i = 0; i < DRAWS; i++) {
      long rank = ranks.next();
      first += rank == 0 ? 1 : 0;
      greatest = Math.max(greatest, rank);
    }
    // One through the sum, which is ln n and a little.
    assertThat((double) first / DRAWS).isBetween(0.045, 0.055);
    assertThat(greatest).isBetween(40_000_000L, 49_999_999L);
  }

  @Test
  void oneRankIsNoDistribution() {
    assertThatThrownBy(() -> new ZipfRanks(1, new SplittableRandom(1)))
        .hasMessageContaining("at least 2 ranks, not 1");
  }
}
