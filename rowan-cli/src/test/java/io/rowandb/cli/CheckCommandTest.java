package io.rowandb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.program.RowanCommand;
import io.rowandb.client.Rowan;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What {@code ./rowan check} prints, its codes, and what is left after a repair. */
class CheckCommandTest {
  private static final TableName TABLE = TableName.valueOf("pages");
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final int ROWS = 500;

  @TempDir private Path directory;
  private Path store;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void fillAStore() throws IOException {
    store = directory.resolve("store");
    try (Connection connection = connect();
        Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(TABLE)
              .setColumnFamily(
                  ColumnFamilyDescriptorBuilder.newBuilder(FAMILY).setMaxVersions(7).build())
              .build(),
          new byte[][] {Bytes.toBytes("row-250")});
      try (Table table = connection.getTable(TABLE)) {
        for (int i = 0; i < ROWS; i++) {
          byte[] value = Bytes.toBytes("value " + i);
          table.put(
              new Put(Bytes.toBytes(String.format("row-%03d", i))).addColumn(FAMILY, null, value));
        }
      }
    }
  }

  @Test
  void findsNothingInAWholeStore() {
    assertThat(run("check", store.toString())).isZero();
    assertThat(out.toString())
        .containsPattern("tables +1\n")
        .containsPattern("regions +2\n")
        .containsPattern("store files +2 +\\d.* KB\n")
        .containsPattern("cells +500\n")
        .contains("Nothing is wrong.");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void tellsFileAndOffsetOfDamage() throws IOException {
    Path file = storeFiles().get(0);
    byte[] bytes = Files.readAllBytes(file);
    bytes[100] ^= 4;
    Files.write(file, bytes);
    assertThat(run("check", store.toString())).isEqualTo(1);
    assertThat(out.toString())
        .contains("error   " + store.relativize(file) + " at 0: wrong checksum in the DATA block")
        .contains("1 error, 0 warnings.");
    assertThat(Files.readAllBytes(file)).isEqualTo(bytes);
  }

  @Test
  void printsLinesOfJson() throws IOException {
    Files.delete(storeFiles().get(1));
    assertThat(run("check", "--json", store.toString())).isEqualTo(1);
    List<String> lines = out.toString().lines().toList();
    assertThat(lines).hasSize(2);
    assertThat(lines.get(0))
        .startsWith("{\"severity\":\"error\",\"file\":\"data/default/pages/")
        .contains("\"what\":\"is missing; the manifest lists it for pages,");
    assertThat(lines.get(1)).contains("\"tables\":1,\"regions\":2").endsWith("\"errors\":1}");
  }

  @Test
  void rebuildsALostManifestWithEveryRow() throws IOException {
    Files.delete(store.resolve("MANIFEST"));
    assertThat(run("check", store.toString())).isEqualTo(1);
    assertThat(out.toString()).contains("error   MANIFEST: is missing");
    assertThat(run("check", "--repair", store.toString())).isZero();
    assertThat(out.toString()).contains("Repaired:", "wrote a new MANIFEST", "Nothing is wrong.");
    assertRowsAreThere();
    assertThat(run("check", store.toString())).isZero();
  }

  @Test
  void repairKeepsWhatItTakesAway() throws IOException {
    Path unlisted = storeFiles().get(0).resolveSibling("f".repeat(32));
    Files.writeString(unlisted, "left over");
    assertThat(run("check", "--repair", store.toString())).isZero();
    assertThat(unlisted).doesNotExist();
    Path quarantine = store.resolve("quarantine/1");
    assertThat(quarantine.resolve(store.relativize(unlisted))).hasContent("left over");
    assertThat(quarantine.resolve("REPORT.txt"))
        .content()
        .contains("the manifest does not list it");
    assertRowsAreThere();
  }

  /** A kill leaves files that nothing lists yet, or any more; nothing is to be done about them. */
  @Test
  void whatTheNextOpeningDeletesIsANote() throws IOException {
    Path unlisted = storeFiles().get(0).resolveSibling("f".repeat(32));
    Files.writeString(unlisted, "left over");
    assertThat(run("check", store.toString())).isZero();
    assertThat(out.toString())
        .contains("note    " + store.relativize(unlisted) + ": the manifest does not list it;")
        .contains("the next opening deletes it\nNothing is wrong, 1 note.");
    connect().close();
    assertThat(unlisted).doesNotExist();
  }

  @Test
  @Tag("slow")
  void givesUpWhatIsMissingOnlyWhenItIsToldTo() throws IOException {
    Files.move(store.resolve("data"), directory.resolve("away"));
    assertThat(run("check", "--repair", store.toString())).isEqualTo(1);
    assertThat(out.toString())
        .contains("Nothing to repair.", "Left:", "2 store files that the manifest lists", "mounted")
        .doesNotContain("Nothing is wrong.");
    assertThat(store.resolve("quarantine")).doesNotExist();
    assertThat(run("check", "--repair", "--give-up-missing", store.toString())).isZero();
    connect().close();
    deleteEmpty(store.resolve("data"));
    Files.move(directory.resolve("away"), store.resolve("data"));
    assertThat(storeFiles()).hasSize(2);
    assertThat(run("check", store.toString())).isEqualTo(1);
    assertThat(out.toString()).contains("it stays if it is whole", "0 errors, 2 warnings.");
    Files.copy(
        store.resolve("quarantine/1/MANIFEST"),
        store.resolve("MANIFEST"),
        StandardCopyOption.REPLACE_EXISTING);
    assertRowsAreThere();
    assertThat(run("check", "--give-up-missing", store.toString())).isEqualTo(2);
  }

  private static void deleteEmpty(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  @Test
  void refusesALiveStoreWithOneClearLine() throws IOException {
    try (Connection connection = connect()) {
      assertThat(connection.isClosed()).isFalse();
      assertThat(run("check", "--repair", store.toString())).isEqualTo(1);
    }
    assertThat(err.toString()).contains("open in one process at a time").doesNotContain("\tat ");
    assertThat(err.toString().lines()).hasSize(1);
  }

  @Test
  @Tag("slow")
  void refusesWrongCommandLines() throws IOException {
    assertThat(run("check")).isEqualTo(2);
    assertThat(run("check", directory.resolve("absent").toString())).isEqualTo(1);
    assertThat(run("check", Files.writeString(directory.resolve("f"), "x").toString()))
        .isEqualTo(1);
    assertThat(run("check", "mem:x")).isEqualTo(2);
    assertThat(run("check", "--mend", store.toString())).isEqualTo(2);
    assertThat(err.toString())
        .contains("PATH", "absent does not exist", "f is not a directory", "mem:x", "--mend");
    Path other = Files.createDirectory(directory.resolve("other"));
    Files.writeString(other.resolve("text"), "x");
    assertThat(run("check", "--repair", other.toString())).isEqualTo(1);
    assertThat(err.toString()).contains("is no Rowan store: it has no MANIFEST and no TABLES");
    assertThat(other).isDirectoryNotContaining("glob:**LOCK");
  }

  private Connection connect() throws IOException {
    return ConnectionFactory.createConnection(Rowan.configuration(store.toString()));
  }

  private void assertRowsAreThere() throws IOException {
    try (Connection connection = connect();
        Admin admin = connection.getAdmin();
        Table table = connection.getTable(TABLE);
        ResultScanner rows = table.getScanner(new Scan())) {
      assertThat(rows).hasSize(ROWS);
      assertThat(admin.getRegions(TABLE)).hasSize(2);
      assertThat(admin.getDescriptor(TABLE).getColumnFamily(FAMILY).getMaxVersions()).isEqualTo(7);
    }
  }

  private List<Path> storeFiles() throws IOException {
    try (Stream<Path> files = Files.walk(store.resolve("data"))) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private int run(String... arguments) {
    CommandLine command = RowanCommand.newCommandLine();
    command.setOut(new PrintWriter(out));
    command.setErr(new PrintWriter(err));
    return command.execute(arguments);
  }
}
