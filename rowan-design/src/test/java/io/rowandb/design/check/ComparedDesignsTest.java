package io.rowandb.design.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.design.plan.TablePlanYaml;
import io.rowandb.design.sample.SampleSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page that sets the checker beside other tools says of it what it finds first. */
class ComparedDesignsTest {
  private static final Path ROOT = Path.of("..");
  private static final Path DESIGNS = ROOT.resolve("examples/designs");
  private static final long NOW = 1_800_000_000_000L;

  /** A design, a sample and a finding, each as code in a cell. */
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `([^`]+\\.yaml)` \\| `([^`]+\\.csv)` \\| `([a-z-]+)` \\|");

  @ParameterizedTest
  @ValueSource(strings = {"docs/design-checker.md", "docs/zh/design-checker.md"})
  void theFirstFindingIsThatOfThePage(String page) throws IOException {
    int rows = 0;
    for (MatchResult row : ROW.matcher(Files.readString(ROOT.resolve(page))).results().toList()) {
      assertThat(first(row.group(1), row.group(2))).as(row.group()).isEqualTo(row.group(3));
      rows++;
    }
    assertThat(rows).isEqualTo(5);
  }

  private static String first(String design, String sample) throws IOException {
    return DesignCheck.run(
            TablePlanYaml.read(DESIGNS.resolve(design)),
            Optional.of(SampleSpec.of(DESIGNS.resolve(sample))),
            NOW)
        .findings()
        .get(0)
        .kind()
        .code();
  }
}
