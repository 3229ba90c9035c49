package io.rowandb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.program.RowanCommand;
import io.rowandb.client.Rowan;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What {@code ./rowan stats} prints of a store that is closed, and of one that is open. */
class StatsCommandTest {
  private static final TableName TABLE = TableName.valueOf("pages");
  private static final int ROWS = 500;

  @TempDir private Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void tellsTheSizesOfAClosedStore() throws IOException {
    try (Connection connection = connect()) {
      fill(connection);
    }
    assertThat(run("stats", store())).isZero();
    List<String> lines = out.toString().lines().toList();
    assertThat(lines.get(0)).matches("table +family +regions +files +cells +size +uncom.*");
    assertThat(lines.get(1)).matches("pages +f +2 +2 +500 +\\d.* KB +\\d.* KB +1\\.00");
    assertThat(lines.get(2)).matches("pages +g +2 +0 +0 +0 bytes +0 bytes +0\\.00");
    assertThat(lines.get(4)).startsWith("log: ");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void tellsThemOfEachRegionAsJson() throws IOException {
    try (Connection connection = connect()) {
      fill(connection);
    }
    assertThat(run("stats", "--regions", "--json", store())).isZero();
    List<String> lines = out.toString().lines().toList();
    assertThat(lines).hasSize(5);
    assertThat(lines.get(0))
        .startsWith("{\"kind\":\"region\",\"table\":\"pages\",\"enabled\":1,\"family\":\"f\"")
        .contains("\"startKey\":\"\",\"endKey\":\"row-250\"", "\"cells\":250,");
    assertThat(lines.get(2)).contains("\"startKey\":\"row-250\"", "\"cells\":250,");
    assertThat(lines.get(4)).startsWith("{\"kind\":\"store\",\"tables\":1,\"logSegments\":");
  }

  @Test
  @Tag("slow")
  void aStoreMayBeOpen() throws IOException {
    try (Connection connection = connect();
        Admin admin = connection.getAdmin()) {
      fill(connection);
      assertThat(run("stats", store())).isZero();
      assertThat(out.toString()).as("all in memory").containsPattern("pages +f +2 +0 +0 ");
      admin.flush(TABLE);
      assertThat(run("stats", store())).isZero();
      assertThat(out.toString()).containsPattern("pages +f +2 +2 +500 ");
      admin.disableTable(TABLE);
      assertThat(run("stats", store())).isZero();
      assertThat(out.toString()).containsPattern("pages \\(disabled\\) +f +2 +2 +500 ");
    }
  }

  @Test
  @Tag("slow")
  void refusesWhatIsNoStore() {
    assertThat(run("stats", directory.toString())).isEqualTo(1);
    assertThat(err.toString()).contains("MANIFEST");
    assertThat(run("stats", directory.resolve("absent").toString())).isEqualTo(1);
    assertThat(run("stats", "--path", directory.resolve("lost").toString())).isEqualTo(1);
    assertThat(err.toString())
        .contains("rowan: " + directory.resolve("absent") + " does not exist\n")
        .contains("rowan: " + directory.resolve("lost") + " does not exist\n");
    assertThat(run("stats")).isEqualTo(2);
    assertThat(err.toString()).contains("PATH is missing");
    assertThat(run("stats", "mem:test")).isEqualTo(2);
    assertThat(err.toString()).contains("PATH must be the directory of a store");
  }

  private void fill(Connection connection) throws IOException {
    try (Admin admin = connection.getAdmin();
        Table table = connection.getTable(TABLE)) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(TABLE)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of("g"))
              .build(),
          new byte[][] {Bytes.toBytes("row-250")});
      for (int i = 0; i < ROWS; i++) {
        byte[] value = Bytes.toBytes("value " + i);
        table.put(
            new Put(Bytes.toBytes(String.format("row-%03d", i)))
                .addColumn(Bytes.toBytes("f"), null, value));
      }
    }
  }

  private String store() {
    return directory.resolve("store").toString();
  }

  private Connection connect() throws IOException {
    return ConnectionFactory.createConnection(Rowan.configuration(store()));
  }

  private int run(String... arguments) {
    CommandLine command = RowanCommand.newCommandLine();
    command.setOut(new PrintWriter(out));
    command.setErr(new PrintWriter(err));
    return command.execute(arguments);
  }
}
