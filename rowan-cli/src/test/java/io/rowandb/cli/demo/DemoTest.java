package io.rowandb.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.cli.source.SourceException;
import io.rowandb.cli.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The whole demonstration on a store in a directory, through HBase's client API. */
@Tag("slow")
class DemoTest {
  private static final String ACTIVITY_FILE = "a-twitter-higgs-activity/higgs-activity_time.txt.gz";

  @TempDir private Path directory;

  @Test
  void loadsTheSampleAndAnswersItsQuestions() throws IOException {
    String text = run(Optional.empty(), DemoTest::never, Demo.Outcome.DONE);
    assertThat(text)
        .contains("(a new store)", "made-up rows", "to the first row read back")
        .containsPattern(
            "of that the engine at most [0-9,]+ ms \\(open [0-9]+, create table [0-9]+, put and get"
                + " [0-9]+\\)")
        .contains("higgs-activity: 100%, 3,000 rows")
        .doesNotContain("EXPECTED");
    // F18: nothing at t8, and the newest of each column without a time.
    assertThat(text.replaceAll(" +", " "))
        .contains("com.cnn.www contents:html t6 <html>third version</html>")
        .contains("com.cnn.www anchor:cnnsi.com t9 CNN")
        .contains("com.cnn.www anchor:my.look.ca t8 CNN.com");
    assertThat(answer(text, "contents:html at time 8")).contains("nothing");
    assertThat(answer(text, "belong to nasa.gov"))
        .contains("mars.jpl.nasa.gov", "www.jpl.nasa.gov")
        .doesNotContain("nasal", "nasa-x");
    assertThat(answer(text, "did user 89805 do last").lines().filter(l -> l.contains("2012-07")))
        .hasSize(8)
        .isSortedAccordingTo((a, b) -> b.strip().compareTo(a.strip()));
    assertThat(answer(text, "event 4103").lines().filter(l -> l.contains(" 4103 "))).hasSize(4);
    assertThat(answer(text, "PM2.5 of 700 or more").lines().filter(l -> l.contains("720.0")))
        .hasSize(6);
  }

  @Test
  void callsMadeUpRowsMadeUp() throws IOException {
    assertThat(run(Optional.empty(), DemoTest::never, Demo.Outcome.DONE))
        .contains("higgs-activity: made-up rows in the form of Twitter activity")
        .contains("Tables of higgs-activity: made-up rows in the form of Twitter activity");
    Path data = directory.resolve("data");
    write(data.resolve(ACTIVITY_FILE), "1 2 1341100972 RT\n");
    assertThat(run(Optional.of(data), DemoTest::never, Demo.Outcome.DONE))
        .contains("Tables of higgs-activity: Twitter activity")
        .doesNotContain("made-up");
  }

