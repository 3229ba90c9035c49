package io.rowandb.cli.systems.board;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rowandb.cli.systems.SystemCommandTrial;
import io.rowandb.client.Rowan;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code ./rowan board}, as a user types it. */
class BoardCommandTest extends SystemCommandTrial {
  private static final String LINES =
      """
      player,points,time,id
      Ann,3,2026-11-26T10:15:30.250Z,game 1
      Bob,1,2026-11-26T10:15:30.250Z,game 1
      Zoë,3,2026-11-26T10:15:30.250Z,game 2
      Bob,3,2026-11-27,game 3
      """;

  BoardCommandTest() {
    super(BoardCommand::new);
  }

  private String file(String text) throws IOException {
    return Files.writeString(directory.resolve("games.csv"), text).toString();
  }

  @Tag("slow")
  @Test
  void loadsAFileTwiceAndAnswers() throws IOException {
    for (int i = 0; i < 2; i++) {
      assertThat(run("load", store(), "--create", "--file", file(LINES))).isZero();
      assertThat(out.toString()).startsWith("Loaded 4 scores of ").endsWith(" a second).\n");
    }
    assertThat(run("ask", store(), "--top", "10")).isZero();
    assertThat(lines())
        .containsExactly(
            "rank  player  score  reached",
            "1  Bob         4  2026-11-27T00:00:00Z",
            "2  Ann         3  2026-11-26T10:15:30.250Z",
            "2  Zoë         3  2026-11-26T10:15:30.250Z");
    assertThat(run("ask", store(), "--player", "Zoë", "--period", "2026-11-26")).isZero();
    assertThat(lines().get(1)).startsWith("1  Zoë");
    assertThat(run("ask", store(), "--player", "Zoë", "--around", "1")).isZero();
    assertThat(lines()).hasSize(3).element(1).asString().startsWith("2  Ann");
    assertThat(run("ask", store(), "--score", "2", "--period", "2026-W48")).isZero();
    assertThat(lines()).containsExactly("rank: 4");
    assertThat(run("ask", store(), "--size", "--period", "2026-11-27")).isZero();
    assertThat(lines()).containsExactly("players: 1");
    assertThat(run("ask", store(), "--size", "--name", "other")).isZero();
    assertThat(lines()).containsExactly("players: 0");
    assertThat(run("ask", store(), "--player", "nobody")).isZero();
    assertThat(lines()).containsExactly("rank  player  score  reached");
    assertThat(run("ask", store(), "--top", "1", "--json")).isZero();
    assertThat(lines())
        .containsExactly(
            "{\"rank\":1,\"player\":\"Bob\",\"score\":4,\"reached\":\"2026-11-27T00:00:00Z\"}");
    assertThat(run("ask", store(), "--size", "--json")).isZero();
    assertThat(lines()).containsExactly("{\"players\":3}");
    assertThat(run("ask", store(), "--score", "2", "--json")).isZero();
    assertThat(lines()).containsExactly("{\"rank\":4}");
    assertThat(run("ask", store(), "--player", "nobody", "--json")).isZero();
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void readsAPackedFileOfScores() throws IOException {
    Path file = directory.resolve("scores.csv.gz");
    try (OutputStream packed = new GZIPOutputStream(Files.newOutputStream(file))) {
      packed.write("player,score,time\na,7,2026-11-28\na,5,2026-11-28\n".getBytes(UTF_8));
    }
    assertThat(run("load", "--path", store(), "--create", "--file", file.toString(), "--name", "x"))
        .isZero();
    assertThat(run("ask", store(), "--player", "a", "--name", "x")).isZero();
    assertThat(lines().get(1)).isEqualTo("1  a           7  2026-11-28T00:00:00Z");
  }

  @Test
  @Tag("slow")
  void explainsWhatIsRead() {
    run("load", store(), "--create", "--games", "500", "--players", "100");
    assertThat(run("explain", store(), "--player", "player7")).isZero();
    assertThat(out.toString())
        .contains("served by: the player's score, then the counts", "gets: 9, in 2 steps");
    assertThat(run("explain", store(), "--player", "player7", "--around", "3")).isZero();
    assertThat(out.toString()).contains("gets: 25, in 3 steps");
    assertThat(run("explain", store(), "--top", "3", "--period", "2026-11-16")).isZero();
    assertThat(out.toString()).contains("gets: 9, in 2 steps");
    assertThat(run("explain", store(), "--size")).isZero();
    assertThat(out.toString()).contains("gets: 8, in 1 step\n");
    assertThat(run("explain", store(), "--score", "5")).isZero();
    assertThat(out.toString()).contains("gets: 8, in 1 step\n");
  }

  @Tag("slow")
  @Test
  void comparesDesignsForPrograms() throws IOException {
    assertThat(
            run(
                "compare",
                store(),
                "--create",
                "--games=60",
                "--players=20",
                "--asked=2",
                "--accidents=2",
                "--json"))
        .isZero();
    List<JsonNode> designs = new ArrayList<>();
    for (String line : out.toString().lines().toList()) {
      designs.add(new ObjectMapper().readTree(line));
    }
    assertThat(designs)
        .extracting(each -> each.get("name").textValue())
        .containsExactly("order alone", "players alone", "two tables", "in use");
    assertThat(designs)
        .allSatisfy(
            each -> {
              assertThat(each.get("busiestShare").doubleValue()).isBetween(0.01, 1.0);
              assertThat(each.get("bytes").longValue()).isPositive();
              assertThat(each.get("race").get("accidents").intValue()).isEqualTo(2);
            });
    assertThat(designs.get(3).get("race").get("scores").intValue()).isZero();
    assertThat(designs.get(0).get("death").get("standings").intValue()).isEqualTo(2);
  }

  @Test
  @Tag("slow")
  void comparesDesignsAndLeavesNoTable() throws IOException {
    assertThat(
            run(
                "compare",
                store(),
                "--create",
                "--games",
                "600",
                "--players",
                "200",
                "--asked",
                "3",
                "--accidents",
                "2"))
        .isZero();
    assertThat(out.toString())
        .contains("Wrong scores / wrong standings after 2 accidents of each kind.")
        .containsPattern("\nplayers alone +1 +201 +201 +201")
        .containsPattern("\ntwo tables +3 +10 ")
        .containsPattern("\nin use +1 +80 ")
        .containsPattern("\ntwo tables +2 / \\d +0 / 2 +2 / 0")
        .containsPattern("\nin use +0 / 0 +0 / 0 +0 / 0");
    try (Connection connection = ConnectionFactory.createConnection(Rowan.configuration(store()));
        Admin admin = connection.getAdmin()) {
      assertThat(admin.listTableNames()).isEmpty();
    }
  }

  @Test
  void aWrongLineIsNamedAndTheLoadCanBeBegunAgain() throws IOException {
    String wrong = file(LINES + "Ann,x,2026-11-27,game 4\n");
    assertThat(run("load", store(), "--create", "--file", wrong)).isEqualTo(1);
    assertThat(err.toString()).contains("games.csv, line 6: ", "Ann,x");
    assertThat(run("load", store(), "--file", file(LINES))).isZero();
    run("ask", store(), "--size");
    assertThat(lines()).containsExactly("players: 3");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "                                       | a command is missing",
        "ask STORE                              | ask for --top N, --player NAME",
        "ask STORE --top 3 --size               | ask for --top N, --player NAME",
        "ask STORE --top 0                      | --top 0 is not from 1 to 10000",
        "ask STORE --top 10001                  | --top 10001 is not from 1 to 10000",
        "ask STORE --top 3 --around 2           | --around goes with --player alone",
        "ask STORE --player a --around -1       | --around -1 is not from 0",
        "ask STORE --score -1                   | score -1 is not from 0",
        "ask STORE --size --period 2026-13      | period \"2026-13\": all, a day such as",
        "ask STORE --size --period 1969-01-01   | is not in a year from 1970 to 9999",
        "ask --size                             | give the directory of a store",
        "load STORE --file pom.xml --games 5    | --games does not go with --file",
        "load STORE --file pom.xml --points     | --points does not go with --file",
        "load STORE --file missing.csv          | cannot read missing.csv: no such file",
        "load STORE --players 0                 | --players 0: 1 to 100000000",
        "load STORE --days 0                    | --days 0: at least 1",
        "load STORE --first yesterday           | yesterday",
        "compare STORE --asked 0                | --asked 0: at least 1",
        "compare STORE --accidents 1001         | --accidents 1001: 1 to 1000",
      })
  void aWrongCommandLineIsRefused(String typed, String reason) {
    assertRefused(typed, reason);
  }

  @Test
  void aBoardWithoutANameIsRefused() {
    assertThat(run("ask", store(), "--size", "--name", "")).isEqualTo(2);
    assertThat(err.toString()).contains("board \"\" has 0 bytes, not 1 to 200");
    assertThat(run("ask", store(), "--player", "")).isEqualTo(2);
    assertThat(err.toString()).contains("player \"\" has 0 bytes, not 1 to 200");
  }

  @ParameterizedTest
  @CsvSource({"ask", "explain"})
  void aQuestionMakesNoTable(String command) throws IOException {
    assertMakesNoTable("there is no table boards", command, store(), "--size");
  }

  /** As after one that was killed. */
  @Test
  void aTableThatACompareLeftIsNamed() throws IOException {
    assertTableIsNamed(
        "compare_board_two_tables_o", "compare", store(), "--games", "100", "--players", "9");
  }

  @ParameterizedTest
  @CsvSource({"ask", "explain"})
  void aStoreThatIsNotThereIsNotMade(String command) {
    assertThat(run(command, store(), "--size")).isEqualTo(1);
    assertThat(err.toString()).contains("store does not exist");
    assertThat(directory).isEmptyDirectory();
  }
}
