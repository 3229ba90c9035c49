package io.rowandb.cli.systems.messages;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.systems.SystemCommandTrial;
import io.rowandb.client.Rowan;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
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

/** {@code ./rowan messages}, as a user types it. */
class MessagesCommandTest extends SystemCommandTrial {
  private static final String LINES =
      """
      id,time,from,to,text
      m1,2011-07-03T10:15:30.250Z,ada,bob,lunch, or not
      m2,2011-07-03T10:16:00Z,bob,ada,yes
      m3,2011-07-04T00:00:00Z,carol,bob;ada,\u001b[31mred
      """;

  MessagesCommandTest() {
    super(MessagesCommand::new);
  }

  private String file(String text) throws IOException {
    return Files.writeString(directory.resolve("messages.csv"), text).toString();
  }

  @Test
  void loadsAFileTwiceAndAnswers() throws IOException {
    for (int i = 0; i < 2; i++) {
      assertThat(run("load", store(), "--create", "--file", file(LINES))).isZero();
      assertThat(out.toString()).startsWith("Loaded 3 messages of ").endsWith(" a second).\n");
    }
    assertThat(run("ask", store(), "--user", "bob", "--inbox")).isZero();
    assertThat(lines())
        .hasSize(3)
        .startsWith("time                      state   from   to       text")
        .contains("2011-07-03T10:15:30.250Z  unread  ada    bob      lunch, or not");
    assertThat(out.toString()).doesNotContain("\u001b");
    assertThat(run("ask", store(), "--user", "bob", "--unread", "--count")).isZero();
    assertThat(lines()).containsExactly("2");
    assertThat(run("ask", store(), "--user", "ada", "--sent")).isZero();
    assertThat(lines().get(1))
        .isEqualTo("2011-07-03T10:15:30.250Z         ada   bob  lunch, or not");
    assertThat(run("ask", store(), "--user", "ada", "--with", "bob", "--count")).isZero();
    assertThat(lines()).containsExactly("2");
    assertThat(run("ask", store(), "--user", "ada", "--conversation", "bob,carol", "--count"))
        .isZero();
    assertThat(lines()).containsExactly("1");
    String[] dates = {"--from", "2011-07-03T10:16:00Z", "--to", "2011-07-04T00:00:00Z"};
    assertThat(
            run("ask", store(), "--user", "ada", "--inbox", dates[0], dates[1], dates[2], dates[3]))
        .isZero();
    assertThat(lines()).hasSize(2);
    assertThat(lines().get(1)).endsWith("yes");
    assertThat(run("repair", store())).isZero();
    assertThat(lines()).containsExactly("Ended 0 unfinished messages.");
  }

  @Test
  void showsPageAfterPage() throws IOException {
    run("load", store(), "--create", "--file", file(LINES));
    assertThat(run("ask", store(), "--user", "bob", "--inbox", "--page", "1")).isZero();
    assertThat(lines()).hasSize(3);
    assertThat(lines().get(2)).startsWith("the next page: --after ");
    String token = lines().get(2).substring("the next page: --after ".length());
    assertThat(run("ask", store(), "--user", "bob", "--inbox", "--page", "1", "--after", token))
        .isZero();
    assertThat(lines().get(1)).endsWith("lunch, or not");
    assertThat(run("ask", store(), "--user", "ada", "--sent", "--after", token)).isEqualTo(2);
    assertThat(err.toString()).contains("--after: ");
    assertThat(run("ask", store(), "--user", "bob", "--inbox", "--page", "1", "--json")).isZero();
    assertThat(lines()).containsExactly(lines().get(0), "{\"next\":\"" + token + "\"}");
    assertThat(run("ask", store(), "--user", "bob", "--inbox", "--after", token, "--json"))
        .isZero();
    assertThat(lines()).hasSize(1);
    assertThat(lines().get(0))
        .startsWith("{\"id\":\"")
        .endsWith(
            "\"sender\":\"ada\",\"receivers\":[\"bob\"],\"time\":\"2011-07-03T10:15:30.250Z\","
                + "\"unread\":true,\"text\":\"lunch, or not\"}");
    assertThat(run("ask", store(), "--user", "bob", "--inbox", "--count", "--json")).isZero();
    assertThat(lines()).containsExactly("{\"count\":2}");
  }

  @Test
  void readsAPackedFileOfTimestamps() throws IOException {
    Path file = directory.resolve("messages.csv.gz");
    try (OutputStream packed = new GZIPOutputStream(Files.newOutputStream(file))) {
      packed.write("timestamp,from,to\n184,300,301\n".getBytes(US_ASCII));
    }
    String[] epoch = {"--epoch", "2014-01-15T00:00:00Z"};
    assertThat(run("load", store(), "--create", "--file", file.toString(), epoch[0], epoch[1]))
        .isZero();
    assertThat(run("ask", store(), "--user", "301", "--inbox")).isZero();
    assertThat(lines().get(1)).startsWith("2014-01-15T00:03:04Z  unread   300  301");
  }

