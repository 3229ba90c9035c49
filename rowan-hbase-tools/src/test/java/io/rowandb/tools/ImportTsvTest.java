package io.rowandb.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.mapreduce.ImportTsv;
import org.apache.hadoop.hbase.tool.BulkLoadHFilesTool;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code ImportTsv}: by puts, and its files for a bulk load, which is not there yet. */
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
  void refusesToLoadFilesInBulk(Door door) throws Exception {
    open(door);
    create(TARGET);
    Path files = directory.resolve("files");
    String bulk = "-Dimporttsv.bulk.output=" + files;
    assertThat(run(new ImportTsv(), COLUMNS, bulk, "target", file.toString())).isZero();
    assertThatThrownBy(() -> run(new BulkLoadHFilesTool(conf), files.toString(), "target"))
        .hasStackTraceContaining("bulk loading of HFiles is not built yet");
    assertThat(cells(TARGET, new Scan())).isEmpty();
  }
}
