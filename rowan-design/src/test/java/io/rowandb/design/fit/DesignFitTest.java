package io.rowandb.design.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.design.check.UsedFields;
import io.rowandb.design.fit.FitReport.Reason;
import io.rowandb.design.fit.FitReport.Subject;
import io.rowandb.design.fit.FitReport.Verdict;
import io.rowandb.design.plan.PlanException;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.plan.TablePlanYaml;
import io.rowandb.design.sample.SampleFormat;
import io.rowandb.design.sample.SampleSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** F133 to F136: who should not use HBase is told so, with the reason. */
class DesignFitTest {
  private static final Path DESIGNS = Path.of("..", "examples", "designs");
  private static final long NOW = 1_800_000_000_000L;

  private static final String LARGE =
      """
      table: t
      rows: 50 billion
      fields: {at: time millis}
      key: [{text: user}, "~", {time: at, as: millis}]
      families: {d: {}}
      columns: [{field: a}]
      """;

  private static final String ASKED = "patterns: [{name: a user, equal: user, per-second: 10}]\n";

  @TempDir private Path directory;

  private static FitReport fit(String yaml) throws IOException {
    return DesignFit.run(TablePlanYaml.parse("test", yaml), Optional.empty(), NOW);
  }

  private static void isRefused(String yaml, Subject subject, String evidence) throws IOException {
    FitReport report = fit(yaml);
    assertThat(report.verdict()).isEqualTo(Verdict.NO);
    Reason first = report.reasons().get(0);
    assertThat(first.subject()).isEqualTo(subject);
    assertThat(first.evidence()).contains(evidence);
    assertThat(first.instead()).isNotBlank();
    assertThat(report.reasons()).filteredOn(each -> each.verdict() == Verdict.NO).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "calls.yaml, calls.csv",
    "logs.yaml, logs.csv",
    "stream.yaml, stream.csv",
    "series.yaml, series.csv",
    "messages.yaml, messages.jsonl"
  })
  void theWorkedSystemsAreNotRefused(String design, String rows) throws IOException {
    TablePlan plan = TablePlanYaml.read(DESIGNS.resolve(design));
    Path file = DESIGNS.resolve(rows);
    SampleSpec sample =
        new SampleSpec(
            file,
            SampleFormat.ofName(file).orElseThrow(),
            rows.endsWith("jsonl") ? UsedFields.of(plan) : List.of(),
            Long.MAX_VALUE,
            0);
    FitReport report = DesignFit.run(plan, Optional.of(sample), NOW);
    assertThat(report.verdict()).isNotEqualTo(Verdict.NO);
    assertThat(report.bytes()).isGreaterThan(1e9);
  }

  @Test
  void aLargeTableFits() throws IOException {
    FitReport report = fit(LARGE + ASKED);
    assertThat(report.verdict()).isEqualTo(Verdict.YES);
    assertThat(report.reasons()).allMatch(each -> each.instead().isEmpty());
  }

  @Test
  void fewRowsAreForAnotherDatabase() throws IOException {
    isRefused(LARGE.replace("50 billion", "3 million") + ASKED, Subject.SIZE, "3,000,000 rows");
  }

  /** The same rows at a rate that one machine hardly takes. */
  @Test
  void fewRowsWithMuchLoadAreDoubtful() throws IOException {
    String yaml = LARGE.replace("50 billion", "3 million") + ASKED.replace("10}", "50_000}");
    assertThat(fit(yaml).verdict()).isEqualTo(Verdict.DOUBTFUL);
  }

  @Test
  void writesOfAYearAreRows() throws IOException {
    String rate = LARGE.replace("rows: 50 billion", "writes-per-second: 1000") + ASKED;
    assertThat(fit(rate).rows()).isEqualTo(31_536_000_000L);
    assertThat(fit(rate).verdict()).isEqualTo(Verdict.YES);
    String kept = rate.replace("{d: {}}", "{d: {ttl: 1 hour}}");
    assertThat(fit(kept).rows()).isEqualTo(3_600_000L);
    assertThat(fit(kept).verdict()).isEqualTo(Verdict.NO);
  }

  @Test
  void aSizeThatNobodySaysIsDoubtful() throws IOException {
    FitReport report = fit(LARGE.replace("rows: 50 billion\n", "") + ASKED);
    assertThat(report.verdict()).isEqualTo(Verdict.DOUBTFUL);
    assertThat(report.reasons().get(0).subject()).isEqualTo(Subject.SIZE);
  }

  @Test
  void transactionsJoinsAndFreeQuestionsAreRefused() throws IOException {
    isRefused(
        LARGE + ASKED + "needs: {transactions: rows}\n", Subject.TRANSACTIONS, "Several rows");
    isRefused(LARGE + ASKED + "needs: {joins: 2}\n", Subject.JOINS, "with 2 others");
    isRefused(
        LARGE + ASKED + "needs: {free-questions: true}\n", Subject.FREE_QUESTIONS, "no pattern");
    assertThat(fit(LARGE + ASKED + "needs: {joins: 1, constraints: true}\n").verdict())
        .isEqualTo(Verdict.DOUBTFUL);
    assertThat(fit(LARGE + ASKED + "needs: {transactions: none}\n").verdict())
        .isEqualTo(Verdict.YES);
  }

  /** F136: what only reads all rows is as well in files. */
  @Test
  void scansOfAllRowsAreForFiles() throws IOException {
    isRefused(LARGE + "patterns: [{name: a report}]\n", Subject.SCANS_ONLY, "a report");
    assertThat(fit(LARGE).verdict()).isEqualTo(Verdict.DOUBTFUL);
  }

  @Test
  void manyDifferentQuestionsNeedManyTables() throws IOException {
    StringBuilder yaml =
        new StringBuilder(LARGE.replace("[{field: a}]", columns()) + "patterns:\n");
    for (char field = 'a'; field <= 'g'; field++) {
      yaml.append("  - {name: by ").append(field).append(", equal: ").append(field).append("}\n");
    }
    isRefused(yaml.toString(), Subject.PATTERNS, "7 questions need 7 row keys");
  }

  private static String columns() {
    return "[{field: a}, {field: b}, {field: c}, {field: d}, {field: e}, {field: f}, {field: g}]";
  }

  /** One key of user, then time, answers these three. */
  @Test
  void questionsThatOneKeyAnswersAreOne() throws IOException {
    String yaml =
        LARGE
            + "patterns:\n"
            + "  - {name: all of a user, equal: user}\n"
            + "  - {name: the newest, equal: user, order: at descending}\n"
            + "  - {name: one, equal: [user, at]}\n";
    assertThat(fit(yaml).reasons())
        .filteredOn(each -> each.subject() == Subject.PATTERNS)
        .extracting(Reason::evidence)
        .containsExactly("3 questions need one row key.");
  }

  @Test
  void twoServersAreNoCluster() throws IOException {
    isRefused(LARGE + ASKED + "cluster: {servers: 2}\n", Subject.SERVERS, "2 servers");
    assertThat(fit(LARGE + ASKED + "cluster: {servers: 3}\n").verdict())
        .isEqualTo(Verdict.DOUBTFUL);
  }

  @Tag("slow")
  @Test
  void valuesOfManyMegabytesAreForFiles() throws IOException {
    Path rows = directory.resolve("rows.csv");
    Files.writeString(rows, "user,at,a\nu,1,small\nu,2," + "x".repeat(11 << 20) + "\n");
    FitReport report =
        DesignFit.run(
            TablePlanYaml.parse("test", LARGE + ASKED), Optional.of(SampleSpec.of(rows)), NOW);
    assertThat(report.verdict()).isEqualTo(Verdict.NO);
    assertThat(report.reasons().get(0).subject()).isEqualTo(Subject.VALUES);
  }

  @Test
  void needsThatAreNotKnownAreRefused() {
    assertThatThrownBy(() -> fit(LARGE + "needs: {transactions: some}\n"))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("none, row, rows");
    assertThatThrownBy(() -> fit(LARGE + "needs: {join: 1}\n"))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("\"join\" is no entry of the needs");
  }
}