  @Test
  @Tag("slow")
  void explainsWhatIsRead() {
    run("load", store(), "--create", "--messages", "50", "--people", "9");
    assertThat(run("explain", store(), "--user", "user0", "--with", "user1")).isZero();
    assertThat(lines()).contains("served by: the row key", "regions: 1 of 16");
  }

  @Tag("slow")
  @Test
  void comparesDesignsAndLeavesNoTable() throws IOException {
    String[] numbers = {"--messages", "100", "--people", "9", "--users", "9", "--deaths", "18"};
    String[] all =
        Stream.concat(Stream.of("compare", store(), "--create"), Stream.of(numbers))
            .toArray(String[]::new);
    assertThat(run(all)).as(err.toString()).isZero();
    assertThat(out.toString())
        .startsWith("100 messages of made-up traffic of seed 1; 18 more senders died.")
        .containsPattern("\ncounter +[1-9]\\d* of 18 +[1-9]\\d* of 18 +[1-9] of 9 ")
        .containsPattern("\nin use +[1-9]\\d* of 18 +0 of 18 +0 of 9 ")
        .containsPattern("\na page of sent +calls +rows read +bytes read");
    try (Connection connection = ConnectionFactory.createConnection(Rowan.configuration(store()));
        Admin admin = connection.getAdmin()) {
      assertThat(admin.listTableNames()).isEmpty();
    }
  }

  @Test
  void aWrongLineIsNamedAndTheLoadCanBeBegunAgain() throws IOException {
    String wrong = file(LINES + "m4,2011-08-01,ada,bob,x\n");
    assertThat(run("load", store(), "--create", "--file", wrong)).isEqualTo(1);
    assertThat(err.toString()).contains("messages.csv, line 5: ", "2011-08-01,ada");
    assertThat(run("load", store(), "--file", file(LINES))).isZero();
    String other = file("id,time,from,to,text\nm1,2011-07-03T10:15:30.250Z,ada,bob,other\n");
    assertThat(run("load", store(), "--file", other)).isEqualTo(1);
    assertThat(err.toString()).contains("message m1 was sent already");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "                                       | a command is missing",
        "ask STORE --inbox                      | --user",
        "ask STORE --user ada                   | ask for one of --inbox",
        "ask STORE --user ada --inbox --sent    | ask for one of --inbox",
        "ask STORE --user ada --inbox --page 0  | --page 0: 1 to 1000",
        "ask STORE --user ada --inbox --page 1001 | --page 1001: 1 to 1000",
        "ask STORE --user ada --conversation ada | and not the user",
        "ask STORE --user ada --inbox --from 2011 | 2011",
        "ask STORE --user ada --inbox --from 2012-01-01T00:00:00Z --to 2011-01-01T00:00:00Z | ends"
            + " before",
        "ask --user ada --inbox                 | give the directory of a store",
        "load STORE --file pom.xml --messages 5 | --messages does not go with --file",
        "load STORE --epoch 2014-01-15T00:00:00Z | --epoch needs --file",
        "load STORE --people 1                  | --people 1: 2 to 1000000",
        "load STORE --days 0                    | --days 0: 1 to 36500",
        "load STORE --file missing.csv          | cannot read missing.csv: no such file",
        "compare STORE --users 0                | --users 0: 1 to",
        "compare STORE --deaths -1              | --deaths -1: not negative",
        "compare STORE --messages 0             | --messages 0: at least 1",
        "repair                                 | give the directory of a store",
      })
  void aWrongCommandLineIsRefused(String typed, String reason) {
    assertRefused(typed, reason);
  }

  @ParameterizedTest
  @CsvSource({"ask --user ada --inbox", "explain --user ada --inbox", "repair"})
  void aQuestionMakesNoStoreAndNoTable(String typed) throws IOException {
    String[] arguments = (typed + " --path " + store()).split(" ");
    assertThat(run(arguments)).isEqualTo(1);
    assertThat(err.toString()).contains("store does not exist");
    assertThat(directory).isEmptyDirectory();
    assertMakesNoTable("there is no table messages", arguments);
  }

  /** As after one that was killed. */
  @Test
  void aTableThatACompareLeftIsNamed() throws IOException {
    try (Connection connection = ConnectionFactory.createConnection(Rowan.configuration(store()));
        Admin admin = connection.getAdmin()) {
      TableName left = TableName.valueOf("compare_messages_counter");
      admin.createTable(
          TableDescriptorBuilder.newBuilder(left)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of("m"))
              .build());
      String[] numbers = {"--messages", "20", "--people", "9", "--users", "1", "--deaths", "0"};
      String[] all =
          Stream.concat(Stream.of("compare", store()), Stream.of(numbers)).toArray(String[]::new);
      assertThat(run(all)).isEqualTo(1);
      assertThat(err.toString())
          .contains("table compare_messages_counter is there already", "drop it");
      assertThat(admin.listTableNames()).containsExactly(left);
    }
  }
}
