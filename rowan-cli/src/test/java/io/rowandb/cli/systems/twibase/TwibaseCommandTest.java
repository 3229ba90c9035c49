package io.rowandb.cli.systems.twibase;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.systems.SystemCommandTrial;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code ./rowan twibase}, as a user types it. */
class TwibaseCommandTest extends SystemCommandTrial {

  TwibaseCommandTest() {
    super(TwibaseCommand::new);
  }

  private String file(String text) throws IOException {
    return Files.writeString(directory.resolve("lines.csv"), text).toString();
  }

  private void load(String text) throws IOException {
    assertThat(run("load", store(), "--create", "--file", file(text))).isZero();
    assertThat(out.toString()).startsWith("Loaded ").endsWith(" a second).\n");
  }

  @Tag("slow")
  @Test
  void loadsFilesAndAnswers() throws IOException {
    load("name,nickname,email\nann,Ann,ann@example.org\n");
    load("follower,followed\nben,ann\ncyd,ann\n");
    load(
        """
        author,time,text
        ann,2026-01-01T12:00:00Z,one, and two
        ann,2026-01-02T12:00:00Z,three
        """);
    assertThat(run("ask", store(), "--timeline", "ben")).isZero();
    assertThat(lines())
        .containsExactly(
            "post                        by   text",
            "ann/2026-01-02T12:00:00Z/2  Ann  three",
            "ann/2026-01-01T12:00:00Z/1  Ann  one, and two");
    assertThat(run("ask", store(), "--timeline", "ben", "--authors", "--most", "1")).isZero();
    assertThat(lines())
        .containsExactly(
            "post                        by   joined                posts  text",
            "ann/2026-01-02T12:00:00Z/2  Ann  1970-01-01T00:00:00Z      2  three");
    assertThat(run("ask", store(), "--timeline", "ben", "--authors", "--json")).isZero();
    assertThat(lines())
        .hasSize(2)
        .first()
        .asString()
        .endsWith("\"text\":\"three\",\"joined\":\"1970-01-01T00:00:00Z\",\"posts\":2}");
    assertThat(run("ask", store(), "--posts-of", "ann", "--authors")).isEqualTo(2);
    assertThat(run("ask", store(), "--timeline", "eve", "--authors")).isEqualTo(1);
    assertThat(run("ask", store(), "--posts-of", "ann", "--before", "ann/2026-01-02T12:00:00Z/2"))
        .isZero();
    assertThat(lines()).hasSize(2).last().isEqualTo("ann/2026-01-01T12:00:00Z/1  one, and two");
    assertThat(run("ask", store(), "--followers-of", "ann", "--after", "ben")).isZero();
    assertThat(lines()).containsExactly("name  nickname", "cyd   cyd");
    assertThat(run("ask", store(), "--follows-of", "cyd")).isZero();
    assertThat(lines()).containsExactly("name  nickname", "ann   Ann");
    assertThat(run("ask", store(), "--profile", "ann")).isZero();
    assertThat(lines().get(1))
        .isEqualTo("ann   Ann       1970-01-01T00:00:00Z      2        0          2      0");
    assertThat(run("ask", store(), "--likers-of", "ann/2026-01-02T12:00:00Z/2")).isZero();
    assertThat(out.toString()).isEmpty();
    assertThat(run("ask", store(), "--timeline", "ben", "--json")).isZero();
    assertThat(lines())
        .hasSize(2)
        .first()
        .isEqualTo(
            "{\"id\":\"ann/2026-01-02T12:00:00Z/2\",\"author\":\"ann\",\"nickname\":\"Ann\","
                + "\"time\":\"2026-01-02T12:00:00Z\",\"text\":\"three\"}");
    assertThat(run("ask", store(), "--posts-of", "ann", "--json")).isZero();
    assertThat(lines())
        .hasSize(2)
        .first()
        .isEqualTo(
            "{\"id\":\"ann/2026-01-02T12:00:00Z/2\",\"time\":\"2026-01-02T12:00:00Z\","
                + "\"text\":\"three\"}");
    assertThat(run("ask", store(), "--follows-of", "cyd", "--json")).isZero();
    assertThat(lines()).containsExactly("{\"name\":\"ann\",\"nickname\":\"Ann\"}");
    assertThat(run("ask", store(), "--profile", "ann", "--json")).isZero();
    assertThat(lines())
        .containsExactly(
            "{\"name\":\"ann\",\"nickname\":\"Ann\",\"joined\":\"1970-01-01T00:00:00Z\",\"posts\":2,"
                + "\"follows\":0,\"followers\":2,\"liked\":0}");
    assertThat(run("explain", store(), "--timeline", "ben")).isZero();
    assertThat(out.toString())
        .startsWith("the stream, in twibase:twitsStream\nserved by: the row key\n")
        .contains(
            "0 authors read as well\nthen, by their keys, the pairs and the posts that are found\n",
            "ben has looked 4.0 times lately, and is taken to look 12.0 times, at the cost of 24.0");
    assertThat(lines().get(lines().size() - 1)).matches("ann +[0-9.]+ +written +written");
  }

