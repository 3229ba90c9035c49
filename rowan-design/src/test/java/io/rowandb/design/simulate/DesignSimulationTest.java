package io.rowandb.design.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.rowandb.design.plan.PlanException;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.plan.TablePlanYaml;
import io.rowandb.design.sample.SampleSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DesignSimulationTest {
  private static final String PLAN =
      """
      table: t
      rows: 1 billion
      fields: {at: time millis}
      key:
        - {hash: user, bytes: 4}
        - {text: user}
        - {time: at, as: millis}
      families: {d: {}}
      columns: [{field: a, name: a}]
      cluster: {servers: 4}
      """;

  @TempDir private Path directory;

  private SimulationReport run(String yaml, int rows, IntFunction<String> row) throws IOException {
    return run(yaml, rows, row, SimulatedSplits.STEPPING);
  }

  private SimulationReport run(
      String yaml, int rows, IntFunction<String> row, SimulatedSplits policy) throws IOException {
    List<String> lines = new ArrayList<>(List.of("user,at,a"));
    IntStream.range(0, rows).mapToObj(row).forEach(lines::add);
    Path file = Files.createTempFile(directory, "rows", ".csv");
    Files.write(file, lines);
    TablePlan plan = TablePlanYaml.parse("test", yaml);
    return DesignSimulation.run(plan, SampleSpec.of(file), 0, policy, 20);
  }

  private static String row(int i) {
    return "user" + i * 31L % 5000 + "," + (1_600_000_000_000L + i) + ",value" + i;
  }

  /** A table that begins as one region spreads as it splits, and more servers help. */
  @Test
  void aGoodKeySpreads() throws IOException {
    SimulationReport report = run(PLAN, 20_000, DesignSimulationTest::row);
    assertThat(report.spans()).hasSize(20);
    SimulationReport.Span last = report.spans().get(19);
    assertThat(last.regions()).isGreaterThan(5);
    assertThat(report.splits()).isEqualTo(last.regions() - 1);
    assertThat(last.serverShare()).isLessThan(0.5);
    assertThat(report.spans().get(0).serverShare()).isGreaterThan(last.serverShare());
    String split = PLAN + "regions: 64\n";
    SimulationReport even = run(split, 20_000, DesignSimulationTest::row);
    assertThat(even.serverShare()).isCloseTo(0.27, within(0.03));
    assertThat(even.doubledShare()).isCloseTo(0.14, within(0.03));
  }

  /** With the time first one server has it all, however many there are. */
  @Test
  void aRisingKeyDoesNot() throws IOException {
    String yaml =
        PLAN.replace("  - {hash: user, bytes: 4}\n", "  - {time: at, as: seconds}\n")
            + "regions: 64\n";
    SimulationReport report =
        run(
            yaml,
            20_000,
            i ->
                row(i)
                    .replace(
                        "," + (1_600_000_000_000L + i), "," + (1_600_000_000_000L + i * 1000L)));
    assertThat(report.regionShare()).isGreaterThan(0.3);
    assertThat(report.spans().get(5).names().get(0).name()).startsWith("user user");
    String unsplit = yaml.replace("regions: 64\n", "");
    SimulationReport one =
        run(
            unsplit,
            20_000,
            i ->
                row(i)
                    .replace(
                        "," + (1_600_000_000_000L + i), "," + (1_600_000_000_000L + i * 1000L)));
    assertThat(one.serverShare()).isGreaterThan(0.95);
    assertThat(one.doubledShare()).isGreaterThan(0.95);
  }

  @Test
  void whoMakesItHotIsNamed() throws IOException {
    SimulationReport report =
        run(
            PLAN + "regions: 16\n",
            20_000,
            i -> i % 2 == 0 ? row(i) : row(i).replaceAll("user[0-9]+", "bot"));
    for (SimulationReport.Span each : report.spans()) {
      assertThat(each.names().get(0).name()).isEqualTo("user bot");
      // Its own rows are in the order of time; a span may cross two regions.
      assertThat(each.names().get(0).share()).isBetween(0.25, 0.51);
      assertThat(each.serverShare()).isGreaterThan(0.3);
    }
    assertThat(report.doubledShare()).isGreaterThan(0.4);
  }

  /** Rows come in the order of arrival, whatever the file's. */
  @Test
  void arrivalIsByItsField() throws IOException {
    SimulationReport sorted = run(PLAN, 5000, DesignSimulationTest::row);
    SimulationReport mixed = run(PLAN, 5000, i -> row(i * 1999 % 5000));
    assertThat(mixed.spans()).isEqualTo(sorted.spans());
  }

  @ParameterizedTest
  @CsvSource({
    "STEPPING, 1, 268435456",
    "STEPPING, 2, 10737418240",
    "INCREASING, 1, 268435456",
    "INCREASING, 2, 2147483648",
    "INCREASING, 3, 7247757312",
    "INCREASING, 4, 10737418240",
    "INCREASING, 101, 10737418240",
    "INCREASING_094, 1, 134217728",
    "INCREASING_094, 3, 1207959552",
    "INCREASING_094, 9, 10737418240",
    "CONSTANT, 1, 10737418240"
  })
  void policiesAreHBases(SimulatedSplits policy, int regions, double bytes) {
    assertThat(policy.splitBytes(regions)).isEqualTo(bytes);
  }

  @Test
  void policiesDecideHowManyRegionsThereAre() throws IOException {
    int disabled = run(PLAN, 5000, DesignSimulationTest::row, SimulatedSplits.DISABLED).splits();
    int constant = run(PLAN, 5000, DesignSimulationTest::row, SimulatedSplits.CONSTANT).splits();
    int increasing =
        run(PLAN, 5000, DesignSimulationTest::row, SimulatedSplits.INCREASING_094).splits();
    assertThat(disabled).isZero();
    assertThat(constant).isPositive();
    assertThat(increasing).isGreaterThan(constant);
  }

  /** Rows of one key are one region for ever; a few rows are one span. */
  @Test
  void extremes() throws IOException {
    assertThat(run(PLAN, 5000, i -> "u,5,x").splits()).isZero();
    SimulationReport one = run(PLAN, 1, DesignSimulationTest::row);
    assertThat(one.spans()).hasSize(1);
    assertThat(one.serverShare()).isEqualTo(1);
    assertThatThrownBy(() -> run(PLAN, 0, DesignSimulationTest::row))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("no row with a key");
    assertThatThrownBy(() -> run(PLAN, 3, i -> "u,never,x"))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("no row with a key");
  }
}
