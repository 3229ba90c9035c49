package io.rowandb.design.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.rowandb.design.estimate.EstimateReport.Figure;
import io.rowandb.design.estimate.EstimateReport.Part;
import io.rowandb.design.plan.PlanException;
import io.rowandb.design.plan.TablePlanYaml;
import io.rowandb.design.sample.SampleSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DesignEstimateTest {
  private static final String PLAN =
      """
      table: t
      rows: 100 million
      writes-per-second: 1000
      fields: {at: time millis}
      key:
        - {digits: id, length: 92}
        - {time: at, as: millis}
      families: {d: {ttl: 73 days, compression: zstd, encoding: fast_diff}}
      columns: [{field: n, name: ab, type: int}]
      cluster: {servers: 4}
      regions: 1000
      """;

  @TempDir private Path directory;

  private EstimateReport run(String yaml, int rows, String value) throws IOException {
    List<String> lines = new ArrayList<>(List.of("id,at,n"));
    IntStream.range(0, rows).mapToObj(i -> i + "," + i + "," + value).forEach(lines::add);
    Path file = Files.createTempFile(directory, "rows", ".csv");
    Files.write(file, lines);
    return DesignEstimate.run(TablePlanYaml.parse("test", yaml), SampleSpec.of(file), 0);
  }

  /** Keys of 100 bytes in 100 million rows are 10 GB of keys alone. */
  @Tag("slow")
  @Test
  void partsAreCounted() throws IOException {
    Map<String, Double> parts =
        run(PLAN, 2000, "7").parts().stream().collect(Collectors.toMap(Part::name, Part::bytes));
    assertThat(parts)
        .containsEntry("row keys, once a cell", 10_000_000_000.0)
        .containsEntry("families", 100_000_000.0)
        .containsEntry("qualifiers", 200_000_000.0)
        .containsEntry("times and types", 900_000_000.0)
        .containsEntry("values", 400_000_000.0);
  }

  /** A codec that needs a library which is not here: what is shown is not called its size. */
  @Test
  @Tag("slow")
  void aCodecThatIsNotMeasuredIsSaid() throws IOException {
    EstimateReport report = run(PLAN.replace("zstd", "lzo"), 2000, "7");
    assertThat(report.files()).noneMatch(EstimateReport.Files::isPlanned);
    assertThat(report.figures().get(0).reason())
        .startsWith("before compression, one copy: LZO with FAST_DIFF is not measured");
  }

  /** A cell above 10 MB, and a row without a key, are no reason to measure nothing. */
  @Test
  @Tag("slow")
  void whatHBaseRefusesIsLeftOut() throws IOException {
    String yaml =
        """
        table: t
        key:
          - {text: id}
        families: {d: {}}
        columns: [{field: n, name: n}]
        """;
    Path file = Files.createTempFile(directory, "rows", ".csv");
    List<String> lines = List.of("id,n", "a,1", "b," + "x".repeat(11 << 20), ",3", "c,4");
    Files.write(file, lines);
    EstimateReport report =
        DesignEstimate.run(TablePlanYaml.parse("test", yaml), SampleSpec.of(file), 0);
    assertThat(report.trialRows()).isEqualTo(2);
  }

  /** Without encoding and codec the files are what the parts say, and little more. */
  @Tag("slow")
  @Test
  void filesAreMeasured() throws IOException {
    EstimateReport report = run(PLAN, 5000, "7");
    double plain = report.parts().stream().mapToDouble(Part::bytesARow).sum();
    Map<String, EstimateReport.Files> files =
        report.files().stream()
            .collect(Collectors.toMap(each -> each.encoding() + " " + each.codec(), each -> each));
    assertThat(files).hasSize(25);
    assertThat(files.get("NONE NONE").bytesARow()).isBetween(plain, plain * 1.1);
    assertThat(files.get("FAST_DIFF NONE").bytesARow()).isLessThan(plain / 3);
    assertThat(files.get("FAST_DIFF ZSTD").isPlanned()).isTrue();
    assertThat(report.files().stream().filter(EstimateReport.Files::isPlanned)).hasSize(1);
    assertThat(report.trialRows()).isEqualTo(5000);
  }

  @Test
  @Tag("slow")
  void memoryIsByTheRules() throws IOException {
    EstimateReport report = run(PLAN, 1000, "7");
    Map<String, Double> figures =
        report.figures().stream().collect(Collectors.toMap(Figure::name, Figure::value));
    assertThat(figures)
        .containsEntry("regions", 1000.0)
        .containsEntry("regions a server", 250.0)
        .containsEntry("idle memstores a server", 250.0 * (2 << 20))
        .containsEntry("full memstores a server", 0.4 * (32L << 30))
        .containsEntry("Bloom filters", 120_000_000.0);
    // A fifth of a year is kept.
    double year = figures.get("files") / 100_000_000 * 1000 * 365 * 86_400;
    assertThat(figures.get("files after a year")).isCloseTo(year / 5, within(year / 1000));
  }

  /** More rows than are written: those of a few ranges of keys. */
  @Tag("slow")
  @Test
  void ofManyRowsSomeRangesAreWritten() throws IOException {
    EstimateReport report = run(PLAN, 60_000, "7");
    assertThat(report.sampleRows()).isEqualTo(60_000);
    assertThat(report.trialRows()).isBetween(5000L, 15_000L);
  }

  @Tag("slow")
  @Test
  void valuesWithoutAFormHaveItsBytes() throws IOException {
    EstimateReport word = run(PLAN, 100, "many");
    EstimateReport number = run(PLAN, 100, "7");
    assertThat(word.parts()).isEqualTo(number.parts());
  }

  /** The temporary store is gone afterwards. */
  @Tag("slow")
  @Test
  void nothingIsLeft() throws IOException {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    String own = TrialStore.PREFIX + ProcessHandle.current().pid() + "-";
    run(PLAN, 10, "7");
    try (var files = Files.list(temporary)) {
      assertThat(files.filter(each -> each.getFileName().toString().startsWith(own))).isEmpty();
    }
  }

  @Test
  void whatHasNoSizeIsRefused() {
    assertThatThrownBy(() -> run(PLAN, 0, ""))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("no row with a key");
    assertThatThrownBy(() -> run(PLAN.replaceAll("columns:.*\n", ""), 10, "7"))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("no columns");
    assertThatThrownBy(() -> run(PLAN, 10, ""))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("no cell");
  }
}
