package io.rowandb.cli.systems.logs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.CommandRunner;
import io.rowandb.cli.systems.SystemCommandTrial;
import io.rowandb.client.Rowan;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.systems.logs.LogStore;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** {@code ./rowan logs}, as a user types it. */
class LogsCommandTest extends SystemCommandTrial {
  private static final String GUID = "6a910b9d-498a-5ee0-c903-000000000400";

  private static final String LINES =
      """
      host~at~process~parent~event~note
      web~2020-06-10T02:50:56.537Z~{GUID}~~13~one
      web~2020-06-10T03:00:00Z~~GUID~12~two
      db~2020-06-10T03:00:00Z~GUID~GUID~12~three
      web~2020-06-11T00:00:00Z~GUID~~13~
      """
          .replace("GUID", GUID)
          .replace('~', '\t');

  private static final String COLUMNS =
      "group=host,time=at,guid1=process,guid2=parent,code=event,text=note";

  LogsCommandTest() {
    super(LogsCommand::new);
  }

  private int ask(String what, String value, String from, String to) {
    return run("ask", store(), "--group", "web", what, value, "--from", from, "--to", to);
  }

  private List<String> printed() {
    return out.toString().lines().toList();
  }

  private String file(String text) throws IOException {
    return Files.writeString(directory.resolve("events.tsv"), text).toString();
  }

  private int load(String file, String... more) {
    return run(
        Stream.concat(
                Stream.of("load", store(), "--create", "--file", file, "--columns", COLUMNS),
                Stream.of(more))
            .toArray(String[]::new));
  }

  private Connection connect() throws IOException {
    return ConnectionFactory.createConnection(Rowan.configuration(store()));
  }

  @Tag("slow")
  @Test
  void loadsAFileTwiceAndAnswers() throws IOException {
    for (int i = 0; i < 2; i++) {
      assertThat(load(file(LINES))).isZero();
      assertThat(out.toString()).startsWith("Loaded 4 lines of ").endsWith(" a second).\n");
    }
    Path title = directory.resolve("events.tsv").toRealPath();
    assertThat(ask("--guid", "{" + GUID + "}", "2020-06-10", "2020-06-10")).isZero();
    assertThat(printed())
        .containsExactly(
            "time\tfile\tline\tguid1\tguid2\tcode\tsource\ttext",
            "2020-06-10T02:50:56.537Z\t" + title + "\t2\t" + GUID + "\t\t13\t\tone",
            "2020-06-10T03:00:00Z\t" + title + "\t3\t\t" + GUID + "\t12\t\ttwo");
    assertThat(ask("--code", "13", "2020-06-10", "2020-06-11")).isZero();
    assertThat(printed()).hasSize(3);
    assertThat(printed().get(2))
        .isEqualTo("2020-06-11T00:00:00Z\t" + title + "\t5\t" + GUID + "\t\t13\t\t");
    assertThat(ask("--code", "14", "2020-06-10", "2020-06-11")).isZero();
    assertThat(printed()).hasSize(1);
    assertThat(run("ask", store(), "--group=web", "--code=12", "--from=2020-06-10", "--json"))
        .isZero();
    assertThat(printed()).hasSize(1);
    assertThat(printed().get(0))
        .contains("\"line\":3,\"time\":\"2020-06-10T03:00:00Z\",\"group\":\"web\",\"guid1\":null")
        .endsWith("\"guid2\":\"" + GUID + "\",\"code\":\"12\",\"source\":null,\"text\":\"two\"}");
    String nobodys = "--guid=6a910b9d-498a-5ee0-c903-000000000401";
    for (String command : List.of("ask", "explain")) {
      assertThat(
              run(command, store(), "--group=web", "--guid=" + GUID, nobodys, "--from=2020-06-10"))
          .isZero();
      assertThat(printed().toString()).contains(command.equals("ask") ? "two" : "byGuid");
    }
  }

