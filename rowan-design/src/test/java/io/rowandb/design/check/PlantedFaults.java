package io.rowandb.design.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.plan.TablePlanYaml;
import io.rowandb.design.sample.SampleSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;

/** A design without a fault, in which one is planted, and what is then found. */
abstract class PlantedFaults {
  private static final long NOW = 1_700_000_000_000L;

  static final int ROWS = 2000;

  /** A design without a fault; each test changes a line or more. */
  static final String GOOD =
      """
      table: t
      fields:
        at: time millis
      key:
        - {hash: user, bytes: 2}
        - {text: user}
        - "\\0"
        - {time: at, as: millis, descending: true}
      families:
        d: {}
      columns:
        - {field: a, name: a}
      regions: 10
      patterns:
        - {name: newest, equal: user, order: at descending, limit: 10, back: 1 day}
      """;

  @TempDir private Path directory;

  static String row(int i) {
    return "user" + (i * 31 % 300) + "," + (1_600_000_000_000L + i * 1000L) + ",v" + i;
  }

  List<DesignFinding> check(String yaml, String header, IntFunction<String> rows)
      throws IOException {
    List<String> lines = new ArrayList<>(List.of(header));
    IntStream.range(0, ROWS).mapToObj(rows).forEach(lines::add);
    Path file = Files.createTempFile(directory, "rows", ".csv");
    Files.write(file, lines);
    TablePlan plan = TablePlanYaml.parse("test", yaml);
    return DesignCheck.run(plan, Optional.of(SampleSpec.of(file)), NOW).findings();
  }

  List<DesignFinding> check(String yaml) throws IOException {
    return check(yaml, "user,at,a", PlantedFaults::row);
  }

  static List<DesignFinding> reason(String yaml) throws IOException {
    return DesignCheck.run(TablePlanYaml.parse("test", yaml), Optional.empty(), NOW).findings();
  }

  static String with(String old, String changed) {
    assertThat(GOOD).contains(old);
    return GOOD.replace(old, changed);
  }

  static DesignFinding first(List<DesignFinding> findings, FindingKind kind) {
    assertThat(findings).isNotEmpty();
    DesignFinding first = findings.get(0);
    assertThat(first.kind()).as("%s", findings).isEqualTo(kind);
    assertThat(first.evidence()).isNotBlank();
    assertThat(first.cost()).isNotBlank();
    assertThat(first.remedy()).isNotBlank();
    return first;
  }

  static void only(List<DesignFinding> findings, FindingKind kind) {
    first(findings, kind);
    assertThat(findings).hasSize(1);
  }
}
