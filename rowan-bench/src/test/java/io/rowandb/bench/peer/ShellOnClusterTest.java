package io.rowandb.bench.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.program.RowanCommand;
import io.rowandb.schema.key.Digest;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code ./rowan shell --cluster} on HBase, with tables that a program made there. Here, since no
 * other module has both the command line and a cluster.
 */
@Tag("slow")
class ShellOnClusterTest {
  /** A copy of {@link #WORDS} as a file, by which the shell reads its rows. */
  private static final String DESIGN_FILE =
      """
      import io.rowandb.schema.key.*;
      import io.rowandb.schema.table.*;
      class Design {
        record Word(String text, long count) {}
        static final TableDesign<Word> WORDS =
            TableDesign.of("words", Word.class)
                .key(key -> key.hash(Digest.md5(2), Word::text).part(Word::text))
                .family("w").column(Word::count, "w:n").build();
      }
      """;

  record Word(String text, long count) {}

  private static final TableDesign<Word> WORDS =
      TableDesign.of("words", Word.class)
          .key(key -> key.hash(Digest.md5(2), Word::text).part(Word::text))
          .family("w")
          .column(Word::count, "w:n")
          .build();

  @TempDir private Path directory;

  @Test
  void rowsOfAClusterAreRecords() throws IOException, InterruptedException {
    DriverOptions options =
        new DriverOptions(directory.resolve("hbase"), 8 << 20, 512 << 20, 16 << 20);
    Configuration conf = HBaseSettings.server(options);
    HBaseCluster cluster = HBaseCluster.start(conf);
    try {
      makeWords(conf);
      assertThat(shell(conf, "scan 'words'", "scan 'words', {WHERE => {text => 'bob'}}", "list"))
          .contains(" text=\"ada\"           count=7", " text=\"bob\"           count=9")
          .contains("2 row(s)", "1 row(s)", "words  (with a design)");
    } finally {
      cluster.close();
    }
  }

  private static void makeWords(Configuration conf) throws IOException {
    try (Connection connection = ConnectionFactory.createConnection(conf);
        RecordTable<Word> words = RecordTable.create(connection, WORDS)) {
      words.putAll(List.of(new Word("ada", 7), new Word("bob", 9)));
    }
  }

  private List<String> shell(Configuration conf, String... commands)
      throws IOException, InterruptedException {
    Path site = directory.resolve("hbase-site.xml");
    try (OutputStream out = Files.newOutputStream(site)) {
      conf.writeXml(out);
    }
    Path design = Files.writeString(directory.resolve("Design.java"), DESIGN_FILE);
    Path input = Files.write(directory.resolve("commands"), List.of(commands));
    Path output = directory.resolve("output");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                RowanCommand.class.getName(),
                "shell",
                "--cluster",
                site.toString(),
                "--design",
                design.toString())
            .redirectInput(input.toFile())
            .redirectOutput(output.toFile())
            .redirectErrorStream(true)
            .start();
    try {
      assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    List<String> lines = Files.readAllLines(output, StandardCharsets.UTF_8);
    assertThat(process.exitValue()).as("%s", lines).isZero();
    return lines;
  }
}