  /** What was loaded is not loaded again; what is there already ends a load, with nothing of it. */
  @Tag("slow")
  @Test
  void sortedFilesAreLoadedOnceAndWholly() throws IOException {
    assertThat(load(file(LINES), "--bulk", "--date", "2020-06-10")).isEqualTo(1);
    assertThat(err.toString()).contains("is not of 2020-06-10");
    assertThat(ask("--code", "12", "2020-06-10", "2020-06-10")).isZero();
    assertThat(printed()).as("nothing of a wrong file").hasSize(1);
    assertThat(load(file(LINES), "--bulk")).isZero();
    assertThat(lines()).hasSize(2);
    assertThat(lines().get(1))
        .matches("Reading and sorting .*, merging into [0-9]+ files? of .*, handing over .*\\.");
    assertThat(out.toString()).startsWith("Loaded 4 lines of ");
    assertThat(ask("--guid", GUID, "2020-06-10", "2020-06-10")).isZero();
    assertThat(printed()).hasSize(3);
    assertThat(load(file(LINES), "--bulk")).isZero();
    assertThat(out.toString()).startsWith("There is nothing to do: ").endsWith("before.\n");
    assertThat(load(file(LINES + "web\t2020-06-11T00:00:01Z\t\t\t14\tfour\n"), "--bulk"))
        .isEqualTo(1);
    assertThat(err.toString()).contains("is not new").contains("nothing was loaded");
    assertThat(ask("--code", "14", "2020-06-11", "2020-06-11")).isZero();
    assertThat(printed()).hasSize(1);
    assertThat(load(file(LINES + "web\t2020-06-11T00:00:01Z\t\t\t14\tfour\n"))).isZero();
    assertThat(ask("--code", "14", "2020-06-11", "2020-06-11")).isZero();
    assertThat(printed()).hasSize(2);
  }

  @Test
  void sortingNeedsAPlaceOutsideOfAStore() {
    assertThat(run("load", "mem:x", "--lines", "10", "--bulk")).isEqualTo(2);
    assertThat(err.toString()).contains("--bulk needs PATH, the directory of a store");
    assertThat(run("load", store(), "--create", "--lines", "10", "--work", store() + "/x"))
        .isEqualTo(2);
    assertThat(err.toString()).contains("--work needs --bulk");
    assertThat(
            run("load", store(), "--create", "--lines", "10", "--bulk", "--work", store() + "/x"))
        .isEqualTo(2);
    assertThat(err.toString()).contains("must not be in one another");
    assertThat(Files.exists(Path.of(store()))).isFalse();
  }

  /** As logs of several hosts often have: the lines of neither replace those of the other. */
  @Test
  void filesOfOneNameInTwoDirectoriesAreTwo() throws IOException {
    for (String host : List.of("web-1", "web-2")) {
      Path file = Files.createDirectory(directory.resolve(host)).resolve("2020-06-10.log");
      Files.writeString(file, LINES.replace("one", "of " + host));
      assertThat(load(file.toString())).isZero();
    }
    assertThat(ask("--guid", GUID, "2020-06-10", "2020-06-10")).isZero();
    assertThat(printed()).hasSize(5);
    assertThat(printed()).anyMatch(line -> line.contains("/web-1/2020-06-10.log\t2\t"));
    assertThat(printed()).anyMatch(line -> line.endsWith("\tof web-1"));
    assertThat(printed()).anyMatch(line -> line.endsWith("\tof web-2"));
    Path link = Files.createSymbolicLink(directory.resolve("link"), directory.resolve("web-1"));
    assertThat(load(link.resolve("2020-06-10.log").toString())).isZero();
    assertThat(ask("--guid", GUID, "2020-06-10", "2020-06-10")).isZero();
    assertThat(printed()).as("the same file by another way").hasSize(5);
  }

  @Test
  void aPackedFileHasItsTitle() throws IOException {
    Path file = directory.resolve("events.tsv.gz");
    try (OutputStream packed = new GZIPOutputStream(Files.newOutputStream(file))) {
      packed.write(LINES.getBytes(UTF_8));
    }
    assertThat(load(file.toString(), "--title", "the events of June")).isZero();
    assertThat(ask("--code", "12", "2020-06-10", "2020-06-10")).isZero();
    assertThat(printed().get(1)).contains("\tthe events of June\t3\t");
  }

