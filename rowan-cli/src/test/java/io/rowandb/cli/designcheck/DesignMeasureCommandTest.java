package io.rowandb.cli.designcheck;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.systems.SystemCommandTrial;
import io.rowandb.client.Rowan;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DesignMeasureCommandTest extends SystemCommandTrial {
  private static final Path DESIGNS = Path.of("..", "examples", "designs");
  private static final String DESIGN = DESIGNS.resolve("calls.yaml").toString();
  private static final String ROWS = DESIGNS.resolve("calls.csv").toString();

  DesignMeasureCommandTest() {
    super(DesignCommand::new);
  }

  @Test
  void eachPatternHasALineOfEachTable() {
    assertThat(run("measure", DESIGN, ROWS, "--calls", "30")).isZero();
    assertThat(out.toString())
        .contains("Table calls: 2,000 rows written, 2,000 different")
        .contains("the last calls of a phone: a scan by phone.");
    assertThat(out.toString().lines().filter(each -> each.startsWith("the calls of a phone in")))
        .hasSize(3);
  }

  @Test
  void jsonIsOneLine() {
    assertThat(run("measure", DESIGN, ROWS, "--calls", "5", "--seed", "9", "--json")).isZero();
    assertThat(out.toString().lines()).hasSize(1);
    assertThat(out.toString())
        .startsWith("{\"table\":\"calls\",\"written\":2000,\"rows\":2000,")
        .contains("\"seed\":9,\"patterns\":[{\"name\":\"the last calls of a phone\"")
        .contains("\"calls\":5,", "\"estimatedBytes\":", "\"bytesDifference\":");
  }

  /** The store keeps what it had, and nothing more. */
  @Test
  void aTableOfAStoreIsMadeAndDeleted() throws IOException {
    String store = directory.resolve("store").toString();
    try (Connection connection = ConnectionFactory.createConnection(Rowan.configuration(store));
        Admin admin = connection.getAdmin()) {
      assertThat(run("measure", DESIGN, ROWS, "--calls", "5", "--path", store, "--table", "m"))
          .isZero();
      assertThat(admin.listTableDescriptors()).isEmpty();
      assertThat(admin.tableExists(TableName.valueOf("m"))).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "--calls 0, 2, --calls 0 should be 1 to 1000000",
    "--calls 1000001, 2, --calls 1000001 should be 1 to 1000000",
    "--path store, 2, --table goes with --path or --cluster",
    "--table m, 2, --table goes with --path or --cluster",
    "--path store --cluster c.xml --table m, 2, name two places",
    "--cluster c.xml --table m, 2, cannot read c.xml: no such file",
    "--path no-store --table m:n:o, 2, --table m:n:o: ",
    "--path no-store --table m, 1, does not exist",
  })
  void wrongCommandLines(String options, int code, String message) {
    String line = "measure " + DESIGN + " " + ROWS + " " + options;
    assertThat(run(line.split(" ", -1))).isEqualTo(code);
    assertThat(err.toString()).contains(message);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void aSampleIsNeeded() {
    assertThat(run("measure", DESIGN)).isEqualTo(2);
    assertThat(err.toString()).contains("SAMPLE is missing");
  }
}
