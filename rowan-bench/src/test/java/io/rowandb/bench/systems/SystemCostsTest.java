package io.rowandb.bench.systems;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.bench.systems.SystemCosts.Answers;
import io.rowandb.bench.systems.SystemCosts.Figures;
import io.rowandb.bench.systems.SystemCosts.Subject;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each system is loaded, written and asked, whatever the figures are. */
@Tag("slow")
class SystemCostsTest {
  private static final int COUNT = 2_000;

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource
  void eachQuestionFindsSomethingBesideWrites(Subject subject) throws Exception {
    Figures figures = new SystemCosts(directory, COUNT, 100).of(subject, 0.1);
    assertThat(figures.loaded()).isGreaterThan(COUNT / 2);
    assertThat(figures.writes()).isPositive();
    assertThat(figures.bytes()).isPositive();
    assertThat(figures.answers()).hasSizeGreaterThan(2);
    for (Answers each : figures.answers()) {
      assertThat(each.asked()).as(each.name()).isPositive();
      assertThat(each.found()).as(each.name()).isPositive();
      assertThat(each.p99Millis()).as(each.name()).isGreaterThanOrEqualTo(each.p50Millis());
    }
  }

  @ParameterizedTest
  @EnumSource(names = "MESSAGES")
  void withoutARateNothingIsWritten(Subject subject) throws Exception {
    assertThat(new SystemCosts(directory, COUNT, 0).of(subject, 0.05).writes()).isZero();
  }
}