  /** A log has what strangers send. */
  @Test
  void whatWouldMoveTheCursorIsPrintedEscaped() throws IOException {
    String text = LINES.replace("one", "\u001b[2Jgone\u202e").replace("\t13\t", "\t1\u00073\t");
    assertThat(load(file(text), "--title", "a\u001b]0;title")).isZero();
    assertThat(ask("--guid", GUID, "2020-06-10", "2020-06-10")).isZero();
    assertThat(printed().get(1))
        .contains("\ta\\x1b]0;title\t2\t", "\t1\\x073\t")
        .endsWith("\t\\x1b[2Jgone\\u202e");
    assertThat(out.toString()).doesNotContain("\u001b");
  }

  /** As of {@code | head}: nobody reads the other lines. */
  @Test
  void anAnswerThatNobodyReadsIsNotReadOn() throws IOException {
    assertThat(load(file(LINES))).isZero();
    List<String> printed = new ArrayList<>();
    PrintWriter broken =
        new PrintWriter(new StringWriter()) {
          @Override
          public boolean checkError() {
            return true;
          }

          @Override
          public void println(String line) {
            printed.add(line);
            super.println(line);
          }
        };
    CommandLine command = CommandRunner.commandLine(new LogsCommand()).setOut(broken);
    assertThat(
            command.execute(
                "ask", store(), "--group", "web", "--guid", GUID, "--from", "2020-06-10"))
        .isZero();
    assertThat(printed).hasSize(1);
  }

  @Test
  void aBatchHasOneDate() throws IOException {
    assertThat(load(file(LINES), "--date", "2020-06-10")).isEqualTo(1);
    assertThat(err.toString())
        .contains("events.tsv, line 5: 2020-06-11T00:00:00Z is not of 2020-06-10");
    String day = LINES.substring(0, LINES.lastIndexOf("web"));
    assertThat(load(file(day), "--date", "2020-06-10")).isZero();
    assertThat(out.toString()).startsWith("Loaded 3 lines of ");
  }

  @Test
  @Tag("slow")
  void explainsWhatIsRead() {
    run("load", store(), "--create", "--lines", "500", "--groups", "2", "--guids", "5");
    assertThat(
            run("explain", store(), "--group", "host0", "--code", "4600", "--from", "2020-06-10"))
        .isZero();
    assertThat(out.toString())
        .contains("served by: index byCode", "ranges: 1, forward", "regions: 1 of 24");
    String source = "service0";
    assertThat(
            run("explain", store(), "--group", "host0", "--source", source, "--from", "2020-06-10"))
        .isZero();
    assertThat(out.toString()).contains("refused: ");
    assertThat(run("ask", store(), "--group", "h", "--source", source, "--from", "2020-06-10"))
        .isEqualTo(1);
    assertThat(err.toString()).contains("neither the key nor an index");
  }

  /** That it is built while others write, another test shows; here it is there. */
  @Test
  void anIndexThatIsThereIsChecked() throws IOException {
    try (Connection connection = connect()) {
      RecordTable.create(connection, LogStore.WITH_SOURCE).close();
      RecordTable.create(connection, LogStore.FILES).close();
    }
    assertThat(run("load", store(), "--lines", "300", "--groups", "1")).isZero();
    assertThat(run("index", store())).isZero();
    assertThat(out.toString())
        .startsWith("index bySource: 300 records with 300 entries, 0 of them missing");
    assertThat(
            run("ask", store(), "--group", "host0", "--source", "service0", "--from", "2020-06-10"))
        .isZero();
    assertThat(printed().size()).isBetween(2, 300);
    assertThat(printed().get(1)).contains("\tservice0\t");
  }

  @Tag("slow")
  @Test
  void comparesDesignsAndLeavesNoTable() throws IOException {
    assertThat(
            run(
                "compare",
                store(),
                "--create",
                "--lines",
                "1000",
                "--groups",
                "2",
                "--guids",
                "9",
                "--questions",
                "3"))
        .isZero();
    assertThat(out.toString())
        .startsWith("1,000 lines of made-up logs of seed 1, with ")
        .containsPattern("\ndesign +rows +cells +by the busiest +to in use +ways lost\n")
        .containsPattern("\nthree copies +[0-9,]+ +\\S+ KB +\\d+ % +– +[1-9][0-9,]*\n")
        .containsPattern("\ncopies by line +[0-9,]+ +\\S+ KB +\\d+ % +1\\.\\d\\d +0\n")
        .containsPattern("\none version +[0-9,]+ +\\S+ KB +\\d+ % +– +[1-9][0-9,]*\n")
        .containsPattern("\nin use +[0-9,]+ +\\S+ KB +\\d+ % +1.00 .* 0\n")
        .containsPattern("\na guid's day +rows read +bytes read +lines found +lines there\n")
        .containsPattern("\na code's day ");
    try (Connection connection = connect();
        Admin admin = connection.getAdmin()) {
      assertThat(admin.listTableNames()).isEmpty();
    }
  }

