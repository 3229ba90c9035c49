package io.rowandb.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Histories that no run before has tried, for as long as told: {@code ./rowan test --soak 2h}. Half
 * of the time against HBase's region alone, half against a whole HBase. The seeds go on from the
 * second at which it was started, or from {@code -Drowan.history.first=N}.
 */
@EnabledIfSystemProperty(named = SoakTest.DURATION, matches = ".+")
class SoakTest {
  /** How long, such as 90s, 10m or 2h. */
  static final String DURATION = "rowan.soak";

  private static final int THREADS = 2;

  @TempDir Path directory;

  @Test
  void findsNoDifference() throws Exception {
    Duration each = Duration.parse("PT" + System.getProperty(DURATION)).dividedBy(2);
    long first = Long.getLong("rowan.history.first", Clock.systemUTC().instant().getEpochSecond());
    Tally region =
        new Campaign(
                "Soak: database against HBase's region",
                first,
                Long.MAX_VALUE,
                until(each),
                seed -> DatabaseAgainstHBaseTest.compare(seed, directory))
            .run(THREADS);
    assertThat(region.operations()).isPositive();
    Path place = Files.createDirectories(directory.resolve("hbase"));
    try (WholeHBase hbase = new WholeHBase(place)) {
      Tally whole =
          new Campaign(
                  "Soak: both doors against a whole HBase",
                  first,
                  Long.MAX_VALUE,
                  until(each),
                  seed -> WholeHBaseTest.compare(seed, hbase, directory))
              .run(1);
      assertThat(whole.operations()).isPositive();
    }
  }

  private static BooleanSupplier until(Duration duration) {
    long start = System.nanoTime();
    return () -> System.nanoTime() - start < duration.toNanos();
  }
}