  /** Posts of the present make an author busy, and nobody has looked. */
  @Tag("slow")
  @Test
  void replansPairsByHabits() throws IOException {
    StringBuilder posts = new StringBuilder("author,time,text\n");
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    for (int i = 0; i < 40; i++) {
      posts.append("ann,").append(now).append(",text ").append(i).append('\n');
    }
    load("follower,followed\nben,ann\ncyd,ben\n");
    load(posts.toString());
    assertThat(run("ask", store(), "--timeline", "ben", "--most", "1000")).isZero();
    List<String> timeline = lines();
    assertThat(timeline).hasSize(41);
    for (String line :
        List.of(
            "replan PATH,1,read,read",
            "replan PATH,0,read,read",
            "replan PATH --plan push,1,written,read",
            "replan PATH --plan pull,2,read,read",
            "replan PATH --after ben,1,read,read",
            "replan PATH --after zoe,0,read,read")) {
      String[] parts = line.replace("PATH", store()).split(",", -1);
      assertThat(run(parts[0].split(" "))).as(line).isZero();
      assertThat(out.toString())
          .as(line)
          .matches(
              "Looked at [0-3] users?: posts come another way to " + parts[1] + " follower.*\n");
      assertThat(run("explain", store(), "--timeline", "ben")).isZero();
      assertThat(lines().get(lines().size() - 1))
          .as(line)
          .matches("ann +(40.0|39.9) +" + parts[2] + " +" + parts[3]);
      assertThat(run("ask", store(), "--timeline", "ben", "--most", "1000")).isZero();
      assertThat(lines()).as(line).isEqualTo(timeline);
    }
    assertThat(
            run("load", store(), "--plan", "pull", "--file", file("follower,followed\ndan,ben\n")))
        .isZero();
    assertThat(run("explain", store(), "--timeline", "dan")).isZero();
    assertThat(lines().get(lines().size() - 1)).matches("ben +0.0 +read +written");
  }

  @Test
  void replanMakesNothing() {
    assertThat(run("replan", store())).isEqualTo(1);
    assertThat(err.toString()).contains("does not exist");
  }

  @Tag("slow")
  @Test
  void comparesDesigns() {
    assertThat(
            run(
                "compare",
                "mem:twibase",
                "--users",
                "20",
                "--follows",
                "4",
                "--posts",
                "20",
                "--looks",
                "40"))
        .isZero();
    assertThat(out.toString())
        .contains("hashed: rows MD5(A) 1 MD5(B)")
        .contains("whom one follows")
        .contains("Of 200 follows by two at once, numbered columns lose 100.")
        .contains("per pair");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void questionsMakeNothing() throws IOException {
    assertThat(run("ask", store(), "--timeline", "ann")).isEqualTo(1);
    assertThat(err.toString()).contains("does not exist");
    assertThat(Files.exists(directory.resolve("store"))).isFalse();
    load("name,nickname,email\nann,Ann,\n");
    for (String option :
        List.of("--timeline", "--posts-of", "--profile", "--follows-of", "--followers-of")) {
      assertThat(run("ask", store(), option, "nobody")).isEqualTo(1);
      assertThat(err.toString()).contains("there is no user 'nobody'");
    }
    assertThat(run("explain", store(), "--timeline", "nobody")).isEqualTo(1);
    assertThat(err.toString()).contains("there is no user 'nobody'");
  }

  @Test
  void aWrongLineEndsTheLoad() throws IOException {
    assertThat(run("load", store(), "--create", "--file", file("follower,followed\nann,ann\n")))
        .isEqualTo(1);
    assertThat(err.toString()).contains("'ann' cannot follow themselves");
    assertThat(run("load", store(), "--file", file("follower,followed\nann\n"))).isEqualTo(1);
    assertThat(err.toString()).contains("lines.csv, line 2: 'ann' has 1 fields of 2");
    assertThat(run("load", store(), "--file", file("follower,followed\n\u001b]0;x\u0007\n")))
        .isEqualTo(1);
    assertThat(err.toString()).contains("'\\x1b]0;x\\x07'").doesNotContain("\u001b");
  }

  @ParameterizedTest
  @CsvSource({
    "ask x,Missing required argument",
    "ask x --timeline a --profile a,mutually exclusive",
    "ask x --timeline a --most 0,--most 0: from 1 to 1000",
    "ask x --timeline a --after b,--after goes with",
    "ask x --profile a --before b,--before goes with",
    "ask x --timeline a --before b,post 'b' is not NAME/TIME/NUMBER",
    "ask x --likers-of b,post 'b' is not NAME/TIME/NUMBER",
    "load x --users 1,--users 1: 2 to 1000000",
    "load x --posts -1,--posts -1: not negative",
    "load x --file nothing.csv,cannot read nothing.csv: no such file or directory",
    "load x --file nothing.csv --seed 3,--seed does not go with --file",
    "compare x --looks -1,--looks -1: not negative",
    "compare x --follows 0,nobody follows anybody",
    "load x --plan most,is not push",
    "replan x --plan PUSH,is not push",
    "nothing x,Unmatched argument",
  })
  void aWrongCommandLineIsRefused(String line, String message) {
    assertThat(run(line.split(" "))).isEqualTo(2);
    assertThat(err.toString()).contains(message);
  }
}
