package io.rowandb.engine.compaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GrowthLimitTest {
  private final List<Long> written = new ArrayList<>();

  private Pace over(GrowthLimit limit, long readBytes) {
    return limit.over(written::add, readBytes);
  }

  @Test
  void smallOutputsAreFree() throws IOException {
    Pace pace = over(new GrowthLimit(2, 1_000), 10);
    pace.wrote(600);
    pace.wrote(400);
    assertThatThrownBy(() -> pace.wrote(1))
        .hasMessageContaining("a compaction of 10 bytes had written 1001")
        .hasMessageContaining("more than 2.0 times as much")
        .hasMessageContaining("than 1000");
    assertThat(written).containsExactly(600L, 400L);
  }

  @Test
  void largeOutputsAreBoundedByWhatIsRead() throws IOException {
    Pace pace = over(new GrowthLimit(1.5, 1_000), 10_000);
    pace.wrote(15_000);
    assertThatThrownBy(() -> pace.wrote(1)).isInstanceOf(IOException.class);
  }

  @Test
  void noFactorIsNoLimit() throws IOException {
    over(GrowthLimit.NONE, 1).wrote(Long.MAX_VALUE);
    assertThat(written).containsExactly(Long.MAX_VALUE);
  }
}
