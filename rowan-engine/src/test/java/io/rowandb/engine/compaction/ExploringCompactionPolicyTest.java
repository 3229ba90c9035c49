package io.rowandb.engine.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.compaction.CompactionPolicy.Wish;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the choice of files leads to over a long history; single choices are scenarios. */
class ExploringCompactionPolicyTest {
  private static final long MB = 1 << 20;

  @Test
  void keepsFilesFewAndWritesEachByteAFewTimes() {
    // 2,000 flushes of 100 to 140 MB, compacted after each as far as the policy wants.
    ExploringCompactionPolicy real =
        new ExploringCompactionPolicy(
            new CompactionSettings(
                3,
                10,
                1.2,
                128 * MB,
                Long.MAX_VALUE,
                16,
                0,
                0,
                Long.MAX_VALUE,
                OffPeakSettings.NEVER));
    List<StoreFileSummary> store = new ArrayList<>();
    long flushed = 0;
    long written = 0;
    int most = 0;
    for (int i = 0; i < 2000; i++) {
      long bytes = (100 + i * 37L % 41) * MB;
      store.add(new StoreFileSummary("f" + i, bytes, i, 0, 0, false, false, false));
      flushed += bytes;
      CompactionSelection chosen = real.select(store, Wish.AS_NEEDED, Long.MIN_VALUE, i);
      while (!chosen.isEmpty()) {
        List<StoreFileSummary> merged = chosen.of(store);
        long sum = merged.stream().mapToLong(StoreFileSummary::bytes).sum();
        merged.clear();
        store.add(
            chosen.from(),
            new StoreFileSummary("c" + i, sum, i, 0, 0, chosen.allFiles(), false, false));
        written += sum;
        chosen = real.select(store, Wish.AS_NEEDED, Long.MIN_VALUE, i);
      }
      most = Math.max(most, store.size());
    }
    assertThat(store.stream().mapToLong(StoreFileSummary::bytes).sum()).isEqualTo(flushed);
    assertThat(most).as("most files at any time").isLessThanOrEqualTo(16);
    assertThat((double) written / flushed).as("times each byte was rewritten").isLessThan(10);
  }
}
