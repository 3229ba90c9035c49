package io.rowandb.cli.systems.webtable;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.systems.SystemCommandTrial;
import io.rowandb.client.Rowan;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code ./rowan webtable}, as a user types it. */
@Tag("slow")
class WebtableCommandTest extends SystemCommandTrial {
  private static final String PAGES =
      """
      url|time|status|type|body
      http://cnn.com|2011-07-01T00:00:00Z|200|text/html|first
      http://www.cnn.com|2011-07-01T00:00:00Z|200|text/html|home
      http://cnnfoo.com|2011-07-01T00:00:00Z|200|text/html|foo
      HTTP://CNN.com:80/#top|2011-07-08T00:00:00Z|200|text/html|second
      http://www.cnn.com|2011-07-08T00:00:00Z|404||
      http://new.cnn.com|2011-07-08T00:00:00Z|200||x
      """;

  private static final String LINKS =
      """
      source_url|target_url|anchor_text
      http://a.com|http://cnn.com|one \u001b[31m
      http://a.com|http://b.com|two
      http://b.com|http://www.cnn.com/|three
      """;

  WebtableCommandTest() {
    super(WebtableCommand::new);
  }

  /** Of one of the questions, as words with spaces between. */
  private List<String> answer(String question) {
    String[] words = ("ask " + store() + " " + question).split(" ");
    assertThat(run(words)).as(question + err).isZero();
    return out.toString().lines().map(line -> line.strip().replaceAll(" {2,}", "  ")).toList();
  }

  private String file(String text) throws IOException {
    return Files.writeString(directory.resolve("crawl.tsv"), text.replace('|', '\t')).toString();
  }

  @Test
  void loadsPagesTwiceAndAnswers() throws IOException {
    for (int i = 0; i < 2; i++) {
      assertThat(run("load", store(), "--create", "--file", file(PAGES), "--frontier")).isZero();
      assertThat(out.toString()).startsWith("Loaded 6 fetched pages of ").endsWith(" a second).\n");
    }
    assertThat(answer("--url http://cnn.com").get(1))
        .startsWith("2011-07-08T00:00:00Z  200  text/html  6  ")
        .endsWith("  http://cnn.com/");
    assertThat(answer("--url http://cnn.com --at 2011-07-07T00:00:00Z").get(1))
        .startsWith("2011-07-01T00:00:00Z  200  text/html  5  ")
        .endsWith("  http://cnn.com/");
    assertThat(answer("--url http://cnn.com --history")).hasSize(3);
    assertThat(answer("--url http://cnn.com --body")).containsExactly("second");
    assertThat(answer("--url http://cnn.com --body --at 2011-07-01T00:00:00Z"))
        .containsExactly("first");
    assertThat(answer("--url http://cnn.com --at 2010-01-01T00:00:00Z")).hasSize(1);
    assertThat(answer("--domain cnn.com"))
        .extracting(line -> line.substring(line.lastIndexOf(' ') + 1))
        .containsExactly("url", "http://cnn.com/", "http://new.cnn.com/", "http://www.cnn.com/");
    assertThat(answer("--domain cnn.com --limit 2")).hasSize(3);
    assertThat(answer("--domain cnn.com --at 2011-07-01T00:00:00Z")).hasSize(3);
    assertThat(answer("--domain com --from 2011-07-01T00:00:00Z --to 2011-07-08T00:00:00Z"))
        .containsExactly(
            "CHANGED  http://cnn.com/", "NEW  http://new.cnn.com/", "GONE  http://www.cnn.com/");
    assertThat(
            answer("--domain com --from 2011-07-01T00:00:00Z --to 2011-07-08T00:00:00Z --limit 1"))
        .containsExactly("CHANGED  http://cnn.com/", "and 2 more");
    assertThat(answer("--next --at 2011-07-14T00:00:00Z"))
        .containsExactlyInAnyOrder(
            "due  url",
            "2011-07-08T00:00:00Z  http://cnn.com/",
            "2011-07-08T00:00:00Z  http://www.cnn.com/",
            "2011-07-08T00:00:00Z  http://cnnfoo.com/");
    assertThat(answer("--next")).hasSize(5);
    assertThat(answer("--url http://cnn.com --json"))
        .hasSize(1)
        .first()
        .asString()
        .startsWith(
            "{\"url\":\"http://cnn.com/\",\"time\":\"2011-07-08T00:00:00Z\",\"status\":200,")
        .endsWith("\"characters\":6}");
    assertThat(answer("--url http://cnn.com --body --json").get(0))
        .endsWith("\"characters\":6,\"body\":\"second\"}");
    assertThat(
            answer(
                "--domain com --from 2011-07-01T00:00:00Z --to 2011-07-08T00:00:00Z --limit 1"
                    + " --json"))
        .containsExactly("{\"url\":\"http://cnn.com/\",\"kind\":\"CHANGED\"}", "{\"more\":2}");
    assertThat(answer("--next --at 2011-07-14T00:00:00Z --json"))
        .hasSize(3)
        .contains("{\"url\":\"http://cnn.com/\",\"due\":\"2011-07-08T00:00:00Z\"}");
  }

