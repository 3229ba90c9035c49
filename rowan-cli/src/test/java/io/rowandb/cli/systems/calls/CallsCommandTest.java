package io.rowandb.cli.systems.calls;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.systems.SystemCommandTrial;
import io.rowandb.client.Rowan;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
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

/** {@code ./rowan calls}, as a user types it. */
class CallsCommandTest extends SystemCommandTrial {
  private static final String LINES =
      """
      phone,time,peer,outgoing,seconds,area,cell
      1,2011-07-03T10:15:30.250Z,2,true,61,7,8
      2,2011-07-03T10:15:30.250Z,1,false,61,7,9
      1,2011-07-04T00:00:00Z,3,false,-1,,
      1,2011-08-01T00:00:00Z,3,true,30,7,8
      """;

  CallsCommandTest() {
    super(CallsCommand::new);
  }

  private String file(String text) throws IOException {
    return Files.writeString(directory.resolve("calls.csv"), text).toString();
  }

  @Tag("slow")
  @Test
  void loadsAFileTwiceAndAnswers() throws IOException {
    for (int i = 0; i < 2; i++) {
      assertThat(run("load", store(), "--create", "--file", file(LINES))).isZero();
      assertThat(out.toString()).startsWith("Loaded 4 records of ").endsWith(" a second).\n");
    }
    assertThat(run("ask", store(), "--phone", "1", "--month", "2011-07")).isZero();
    assertThat(lines())
        .containsExactly(
            "time                      call  phone  seconds  area  cell",
            "2011-07-04T00:00:00Z      from      3  missed",
            "2011-07-03T10:15:30.250Z  to        2  61          7     8");
    assertThat(run("ask", store(), "--phone", "1", "--month", "2011-07", "--bill")).isZero();
    assertThat(lines())
        .containsExactly(
            "calls  missed  out seconds  in seconds  minutes  cents",
            "2       1           61           0        2     10");
    assertThat(run("ask", store(), "--bill", "--month", "2011-07", "--cents", "7", "--free", "1"))
        .isZero();
    assertThat(lines())
        .containsExactlyInAnyOrder(
            "phone,calls,missed,out seconds,in seconds,minutes,cents",
            "1,2,1,61,0,2,7",
            "2,1,0,0,61,0,0");
    assertThat(run("ask", store(), "--area", "7", "--month", "2011-07")).isZero();
    assertThat(lines())
        .containsExactly(
            "cell  calls  missed  out seconds  in seconds",
            "8      1       0           61           0",
            "9      1       0            0          61");
    assertThat(run("ask", store(), "--area", "7", "--cell", "9", "--month", "2011-07")).isZero();
    assertThat(lines().get(1)).isEqualTo("1       0            0          61");
    String usage = "\"calls\":1,\"missed\":0,\"outgoingSeconds\":0,\"incomingSeconds\":61";
    assertThat(run("ask", store(), "--area", "7", "--cell", "9", "--month", "2011-07", "--json"))
        .isZero();
    assertThat(lines()).containsExactly("{" + usage + "}");
    assertThat(run("ask", store(), "--area", "7", "--month", "2011-07", "--json")).isZero();
    assertThat(lines()).hasSize(2).last().isEqualTo("{\"cell\":9," + usage + "}");
    assertThat(run("ask", store(), "--phone", "1", "--month", "2011-07", "--json")).isZero();
    assertThat(lines())
        .hasSize(2)
        .last()
        .isEqualTo(
            "{\"phone\":1,\"time\":\"2011-07-03T10:15:30.250Z\",\"peer\":2,\"outgoing\":true,"
                + "\"seconds\":61,\"area\":7,\"cell\":8}");
    String bill =
        "{\"phone\":1,\"calls\":2,\"missed\":1,\"outgoingSeconds\":61,\"incomingSeconds\":0,"
            + "\"minutes\":2,\"cents\":10}";
    assertThat(run("ask", store(), "--phone", "1", "--month", "2011-07", "--bill", "--json"))
        .isZero();
    assertThat(lines()).containsExactly(bill);
    assertThat(run("ask", store(), "--bill", "--month", "2011-07", "--json")).isZero();
    assertThat(lines()).hasSize(2).contains(bill);
  }

  @Test
  void readsAPackedFileOfCalls() throws IOException {
    Path file = directory.resolve("calls.csv.gz");
    try (OutputStream packed = new GZIPOutputStream(Files.newOutputStream(file))) {
      packed.write("timestamp,from,to,duration\n184,300,301,121\n".getBytes(US_ASCII));
    }
    assertThat(
            run(
                "load",
                "--path",
                store(),
                "--create",
                "--file",
                file.toString(),
                "--epoch",
                "2014-01-15T00:00:00Z"))
        .isZero();
    assertThat(run("ask", store(), "--phone", "301", "--month", "2014-01")).isZero();
    assertThat(lines().get(1)).isEqualTo("2014-01-15T00:03:04Z  from    300      121");
  }