  /** Its log says that all is loaded, of tables with other keys. */
  @Test
  void passesOverTheTablesOfAnEarlierVersion() throws IOException {
    TableName log = TableName.valueOf("demo:loads");
    TableName activity = TableName.valueOf("demo:activity");
    try (Connection connection = EmbeddedStore.open(directory.resolve("store"));
        Admin admin = connection.getAdmin()) {
      admin.createNamespace(NamespaceDescriptor.create("demo").build());
      for (TableName each : List.of(log, activity)) {
        admin.createTable(
            TableDescriptorBuilder.newBuilder(each)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of("l"))
                .build());
        try (Table table = connection.getTable(each)) {
          Put put = new Put(Bytes.toBytes("higgs-activity"));
          table.put(put.addColumn(Bytes.toBytes("l"), Bytes.toBytes("complete"), new byte[] {-1}));
        }
      }
    }
    Path data = directory.resolve("data");
    write(data.resolve(ACTIVITY_FILE), "1 2 1341100972 RT\n");
    assertThat(run(Optional.of(data), DemoTest::never, Demo.Outcome.DONE))
        .contains("tables that an earlier version of this command loaded are here too")
        .containsPattern("demo:activities +1 +1 +as loaded");
    try (Connection connection = EmbeddedStore.open(directory.resolve("store"))) {
      assertThat(RowCounter.of(connection, log)).isEqualTo(1);
      assertThat(RowCounter.of(connection, activity)).isEqualTo(1);
    }
  }

  /** A program's own tables may have such names; nothing is put among their rows. */
  @ParameterizedTest
  @CsvSource({"sample:activities, a", "sample:webtable_example, anchor", "sample:loaded, l2"})
  void refusesTablesThatItDidNotMake(String name, String family) throws IOException {
    TableName foreign = TableName.valueOf(name);
    try (Connection connection = EmbeddedStore.open(directory.resolve("store"));
        Admin admin = connection.getAdmin()) {
      admin.createNamespace(NamespaceDescriptor.create("sample").build());
      admin.createTable(
          TableDescriptorBuilder.newBuilder(foreign)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(family))
              .build());
    }
    assertThatThrownBy(() -> run(Optional.empty(), DemoTest::never, Demo.Outcome.DONE))
        .hasMessage(
            "table "
                + name
                + " was not made by this command, which fills only its own tables: drop it, or"
                + " give another PATH");
    try (Connection connection = EmbeddedStore.open(directory.resolve("store"));
        Admin admin = connection.getAdmin()) {
      assertThat(admin.listTableNames()).as("nothing was made").containsExactly(foreign);
      assertThat(RowCounter.of(connection, foreign)).isZero();
      admin.disableTable(foreign);
      admin.deleteTable(foreign);
    }
    run(Optional.empty(), DemoTest::never, Demo.Outcome.DONE);
  }

  /** What is left out is in nobody's way. */
  @Test
  void tablesThatItDoesNotNeedMayBeAnybodys() throws IOException {
    try (Connection connection = EmbeddedStore.open(directory.resolve("store"));
        Admin admin = connection.getAdmin()) {
      admin.createNamespace(NamespaceDescriptor.create("demo").build());
      admin.createTable(
          TableDescriptorBuilder.newBuilder(TableName.valueOf("demo:readings"))
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
              .build());
    }
    Path data = directory.resolve("data");
    write(data.resolve(ACTIVITY_FILE), "1 2 1341100972 RT\n");
    assertThat(run(Optional.of(data), DemoTest::never, Demo.Outcome.DONE))
        .contains("beijing-air: left out");
  }

  /** It would count as loaded for ever. */
  @ParameterizedTest
  @CsvSource({
    "a-twitter-higgs-activity/higgs-activity_time.txt.gz, ''",
    "d-logs-windows-events/windows_events.tsv.gz, ''",
    "d-logs-windows-events/windows_events.tsv.gz, 'a line of column names\n'"
  })
  void refusesAFileWithoutARecord(String name, String content) throws IOException {
    Path data = directory.resolve("data");
    write(data.resolve(ACTIVITY_FILE), "1 2 1341100972 RT\n");
    Path empty = write(data.resolve(name), content);
    assertThatThrownBy(() -> run(Optional.of(data), DemoTest::never, Demo.Outcome.DONE))
        .isInstanceOf(SourceException.class)
        .hasMessage(empty + ": has no record; a data file has at least one");
    try (Connection connection = EmbeddedStore.open(directory.resolve("store"));
        Admin admin = connection.getAdmin()) {
      assertThat(admin.listTableNames()).as("nothing was made").isEmpty();
    }
    Files.delete(empty);
    write(data.resolve(ACTIVITY_FILE), "1 2 1341100972 RT\n");
    assertThat(run(Optional.of(data), DemoTest::never, Demo.Outcome.DONE))
        .containsPattern("demo:activities +1 +1 +as loaded");
  }

  /** What is loaded needs its file no more. */
  @Test
  void doesNotLookAtAFileOfWhatIsComplete() throws IOException {
    Path data = directory.resolve("data");
    write(data.resolve(ACTIVITY_FILE), "1 2 1341100972 RT\n");
    run(Optional.of(data), DemoTest::never, Demo.Outcome.DONE);
    write(data.resolve(ACTIVITY_FILE), "");
    assertThat(run(Optional.of(data), DemoTest::never, Demo.Outcome.DONE))
        .contains("higgs-activity: there already, 1 record");
  }

  @Test
  void loadsNothingTwice() throws IOException {
    String first = run(Optional.empty(), DemoTest::never, Demo.Outcome.DONE);
    String second = run(Optional.empty(), DemoTest::never, Demo.Outcome.DONE);
    assertThat(second)
        .contains("(run 2 here)", "beijing-air: there already, 2,016 records")
        .doesNotContain("100%");
    assertThat(rowCounts(second)).isEqualTo(rowCounts(first));
  }

  @Test
  void goesOnAfterAStopAtAnyRecord() throws IOException {
    AtomicInteger questions = new AtomicInteger();
    Demo.Outcome outcome = Demo.Outcome.STOPPED;
    for (int run = 1; outcome == Demo.Outcome.STOPPED; run++) {
      int limit = 2500 * run;
      questions.set(0);
      outcome = demo(new ByteArrayOutputStream(), () -> questions.incrementAndGet() > limit);
      assertThat(run).isLessThan(20);
    }
    String last = run(Optional.empty(), DemoTest::never, Demo.Outcome.DONE);
    assertThat(last).contains("there already, 3,000 records").doesNotContain("EXPECTED");
  }

  @Test
  void goesOnAfterADamagedFileWasReplaced() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 60_000; i++) {
      lines.append(i % 977).append(' ').append(i).append(" 13411").append(10_000 + i / 3);
      lines.append(" RT\n");
    }
    Path data = directory.resolve("data");
    Path file = write(data.resolve(ACTIVITY_FILE), lines.toString());
    byte[] sound = Files.readAllBytes(file);
    byte[] damaged = sound.clone();
    damaged[sound.length - 2000] ^= 0x55;
    Files.write(file, damaged);
    assertThatThrownBy(() -> run(Optional.of(data), DemoTest::never, Demo.Outcome.DONE))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining(ACTIVITY_FILE)
        .hasMessageContaining("damaged after line");
    Files.write(file, sound);
    String text = run(Optional.of(data), DemoTest::never, Demo.Outcome.DONE);
    assertThat(text)
        .contains("windows-events: left out")
        .contains("higgs-activity: 100%, 60,000 rows")
        .containsPattern("demo:activities +60,000 +60,000 +as loaded");
    assertThat(run(Optional.empty(), DemoTest::never, Demo.Outcome.DONE))
        .contains("what this store holds already", "higgs-activity: there already")
        .containsPattern("demo:activities +60,000 +60,000 +as loaded");
  }

  @Test
  void refusesToGoOnWithOtherFiles() throws IOException {
    Path data = directory.resolve("data");
    write(data.resolve(ACTIVITY_FILE), "1 2 1341100972 RT\nnot an activity\n");
    assertThatThrownBy(() -> run(Optional.of(data), DemoTest::never, Demo.Outcome.DONE))
        .hasMessageContaining("line 2")
        .hasMessageContaining("4 fields");
    write(data.resolve(ACTIVITY_FILE), "1 2 1341100972 RT\n1 2 1341100973 RT\n");
    // Nothing was noted yet, so the corrected file is taken.
    run(Optional.of(data), DemoTest::never, Demo.Outcome.DONE);
  }

  @Test
  void saysThatNothingIsLoadedYet() throws IOException {
    Path data = directory.resolve("data");
    write(data.resolve(ACTIVITY_FILE), "1 2 1341100972 RT\n");
    run(Optional.of(data), () -> true, Demo.Outcome.STOPPED);
    assertThatThrownBy(() -> run(Optional.empty(), DemoTest::never, Demo.Outcome.DONE))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("no data set is complete")
        .hasMessageContaining("--data DIR");
  }

  @Test
  void namesAFileThatIsThereButCannotBeRead() throws IOException {
    Path data = directory.resolve("data");
    Files.createDirectories(data.resolve(ACTIVITY_FILE));
    assertThatThrownBy(() -> run(Optional.of(data), DemoTest::never, Demo.Outcome.DONE))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("cannot read ")
        .hasMessageContaining(ACTIVITY_FILE);
  }

  @Test
  void refusesAStoreThatHoldsNone() {
    assertThatThrownBy(
            () -> {
              Files.writeString(directory.resolve("store"), "a file");
              run(Optional.empty(), DemoTest::never, Demo.Outcome.DONE);
            })
        .hasMessageContaining("is a file");
  }

  private String run(Optional<Path> data, BooleanSupplier stop, Demo.Outcome expected)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    assertThat(demo(bytes, stop, data)).isEqualTo(expected);
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private Demo.Outcome demo(ByteArrayOutputStream bytes, BooleanSupplier stop) throws IOException {
    return demo(bytes, stop, Optional.empty());
  }

  private Demo.Outcome demo(ByteArrayOutputStream bytes, BooleanSupplier stop, Optional<Path> data)
      throws IOException {
    Terminal terminal =
        new Terminal(new PrintStream(bytes, true, StandardCharsets.UTF_8), false, 160);
    Clock clock = Clock.systemUTC();
    return new Demo(terminal, stop, System::nanoTime, clock, clock::millis)
        .run(data, directory.resolve("store"));
  }

  private static boolean never() {
    return false;
  }

  /** What is printed between the question with {@code words} and the next. */
  private static String answer(String text, String words) {
    for (String part : text.split("DemoQuestion: ", -1)) {
      if (part.lines().findFirst().orElse("").contains(words)) {
        return part;
      }
    }
    throw new AssertionError("no question with \"" + words + "\" in:\n" + text);
  }

  private static String rowCounts(String text) {
    return String.join(
        "\n",
        text.lines()
            .filter(line -> line.contains("as loaded"))
            .map(line -> line.substring(0, line.indexOf("as loaded")))
            .toList());
  }

  private static Path write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return file;
  }
}
