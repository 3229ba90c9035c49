package io.rowandb.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The rooms memstore and scan alone give HBase's answers on random histories; {@link Comparison}
 * names the settings.
 */
@Tag("slow")
class RoomsAgainstHBaseTest {
  private static final int HISTORIES = 15;
  private static final int OPERATIONS = Comparison.length(500);

  @TempDir Path directory;

  static LongStream seeds() {
    return Comparison.seeds(HISTORIES);
  }

  // A loop without end, on either side, fails with its stack.
  @Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void givesHBasesAnswers(long seed) throws IOException {
    Tally tally = comparison(directory).run(History.of(seed, OPERATIONS, Scope.ROOMS));
    assertThat(tally.cells()).as("cells compared by seed %d", seed).isPositive();
  }

  static Comparison comparison(Path directory) {
    return Comparison.withRegion(
        "RoomsAgainstHBaseTest.comparison(directory).run(history)",
        (table, clock, ignored) -> new RoomsRegionDriver(table, clock),
        directory);
  }
}