  @Test
  void loadsAPackedFileOfLinksAndAnswers() throws IOException {
    Path file = directory.resolve("links.tsv.gz");
    try (OutputStream packed = new GZIPOutputStream(Files.newOutputStream(file))) {
      packed.write(LINKS.replace('|', '\t').getBytes(UTF_8));
    }
    assertThat(
            run(
                "load",
                "--path",
                store(),
                "--create",
                "--file",
                file.toString(),
                "--time",
                "2011-07-03T00:00:00Z"))
        .isZero();
    assertThat(answer("--url http://a.com --links"))
        .as("what a page says does not move the cursor")
        .containsExactly(
            "place  text  to", "0  one \\x1b[31m  http://cnn.com/", "1  two  http://b.com/");
    assertThat(answer("--url http://www.cnn.com --linked"))
        .containsExactly("place  text  from", "0  three  http://b.com/");
    assertThat(answer("--domain cnn.com --linked"))
        .containsExactly(
            "place  text  from and to",
            "0  one \\x1b[31m  http://a.com/ http://cnn.com/",
            "0  three  http://b.com/ http://www.cnn.com/");
    assertThat(answer("--url http://a.com").get(1)).contains("2011-07-03T00:00:00Z");
  }

  @Test
  void explainsWhatIsRead() throws IOException {
    assertThat(run("load", store(), "--create", "--file", file(PAGES), "--frontier")).isZero();
    assertThat(run("explain", store(), "--domain", "cnn.com")).isZero();
    assertThat(out.toString()).contains("served by: the row key", "rows: 3");
    assertThat(run("explain", store(), "--url", "http://cnn.com", "--linked")).isZero();
    assertThat(out.toString()).contains("served by: the row key", "parts determined: 4 of 9");
    assertThat(run("explain", store(), "--next")).isZero();
    assertThat(out.toString()).contains("served by: index byReady", "regions: 1 of 16");
    assertThat(run("explain", store(), "--url", "http://cnn.com")).isZero();
    assertThat(out.toString()).contains("rows: 1");
  }

  @Test
  void comparesDesignsAndLeavesNoTable() throws IOException {
    assertThat(
            run("compare", store(), "--create", "--hosts", "60", "--pages", "300", "--asked", "3"))
        .isZero();
    assertThat(out.toString())
        .containsPattern("^[23]\\d\\d pages of 3 crawls of a made-up web, seed 1\\.\n")
        .containsPattern("\nplain url +16 ")
        .containsPattern("\nno closing dot +17 ")
        .containsPattern("\na domain +ranges +regions +rows read ")
        .containsPattern("\ntarget side +17 ")
        .containsPattern("\nlinks to a page +ranges ")
        .containsPattern("\ndue first +16 +\\d+ +100 %")
        .containsPattern("\na host's queue +ranges ");
    try (Connection connection = ConnectionFactory.createConnection(Rowan.configuration(store()));
        Admin admin = connection.getAdmin()) {
      assertThat(admin.listTableNames()).isEmpty();
    }
  }

