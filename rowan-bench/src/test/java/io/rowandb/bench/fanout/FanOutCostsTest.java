package io.rowandb.bench.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.bench.fanout.FanOutCosts.Round;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Posts come to all followers, whatever the figures are; the measurement checks that itself. */
@Tag("slow")
class FanOutCostsTest {
  @TempDir Path directory;

  @Test
  void aHundredRowsAreWrittenForEachPost() throws Exception {
    List<Round> rounds = new FanOutCosts(directory, 2, 1).rounds(1, 0.1);
    assertThat(rounds).hasSize(1);
    Round round = rounds.get(0);
    assertThat(round.rows() / round.posts()).isBetween(99.9, 100.1);
    assertThat(round.looks()).isPositive();
    assertThat(round.p99Millis()).isGreaterThanOrEqualTo(round.medianMillis()).isPositive();
  }
}
