package io.rowandb.design.advise;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.design.advise.AdviceReport.Design;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.plan.TablePlanYaml;
import io.rowandb.design.sample.SampleSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
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
}
