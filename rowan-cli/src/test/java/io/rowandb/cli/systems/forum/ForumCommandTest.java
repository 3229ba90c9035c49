package io.rowandb.cli.systems.forum;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.rowandb.cli.demo.RealData;
import io.rowandb.cli.systems.SystemCommandTrial;
import io.rowandb.client.Rowan;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code ./rowan forum}, as a user types it. */
class ForumCommandTest extends SystemCommandTrial {
  private static final String LINES =
      """
      {"post": "p", "author": "Ann", "time": "2011-07-03T10:15:30.250Z", "title": "Rows", "text": "<b>x</b>", "tags": "a b"}
      {"comment": "1", "on": "p", "author": "Bob", "time": "2011-07-03T10:16:30.250Z", "text": "Zoë?"}

      {"comment": "2", "on": "p", "author": "Ann", "time": "2011-07-03T10:16:30.250Z", "text": "no"}
      {"comment": "3", "on": "p", "parent": "1", "author": "Ann", "time": "2011-07-03T10:17:00Z", "text": "Yes."}
      {"post": "q", "author": "Bob", "time": "2011-07-04T00:00:00Z"}
      """;

  /** As in a dump: times have no zone, tags have brackets. */
  private static final String DUMPED =
      """
      {"Id": 1, "PostTypeId": 1, "CreationDate": "2018-03-12T17:00:45.567", "Title": "T", "Body": "B", "Tags": "<a><b-c>", "OwnerUserId": 10}
      {"Id": 2, "PostTypeId": 2, "ParentId": 1, "CreationDate": "2018-03-12T18:00:00.000", "Body": "A"}
      {"Id": 3, "PostTypeId": 5, "CreationDate": "2018-03-12T18:00:00.000", "Body": "wiki"}
      """;

  private static final String DUMPED_COMMENTS =
      """
      {"Id": 7, "PostId": 1, "Score": 2, "Text": "of the question", "CreationDate": "2018-03-12T17:14:46.030", "UserId": 26}
      {"Id": 8, "PostId": 2, "Score": 2, "Text": "of the answer", "CreationDate": "2018-03-12T17:28:16.097", "UserId": -1}
      """;

