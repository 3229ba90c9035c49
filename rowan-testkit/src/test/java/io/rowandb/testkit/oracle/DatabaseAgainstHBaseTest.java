package io.rowandb.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.LocalFileSystem;
import io.rowandb.engine.io.MemoryFileSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A whole database behind HBase's client interfaces gives HBase's answers on random histories;
 * {@link Comparison} names the settings. Every fourth history is on real files.
 */
@Tag("slow")
class DatabaseAgainstHBaseTest {
  private static final int HISTORIES = 100;
  private static final int OPERATIONS = Comparison.length(1000);
  private static final long LEAST_OPERATIONS = 100_000;

  private static Tally sum;

  @TempDir Path directory;

  static LongStream seeds() {
    return Comparison.seeds(HISTORIES);
  }

  @BeforeAll
  static void startCounting() {
    sum = Tally.NOTHING;
  }

  /** Counts what was run; a run of chosen seeds proves nothing and is not judged. */
  @AfterAll
  static void countOperations() {
    System.out.println("Database against HBase: " + sum);
    if (sum.histories() == HISTORIES) {
      assertThat(sum.operations())
          .as("operations compared")
          .isGreaterThanOrEqualTo(LEAST_OPERATIONS);
    }
  }

  // A loop without end, on either side, fails with its stack.
  @Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void givesHBasesAnswers(long seed) throws IOException {
    FileSystem files = seed % 4 == 0 ? new LocalFileSystem() : new MemoryFileSystem();
    Comparison comparison =
        new Comparison(
            (table, clock, place) -> new DatabaseRegionDriver(table, clock, files, place),
            directory);
    Tally tally = comparison.run(History.of(seed, OPERATIONS, Scope.REGION));
    assertThat(tally.cells()).as("cells compared by seed %d", seed).isPositive();
    sum = sum.plus(tally);
  }
}
