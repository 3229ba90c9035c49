package io.rowandb.design.advise;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.design.advise.AdviceReport.Design;
import io.rowandb.design.check.PatternPath;
import io.rowandb.design.plan.PlannedColumn;
import io.rowandb.design.plan.PlannedFamily;
import io.rowandb.design.plan.PlannedPart;
import io.rowandb.design.plan.PlannedPart.Form;
import io.rowandb.design.plan.PlannedPart.Value;
import io.rowandb.design.plan.PlannedPattern;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.plan.TablePlanYaml;
import io.rowandb.design.sample.SampleSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is advised keeps what the present design keeps: records, counts, values and answers. */
class SafeAdviceTest {
  private static final long NOW = 1_800_000_000_000L;

  private static final String ORDERS =
      """
      table: orders
      rows: 1 billion
      identity: [id]
      key: [{text: id}]
      families: {d: {}}
      columns: [{field: status, name: status}, {field: shop, name: shop}]
      patterns: [{name: by status, equal: status, per-second: 100}]
      """;

  @TempDir private Path directory;

  private Path file(String fields, Stream<String> rows) throws IOException {
    Path file = Files.createTempFile(directory, "rows", ".csv");
    Files.writeString(file, fields + "\n" + rows.collect(Collectors.joining("\n")) + "\n");
    return file;
  }

  /** Orders of which some were sent later, the last lines of the file. */
  private SampleSpec orders(int sent) throws IOException {
    Stream<String> made =
        Stream.iterate(0, i -> i + 1).limit(6000).map(i -> "id" + i + ",made" + i % 50 + ",s");
    Stream<String> later = Stream.iterate(0, i -> i + 1).limit(sent).map(i -> "id" + i + ",sent,s");
    return SampleSpec.of(file("id,status,shop", Stream.concat(made, later)));
  }

  private static Stream<String> fieldsOfKey(TablePlan table) {
    return table.key().stream().flatMap(part -> part.fields().stream());
  }

