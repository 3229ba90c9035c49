package io.rowandb.engine.compaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.rowandb.engine.compaction.CompactionPolicy.Wish;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What HBase's own policy is not asked: what else is compared with it. */
class DateTieredCompactionPolicyTest {
  private static final long NOW = 1_800_000_000_000L;
  private static final long DAY = 86_400_000;
  private static final CompactionSettings SETTINGS =
      new CompactionSettings(
          3,
          10,
          1.2,
          0,
          Long.MAX_VALUE,
          1_000,
          7 * DAY,
          0.5,
          Long.MAX_VALUE,
          OffPeakSettings.NEVER);

  @Test
  void referencesGoStepByStepAlsoWhenTheyStayAsMany() {
    DateTieredCompactionPolicy policy =
        new DateTieredCompactionPolicy(
            SETTINGS, new DateTieredSettings(Long.MAX_VALUE, 6, true, DAY, 4, 0));
    List<StoreFileSummary> store = new ArrayList<>();
    for (int i = 25; i > 0; i--) {
      store.add(file(NOW - i * DAY, true));
    }
    int passes = 0;
    CompactionSelection chosen = policy.select(store, Wish.AS_NEEDED, Long.MIN_VALUE, NOW);
    while (!chosen.isEmpty()) {
      passes++;
      assertThat(passes).as("compactions after a split").isLessThan(6);
      List<StoreFileSummary> files = chosen.of(store);
      // Every file has a window of its own, and so has what is written of it.
      files.replaceAll(file -> file(file.maxTimestamp(), false));
      chosen = policy.select(store, Wish.AS_NEEDED, Long.MIN_VALUE, NOW);
    }
    assertThat(store).noneMatch(StoreFileSummary::reference).hasSize(25);
  }

  @Test
  void smallNumbersForTimesAreReachedInFewSteps() {
    List<StoreFileSummary> store = List.of(file(100, false), file(101, false), file(102, false));
    for (int perTier : new int[] {1, 2, 1_000_000_000}) {
      DateTieredSettings tiers =
          new DateTieredSettings(Long.MAX_VALUE, 6, true, 1, perTier, Long.MAX_VALUE);
      assertTimeoutPreemptively(
          Duration.ofSeconds(10),
          () ->
              new DateTieredCompactionPolicy(SETTINGS, tiers)
                  .select(store, Wish.AS_NEEDED, Long.MIN_VALUE, NOW));
    }
  }

  @Test
  void aPeriodWithoutEndIsNeverOver() {
    MajorPeriod never =
        new MajorPeriod(
            new CompactionSettings(
                3,
                10,
                1.2,
                0,
                Long.MAX_VALUE,
                16,
                Long.MAX_VALUE,
                0.5,
                Long.MAX_VALUE,
                OffPeakSettings.NEVER));
    for (int i = 0; i < 100; i++) {
      StoreFileSummary file = new StoreFileSummary("file" + i, 1, 1, 0, 0, false, false, false);
      assertThat(never.isOver(List.of(file), NOW)).isFalse();
    }
  }

  private static StoreFileSummary file(long timestamp, boolean reference) {
    return new StoreFileSummary(
        "f" + timestamp, 1, NOW, timestamp, timestamp, true, reference, false);
  }
}
