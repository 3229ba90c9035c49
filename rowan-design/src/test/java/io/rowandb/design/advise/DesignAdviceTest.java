package io.rowandb.design.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.design.advise.AdviceReport.Design;
import io.rowandb.design.check.DesignCheck;
import io.rowandb.design.check.DesignFinding;
import io.rowandb.design.check.DesignReport;
import io.rowandb.design.check.UsedFields;
import io.rowandb.design.plan.PlanException;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.plan.TablePlanText;
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

/** What is advised can be pasted, passes the check, and costs less. */
class DesignAdviceTest {
  private static final Path DESIGNS = Path.of("..", "examples", "designs");
  private static final long NOW = 1_800_000_000_000L;

  @TempDir private Path directory;

  private static SampleSpec sample(Path file, TablePlan plan) {
    SampleFormat format = SampleFormat.ofName(file).orElseThrow();
    List<String> columns = format == SampleFormat.JSON ? UsedFields.of(plan) : List.of();
    return new SampleSpec(file, format, columns, Long.MAX_VALUE, 0);
  }

  private static int place(DesignFinding finding) {
    return switch (finding.severity()) {
      case ERROR -> 0;
      case WARNING -> 1;
      case HINT -> 2;
    };
  }

  private static AdviceReport advise(TablePlan plan, SampleSpec sample) throws IOException {
    AdviceReport report = DesignAdvice.run(plan, sample, DesignAdvice.USUAL_BUDGET, 3, NOW);
    DesignReport before = DesignCheck.run(plan, Optional.of(sample), NOW);
    for (Design design : report.better()) {
      int[] found = new int[3];
      for (TablePlan table : design.tables()) {
        TablePlan pasted = TablePlanYaml.parse("pasted", TablePlanText.of(table));
        DesignCheck.run(pasted, Optional.of(sample), NOW)
            .findings()
            .forEach(each -> found[place(each)]++);
      }
      int[] given = new int[3];
      before.findings().forEach(each -> given[place(each)]++);
      assertThat(found[0]).as("%s", design).isLessThanOrEqualTo(given[0]);
      if (found[0] == given[0]) {
        assertThat(found[1]).as("%s", design).isLessThanOrEqualTo(given[1]);
      }
      if (found[0] == given[0] && found[1] == given[1]) {
        assertThat(found[2]).as("%s", design).isLessThanOrEqualTo(given[2]);
      }
    }
    return report;
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "calls.yaml, calls.csv",
    "calls-month-first.yaml, calls.csv",
    "logs.yaml, logs.csv",
    "stream.yaml, stream.csv",
    "stream-without-author.yaml, stream.csv",
    "series.yaml, series.csv",
    "messages.yaml, messages.jsonl"
  })
  void whatIsAdvisedPassesTheCheck(String design, String rows) throws IOException {
    TablePlan plan = TablePlanYaml.read(DESIGNS.resolve(design));
    AdviceReport report = advise(plan, sample(DESIGNS.resolve(rows), plan));
    assertThat(report.judged()).isBetween(2, DesignAdvice.USUAL_BUDGET);
    for (Design each : report.better()) {
      assertThat(each.errors()).isZero();
    }
  }

  @Tag("slow")
  @Test
  void theMonthFirstIsMended() throws IOException {
    TablePlan plan = TablePlanYaml.read(DESIGNS.resolve("calls-month-first.yaml"));
    AdviceReport report = advise(plan, sample(DESIGNS.resolve("calls.csv"), plan));
    Design best = report.better().get(0);
    assertThat(report.present().errors()).isEqualTo(2);
    assertThat(best.errors() + best.warnings()).isZero();
    assertThat(best.millis()).isLessThan(report.present().millis() / 10);
    assertThat(best.serverShare()).isLessThan(0.4);
    assertThat(best.calls()).allMatch(each -> each.path().contains("by phone"));
    assertThat(report).isEqualTo(advise(plan, sample(DESIGNS.resolve("calls.csv"), plan)));
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[{time: at, as: millis}, {text: user}]|user",
        "[{text: user}, {number: n}]|user",
        "[{time: at, as: ddMMyyyy}, {text: user}]|user",
        "[{text: user}, \"1\", {time: at, as: millis}]|user",
        "[{salt: 64}, {text: user}, {time: at, as: millis}]|user",
        "[{hash: at}, {text: user}]|user",
        "[{text: user, length: 3}]|user"
      })
  void plantedFaultsAreMended(String key, String asked) throws IOException {
    StringBuilder rows = new StringBuilder("user,at,n,a\n");
    for (int i = 0; i < 2000; i++) {
      rows.append("user").append(i * 31 % 300).append(',').append(1_600_000_000_000L + i * 1000L);
      rows.append(',').append(i).append(",v").append(i).append('\n');
    }
    Path file = directory.resolve("rows.csv");
    Files.writeString(file, rows);
    String yaml =
        "table: t\nrows: 1 billion\nfields: {at: time millis, n: number}\n"
            + "identity: [user, n]\nkey: "
            + key
            + "\nfamilies: {info: {versions: 5}, more: {}, third: {}, fourth: {}}\n"
            + "columns: [{field: a, name: a_long_name, family: info}]\n"
            + "patterns: [{name: newest, equal: "
            + asked
            + ", order: at descending, limit: 10}]\n";
    TablePlan plan = TablePlanYaml.parse("test", yaml);
    AdviceReport report = advise(plan, SampleSpec.of(file));
    assertThat(report.better()).as("%s", report.present()).isNotEmpty();
    assertThat(report.better().get(0).errors()).isZero();
    assertThat(report.better().get(0).millis()).isLessThan(report.present().millis());
  }

  @Test
  void aBudgetOfOneEndsEarly() throws IOException {
    TablePlan plan = TablePlanYaml.read(DESIGNS.resolve("calls-month-first.yaml"));
    AdviceReport report =
        DesignAdvice.run(plan, sample(DESIGNS.resolve("calls.csv"), plan), 1, 3, NOW);
    assertThat(report.judged()).isEqualTo(1);
    assertThat(report.skipped()).isPositive();
  }

  @Test
  void withoutAQuestionThereIsNoAdvice() throws IOException {
    String yaml = "table: t\nkey: [{text: phone}]\nfamilies: {d: {}}\n";
    TablePlan plan = TablePlanYaml.parse("test", yaml);
    assertThatThrownBy(
            () -> DesignAdvice.run(plan, SampleSpec.of(DESIGNS.resolve("calls.csv")), 10, 3, NOW))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("say what is asked");
  }

  private static final String TWO_QUESTIONS =
      """
      table: t
      rows: 1 billion
      fields: {at: time millis, n: number}
      identity: [user, n]
      key: [{text: user}, "\\0", {time: at, as: millis}, {long: n}]
      families: {d: {}}
      columns: [{field: shop, name: s}]
      patterns:
        - {name: by user, equal: user, per-second: 100}
        - {name: by shop, equal: shop, per-second: 50}
      """;

  private Path rows(String... lines) throws IOException {
    Path file = Files.createTempFile(directory, "rows", ".csv");
    Files.writeString(file, "user,at,n,shop\n" + String.join("\n", lines) + "\n");
    return file;
  }

  /** Two questions with nothing in common: a copy costs every write again, a full scan far more. */
  @Tag("slow")
  @Test
  void aSecondTableAnswersTheOtherQuestion() throws IOException {
    String[] lines = new String[2000];
    for (int i = 0; i < lines.length; i++) {
      lines[i] = "user" + i * 31 % 300 + "," + (1_600_000_000_000L + i) + "," + i + ",s" + i % 90;
    }
    TablePlan plan = TablePlanYaml.parse("test", TWO_QUESTIONS);
    AdviceReport report = advise(plan, SampleSpec.of(rows(lines)));
    Design best = report.better().get(0);
    assertThat(best.tables()).hasSize(2);
    assertThat(best.errors()).isZero();
    assertThat(best.calls()).extracting(each -> each.path()).noneMatch("the whole table"::equals);
    assertThat(best.writeMillis()).isGreaterThan(report.present().writeMillis());
  }

  /** Too few rows, values without a place in any key, bytes that end texts: no exception. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "u,1,1,s",
        "u,noon,x,s",
        ",,,",
        "\"a\0b\",-5,-7,\"<script>\"",
        "é\uD83D\uDE00,1,1,s"
      })
  void poorSamplesAreBorne(String line) throws IOException {
    TablePlan plan = TablePlanYaml.parse("test", TWO_QUESTIONS);
    AdviceReport report = advise(plan, SampleSpec.of(rows(line.strip())));
    assertThat(report.judged()).isPositive();
  }

  /** Digits that the key fills with zeros cannot be read back; the column stays. */
  @Test
  void aValueThatTheKeyChangesKeepsItsColumn() throws IOException {
    String yaml =
        TWO_QUESTIONS
            .replace("{text: user}, \"\\0\"", "{digits: user, length: 9}")
            .replace("[{field: shop, name: s}]", "[{field: shop, name: s}, {field: user}]");
    TablePlan plan = TablePlanYaml.parse("test", yaml);
    AdviceReport report = advise(plan, SampleSpec.of(rows("7,1,1,s", "007,2,2,s", "77,3,3,t")));
    assertThat(report.better()).isNotEmpty();
    for (Design each : report.better()) {
      assertThat(each.tables().get(0).columns()).anyMatch(one -> one.field().equals("user"));
    }
  }

  /** Names and texts that YAML would read as something else. */
  @Test
  void whatIsWrittenReadsAsTheSame() throws IOException {
    String yaml =
        """
        table: "null"
        rows: 5
        writes-per-second: 7
        fields: {"at 1": time yyyy-MM-dd HH:mm:ss, n: number, "null": text}
        identity: ["null", "at 1"]
        key:
          - {salt: 4, by: "null"}
          - {hash: ["null", n], function: murmur3, bytes: 3, as: hex}
          - "\\"\\\\\\0é\\U0001F600"
          - {text: "null", length: 9, reversed: true}
          - {time: "at 1", as: "yyyy'T'MM", descending: true}
          - {digits: n, length: 4, descending: true}
        families: {d: {versions: 2, min-versions: 1, ttl: 90 seconds, bloom: rowcol, in-memory: true, block-size: 8 KB}}
        columns: [{field: n, type: long, counter: get-and-put}, {named-by: "null"}]
        version: "at 1"
        splits: ["0,", "1: x"]
        load: bulk
        arrival: file
        patterns:
          - {name: "q: {x}", equal: ["null"], range: n, order: n descending, limit: 3, per-second: 0.25, versions: 2, columns: [n], back: 2 days, start: "{n}", stop: "{n}~"}
        cluster: {servers: 3, heap: 1 GB, disk: 2 TB}
        needs: {transactions: none, joins: 1, free-questions: true, constraints: true}
        """;
    TablePlan plan = TablePlanYaml.parse("test", yaml);
    String text = TablePlanText.of(plan);
    TablePlan read = TablePlanYaml.parse("text", text);
    assertThat(TablePlanText.of(read)).isEqualTo(text);
    assertThat(read.withKey(List.of()).toString().replaceAll("format=.*?\\]", ""))
        .isEqualTo(plan.withKey(List.of()).toString().replaceAll("format=.*?\\]", ""));
    assertThat(read.key().stream().map(each -> each.describe()))
        .isEqualTo(plan.key().stream().map(each -> each.describe()).toList());
  }
}
