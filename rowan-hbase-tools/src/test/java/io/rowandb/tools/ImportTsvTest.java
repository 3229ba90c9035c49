package io.rowandb.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.mapreduce.ImportTsv;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.tool.BulkLoadHFilesTool;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code ImportTsv}: by puts, and by files that HBase's tool for bulk loads brings in. */
@Tag("slow")
class ImportTsvTest extends ToolTest {
  private static final int LINES = 300;
  private static final String COLUMNS =
      "-Dimporttsv.columns=HBASE_ROW_KEY,HBASE_TS_KEY,f:name,g:length";

  private Path file;
  private final List<String> expected = new ArrayList<>();

  @BeforeEach
  void writeFile() throws Exception {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < LINES; i++) {
      String row = String.format("r%03d", i);
      lines.add(String.join("\t", row, "" + (1000 + i), "name " + i, "" + i * i));
      expected.add(row + "/f:name/" + (1000 + i) + "/Put=name " + i);
      expected.add(row + "/g:length/" + (1000 + i) + "/Put=" + i * i);
    }
    lines.add("a line without columns");
    file = Files.write(directory.resolve("rows.tsv"), lines);
  }

  @ParameterizedTest
  @EnumSource(Door.class)
  void putsTheLinesOfAFile(Door door) throws Exception {
    open(door);
    create(TARGET);
    assertThat(run(new ImportTsv(), COLUMNS, "target", file.toString())).isZero();
    assertThat(cells(TARGET, new Scan())).isEqualTo(expected);
    assertThatThrownBy(() -> run(new ImportTsv(), COLUMNS, "none", file.toString()))
        .isInstanceOf(TableNotFoundException.class);
  }

  /** The tool casts its connection to HBase's own class, so it is for the complete door. */
  @ParameterizedTest
  @EnumSource(value = Door.class, names = "COMPLETE")
  void loadsItsFilesInBulk(Door door) throws Exception {
    open(door);
    create(TARGET);
    Path files = importFiles();
    assertThat(run(new BulkLoadHFilesTool(conf), files.toString(), "target")).isZero();
    assertThat(cells(TARGET, new Scan())).isEqualTo(expected);
    assertThat(hfiles(files)).isEmpty();
    try (Admin admin = connection.getAdmin()) {
      admin.flush(TARGET);
      admin.majorCompact(TARGET);
    }
    assertThat(cells(TARGET, new Scan())).isEqualTo(expected);
  }

  /**
   * The regions are others when the files come: the tool splits files, and the rest is copied. That
   * the table is read-only does not matter to HBase either.
   */
  @ParameterizedTest
  @EnumSource(value = Door.class, names = "COMPLETE")
  void splitsFilesThatDoNotFit(Door door) throws Exception {
    open(door);
    create(TARGET);
    Path files = importFiles();
    List<Path> made = hfiles(files);
    try (Admin admin = connection.getAdmin()) {
      admin.disableTable(TARGET);
      admin.deleteTable(TARGET);
      admin.createTable(
          TableDescriptorBuilder.newBuilder(TARGET)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of("g"))
              .setReadOnly(true)
              .build(),
          new byte[][] {bytes("r100"), bytes("r150"), bytes("r290")});
    }
    conf.setBoolean(BulkLoadHFiles.ALWAYS_COPY_FILES, true);
    assertThat(run(new BulkLoadHFilesTool(conf), files.toString(), "target")).isZero();
    assertThat(cells(TARGET, new Scan())).isEqualTo(expected);
    assertThat(hfiles(files)).as("all but the two it has split").hasSize(made.size() - 2);
  }

  @ParameterizedTest
  @EnumSource(value = Door.class, names = "COMPLETE")
  void saysWhyAFileCannotBeLoaded(Door door) throws Exception {
    open(door);
    conf.setBoolean("hbase.hstore.bulkload.verify", true);
    create(TARGET);
    Path files = importFiles();
    Path damaged = hfiles(files).get(0);
    byte[] content = Files.readAllBytes(damaged);
    content[100] ^= 1;
    Files.write(damaged, content);
    assertThatThrownBy(() -> run(new BulkLoadHFilesTool(conf), files.toString(), "target"))
        .hasStackTraceContaining(damaged.getFileName().toString())
        .hasStackTraceContaining("checksum");
    assertThat(Files.exists(damaged)).isTrue();
  }

  private Path importFiles() throws Exception {
    Path files = directory.resolve("files");
    String bulk = "-Dimporttsv.bulk.output=" + files;
    assertThat(run(new ImportTsv(), COLUMNS, bulk, "target", file.toString())).isZero();
    assertThat(cells(TARGET, new Scan())).isEmpty();
    assertThat(hfiles(files)).isNotEmpty();
    return files;
  }

  private static List<Path> hfiles(Path directory) throws Exception {
    try (Stream<Path> found = Files.walk(directory)) {
      return found
          .filter(path -> path.getFileName().toString().matches("[0-9a-f]{32}"))
          .sorted()
          .toList();
    }
  }
}
