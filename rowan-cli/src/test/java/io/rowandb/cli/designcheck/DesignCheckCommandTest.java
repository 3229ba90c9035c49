package io.rowandb.cli.designcheck;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.systems.SystemCommandTrial;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DesignCheckCommandTest extends SystemCommandTrial {
  private static final Path DESIGNS = Path.of("..", "examples", "designs");
  private static final String GOOD = DESIGNS.resolve("calls.yaml").toString();
  private static final String BAD = DESIGNS.resolve("calls-month-first.yaml").toString();
  private static final String ROWS = DESIGNS.resolve("calls.csv").toString();

  DesignCheckCommandTest() {
    super(DesignCommand::new);
  }

  @Test
  void theWorstComesFirstAndFails() {
    assertThat(run("check", BAD, ROWS)).isEqualTo(1);
    assertThat(out.toString())
        .contains("2,000 rows of a sample", "2 errors, 6 warnings, 0 hints.")
        .containsSubsequence("ERROR hot-region", "ERROR full-scan", "WARNING");
    assertThat(out.toString().lines().mapToInt(String::length).max().orElse(0))
        .isLessThanOrEqualTo(150);
  }

  @Test
  void nothingIsFoundInAGoodDesign() {
    assertThat(run("check", GOOD, ROWS, "--fail-on", "hint")).isZero();
    assertThat(out.toString()).contains("Nothing found.");
  }

  @Test
  void withoutASampleItReasons() {
    assertThat(run("check", BAD)).isEqualTo(1);
    assertThat(out.toString()).contains("by reasoning alone", "ERROR time-first");
  }

  @Test
  void jsonIsOneLine() {
    assertThat(run("check", BAD, ROWS, "--json", "--fail-on", "never")).isZero();
    assertThat(out.toString())
        .startsWith("{\"table\":\"calls\",\"rows\":2000,\"badLines\":0,")
        .contains("\"errors\":2,\"warnings\":6,\"hints\":0,\"findings\":[{\"code\":\"hot-region\"");
    assertThat(out.toString().lines()).hasSize(1);
  }

  /** The same rows without a header, packed, and with lines that are none. */
  @Test
  void otherFormsOfOneSample() throws IOException {
    List<String> lines = Files.readAllLines(Path.of(ROWS));
    Path packed = directory.resolve("rows.dat.gz");
    try (OutputStream file = new GZIPOutputStream(Files.newOutputStream(packed))) {
      for (String each : lines.subList(1, lines.size())) {
        file.write((each.replace(',', '\t') + "\n").getBytes(StandardCharsets.UTF_8));
      }
      file.write("only one value\n".getBytes(StandardCharsets.UTF_8));
    }
    String columns = "phone,at,callee,seconds,cents";
    assertThat(run("check", GOOD, packed.toString(), "--format", "tsv", "--columns", columns))
        .isZero();
    assertThat(out.toString())
        .contains("2,000 rows", "1 line no row", "line 2001: 1 values where the header has 5");
    assertThat(
            run(
                "check",
                GOOD,
                packed.toString(),
                "--format",
                "tsv",
                "--columns",
                columns,
                "--max-bad",
                "0"))
        .isEqualTo(2);
    assertThat(err.toString()).contains("line 2001", "more than 0 lines are no rows");
  }

  @Test
  void limitReadsTheFirstRows() {
    assertThat(run("check", GOOD, ROWS, "--limit", "300")).isZero();
    assertThat(out.toString()).contains("300 rows of a sample");
  }

  @ParameterizedTest
  @CsvSource({
    "no.yaml, , no.yaml: there is no such file",
    "GOOD, no.csv, no.csv: there is no such file",
    "GOOD, rows.dat, the name does not say what it is",
    "GOOD, ROWS --limit 0, --limit 0 should be 1 or more",
    "GOOD, ROWS --max-bad -2, --max-bad -2 should be 0 or more",
    "GOOD, ROWS --format xml, \"xml\" is no format",
    "GOOD, ROWS --fail-on all, 'none of error, warning, hint and never'",
    "GOOD, ROWS --columns a, 'field \"at\" of design calls is not in the sample'",
  })
  void wrongCommandLines(String design, String rest, String message) {
    String line = "check " + design + (rest == null ? "" : " " + rest.replace("'", ""));
    String[] words =
        java.util.Arrays.stream(line.split(" ", -1))
            .map(each -> each.equals("GOOD") ? GOOD : each.equals("ROWS") ? ROWS : each)
            .toArray(String[]::new);
    assertThat(run(words)).isEqualTo(2);
    assertThat(err.toString()).contains(message);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void aWrongDesignIsNamedWithItsLine() throws IOException {
    Path design = directory.resolve("t.yaml");
    Files.writeString(design, Files.readString(Path.of(GOOD)).replace("zstd", "zst"));
    assertThat(run("check", design.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("t.yaml, line 14: compression: \"zst\"");
  }

  /** A sample must not steer the terminal. */
  @Test
  void valuesAreShownPrintable() throws IOException {
    Path rows = directory.resolve("rows.csv");
    Files.writeString(rows, "phone,at,callee,seconds,cents\n\u001b[31m1,20140101000000,1,1,1\n");
    assertThat(run("check", GOOD, rows.toString())).isEqualTo(1);
    assertThat(out.toString()).contains("value-unreadable").doesNotContain("\u001b");
  }

  @Tag("slow")
  @Test
  void estimateShowsPartsFilesAndFigures() {
    assertThat(run("estimate", GOOD, ROWS, "--rows", "1000000000")).isZero();
    assertThat(out.toString())
        .contains(
            "1,000,000,000 rows", "row keys, once a cell", "ROW_INDEX_V1", "* as in the design")
        .contains("replay of a dead server's log");
  }

  @Tag("slow")
  @Test
  void estimateAsJson() {
    assertThat(run("estimate", GOOD, ROWS, "--json")).isZero();
    assertThat(out.toString())
        .startsWith("{\"table\":\"calls\",\"rows\":100000000,\"sampleRows\":2000,")
        .contains("\"encoding\":\"FAST_DIFF\",\"codec\":\"ZSTD\"", "\"planned\":true");
  }

  @Test
  void simulateShowsShares() {
    assertThat(run("simulate", BAD, ROWS, "--servers", "10", "--spans", "5")).isZero();
    assertThat(out.toString()).contains("on 10 servers", "policy stepping", "With 20 servers");
    assertThat(run("simulate", GOOD, ROWS, "--json", "--split-policy", "increasing-094")).isZero();
    assertThat(out.toString()).contains("\"policy\":\"increasing-094\"", "\"doubledShare\":");
  }

  @ParameterizedTest
  @CsvSource({
    "estimate GOOD, SAMPLE is missing",
    "simulate GOOD, SAMPLE is missing",
    "estimate GOOD ROWS --rows 0, --rows 0 should be 1 to 1000000000000000",
    "simulate GOOD ROWS --servers 0, --servers 0 should be 1 to 10000",
    "simulate GOOD ROWS --spans 1001, --spans 1001 should be 1 to 1000",
    "simulate GOOD ROWS --split-policy never, \"never\" is none of stepping"
  })
  void otherWrongCommandLines(String line, String message) {
    String[] words =
        java.util.Arrays.stream(line.split(" ", -1))
            .map(each -> each.equals("GOOD") ? GOOD : each.equals("ROWS") ? ROWS : each)
            .toArray(String[]::new);
    assertThat(run(words)).isEqualTo(2);
    assertThat(err.toString()).contains(message);
  }

  @Test
  void fitSaysNoWithTheReason() throws IOException {
    assertThat(run("fit", GOOD, ROWS)).isZero();
    assertThat(out.toString()).contains("Table calls: ", "calls and writes a second");
    Path design = directory.resolve("t.yaml");
    Files.writeString(
        design, Files.readString(Path.of(GOOD)) + "needs: {joins: 3, transactions: rows}\n");
    assertThat(run("fit", design.toString(), ROWS)).isEqualTo(1);
    assertThat(out.toString())
        .containsSubsequence("no, this should not be in HBase.", "no transactions", "no joins");
    assertThat(run("fit", design.toString(), "--json")).isEqualTo(1);
    assertThat(out.toString()).contains("\"verdict\":\"no\"", "\"code\":\"joins\"");
  }

  @Tag("slow")
  @Test
  void whatIsAdvisedCanBePasted() throws IOException {
    assertThat(run("advise", BAD, ROWS)).isZero();
    assertThat(out.toString())
        .contains(
            "the present one",
            "better 1",
            "before the whole table, 100,000,000 rows in 11 regions.");
    String advised = out.toString();
    Path pasted = directory.resolve("pasted.yaml");
    Files.writeString(pasted, advised.substring(advised.indexOf("\ntable: ") + 1));
    assertThat(run("check", pasted.toString(), ROWS, "--fail-on", "warning")).isZero();
  }

  @Tag("slow")
  @Test
  void adviceAsJson() {
    assertThat(run("advise", BAD, ROWS, "--json", "--budget", "5", "--best", "2")).isZero();
    assertThat(out.toString())
        .startsWith("{\"table\":\"calls\",\"judged\":5,\"skipped\":")
        .contains("\"designs\":[\"table: calls");
    assertThat(run("advise", BAD, ROWS, "--budget", "0")).isEqualTo(2);
    assertThat(err.toString()).contains("--budget 0 should be 1 to 10000");
  }

  /** Names of a design and of a sample do not steer the terminal. */
  @Test
  void anErrorPrintsNoControlCharacter() throws IOException {
    Path design = directory.resolve("d.yaml");
    Files.writeString(design, "table: t\nkey: [{text: a}]\nfamilies: {d: {}}\n\"\\e[2J\": 1\n");
    assertThat(run("check", design.toString())).isEqualTo(2);
    assertThat(err.toString())
        .contains("\"\\x1b[2J\" is no entry of a design")
        .doesNotContain("\u001b");
    Path sample = Files.writeString(directory.resolve("s.csv"), "\u001b[2J,b,b\n1,2,3\n");
    assertThat(run("check", GOOD, sample.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("\\x1b[2J, b, b").doesNotContain("\u001b");
  }
}
