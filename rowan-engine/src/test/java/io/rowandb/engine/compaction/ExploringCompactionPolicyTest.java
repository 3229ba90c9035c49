package io.rowandb.engine.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.compaction.CompactionPolicy.Wish;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The choice of files, case by case and over long histories of invented sizes. */
class ExploringCompactionPolicyTest {
  private static final long DAY = 86_400_000;
  private static final long MB = 1 << 20;

  private static CompactionSettings settings(long minBytes, long maxBytes) {
    return new CompactionSettings(
        3, 10, 1.2, minBytes, maxBytes, 16, 7 * DAY, 0.5, Long.MAX_VALUE, OffPeakSettings.NEVER);
  }

  private final ExploringCompactionPolicy policy =
      new ExploringCompactionPolicy(settings(10, Long.MAX_VALUE));

  @Test
  void waitsForEnoughFiles() {
    assertThat(select(100, 100)).isEqualTo(CompactionSelection.NONE);
    assertThat(select()).isEqualTo(CompactionSelection.NONE);
    assertThat(select(100, 100, 100)).isEqualTo(new CompactionSelection(0, 3, true));
  }

  @Test
  void leavesAMuchLargerOldFileAlone() {
    assertThat(select(1000, 100, 100, 100)).isEqualTo(new CompactionSelection(1, 4, false));
    assertThat(select(361, 100, 100, 100)).isEqualTo(new CompactionSelection(1, 4, false));
    assertThat(select(360, 100, 100, 100)).isEqualTo(new CompactionSelection(0, 4, true));
  }

  @Test
  void takesTheLongestRunAndOfEquallyLongOnesTheSmallest() {
    assertThat(select(50, 50, 50, 40, 1000, 30, 30, 30))
        .isEqualTo(new CompactionSelection(0, 4, false));
    assertThat(select(50, 50, 50, 1000, 30, 30, 30))
        .isEqualTo(new CompactionSelection(4, 7, false));
  }

  @Test
  void takesAtMostTenFiles() {
    long[] sizes = new long[14];
    java.util.Arrays.fill(sizes, 100);
    assertThat(select(sizes).size()).isEqualTo(10);
  }

  @Test
  void doesNotAskSmallFilesForTheirRatio() {
    assertThat(select(7, 1, 1)).isEqualTo(new CompactionSelection(0, 3, true));
    assertThat(select(8, 1, 1)).isEqualTo(CompactionSelection.NONE);
  }

  @Test
  void mergesSomethingInAStoreWithTooManyFiles() {
    long[] sizes = new long[16];
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = 1L << (40 - 2 * i);
    }
    assertThat(select(java.util.Arrays.copyOf(sizes, 15)).isEmpty()).isTrue();
    assertThat(select(sizes)).isEqualTo(new CompactionSelection(13, 16, false));
  }

  @Test
  void takesEverythingWhenAUserAsks() {
    List<StoreFileSummary> files = files(1000, 1);
    assertThat(policy.select(files, Wish.MAJOR, Long.MAX_VALUE, 0))
        .isEqualTo(new CompactionSelection(0, 2, true));
    assertThat(policy.select(files(5), Wish.MAJOR, Long.MAX_VALUE, 0))
        .isEqualTo(new CompactionSelection(0, 1, true));
    assertThat(policy.select(List.of(), Wish.MAJOR, Long.MAX_VALUE, 0).isEmpty()).isTrue();
  }

  @Test
  void skipsOldFilesAboveTheLargestSize() {
    ExploringCompactionPolicy bounded = new ExploringCompactionPolicy(settings(10, 500));
    assertThat(bounded.select(files(501, 100, 100, 100), Wish.AS_NEEDED, Long.MAX_VALUE, 0))
        .isEqualTo(new CompactionSelection(1, 4, false));
    assertThat(bounded.select(files(200, 200, 200), Wish.AS_NEEDED, Long.MAX_VALUE, 0).isEmpty())
        .as("all three together are too large")
        .isTrue();
  }

  @Test
  void mergesMoreAtOffPeakHours() {
    OffPeakHours night = new OffPeakHours(0, 4, java.time.ZoneOffset.UTC);
    ExploringCompactionPolicy bounded =
        new ExploringCompactionPolicy(
            new CompactionSettings(
                3,
                10,
                1.2,
                10,
                500,
                16,
                0,
                0,
                Long.MAX_VALUE,
                new OffPeakSettings(night, 5, 2_000)));
    List<StoreFileSummary> files = files(800, 100, 100);
    assertThat(bounded.select(files, Wish.AS_NEEDED, Long.MAX_VALUE, DAY / 2).isEmpty())
        .as("by day the first is too large")
        .isTrue();
    assertThat(bounded.select(files, Wish.AS_NEEDED, Long.MAX_VALUE, DAY))
        .isEqualTo(new CompactionSelection(0, 3, true));
    assertThat(
            bounded.select(files(1_001, 100, 100), Wish.AS_NEEDED, Long.MAX_VALUE, DAY).isEmpty())
        .as("out of that ratio too")
        .isTrue();
  }

  @Test
  void rewritesEverythingOnceInThePeriod() {
    List<StoreFileSummary> two = files(1000, 1);
    assertThat(asNeeded(two, Long.MAX_VALUE, 3 * DAY).isEmpty()).as("before any jitter").isTrue();
    assertThat(asNeeded(two, Long.MAX_VALUE, 11 * DAY))
        .as("after any jitter")
        .isEqualTo(new CompactionSelection(0, 2, true));
    List<StoreFileSummary> done =
        List.of(new StoreFileSummary("a", 9, 0, 0, 0, true, false, false));
    assertThat(asNeeded(done, Long.MAX_VALUE, 11 * DAY).isEmpty()).as("nothing to gain").isTrue();
    assertThat(asNeeded(done, DAY, 11 * DAY).size()).as("something expired").isEqualTo(1);
  }

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
      CompactionSelection chosen = real.select(store, Wish.AS_NEEDED, Long.MAX_VALUE, i);
      while (!chosen.isEmpty()) {
        List<StoreFileSummary> merged = chosen.of(store);
        long sum = merged.stream().mapToLong(StoreFileSummary::bytes).sum();
        merged.clear();
        store.add(
            chosen.from(),
            new StoreFileSummary("c" + i, sum, i, 0, 0, chosen.allFiles(), false, false));
        written += sum;
        chosen = real.select(store, Wish.AS_NEEDED, Long.MAX_VALUE, i);
      }
      most = Math.max(most, store.size());
    }
    assertThat(store.stream().mapToLong(StoreFileSummary::bytes).sum()).isEqualTo(flushed);
    assertThat(most).as("most files at any time").isLessThanOrEqualTo(16);
    assertThat((double) written / flushed).as("times each byte was rewritten").isLessThan(10);
  }

  private CompactionSelection select(long... sizes) {
    return asNeeded(files(sizes), Long.MAX_VALUE, 0);
  }

  private CompactionSelection asNeeded(List<StoreFileSummary> files, long ttl, long now) {
    return policy.select(files, Wish.AS_NEEDED, ttl, now);
  }

  private static List<StoreFileSummary> files(long... sizes) {
    List<StoreFileSummary> files = new ArrayList<>();
    for (long size : sizes) {
      files.add(new StoreFileSummary("file" + files.size(), size, 0, 0, 0, false, false, false));
    }
    return files;
  }
}
