package io.rowandb.bench.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.split.SplitRules;
import io.rowandb.engine.split.SplitSettings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every peer has one region: that is what is compared, and what a session of the engine asks. */
class OneRegionTest {
  @Test
  void tableOfTheEngineIsNeverSplit() {
    SplitRules rules =
        SplitRules.of(
            RowanEngineDriver.table().attributes(),
            SplitSettings.DEFAULT,
            DriverOptions.FLUSH_BYTES);
    assertThat(rules.isSplittable()).isFalse();
  }

  @Test
  @Tag("slow")
  void tableOfTheClientsHasTheSamePolicy() {
    assertThat(HBaseSettings.table().getRegionSplitPolicyClassName())
        .isEqualTo(RowanEngineDriver.table().attributes().get("SPLIT_POLICY"));
  }
}
