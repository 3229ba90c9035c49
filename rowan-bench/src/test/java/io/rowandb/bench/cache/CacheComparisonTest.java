package io.rowandb.bench.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.cache.BlockKind;
import io.rowandb.engine.cache.CachePolicy;
import io.rowandb.engine.cache.OffHeapOptions;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Traces follow from their seed, and nothing is better than the optimum. */
@Tag("slow")
class CacheComparisonTest {
  @Test
  void theOptimumKeepsWhatIsReadAgainSoonest() {
    BlockTrace trace = new BlockTrace("by hand");
    for (int block : new int[] {1, 2, 3, 1, 2, 4, 1, 2, 3}) {
      trace.add(1, block, BlockKind.DATA, 10);
    }
    assertThat(Optimum.hits(trace, 20)).isEqualTo(4);
    assertThat(Optimum.hits(trace, 30)).isEqualTo(5);
    assertThat(Optimum.hits(trace, 9)).isZero();
    assertThat(trace.distinctBytes()).isEqualTo(40);
  }

  @Test
  void noPolicyIsBetterThanTheOptimum() {
    for (BlockTrace trace :
        List.of(
            new MadeTraces(7, 20_000).uniform(),
            new MadeTraces(7, 20_000).zipf(),
            new MadeTraces(7, 20_000).scans(),
            new MadeTraces(7, 20_000).mixed())) {
      long bytes = trace.distinctBytes() / 8;
      long best = Optimum.hits(trace, bytes);
      for (CachePolicy policy : CacheComparison.POLICIES) {
        assertThat(CacheComparison.hits(trace, bytes, policy))
            .as("%s on %s", policy, trace.name())
            .isBetween(1L, best);
      }
    }
  }

  @Test
  void aSecondLevelAnswersNearlyWhatAHeapOfBothDoes() {
    BlockTrace trace = new MadeTraces(7, 60_000).zipf();
    TwoLevels levels = new TwoLevels(trace);
    long heap = trace.distinctBytes() / 16;
    OffHeapOptions offHeap = OffHeapOptions.of((trace.distinctBytes() / 4) & -(1L << 20));
    long alone = levels.hits(heap, OffHeapOptions.NONE).onHeap();
    long both = levels.hits(heap + offHeap.bytes(), OffHeapOptions.NONE).onHeap();
    TwoLevels.Hits combined = levels.hits(heap, offHeap);
    TwoLevels.Hits victims = levels.hits(heap, offHeap.withVictimsOnly(true));
    assertThat(combined.onHeap()).as("no trace of an index").isZero();
    assertThat(combined.offHeap()).isBetween(alone, both);
    assertThat(victims.onHeap()).isPositive();
    assertThat(victims.onHeap() + victims.offHeap()).isBetween(alone, both + both / 20);
    assertThat(levels.line()).hasSameSizeAs(TwoLevels.heading());
  }

  @Test
  void theSameSeedGivesTheSameTraces() throws IOException {
    assertThat(new MadeTraces(3, 5_000).mixed().reads())
        .isEqualTo(new MadeTraces(3, 5_000).mixed().reads())
        .isNotEqualTo(new MadeTraces(4, 5_000).mixed().reads());
    BlockTrace recorded = new RecordedTrace(3, 5_000).record(2_000);
    assertThat(recorded.reads()).hasSizeGreaterThan(4_000);
    assertThat(new RecordedTrace(3, 5_000).record(2_000).reads()).isEqualTo(recorded.reads());
  }

  @Test
  void aTableHasALineForEachTraceAndSize() throws IOException {
    List<List<String>> table = new CacheComparison(1, 5_000, 2_000).table();
    assertThat(table).hasSize(1 + 5 * 3 + 1).allSatisfy(line -> assertThat(line).hasSize(6));
  }

  @Test
  void everyPolicyHasItsCost() {
    BlockTrace trace = new MadeTraces(1, 2_000).zipf();
    assertThat(PolicyCost.table(List.of(trace), CacheComparison.POLICIES))
        .hasSize(2)
        .allSatisfy(line -> assertThat(line).hasSize(1 + CacheComparison.POLICIES.size()));
  }
}
