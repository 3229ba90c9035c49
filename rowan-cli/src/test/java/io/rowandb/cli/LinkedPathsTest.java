package io.rowandb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.program.RowanCommand;
import io.rowandb.client.Rowan;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * With {@code l -> deep/in}, {@code l/../shop} is {@code deep/shop} for every program, and so it is
 * for each command; {@code shop} beside the link is another store.
 */
class LinkedPathsTest {
  @TempDir private Path directory;

  private final StringWriter out = new StringWriter();

  @BeforeEach
  void makeStores() throws IOException {
    Files.createDirectories(directory.resolve("deep/in"));
    Files.createSymbolicLink(directory.resolve("l"), Path.of("deep", "in"));
    createTable(directory.resolve("shop"), "wrong");
    createTable(directory.resolve("deep/shop"), "right");
  }

  private static void createTable(Path store, String table) throws IOException {
    try (Connection connection =
            ConnectionFactory.createConnection(Rowan.configuration(store.toString()));
        Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(TableName.valueOf(table))
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
              .build());
    }
  }

  private boolean has(String store, String table) throws IOException {
    try (Connection connection =
            ConnectionFactory.createConnection(Rowan.configuration(at(store)));
        Admin admin = connection.getAdmin()) {
      return admin.tableExists(TableName.valueOf(table));
    }
  }

  private String at(String path) {
    return directory + "/" + path;
  }

  private int run(String... arguments) {
    CommandLine command = RowanCommand.newCommandLine();
    command.setOut(new PrintWriter(out, true));
    command.setErr(new PrintWriter(out, true));
    return command.execute(arguments);
  }

  @Test
  void aClientOpensWhatTheSystemNames() throws IOException {
    assertThat(has("l/../shop", "right")).isTrue();
    createTable(directory.resolve("l/../made"), "t");
    assertThat(directory.resolve("deep/made")).isDirectory();
    assertThat(directory.resolve("made")).doesNotExist();
  }

  @Test
  void statsAndCheckReadIt() throws IOException {
    assertThat(run("stats", at("l/../shop"))).isZero();
    assertThat(out.toString()).contains("right").doesNotContain("wrong");
    Files.writeString(directory.resolve("deep/shop/stranger"), "mine");
    assertThat(run("check", at("l/../shop"))).isZero();
    assertThat(out.toString()).contains("note    stranger: ");
  }

  @Test
  void aBackupIsOfItAndGoesThere() throws IOException {
    assertThat(run("backup", at("l/../shop"), at("l/../saved")))
        .describedAs(out.toString())
        .isZero();
    assertThat(directory.resolve("saved")).doesNotExist();
    assertThat(run("restore", at("l/../saved"), at("l/../again"))).isZero();
    assertThat(directory.resolve("again")).doesNotExist();
    assertThat(has("deep/again", "right")).isTrue();
  }

  @Test
  void aLoadGoesIntoItAndSortsThere() throws IOException {
    Path lines = Files.writeString(directory.resolve("in.tsv"), "r\tv\n");
    Path work = Files.createDirectory(directory.resolve("work"));
    Path stranger = Files.writeString(work.resolve("stranger"), "mine");
    assertThat(
            run(
                "load",
                "--bulk",
                "--path",
                at("l/../shop"),
                "--table",
                "right",
                "--columns",
                "HBASE_ROW_KEY,f:q",
                "--work",
                at("l/../work"),
                lines.toString()))
        .describedAs(out.toString())
        .isZero();
    assertThat(stranger).exists();
    assertThat(run("stats", at("deep/shop"))).isZero();
    assertThat(out.toString()).containsPattern("right +f +1 +1 ");
  }

  @Test
  @Tag("slow")
  void aWorkingDirectoryIsInNoStoreByWhateverLink() throws IOException {
    Path lines = Files.writeString(directory.resolve("in.tsv"), "r\tv\n");
    Files.createSymbolicLink(directory.resolve("into"), Path.of("deep", "shop"));
    Files.createSymbolicLink(directory.resolve("other"), Path.of("shop"));
    for (String work : List.of("into", "into/work", "l/../shop/data", "other/work")) {
      assertThat(
              run(
                  "load",
                  "--bulk",
                  "--path",
                  at("deep/shop"),
                  "--table",
                  "right",
                  "--columns",
                  "HBASE_ROW_KEY,f:q",
                  "--work",
                  at(work),
                  lines.toString()))
          .isEqualTo(2);
      assertThat(out.toString())
          .containsAnyOf("in one another", "is inside another store or a backup, ")
          .doesNotContain("sorting");
      out.getBuffer().setLength(0);
    }
    assertThat(directory.resolve("shop/work")).doesNotExist();
  }

  @Test
  void whatIsNotThereHasNothingBesideIt() throws IOException {
    assertThat(run("stats", at("gone/../shop"))).isEqualTo(CommandRunner.FAILED);
    assertThat(out.toString()).contains("gone/../shop does not exist");
  }

  @Test
  void aStoreByALinkKeepsTheLinksName() throws IOException {
    Files.createSymbolicLink(directory.resolve("linked"), Path.of("deep", "shop"));
    assertThat(has("linked", "right")).isTrue();
    Path lines = Files.writeString(directory.resolve("in.tsv"), "r\tv\n");
    Files.createDirectory(directory.resolve("linked.load"));
    Files.writeString(directory.resolve("linked.load/stranger"), "mine");
    assertThat(
            run(
                "load",
                "--bulk",
                "--path",
                at("linked"),
                "--table",
                "right",
                "--columns",
                "HBASE_ROW_KEY,f:q",
                lines.toString()))
        .isEqualTo(CommandRunner.FAILED);
    assertThat(out.toString()).contains("linked.load has stranger");
  }
}
