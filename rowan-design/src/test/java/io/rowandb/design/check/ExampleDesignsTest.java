package io.rowandb.design.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.plan.TablePlanYaml;
import io.rowandb.design.sample.SampleFormat;
import io.rowandb.design.sample.SampleSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Good designs of the worked systems have no finding, with their rows and without. */
class ExampleDesignsTest {
  private static final Path DESIGNS = Path.of("..", "examples", "designs");
  private static final long NOW = 1_800_000_000_000L;

  @ParameterizedTest
  @CsvSource({
    "calls.yaml, calls.csv",
    "logs.yaml, logs.csv",
    "stream.yaml, stream.csv",
    "series.yaml, series.csv",
    "messages.yaml, messages.jsonl"
  })
  void goodDesignsHaveNoFinding(String design, String rows) throws IOException {
    assertThat(check(design, rows).findings()).isEmpty();
    TablePlan plan = TablePlanYaml.read(DESIGNS.resolve(design));
    assertThat(DesignCheck.run(plan, Optional.empty(), NOW).findings()).isEmpty();
  }

  @Test
  void theMonthFirstIsFoundFirst() throws IOException {
    DesignReport report = check("calls-month-first.yaml", "calls.csv");
    assertThat(report.rows()).isEqualTo(2000);
    assertThat(codes(report))
        .startsWith(FindingKind.HOT_REGION)
        .contains(
            FindingKind.KEY_NOT_UNIQUE,
            FindingKind.FULL_SCAN,
            FindingKind.TIME_LACKS_YEAR,
            FindingKind.SPLITS_UNEVEN,
            FindingKind.VERSIONS_UNREAD,
            FindingKind.NAMES_LONG);
    assertThat(report.findings().get(0).evidence())
        .contains("95 % of the rows of a span go to one of 11");
  }

  @Test
  void postsOfOneMillisecondAreFoundFirst() throws IOException {
    DesignReport report = check("stream-without-author.yaml", "stream.csv");
    assertThat(codes(report))
        .containsExactly(FindingKind.KEY_NOT_UNIQUE, FindingKind.ROWS_OVERWRITTEN);
    assertThat(report.findings().get(1).evidence()).contains("author \"author");
  }

  private static List<FindingKind> codes(DesignReport report) {
    return report.findings().stream().map(DesignFinding::kind).toList();
  }

  private static DesignReport check(String design, String rows) throws IOException {
    TablePlan plan = TablePlanYaml.read(DESIGNS.resolve(design));
    Path file = DESIGNS.resolve(rows);
    SampleFormat format = SampleFormat.ofName(file).orElseThrow();
    List<String> columns = format == SampleFormat.JSON ? UsedFields.of(plan) : List.of();
    return DesignCheck.run(
        plan, Optional.of(new SampleSpec(file, format, columns, Long.MAX_VALUE, 0)), NOW);
  }
}