  /** A row for the new status would leave that of the old one behind. */
  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {"identity: [id]\n", ""})
  void whatChangesIsInNoKey(String identity) throws IOException {
    TablePlan plan = TablePlanYaml.parse("test", ORDERS.replace("identity: [id]\n", identity));
    AdviceReport report = DesignAdvice.run(plan, orders(1), 100, 5, NOW);
    assertThat(report.better())
        .flatExtracting(Design::tables)
        .noneMatch(table -> fieldsOfKey(table).anyMatch("status"::equals));
    AdviceReport unchanged = DesignAdvice.run(plan, orders(0), 100, 5, NOW);
    assertThat(unchanged.better().get(0).tables().get(0).key())
        .as("as far as the sample tells, it does not change")
        .anyMatch(part -> part.fields().contains("status"));
    assertThat(unchanged.better())
        .flatExtracting(Design::tables)
        .as("it may change all the same, so its column is kept")
        .allMatch(table -> table.columns().stream().anyMatch(c -> c.field().equals("status")));
  }

  private static final String COUNTS =
      """
      table: hits
      fields: {at: time millis, n: number, visitor: text}
      identity: [page, at]
      key: [{text: page}, "\\0", {time: at, as: yyyyMMdd}]
      families: {d: {}}
      columns: [COLUMN]
      patterns:
        - {name: newest, equal: page, order: at descending, limit: 10}
        - {name: of a visitor, equal: visitor}
      """;

  private SampleSpec hits() throws IOException {
    return SampleSpec.of(
        file(
            "page,at,n,visitor",
            Stream.iterate(0, i -> i + 1)
                .limit(300)
                .map(i -> "p" + i % 7 + "," + (1_600_000_000_000L + i * 1000L) + ",1,v" + i % 9)));
  }

  private List<List<PlannedPart>> keys(TablePlan plan, SampleSpec sample) throws IOException {
    return KeyChoices.of(plan, SampleRows.read(sample, 5000), SteadyFields.of(plan, sample));
  }

  /** A row is that of a day, and stays that of a day. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{field: n, name: n, type: long, counter: increment}|2",
        "{field: n, named-by: visitor}|3"
      })
  void daysStayDays(String column, int fields) throws IOException {
    TablePlan plan = TablePlanYaml.parse("test", COUNTS.replace("COLUMN", column));
    List<List<PlannedPart>> keys = keys(plan, hits());
    assertThat(keys).isNotEmpty();
    for (List<PlannedPart> key : keys) {
      assertThat(key)
          .filteredOn(part -> part instanceof Value value && value.form() == Form.TIME)
          .singleElement()
          .matches(part -> ((Value) part).written().equals("yyyyMMdd"));
      assertThat(key.stream().flatMap(part -> part.fields().stream()).distinct().count())
          .as("a counter must not be divided: %s", key)
          .isLessThanOrEqualTo(fields);
    }
    TablePlan pasted = plan.withKey(keys.get(0));
    assertThat(pasted.key()).isEqualTo(keys.get(0));
  }

  @Test
  void aGroupByPartsOfATimeHasNoOtherKey() throws IOException {
    String yaml =
        COUNTS
            .replace("COLUMN", "{field: n, name: n, type: long, counter: increment}")
            .replace(
                "[{text: page}, \"\\0\", {time: at, as: yyyyMMdd}]",
                "[{time: at, as: yyyyMM}, {text: page}, \"\\0\", {time: at, as: dd}]");
    assertThat(keys(TablePlanYaml.parse("test", yaml), hits())).isEmpty();
  }

  private static final String TWO_QUESTIONS =
      """
      table: t
      rows: 1 billion
      fields: {n: number}
      identity: [user, n, shop]
      key: [{text: shop}, "\\0", {text: user}, "\\0", {long: n}]
      families: {d: {}}
      columns: [{field: note, name: o}]
      patterns:
        - {name: by user, equal: user, per-second: 100}
        - {name: by shop, equal: shop, per-second: 0.001}
      """;

  private SampleSpec visits() throws IOException {
    return SampleSpec.of(
        file(
            "user,n,shop,note",
            Stream.iterate(0, i -> i + 1)
                .limit(1000)
                .map(i -> "u" + i * 31 % 300 + "," + i + ",s" + i % 90 + ",text")));
  }

  private static Set<String> full(List<TablePlan> tables) {
    Set<String> full = new TreeSet<>();
    for (TablePlan table : tables) {
      for (PlannedPattern each : table.patterns()) {
        if (PatternPath.of(table, each).kind() == PatternPath.Kind.FULL) {
          full.add(each.name());
        }
      }
    }
    return full;
  }

  /** The seldom question is answered now; a cheaper design must not read all for it. */
  @Tag("slow")
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 9, 27, 33, 40, 81})
  void noAnswerIsGivenUpAndTheBudgetIsKept(int budget) throws IOException {
    TablePlan plan = TablePlanYaml.parse("test", TWO_QUESTIONS);
    AdviceReport report = DesignAdvice.run(plan, visits(), budget, 5, NOW);
    assertThat(report.judged()).isBetween(1, budget);
    if (report.judged() < budget) {
      assertThat(report.skipped()).as("there were no more").isZero();
    }
    for (Design each : report.better()) {
      assertThat(full(each.tables())).isSubsetOf(full(List.of(plan)));
    }
    if (budget >= 3) {
      assertThat(report.better()).anyMatch(each -> each.tables().size() == 2);
    }
  }

  private static Design judged(int errors, int warnings, int hints, double millis) {
    return new Design(List.of(), errors, warnings, hints, 0, 0, millis, 0, List.of());
  }

  @Test
  void fewerErrorsWeighMoreThanWarnings() {
    Design present = judged(1, 0, 1, 5);
    assertThat(DesignAdvice.isBetter(judged(0, 3, 9, 6), present)).isTrue();
    assertThat(DesignAdvice.isBetter(judged(1, 1, 0, 1), present)).isFalse();
    assertThat(DesignAdvice.isBetter(judged(2, 0, 0, 1), present)).isFalse();
    assertThat(DesignAdvice.isBetter(judged(1, 0, 0, 9), present)).isTrue();
    assertThat(DesignAdvice.isBetter(judged(1, 0, 1, 4), present)).isTrue();
    assertThat(DesignAdvice.isBetter(judged(1, 0, 1, 5), present)).isFalse();
  }

  private TablePlan tidy(String yaml, String fields, String... rows) throws IOException {
    TablePlan plan = TablePlanYaml.parse("test", yaml);
    SampleSpec sample = SampleSpec.of(file(fields, Stream.of(rows)));
    return ColumnChoices.tidy(plan, SampleRows.read(sample, 5000), SteadyFields.of(plan, sample));
  }

  /** A friend may be called "joined", or "j". */
  @Test
  void namesDoNotMeetNamesFromData() throws IOException {
    String yaml =
        """
        table: t
        key: [{text: user}]
        families: {f: {}, info: {}}
        columns:
          - {named-by: friend, family: f}
          - {field: joined, name: 00joined, family: f}
          - {field: nickname, name: nickname, family: info}
        patterns: [{name: of one, equal: user}]
        """;
    TablePlan tidy = tidy(yaml, "user,friend,joined,nickname", "u,n,1,N", "u,j,1,N");
    assertThat(tidy.families()).extracting(PlannedFamily::name).containsExactly("f", "info");
    assertThat(tidy.columns())
        .extracting(PlannedColumn::describe)
        .containsExactly("f:<friend>", "f:00joined", "info:n");
  }

  /** A text is read back from the key if it is seen where it ends. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[{text: user}, {text: shop}]|user",
        "[{text: user}, {long: n}]|user",
        "[{text: shop}, \"-\", {long: n}, {text: user}]|",
        "[{text: shop}, \"-\", {text: user}, \"-\", {long: n}]|user",
        "[{text: user}, \"\\0\", {text: shop}]|"
      })
  void whatCannotBeReadBackKeepsItsColumn(String key, String kept) throws IOException {
    String yaml =
        """
        table: t
        fields: {n: number}
        identity: [user, shop, n]
        families: {d: {}}
        columns: [{field: user}, {field: shop}, {field: note}]
        patterns: [{name: of one, equal: user}]
        key: KEY
        """;
    TablePlan tidy = tidy(yaml.replace("KEY", key), "user,shop,n,note", "a-b,c,1,x", "a,cd,2,y");
    assertThat(tidy.columns().stream().anyMatch(each -> each.field().equals("user")))
        .isEqualTo("user".equals(kept));
  }
}
