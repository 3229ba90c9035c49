package io.rowandb.jcstress;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.jcstress.broken.NoLockStress;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the stress tests in short; with {@code -Drowan.jcstress=MODE} in one of jcstress' own modes:
 * quick takes a quarter of an hour, default hours.
 */
@Tag("slow")
class StressTest {
  private static final String MODE = System.getProperty("rowan.jcstress");

  @TempDir Path directory;

  @Test
  void noForbiddenOutcome() throws Exception {
    StressRun run = StressRun.of(directory, "io\\.rowandb\\.engine\\..*", MODE);
    System.out.printf(
        "jcstress: %d tests, %d samples, forbidden %d%n",
        run.tests().size(), run.samples(), run.forbidden().size());
    assertThat(run.forbidden()).as(run.output()).isEmpty();
    assertThat(run.tests()).as(run.output()).hasSizeGreaterThan(20);
    assertThat(run.samples()).as(run.output()).isGreaterThan(run.tests().size() * 1_000L);
  }

  @Test
  void aForbiddenOutcomeIsFound() throws Exception {
    StressRun run = StressRun.of(directory, ".*\\.NoLockStress", null);
    assertThat(run.tests()).containsExactly(NoLockStress.class.getName());
    assertThat(run.forbidden())
        .as(run.output())
        .isNotEmpty()
        .allMatch(line -> line.contains("forbidden state: 1"));
  }
}
