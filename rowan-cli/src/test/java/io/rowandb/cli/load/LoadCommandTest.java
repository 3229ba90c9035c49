package io.rowandb.cli.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.cli.CommandProcess;
import io.rowandb.cli.program.RowanCommand;
import io.rowandb.client.Rowan;
import io.rowandb.engine.io.LocalFileSystem;
import io.rowandb.engine.stats.DatabaseSizes;
import io.rowandb.engine.stats.TableStats;
import io.rowandb.engine.store.StoreStats;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** {@code ./rowan load --bulk}: what is in the table then, also after it was killed on the way. */
@Tag("slow")
class LoadCommandTest {
  private static final String COLUMNS = "HBASE_ROW_KEY,f:name,g:size";

  @TempDir private Path directory;

  private final StringWriter err = new StringWriter();

  private Path lines(String name, int from, int to) throws IOException {
    Path file = directory.resolve(name);
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (int i = from; i < to; i++) {
        int key = (int) (i * 7919L % (to - from));
        out.write(String.format("r%07d\tname %d\t%d%n", key, i, i % 13));
      }
    }
    return file;
  }

  private Path store() {
    return directory.resolve("store");
  }

  private List<String> arguments(String... more) {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(
        List.of(
            "load", "--bulk", "--path", store().toString(), "--table", "t", "--columns", COLUMNS));
    arguments.addAll(List.of(more));
    return arguments;
  }

  private int run(String... more) {
    return execute(arguments(more));
  }

  /** With another value of an option, or one more option. */
  private int runWith(String option, String value, String... more) {
    List<String> arguments = arguments(more);
    int at = arguments.indexOf(option);
    if (at < 0) {
      arguments.addAll(List.of(option, value));
    } else {
      arguments.set(at + 1, value);
    }
    return execute(arguments);
  }

  private int execute(List<String> arguments) {
    CommandLine command = RowanCommand.newCommandLine();
    command.setErr(new PrintWriter(err, true));
    return command.execute(arguments.toArray(new String[0]));
  }

  /** By row and column, the value. */
  private Map<String, String> cells() throws IOException {
    return cells("t");
  }

  private Map<String, String> cells(String tableName) throws IOException {
    Map<String, String> cells = new TreeMap<>();
    try (Connection connection =
            ConnectionFactory.createConnection(Rowan.configuration(store().toString()));
        Table table = connection.getTable(TableName.valueOf(tableName));
        ResultScanner scanner = table.getScanner(new Scan())) {
      for (Result row : scanner) {
        for (Cell cell : row.rawCells()) {
          String column =
              Bytes.toString(CellUtil.cloneFamily(cell))
                  + ":"
                  + Bytes.toString(CellUtil.cloneQualifier(cell));
          cells.put(
              Bytes.toString(row.getRow()) + "/" + column,
              Bytes.toString(CellUtil.cloneValue(cell)));
        }
      }
    }
    return cells;
  }

  private static Map<String, String> expected(int rows) {
    Map<String, String> cells = new TreeMap<>();
    for (int i = 0; i < rows; i++) {
      String row = String.format("r%07d", (int) (i * 7919L % rows));
      cells.put(row + "/f:name", "name " + i);
      cells.put(row + "/g:size", "" + i % 13);
    }
    return cells;
  }

  private int regions() throws IOException {
    try (Connection connection =
            ConnectionFactory.createConnection(Rowan.configuration(store().toString()));
        var locator = connection.getRegionLocator(TableName.valueOf("t"))) {
      return locator.getStartKeys().length;
    }
  }

  @Test
  void loadsLinesIntoANewTableAndCleansUp() throws IOException {
    Path file = lines("lines.tsv", 0, 20_000);
    assertThat(run("--create", "3", "--verify", file.toString())).as(err.toString()).isZero();
    assertThat(cells()).isEqualTo(expected(20_000));
    assertThat(regions()).isEqualTo(3);
    assertThat(directory.resolve("store.load")).doesNotExist();
    assertThat(run("--index", "I-=g:size", file.toString())).isZero();
    assertThat(cells()).hasSize(60_000).containsEntry("I-12/g:r0000001", "");
  }

  @Test
  void f57_compressedFilesAreSmallerAndHaveTheSameRows() throws IOException {
    Path file = lines("lines.tsv", 0, 20_000);
    Map<String, Long> bytes = new TreeMap<>();
    for (String codec : List.of("none", "lz4", "zstd", "gz")) {
      assertThat(
              runWith("--table", codec, "--create", "1", "--compression", codec, file.toString()))
          .as(err.toString())
          .isZero();
      assertThat(cells(codec)).isEqualTo(expected(20_000));
    }
    for (TableStats table : DatabaseSizes.read(new LocalFileSystem(), store()).tables()) {
      long sum = table.families().stream().mapToLong(StoreStats::storeFileBytes).sum();
      bytes.put(table.name().toString(), sum);
    }
    System.out.println("bytes of the same rows by codec: " + bytes);
    assertThat(bytes.get("lz4")).isLessThan(bytes.get("none") / 2);
    assertThat(bytes.get("zstd")).isLessThan(bytes.get("lz4"));
    assertThat(bytes.get("gz")).isLessThan(bytes.get("lz4"));
  }

  @Test
  void familiesAreMadeAsTheOptionsSayAndNotChangedLater() throws IOException {
    String file = lines("lines.tsv", 0, 100).toString();
    List<String> options =
        List.of("--compression", "snappy", "--bloom", "rowcol", "--encoding", "fast_diff");
    List<String> create = new ArrayList<>(options);
    create.addAll(List.of("--block-size", "8192", file));
    assertThat(run(create.toArray(new String[0]))).isEqualTo(2);
    assertThat(err.toString()).contains("are for the table that --create makes");
    create.addAll(0, List.of("--create", "1"));
    assertThat(run(create.toArray(new String[0]))).as(err.toString()).isZero();
    try (Connection connection =
            ConnectionFactory.createConnection(Rowan.configuration(store().toString()));
        Table table = connection.getTable(TableName.valueOf("t"))) {
      for (ColumnFamilyDescriptor family : table.getDescriptor().getColumnFamilies()) {
        assertThat(family.getCompressionType()).hasToString("SNAPPY");
        assertThat(family.getBloomFilterType()).hasToString("ROWCOL");
        assertThat(family.getDataBlockEncoding()).hasToString("FAST_DIFF");
        assertThat(family.getBlocksize()).isEqualTo(8192);
      }
    }
    assertThat(run(create.toArray(new String[0]))).as("the same again").isZero();
    assertThat(run("--create", "1", "--compression", "lz4", file)).isEqualTo(1);
    assertThat(err.toString()).contains("its family f has not {COMPRESSION=LZ4}");
    assertThat(cells()).isEqualTo(expected(100));
  }

  /** One writer a region and family, each with a file of its own: a table of one region has one. */
  @Test
  void f113_aTableHasAsManyWritersAsRegions() throws IOException {
    Path file = lines("lines.tsv", 0, 20_000);
    assertThat(runWith("--table", "one", "--create", "1", file.toString())).isZero();
    assertThat(runWith("--table", "three", "--create", "3", file.toString())).isZero();
    DatabaseSizes sizes = DatabaseSizes.read(new LocalFileSystem(), store());
    for (TableStats table : sizes.tables()) {
      int regions = table.name().toString().equals("one") ? 1 : 3;
      assertThat(table.regions()).hasSize(regions);
      assertThat(table.families()).extracting(StoreStats::family).containsExactly("f", "g");
      for (StoreStats family : table.families()) {
        assertThat(family.storeFiles()).isEqualTo(regions);
        assertThat(family.references()).as("files within their regions").isZero();
        assertThat(family.entries()).isEqualTo(20_000);
      }
    }
    assertThat(sizes.tables()).hasSize(2);
  }

  @Test
  void badLinesAreCountedAndBounded() throws IOException {
    Path file = directory.resolve("bad.tsv");
    Files.writeString(file, "a\tx\t1\nbad\nb\ty\t2\nbad too\n");
    assertThat(run("--create", "1", "--max-bad", "1", file.toString())).isEqualTo(1);
    assertThat(err.toString())
        .contains("bad.tsv: the line before byte 24: no separator")
        .contains("more bad lines than the 1 of --max-bad");
    assertThat(run("--create", "1", "--max-bad", "2", file.toString())).isZero();
    assertThat(cells()).hasSize(4).containsEntry("b/f:name", "y");
  }

  @Test
  void saysWhatIsMissing() throws IOException {
    Path file = lines("lines.tsv", 0, 10);
    assertThat(run(file.toString())).isEqualTo(1);
    assertThat(err.toString()).contains("there is no table t; --create N makes it");
    assertThat(run("--create", "1", directory.resolve("none").toString())).isEqualTo(2);
    assertThat(err.toString())
        .contains("cannot read " + directory.resolve("none") + ": no such file or directory");
    assertThat(run("--separator", "::", file.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("--separator takes one byte, not \"::\"");
    assertThat(run("--memory", "much", file.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("not \"much\"");
    assertThat(run("--create", "1", file.toString())).isZero();
    assertThat(run("--columns", "HBASE_ROW_KEY,f:a", file.toString())).isEqualTo(2);
    assertThat(
            RowanCommand.newCommandLine()
                .setErr(new PrintWriter(err, true))
                .execute(
                    "load",
                    "--bulk",
                    "--path",
                    store().toString(),
                    "--table",
                    "t",
                    "--columns",
                    "HBASE_ROW_KEY,x:a",
                    file.toString()))
        .isEqualTo(1);
    assertThat(err.toString()).contains("has families [f, g] and not x");
  }

  /** What cannot be read again, if the load is stopped, is refused before anything is made. */
  @Test
  void onlyFilesAreLoaded() throws Exception {
    assertThat(run("--create", "1", "-")).isEqualTo(2);
    assertThat(err.toString()).contains("standard input is not loaded: a load that was stopped");
    assertThat(run("--create", "1", directory.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("cannot read " + directory + ": is a directory");
    Path pipe = directory.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    assertThat(run("--create", "1", pipe.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("cannot load " + pipe + ", which is no regular file: ");
    assertThat(store()).doesNotExist();
  }

  /** Each is found before a line is read, and nothing is made. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2 | --table hbase:meta is a table of the system | --table | hbase:meta",
        "2 | --table hbase:quota is a table of the system | --table | hbase:quota",
        "2 | --timestamp -5 must be from 0 to 9223372036854775806 | --timestamp | -5",
        "2 | --timestamp 9223372036854775807 must be from | --timestamp | 9223372036854775807",
        "2 | --memory 1m must be from 16m to 2g | --memory | 1m",
        "2 | --memory 100g must be from 16m to 2g | --memory | 100g",
        "1 | there is no namespace none for table none:t | --table | none:t",
        "1 | COMPRESSION of column family f is \"BEST\" | --compression | best",
        "1 | BLOOMFILTER of column family f is \"ALL\" | --bloom | ALL",
        "1 | DATA_BLOCK_ENCODING of column family f | --encoding | tree",
        "1 | BLOCKSIZE of column family f is \"10\" | --block-size | 10",
        "1 | table t cannot be made: Family name \"a/b\" | --columns | HBASE_ROW_KEY,a/b:c",
      })
  void refusesWhatWouldFailAtTheEnd(int code, String fault, String option, String value)
      throws IOException {
    Path file = lines("lines.tsv", 0, 10);
    assertThat(runWith(option, value, "--create", "1", file.toString())).isEqualTo(code);
    assertThat(err.toString()).contains(fault);
    assertThat(directory.resolve("store.load")).doesNotExist();
    assertThat(store().resolve("data")).doesNotExist();
  }

  @Test
  void memoryForSortingIsAtMostHalfOfTheHeap() {
    assertThat(LoadCommand.sortBytes(null, 512L << 20)).isEqualTo(128L << 20);
    assertThat(LoadCommand.sortBytes(null, 32L << 20)).isEqualTo(16L << 20);
    assertThat(LoadCommand.sortBytes(null, 64L << 30)).isEqualTo(2L << 30);
    assertThat(LoadCommand.sortBytes("256m", 512L << 20)).isEqualTo(256L << 20);
    assertThat(LoadCommand.sortBytes("2G", 4L << 30)).isEqualTo(2L << 30);
    assertThatThrownBy(() -> LoadCommand.sortBytes("2g", 512L << 20))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--memory 2g must be at most half of the heap of 512m");
  }

  @Test
  void theStoreAndTheWorkingDirectoryAreApart() throws IOException {
    Path file = lines("lines.tsv", 0, 10);
    for (Path work : List.of(store(), directory.resolve("./store/work"), directory)) {
      assertThat(run("--create", "1", "--work", work.toString(), file.toString())).isEqualTo(2);
      assertThat(err.toString()).contains("must not be in one another");
      err.getBuffer().setLength(0);
    }
    assertThat(store()).doesNotExist();
    Path dotted = Files.createDirectories(store()).resolve(".");
    assertThat(runWith("--path", dotted.toString(), "--create", "1", file.toString()))
        .as(err.toString())
        .isZero();
    assertThat(cells()).isEqualTo(expected(10));
    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left).containsExactlyInAnyOrder(store(), file);
    }
  }

  /** Nor is what is sorted for one store taken for done in another. */
  @Test
  void aDirectoryOfSomebodyElseIsNoWorkingDirectory() throws Exception {
    Path file = lines("lines.tsv", 0, 10);
    Path own = Files.writeString(Files.createDirectory(directory.resolve("own")).resolve("x"), "x");
    String work = own.getParent().toString();
    assertThat(run("--create", "2", "--work", work, file.toString())).isEqualTo(1);
    assertThat(err.toString())
        .contains("A sort needs an empty directory or one of its own")
        .contains(work + " has x");
    assertThat(own).hasContent("x");
    assertThat(own.getParent().toFile().list()).containsExactly("x");
  }

  /** Who may write beside the store would choose where a load deletes. */
  @Test
  void aWorkingDirectoryThatNobodyHasNamedIsNoLink() throws Exception {
    Path file = lines("lines.tsv", 0, 10);
    Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
    Path link = Files.createSymbolicLink(directory.resolve("store.load"), elsewhere);
    assertThat(run("--create", "2", file.toString())).isEqualTo(2);
    assertThat(err.toString()).contains(link + " is a link that nobody has named");
    assertThat(elsewhere).isEmptyDirectory();
    assertThat(run("--create", "2", "--work", link.toString(), file.toString())).isZero();
    assertThat(cells()).isEqualTo(expected(10));
  }

  @Test
  void anotherLoadInTheDirectoryIsRefused() throws Exception {
    Path file = lines("lines.tsv", 0, 400_000);
    killWhileSorting(file);
    Path other = lines("other.tsv", 0, 10);
    assertThat(run("--create", "2", other.toString())).isEqualTo(1);
    assertThat(err.toString()).contains("store.load has another load that is not finished");
    err.getBuffer().setLength(0);
    String work = directory.resolve("store.load").toString();
    String store = directory.resolve("other").toString();
    assertThat(runWith("--path", store, "--create", "2", "--work", work, file.toString()))
        .isEqualTo(1);
    assertThat(err.toString()).contains("store.load has another load that is not finished");
  }

  /** Killed while it sorts, and again and again; the same command goes on. */
  @Test
  void goesOnAfterItWasKilled() throws Exception {
    int rows = 600_000;
    Path file = lines("lines.tsv", 0, rows);
    killWhileSorting(file);
    boolean wentOn = false;
    int code = CommandProcess.SIGKILL_CODE;
    for (int kills = 0; code == CommandProcess.SIGKILL_CODE && kills < 50; kills++) {
      try (CommandProcess load = start(file)) {
        String first = load.readTo(line -> true);
        wentOn |= first.contains("going on after");
        if (kills < 3) {
          Thread kill =
              new Thread(
                  () -> {
                    try {
                      load.signal("KILL");
                    } catch (IOException | InterruptedException e) {
                      throw new IllegalStateException(e);
                    }
                  });
          kill.start();
          kill.join();
        }
        load.readToEnd();
        code = load.code();
      }
    }
    assertThat(code).isZero();
    assertThat(wentOn).isTrue();
    assertThat(cells()).isEqualTo(expected(rows));
  }

  /** Kills it as soon as a run is noted. */
  private void killWhileSorting(Path file) throws Exception {
    try (CommandProcess load = start(file)) {
      Path noted = directory.resolve("store.load").resolve("PROGRESS");
      while (!Files.exists(noted)
          || !Files.readString(noted, StandardCharsets.ISO_8859_1).contains("_SeqId_")) {
        assertThat(load.isAlive()).as("ended before a run was noted").isTrue();
        Thread.onSpinWait();
      }
      load.signal("KILL");
      load.readToEnd();
      assertThat(load.code()).isEqualTo(CommandProcess.SIGKILL_CODE);
    }
  }

  private CommandProcess start(Path file) throws IOException {
    return CommandProcess.start(
        RowanCommand.class, arguments("--create", "2", "--memory", "16m", file.toString()));
  }
}