  @Test
  void aWrongLineIsNamedAndTheLoadCanBeBegunAgain() throws IOException {
    assertThat(load(file(LINES + "web\tyesterday\t\t\t\t\n"))).isEqualTo(1);
    assertThat(err.toString()).contains("events.tsv, line 6: time is \"yesterday\"");
    assertThat(load(file(LINES))).isZero();
    assertThat(ask("--code", "13", "2020-06-10", "2020-06-11")).isZero();
    assertThat(printed()).hasSize(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "                                       | a command is missing",
        "ask STORE --group g --from 2020-06-10  | a guid, a code or a source is missing",
        "ask STORE --group g --from 2020-06-10 --code 1 --source s | exclude each other",
        "ask STORE --from 2020-06-10 --code 1   | --group",
        "ask STORE --group g --code 1           | --from",
        "ask STORE --group g --code 1 --from 2020-06-31 | '2020-06-31' is no day such as",
        "ask STORE --group g --code 1 --from 2020-06-10 --to 2020-06-09 | is after the last",
        "ask STORE --group g --code 1 --from 1969-12-31 | are not in the years from 1970",
        "ask STORE --group g --guid 12 --from 2020-06-10 | --guid is \"12\", not as 123e4567-",
        "explain STORE --group g --from 2020-06-10 | a guid, a code or a source is missing",
        "ask --group g --code 1 --from 2020-06-10 | give the directory of a store",
        "load STORE --file pom.xml --lines 5    | --lines does not go with --file",
        "load STORE --title t                   | --title needs --file",
        "load STORE --date 2020-06-10           | --date needs --file",
        "load STORE --groups 0                  | --groups 0: 1 to 100000",
        "load STORE --first 9999-12-31 --days 2 | --first 9999-12-31: all days are from",
        "load STORE --file missing.tsv          | cannot read missing.tsv: no such file",
        "load STORE --file pom.xml --columns day=x | --columns: there is no field \"day\"",
        "load STORE --file pom.xml --title=     | --title has 0 characters, not 1 to 500",
        "compare STORE --questions 0            | --questions 0: at least 1",
        "index STORE --source s                 | --source",
      })
  void aWrongCommandLineIsRefused(String typed, String reason) {
    assertRefused(typed, reason);
  }

  @ParameterizedTest
  @CsvSource({
    "ask --group g --code 1 --from 2020-06-10",
    "explain --group g --code 1 --from 2020-06-10",
    "index"
  })
  void aQuestionMakesNoTableAndNoStore(String typed) throws IOException {
    String[] words =
        Stream.concat(Stream.of(typed.split(" ")), Stream.of("--path", store()))
            .toArray(String[]::new);
    assertThat(run(words)).isEqualTo(1);
    assertThat(err.toString()).contains("store does not exist");
    assertThat(directory).isEmptyDirectory();
    try (Connection connection = connect();
        Admin admin = connection.getAdmin()) {
      admin.createNamespace(NamespaceDescriptor.create("other").build());
      assertThat(run(words)).isEqualTo(1);
      assertThat(err.toString()).contains("there is no table logs");
      assertThat(admin.listTableNames()).isEmpty();
    }
  }

  /** As after one that was killed. */
  @Test
  void aTableThatACompareLeftIsNamed() throws IOException {
    try (Connection connection = connect();
        Admin admin = connection.getAdmin()) {
      TableName left = TableName.valueOf("compare_logs_threecopies");
      admin.createTable(
          TableDescriptorBuilder.newBuilder(left)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of("l"))
              .build());
      assertThat(run("compare", store(), "--lines", "100")).isEqualTo(1);
      assertThat(err.toString())
          .contains("table compare_logs_threecopies is there already", "drop it");
      assertThat(admin.listTableNames()).containsExactly(left);
    }
  }
}