  @Test
  void aWrongLineIsNamedOrPassedOver() throws IOException {
    String wrong = file(PAGES + "ftp://cnn.com|2011-07-08T00:00:00Z|200||x\n");
    assertThat(run("load", store(), "--create", "--file", wrong)).isEqualTo(1);
    assertThat(err.toString()).contains("crawl.tsv, line 8: ", "is not of http or https");
    assertThat(run("load", store(), "--file", wrong, "--skip-wrong")).isZero();
    assertThat(out.toString()).contains("Loaded 6 fetched pages", "Wrong and passed over: 1 line.");
    assertThat(answer("--domain com")).hasSize(5);
  }

  /** The table refuses it, and so it is a wrong line as others are. */
  @Test
  void aFetchOfTheFutureIsNamedOrPassedOver() throws IOException {
    String wrong = file(PAGES.replace("2011-07-01T", "9999-07-01T"));
    assertThat(run("load", store(), "--create", "--file", wrong)).isEqualTo(1);
    assertThat(err.toString())
        .contains("crawl.tsv, line 2: time 9999-07-01T00:00:00Z is in the future: ");
    assertThat(run("load", store(), "--file", wrong, "--skip-wrong", "--frontier")).isZero();
    assertThat(out.toString())
        .contains("Loaded 3 fetched pages", "Wrong and passed over: 3 lines.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "                                          | a command is missing",
        "ask STORE                                 | ask for one of",
        "ask STORE --url http://a.com --domain a.b | ask for one of",
        "ask STORE --next --links                  | ask for one of",
        "ask STORE --domain a.b --from 2011-07-01T00:00:00Z | ask for one of",
        "ask STORE --url ftp://a.com               | is not of http or https",
        "ask STORE --url http://u@a.com            | has a user name",
        "ask STORE --domain a..b                   | is not of labels",
        "ask STORE --domain 1.2                    | ends with a number",
        "ask STORE --domain a.b --limit 0          | --limit 0: at least 1",
        "ask STORE --url http://a.com --limit 3    | --limit does not go with --url URL",
        "ask STORE --url http://a.com --at today   | today",
        "ask --next                                | give the directory of a store",
        "explain STORE --domain a.b --from 2011-07-02T00:00:00Z --to 2011-07-01T00:00:00Z | is"
            + " before",
        "load STORE --file pom.xml --pages 5       | --pages does not go with --file",
        "load STORE --skip-wrong                   | --skip-wrong needs --file",
        "load STORE --hosts 0                      | --hosts 0: 1 to 1000000",
        "load STORE --crawls 101                   | --crawls 101: 1 to 100",
        "load STORE --first 1900-01-01T00:00:00Z   | --first 1900-01-01T00:00:00Z is not in a year",
        "load STORE --file missing.tsv             | cannot read missing.tsv: no such file",
        "load STORE --file pom.xml --time 1900-01-01T00:00:00Z | --time 1900-01-01T00:00:00Z is not"
            + " in",
        "compare STORE --asked 0                   | --asked 0: at least 1",
      })
  void aWrongCommandLineIsRefused(String typed, String reason) {
    assertRefused(typed, reason);
  }

  @ParameterizedTest
  @CsvSource({"ask, --domain com", "explain, --domain com", "ask, --next", "explain, --next"})
  void aQuestionMakesNoTable(String command, String question) throws IOException {
    try (Connection connection = ConnectionFactory.createConnection(Rowan.configuration(store()));
        Admin admin = connection.getAdmin()) {
      admin.createNamespace(NamespaceDescriptor.create("other").build());
      String[] words = (command + " " + store() + " " + question).split(" ");
      assertThat(run(words)).isEqualTo(1);
      assertThat(err.toString()).contains("there is no table webtable");
      assertThat(admin.listTableNames()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"ask", "explain"})
  void aStoreThatIsNotThereIsNotMade(String command) {
    assertThat(run(command, store(), "--domain", "com")).isEqualTo(1);
    assertThat(err.toString()).contains("store does not exist");
    assertThat(directory).isEmptyDirectory();
  }
}