  ForumCommandTest() {
    super(ForumCommand::new);
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text).toString();
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {"wide", "tall"})
  void loadsAFileTwiceAndAnswers(String layout) throws IOException {
    for (int i = 0; i < 2; i++) {
      String file = file("forum.jsonl", LINES);
      assertThat(run("load", store(), "--create", "--file", file, "--layout", layout)).isZero();
      assertThat(out.toString()).startsWith("Loaded 5 records of ");
    }
    assertThat(run("ask", store(), "--latest")).isZero();
    assertThat(lines())
        .containsExactly(
            "post  time                      author  comments  title",
            "q     2011-07-04T00:00:00Z      Bob            0",
            "p     2011-07-03T10:15:30.250Z  Ann            3  Rows");
    assertThat(run("ask", store(), "--author", "Ann")).isZero();
    assertThat(lines()).hasSize(2);
    assertThat(run("ask", store(), "--post", "p")).isZero();
    assertThat(lines())
        .contains("title: Rows", "tags: a b", "<b>x</b>")
        .contains("comments: 3, " + layout.toUpperCase(Locale.ROOT));
    assertThat(run("ask", store(), "--oldest", "p", "--limit", "2")).isZero();
    assertThat(lines()).hasSize(4).element(1).asString().startsWith("1").endsWith("Zoë?");
    String token = lines().get(3).replace("more: --after ", "");
    assertThat(run("ask", store(), "--oldest", "p", "--after", token)).isZero();
    assertThat(lines()).hasSize(2).element(1).asString().startsWith("3").contains("1", "Yes.");
    assertThat(run("ask", store(), "--newest", "p")).isZero();
    assertThat(lines()).element(1).asString().startsWith("3");
    assertThat(run("ask", store(), "--thread", "p")).isZero();
    assertThat(lines().stream().map(each -> each.replaceAll(" +", " ")))
        .containsExactly("depth comment author text", "0 1 Bob Zoë?", "1 3 Ann Yes.", "0 2 Ann no");
    assertThat(run("ask", store(), "--thread", "p", "--below", "1")).isZero();
    assertThat(lines()).hasSize(2);
    for (String kind : new String[] {"--oldest", "--newest", "--thread", "--post"}) {
      assertThat(run("explain", store(), kind, "p")).isZero();
      assertThat(out.toString()).contains("served by: the post's ", "gets: ", "read: ");
    }
    assertThat(run("explain", store(), "--latest")).isZero();
    assertThat(out.toString()).contains("ranges: 8", "then: the heads");
    assertThat(run("ask", store(), "--thread", "none")).isEqualTo(1);
    assertThat(err.toString()).contains("there is no post \"none\"");
    assertThat(run("ask", store(), "--post", "none")).isEqualTo(1);
  }

  /** A terminal does what some characters say. */
  @Test
  void whatPeopleWroteDoesNothingToTheTerminal() throws IOException {
    String hostile = "\\u001b]0;title\\u0007\\u202e\\r";
    String line =
        "{'post': 'p', 'author': 'Ann\\u202e', 'time': '2011-07-03T10:15:30Z', 'title': 'T"
            + hostile
            + "', 'text': 'one"
            + hostile
            + "\\n\\nthree', 'tags': 'a\\u202e'}";
    String file = file("forum.jsonl", line.replace('\'', '"') + "\n");
    assertThat(run("load", store(), "--create", "--file", file)).as(err.toString()).isZero();
    assertThat(run("ask", store(), "--post", "p")).isZero();
    assertThat(out.toString())
        .contains("title: T\\x1b]0;title\\x07\\u202e\\x0d", "author: Ann\\u202e", "tags: a\\u202e")
        .contains("one\\x1b]0;title\\x07\\u202e")
        .doesNotContain("\u001b", "\u0007", "\u202e", "\r");
    assertThat(lines()).endsWith("", "three");
  }

  @Test
  void readsADump() throws IOException {
    Path comments = directory.resolve("comments.jsonl.gz");
    try (OutputStream packed = new GZIPOutputStream(Files.newOutputStream(comments))) {
      packed.write(DUMPED_COMMENTS.getBytes(UTF_8));
    }
    String posts = file("posts.jsonl", DUMPED);
    assertThat(run("load", store(), "--create", "--file", posts, "--file", comments.toString()))
        .isZero();
    assertThat(run("ask", store(), "--thread", "1")).isZero();
    assertThat(lines().stream().map(each -> each.replaceAll(" +", " ")))
        .containsExactly(
            "depth comment author text",
            "0 c7 26 of the question",
            "0 a2 nobody A",
            "1 c8 -1 of the answer");
    assertThat(run("ask", store(), "--post", "1")).isZero();
    assertThat(lines()).contains("tags: a b-c", "time: 2018-03-12T17:00:45.567Z");
  }

  /** Of questions and answers as people wrote them, where they are. */
  @Test
  void readsAWholeSite() throws IOException {
    Path data = RealData.directoryOrSkip().resolve("e-forum-stackexchange");
    Path posts = data.resolve("quantumcomputing_posts.jsonl.gz");
    assumeThat(posts).as("no such data").exists();
    String comments = data.resolve("quantumcomputing_comments.jsonl.gz").toString();
    assertThat(
            run(
                "load",
                store(),
                "--create",
                "--layout",
                "tall",
                "--file",
                posts.toString(),
                "--file",
                comments))
        .isZero();
    assertThat(out.toString()).startsWith("Loaded 5,085 records of ");
    assertThat(run("ask", store(), "--latest", "--limit", "1000")).isZero();
    assertThat(lines()).hasSize(613);
  }

  @Tag("slow")
  @Test
  void comparesDesignsAndLeavesNoTable() throws IOException {
    assertThat(
            run(
                "compare",
                store(),
                "--create",
                "--posts",
                "6",
                "--comments",
                "300",
                "--asked",
                "2",
                "--accidents",
                "2"))
        .isZero();
    assertThat(out.toString())
        .contains("Posts with a wrong count after 2 accidents of each kind.")
        .containsPattern("\narticle +5 +[1-9]")
        .containsPattern("\none family +1 +0 ")
        .containsPattern("\none family +2 +2 +2\n")
        .containsPattern("\nin use, wide +2 +0 ")
        .containsPattern("\nin use, wide +0 +0 +0\n")
        .containsPattern("\nin use, tall +0 +0 +0\n");
    try (Connection connection = ConnectionFactory.createConnection(Rowan.configuration(store()));
        Admin admin = connection.getAdmin()) {
      assertThat(admin.listTableNames()).isEmpty();
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0001',
      value = {
        "{\"comment\": \"4\", \"on\": \"p\", \"time\": \"2011-07-03T10:16:30Z\"} | it has no author",
        "{\"comment\": \"4\", \"on\": \"p\", \"author\": \"a\", \"time\": \"now\"} | 'now'",
        "{\"x\": 1} | it has no post",
        "{\"post\": | it has",
        "post,author | '{'",
      })
  void aWrongLineIsNamedAndTheLoadCanBeBegunAgain(String line, String reason) throws IOException {
    String wrong = file("forum.jsonl", LINES + line + "\n");
    assertThat(run("load", store(), "--create", "--file", wrong)).isEqualTo(1);
    assertThat(err.toString()).contains("forum.jsonl, line 7: ");
    if (!line.endsWith(":")) {
      assertThat(err.toString()).contains(reason);
    }
    assertThat(run("ask", store(), "--post", "p")).as("loaded while it was read").isZero();
    assertThat(run("load", store(), "--file", file("forum.jsonl", LINES))).isZero();
    assertThat(run("ask", store(), "--oldest", "p")).isZero();
    assertThat(lines()).hasSize(4);
  }

  /** What the forum refuses, it refuses while many lines wait; the error names the one. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "x | 8 | '' | there is no post \"x\"",
        "p | 8 | nobody | replies to nobody, which post \"p\" does not have",
        "p | 3 | '' | comment \"3\" of post \"p\" was there already, with another parent",
      })
  @Tag("slow")
  void aRefusedCommentIsNamedWithItsLine(String on, String id, String parent, String reason)
      throws IOException {
    String wrong =
        "{\"comment\": \"%s\", \"on\": \"%s\", %s\"author\": \"a\", \"time\": \"2011-07-03T10:16:30Z\"}\n"
            .formatted(id, on, parent.isEmpty() ? "" : "\"parent\": \"" + parent + "\", ");
    String right = wrong.replace("\"" + on + "\"", "\"q\"").replace("\"parent\": \"nobody\", ", "");
    String file = file("forum.jsonl", LINES + right.replace("\"8\"", "\"9\"") + wrong + right);
    assertThat(run("load", store(), "--create", "--file", file)).isEqualTo(1);
    assertThat(err.toString()).contains("forum.jsonl, line 8: ", reason);
    assertThat(run("ask", store(), "--oldest", "p")).isZero();
    assertThat(lines()).as("those before it").hasSize(4);
  }

  @Test
  void aPostThatIsThereOtherwiseIsNamedWithItsLine() throws IOException {
    String other = LINES.lines().findFirst().orElseThrow().replace("Rows", "Columns");
    String file = file("forum.jsonl", LINES + other);
    assertThat(run("load", store(), "--create", "--file", file)).isEqualTo(1);
    assertThat(err.toString()).contains("forum.jsonl, line 7: post \"p\" was published already");
    assertThat(run("load", store(), "--posts", "2", "--comments", "0")).isZero();
    assertThat(run("load", store(), "--posts", "2", "--seed", "2")).isEqualTo(1);
    assertThat(err.toString()).contains("a made-up forum of seed 2: post \"post0\"");
  }

  @Tag("slow")
  @Test
  void commentsOfADumpOnWhatIsNoPostArePassedOverAndCounted() throws IOException {
    StringBuilder wikis = new StringBuilder();
    for (int i = 100; i < 107; i++) {
      wikis.append(
          DUMPED_COMMENTS
              .lines()
              .findFirst()
              .orElseThrow()
              .replace("7, \"PostId\": 1", i + ", \"PostId\": 3"));
      wikis.append('\n');
    }
    String posts = file("posts.jsonl", DUMPED);
    String comments = file("comments.jsonl", DUMPED_COMMENTS + wikis);
    String[] load = {"load", store(), "--create", "--file", posts, "--file", comments};
    for (int i = 0; i < 2; i++) {
      assertThat(run(load)).as(err.toString()).isZero();
      assertThat(lines()).hasSize(2);
      assertThat(out.toString())
          .startsWith("Loaded 4 records of ")
          .contains("Passed over 7 comments on posts that are not there: ")
          .contains("comments.jsonl, line 3; ", "comments.jsonl, line 7; …")
          .contains("Comments on answers need the file of the answers in the same load.")
          .doesNotContain("line 8");
    }
    assertThat(run("ask", store(), "--thread", "1")).isZero();
    assertThat(lines()).hasSize(4);
    String[] compare = {
      "compare", store(), "--file", posts, "--file", comments, "--file", comments
    };
    assertThat(run(compare)).as(err.toString()).isZero();
    assertThat(out.toString())
        .contains("Passed over 14 comments on posts that are not there.")
        .containsPattern("\none family +1 +0 ")
        .containsPattern("\nin use, tall +2 +0 ");
  }

  @Test
  void answersAreLinesOfJson() throws IOException {
    String file = file("forum.jsonl", LINES);
    assertThat(run("load", store(), "--create", "--file", file)).isZero();
    assertThat(run("ask", store(), "--latest", "--json")).isZero();
    assertThat(lines())
        .hasSize(2)
        .element(1)
        .isEqualTo(
            "{\"post\":\"p\",\"author\":\"Ann\",\"time\":\"2011-07-03T10:15:30.250Z\",\"title\":\"Rows\","
                + "\"tags\":[\"a\",\"b\"],\"comments\":3,\"layout\":\"wide\"}");
    assertThat(run("ask", store(), "--post", "p", "--json")).isZero();
    assertThat(lines()).hasSize(1).element(0).asString().endsWith("\"text\":\"<b>x</b>\"}");
    assertThat(run("ask", store(), "--oldest", "p", "--limit", "1", "--json")).isZero();
    assertThat(lines())
        .hasSize(2)
        .element(0)
        .isEqualTo(
            "{\"comment\":\"1\",\"time\":\"2011-07-03T10:16:30.250Z\",\"author\":\"Bob\",\"text\":\"Zoë?\"}");
    assertThat(lines().get(1)).matches("\\{\"next\":\"[A-Za-z0-9_-]+\"}");
    assertThat(run("remove", store(), "--post", "p", "--comment", "1")).isZero();
    assertThat(run("ask", store(), "--thread", "p", "--json")).isZero();
    assertThat(lines())
        .hasSize(3)
        .startsWith(
            "{\"depth\":0,\"comment\":\"1\",\"time\":\"2011-07-03T10:16:30.250Z\",\"removed\":true}");
  }

  @Tag("slow")
  @Test
  void commentsMoveAndPostsGo() throws IOException {
    String file = file("forum.jsonl", LINES);
    assertThat(run("load", store(), "--create", "--file", file)).isZero();
    String moved = "The comments of \"p\" were moved and are now tall.";
    for (String said : new String[] {moved, "The comments of \"p\" are tall."}) {
      assertThat(run("move", store(), "--post", "p", "--layout", "tall")).isZero();
      assertThat(lines()).containsExactly(said);
    }
    assertThat(run("ask", store(), "--post", "p")).isZero();
    assertThat(lines()).contains("comments: 3, TALL");
    String removed = "Removed comment \"1\" of post \"p\".";
    String absent = "There is no comment \"1\" of post \"p\"; nothing changed.";
    for (String said : new String[] {removed, absent}) {
      assertThat(run("remove", store(), "--post", "p", "--comment", "1")).isZero();
      assertThat(lines()).containsExactly(said);
    }
    assertThat(run("repair", store())).isZero();
    assertThat(lines())
        .containsExactly(
            "Ended what was begun with 0 posts; deleted 0 comment rows and 0 list rows.");
    assertThat(run("remove", store(), "--post", "p")).isZero();
    assertThat(lines()).containsExactly("Removed post \"p\".");
    assertThat(run("remove", store(), "--post", "p")).isZero();
    assertThat(lines()).containsExactly("There is no post \"p\"; nothing changed.");
    assertThat(run("remove", store(), "--post", "p", "--comment", "1")).isZero();
    assertThat(lines()).containsExactly(absent);
    assertThat(run("move", store(), "--post", "p", "--layout", "wide")).isEqualTo(1);
    assertThat(err.toString()).contains("there is no post \"p\"");
    assertThat(run("ask", store(), "--latest")).isZero();
    assertThat(lines()).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "                                       | a command is missing",
        "ask STORE                              | ask for --latest, --author NAME",
        "ask STORE --latest --post p            | ask for --latest, --author NAME",
        "ask STORE --latest --limit 0           | --limit 0 is not from 1 to 1000",
        "ask STORE --latest --below c           | --below goes with --thread alone",
        "ask STORE --post p --after x           | --after does not go with --post",
        "ask --latest                           | give the directory of a store",
        "load STORE --file pom.xml --posts 5    | --posts does not go with --file",
        "load STORE --file missing.json         | cannot read missing.json: no such file",
        "load STORE --posts 0                   | --posts 0: 1 to 10000000",
        "load STORE --comments -1               | --comments -1: 0 to 1000000000",
        "load STORE --layout flat               | 'flat' is neither wide nor tall",
        "move STORE --post p                    | Missing required option: '--layout",
        "move STORE --post p --layout flat      | 'flat' is neither wide nor tall",
        "remove STORE                           | Missing required option: '--post",
        "repair                                 | give the directory of a store",
        "compare STORE --asked 0                | --asked 0: at least 1",
        "compare STORE --accidents 1001         | --accidents 1001: 1 to 1000",
      })
  void aWrongCommandLineIsRefused(String typed, String reason) {
    assertRefused(typed, reason);
  }

  @ParameterizedTest
  @CsvSource({
    "ask --latest",
    "explain --latest",
    "repair",
    "remove --post p",
    "move --post p --layout tall"
  })
  void whatNeedsTheTableMakesNone(String typed) throws IOException {
    List<String> arguments = new ArrayList<>(List.of(typed.split(" ", -1)));
    arguments.add(1, store());
    assertMakesNoTable("there is no table forum_posts", arguments.toArray(String[]::new));
  }

  /** As after one that was killed. */
  @Test
  @Tag("slow")
  void aTableThatACompareLeftIsNamed() throws IOException {
    assertTableIsNamed(
        "compare_forum_milliseconds", "compare", store(), "--posts", "2", "--comments", "9");
  }
}
