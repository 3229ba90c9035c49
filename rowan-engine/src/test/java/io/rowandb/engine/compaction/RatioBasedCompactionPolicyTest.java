package io.rowandb.engine.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.compaction.CompactionPolicy.Wish;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RatioBasedCompactionPolicyTest {
  private final RatioBasedCompactionPolicy policy =
      new RatioBasedCompactionPolicy(
          new CompactionSettings(
              3, 4, 1, 10, Long.MAX_VALUE, 16, 0, 0, Long.MAX_VALUE, OffPeakSettings.NEVER));

  @Test
  void beginsWithTheOldestFileThatIsNotTooLarge() {
    assertThat(select(100, 50, 23, 12, 12)).isEqualTo(new CompactionSelection(2, 5, false));
    assertThat(select(97, 50, 23, 24)).isEqualTo(new CompactionSelection(0, 4, true));
    assertThat(select(98, 50, 23, 24)).isEqualTo(CompactionSelection.NONE);
  }

  private CompactionSelection select(long... sizes) {
    List<StoreFileSummary> files = new ArrayList<>();
    for (long size : sizes) {
      files.add(new StoreFileSummary("f" + files.size(), size, 0, 0, 0, false, false, false));
    }
    return policy.select(files, Wish.AS_NEEDED, Long.MAX_VALUE, 0);
  }
}
