package io.rowandb.jcstress;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.jcstress.broken.NoLockStress;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
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

  private static final String BROKEN = NoLockStress.class.getName();

  private static StressRun run;

  /** One for all tests: each run of jcstress looks at the machine for a while first. */
  @BeforeAll
  static void stress(@TempDir Path directory) throws Exception {
    run = StressRun.of(directory, "io\\.rowandb\\..*", MODE);
  }

  @Test
  void noForbiddenOutcome() {
    StressRun engine = run.only(name -> !name.equals(BROKEN));
    System.out.printf(
        "jcstress: %d tests, %d samples, forbidden %d%n",
        engine.tests().size(), engine.samples(), engine.forbidden().size());
    assertThat(engine.forbidden()).as(run.output()).isEmpty();
    assertThat(engine.tests()).as(run.output()).hasSizeGreaterThan(20);
    assertThat(engine.samples()).as(run.output()).isGreaterThan(engine.tests().size() * 1_000L);
  }

  @Test
  void aForbiddenOutcomeIsFound() {
    assertThat(run.only(BROKEN::equals).forbidden())
        .as(run.output())
        .isNotEmpty()
        .allMatch(line -> line.contains("forbidden state: 1"));
  }
}