  @Tag("slow")
  @Test
  void explainsWhatIsRead() throws IOException {
    run("load", store(), "--create", "--calls", "500", "--people", "20", "--months", "2");
    assertThat(run("explain", store(), "--phone", "13900000000", "--month", "2011-02")).isZero();
    assertThat(lines()).contains("served by: the row key", "regions: 1 of 16");
    assertThat(run("explain", store(), "--area", "0", "--cell", "1", "--month", "2011-02"))
        .isZero();
    assertThat(lines()).contains("served by: index byPlace", "regions: 1 of 16");
    assertThat(run("explain", store(), "--bill", "--month", "2011-02")).isZero();
    assertThat(lines()).contains("regions: 16 of 16");
  }

  @Tag("slow")
  @Test
  void comparesDesignsAndLeavesNoTable() throws IOException {
    assertThat(
            run(
                "compare",
                store(),
                "--create",
                "--calls",
                "3000",
                "--people",
                "50",
                "--months",
                "3",
                "--phones",
                "5"))
        .isZero();
    String text = out.toString();
    assertThat(text)
        .startsWith("6,0")
        .contains("questions about 2011-03; written now: 2011-03.")
        .containsPattern("\narticle +11 +1 +100 % +[1-9]")
        .containsPattern("\nin use +16 +1\\d +\\d\\d? % +0 ")
        .containsPattern("\na phone's month +ranges +regions +rows read +bytes read +records ")
        .containsPattern("\na month's bills ");
    try (Connection connection = ConnectionFactory.createConnection(Rowan.configuration(store()));
        Admin admin = connection.getAdmin()) {
      assertThat(admin.listTableNames()).isEmpty();
    }
  }

  @Test
  @Tag("slow")
  void aWrongLineIsNamedAndTheLoadCanBeBegunAgain() throws IOException {
    String wrong = file(LINES + "1,2011-08-01,3,true,30,7,8\n");
    assertThat(run("load", store(), "--create", "--file", wrong)).isEqualTo(1);
    assertThat(err.toString()).contains("calls.csv, line 6: ", "2011-08-01,3,true");
    assertThat(run("load", store(), "--file", file(LINES))).isZero();
    run("ask", store(), "--bill", "--month", "2011-07");
    assertThat(lines()).hasSize(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "                                       | a command is missing",
        "ask STORE --month 2011-07              | ask for --phone NUMBER",
        "ask STORE --month 2011-07 --cell 3     | ask for --phone NUMBER",
        "ask STORE --month 2011-07 --area 1 --bill | ask for --phone NUMBER",
        "ask STORE --phone 1                    | --month",
        "ask STORE --phone 1 --month 2011-13    | '2011-13' is no month such as 2011-07",
        "ask STORE --phone 1 --month +10000-01  | is not in a year from 1970 to 9999",
        "ask STORE --phone 1 --month 2011-07 --cents 3 | --cents goes with --bill alone",
        "load STORE --file pom.xml --calls 5    | --calls does not go with --file",
        "load STORE --epoch 2014-01-15T00:00:00Z | --epoch needs --file",
        "ask STORE --bill --month 2011-07 --cents -1 | cents per minute -1",
        "ask --phone 1 --month 2011-07          | give the directory of a store",
        "ask STORE --month 2011-07 --area 70000 | area 70000 is not from 0 to 65535",
        "explain STORE --month 2011-07 --phone -1 | phone -1",
        "load STORE --first 9999-06             | --months 12: from 9999-06 on",
        "load STORE --people 1                  | --people 1: 2 to 1000000",
        "load STORE --file missing.csv          | cannot read missing.csv: no such file",
        "load STORE --epoch yesterday           | yesterday",
        "compare STORE --phones 0               | --phones 0: at least 1",
      })
  void aWrongCommandLineIsRefused(String typed, String reason) {
    assertRefused(typed, reason);
  }

  @ParameterizedTest
  @CsvSource({"ask", "explain"})
  void aQuestionMakesNoTable(String command) throws IOException {
    assertMakesNoTable("calls", command, store(), "--bill", "--month", "2011-07");
  }

  /** As after one that was killed. */
  @Tag("slow")
  @Test
  void aTableThatACompareLeftIsNamed() throws IOException {
    try (Connection connection = ConnectionFactory.createConnection(Rowan.configuration(store()));
        Admin admin = connection.getAdmin()) {
      TableName left = TableName.valueOf("compare_calls_phone");
      admin.createTable(
          TableDescriptorBuilder.newBuilder(left)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of("c"))
              .build());
      assertThat(run("compare", store(), "--calls", "100", "--people", "9")).isEqualTo(1);
      assertThat(err.toString()).contains("table compare_calls_phone is there already", "drop it");
      assertThat(admin.listTableNames()).containsExactly(left);
    }
  }

  @ParameterizedTest
  @CsvSource({"ask", "explain"})
  void aStoreThatIsNotThereIsNotMade(String command) {
    assertThat(run(command, store(), "--phone", "1", "--month", "2011-07")).isEqualTo(1);
    assertThat(err.toString()).contains("store does not exist");
    assertThat(directory).isEmptyDirectory();
  }
}
