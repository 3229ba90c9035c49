package io.rowandb.systems.web.board;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.source.JsonLine;
import io.rowandb.systems.board.BoardPeriod;
import io.rowandb.systems.board.BoardPlace;
import io.rowandb.systems.board.Leaderboard;
import io.rowandb.systems.board.PlayedGames;
import io.rowandb.systems.board.ScoreEvent;
import io.rowandb.systems.web.ServedSystems;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Over HTTP the answers are those of the Java API, and of a wrong request nothing is done. */
@Tag("slow")
class BoardApiTest {
  private static final PlayedGames GAMES =
      new PlayedGames(3, 60, LocalDate.of(2026, 11, 23), 7, 300);

  private static final Pattern FLAT = Pattern.compile("\\{[^{}]*\\}");

  private static ServedSystems served;
  private static Leaderboard chess;

  @BeforeAll
  static void serve() throws IOException {
    served = ServedSystems.inMemory();
    chess = Leaderboard.open(served.connection(), "chess");
    chess.load(GAMES.scores());
  }

  @AfterAll
  static void end() throws IOException {
    chess.close();
    served.close();
  }

  private static String right(String path) throws Exception {
    HttpResponse<String> answer = served.get("/api/board" + path);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return answer.body();
  }

  private static List<BoardPlace> places(String json) {
    return FLAT.matcher(json)
        .results()
        .map(MatchResult::group)
        .map(JsonLine::parse)
        .map(BoardApiTest::place)
        .toList();
  }

  private static BoardPlace place(Map<String, String> json) {
    return new BoardPlace(
        Long.parseLong(json.get("rank")),
        json.get("player"),
        Long.parseLong(json.get("score")),
        Instant.parse(json.get("reached")));
  }

  @Test
  void answersAreThoseOfTheJavaApi() throws Exception {
    for (String text : List.of("all", "2026-11-25", "2026-W48")) {
      BoardPeriod period = BoardPeriod.parse(text);
      String of = "board=chess&period=" + text;
      assertThat(places(right("/top?limit=7&" + of))).isEqualTo(chess.top(period, 7));
      assertThat(places(right("/around?player=player3&places=4&" + of)))
          .hasSizeGreaterThan(4)
          .isEqualTo(chess.around(period, "player3", 4));
      assertThat(places(right("/place?player=player3&" + of)))
          .containsExactly(chess.place(period, "player3").orElseThrow());
      assertThat(right("/rank?score=1000&" + of))
          .isEqualTo("{\"rank\":" + chess.rankOf(period, 1_000) + "}\n");
      assertThat(right("/size?" + of)).isEqualTo("{\"players\":" + chess.size(period) + "}\n");
    }
    assertThat(right("/top?board=other")).isEqualTo("{\"places\":[]}\n");
    Map<String, String> read = JsonLine.parse(right("/explain?board=chess&player=player3").strip());
    assertThat(read)
        .containsOnlyKeys("gets", "steps", "cells", "bytes")
        .containsEntry("gets", "9")
        .containsEntry("steps", "2");
    for (String question : List.of("", "&limit=10", "&score=5", "&player=player3&places=3")) {
      assertThat(right("/explain?board=chess" + question)).contains("\"gets\":");
    }
  }

  @Test
  void pagesTogetherAreTheBoard() throws Exception {
    List<BoardPlace> all = new ArrayList<>();
    String next = "";
    int pages = 0;
    do {
      String page = right("/top?board=chess&limit=25" + next);
      all.addAll(places(page.replaceFirst("\\],\"next.*", "]}")));
      String player = page.replaceFirst("(?s).*\"next\":\"([^\"]*)\".*", "$1");
      next = player.equals(page) ? "" : "&after=" + player;
      pages++;
    } while (!next.isEmpty());
    assertThat(pages).isEqualTo(3);
    assertThat(all).isEqualTo(chess.top(BoardPeriod.ALL, 1_000));
  }

  private static String post(String board, String type, String body) throws Exception {
    HttpResponse<String> answer = served.post("/api/board/events?board=" + board, type, body);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return answer.body();
  }

  @Test
  void scoresAndPointsAreTaken() throws Exception {
    String json = "application/json";
    String points = "{\"player\":\"ann\",\"points\":3,\"id\":\"game 17\"}";
    assertThat(post("go", json, points)).isEqualTo("{\"counted\":true}\n");
    assertThat(post("go", json, points)).isEqualTo("{\"counted\":false}\n");
    String score = "{\"player\":\"bob\",\"score\":9,\"time\":\"2026-11-28T10:15:30.250Z\"}";
    assertThat(post("go", json, score)).isEqualTo("{\"counted\":true}\n");
    String lines = score + "\r\n\n" + score.replace("bob", "cleo") + "\n" + points + "\n";
    assertThat(post("go", "application/x-ndjson", lines)).isEqualTo("{\"added\":3}\n");
    assertThat(post("go", "text/csv", "player,score,time\ndan,7,2026-11-28\neve,1,2026-11-28\n"))
        .isEqualTo("{\"added\":2}\n");
    assertThat(places(right("/top?board=go")).stream().map(BoardPlace::player))
        .containsExactly("bob", "cleo", "dan", "ann", "eve");
    assertThat(right("/boards?limit=1")).isEqualTo("{\"boards\":[\"chess\"],\"next\":\"chess\"}\n");
    assertThat(right("/boards?limit=5&after=chess")).startsWith("{\"boards\":[\"go\"");
    HttpResponse<String> removed =
        served.post("/api/board/removals?board=go", json, "{\"player\":\"dan\"}");
    assertThat(removed.body()).isEqualTo("{\"removed\":true}\n");
    assertThat(served.get("/api/board/place?board=go&player=dan").statusCode()).isEqualTo(404);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/top | 400 | board is missing",
        "/top?board=%0A | 400 | control character",
        "/top?board=chess&limit=0 | 400 | limit is \"0\", not a whole number from 1 to 1000",
        "/top?board=chess&limit=1001 | 400 | not a whole number from 1 to 1000",
        "/top?board=chess&limit=99999999999999999999 | 400 | not a whole number",
        "/top?board=chess&after=nobody | 404 | player \"nobody\" has no score in period all",
        "/top?board=chess&period=yesterday | 400 | period \"yesterday\": all, a day such as",
        "/top?board=chess&period=2026-W54 | 400 | period \"2026-W54\"",
        "/top?board=chess&period=0000-01-01 | 400 | not in a year from 1970 to 9999",
        "/top?board=chess&board=go | 400 | \"board\" is there 2 times, not once",
        "/place?board=chess | 400 | player is missing",
        "/place?board=chess&player=nobody | 404 | player \"nobody\" has no score in period all",
        "/around?board=chess&player=nobody | 404 | player \"nobody\" has no score",
        "/around?board=chess&player=player3&places=1001 | 400 | from 0 to 1000",
        "/rank?board=chess | 400 | score is missing",
        "/rank?board=chess&score=1000000000000000000 | 400 | from 0 to 999999999999999999",
        "/size?board=chess&limit=3 | 400 | \"limit\" is not known here; there may be board, period",
        "/explain?board=chess&limit=3&score=3 | 400 | give a limit, or a player",
        "/explain?board=chess&places=3 | 400 | give a limit, or a player",
        "/boards?limit=1000 | 400 | from 1 to 999",
        "/boards?after=%0A | 400 | control character",
        "/events?board=chess | 405 | GET is not possible here",
      })
  void wrongQuestionsAreToldWhy(String path, int status, String message) throws Exception {
    HttpResponse<String> answer = served.get("/api/board" + path);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(JsonLine.parse(answer.body().strip()).get("error")).contains(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "application/json | '' | 400 | '{' was expected in the JSON text at column 0",
        "application/json | {\"player\":\"a\"} | 400 | give a score, of which the best counts, or points",
        "application/json | {\"player\":\"a\",\"score\":1,\"points\":1} | 400 | and not both",
        "application/json | {\"player\":\"a\",\"score\":1,\"id\":\"x\"} | 400 | an id goes with points",
        "application/json | {\"player\":\"a\",\"points\":1} | 400 | id is missing",
        "application/json | {\"score\":1} | 400 | player is missing",
        "application/json | {\"player\":\"a\",\"score\":1.5} | 400 | score is \"1.5\", not a whole number",
        "application/json | {\"player\":\"a\",\"score\":1e3} | 400 | score is \"1e3\", not a whole number",
        "application/json | {\"player\":\"a\",\"score\":1,\"time\":\"now\"} | 400 | time is \"now\"",
        "application/json | {\"player\":\"a\",\"score\":1,\"time\":\"1969-12-31T23:59:59Z\"} | 400 | not in a year from 1970",
        "application/json | {\"player\":\"a\",\"score\":1,\"time\":\"2026-11-28T10:15:30.0001Z\"} | 400 | has more than milliseconds",
        "application/json | {\"player\":\"\\ud800\",\"score\":1} | 400 | half a surrogate pair",
        "application/json | {\"player\":[\"a\"],\"score\":1} | 400 | \"player\" is a list or an object",
        "application/x-ndjson | {\"player\":\"a\"} | 400 | line 1: give a score",
        "application/x-ndjson | '' | 400 | the body has no score and no points",
        "text/csv | a,b | 400 | the body: the first line is \"a,b\", not player,score,time",
        "text/xml | <x/> | 415 | Content-Type is \"text/xml\", not application/json or",
      })
  void wrongScoresAreToldWhy(String type, String body, int status, String message)
      throws Exception {
    HttpResponse<String> answer = served.post("/api/board/events?board=wrong", type, body);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(JsonLine.parse(answer.body().strip()).get("error")).contains(message);
    assertThat(right("/size?board=wrong")).isEqualTo("{\"players\":0}\n");
  }

  @Test
  void ofLinesWithAWrongOneNoneIsTaken() throws Exception {
    String line = "{\"player\":\"a\",\"score\":1}\n";
    HttpResponse<String> answer =
        served.post(
            "/api/board/events?board=wrong", "application/x-ndjson", line.repeat(600) + "{}");
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains("line 601: give a score");
    assertThat(
            served
                .post(
                    "/api/board/events?board=wrong",
                    "application/x-ndjson",
                    line.repeat(BoardBodies.MOST_EVENTS + 1))
                .body())
        .contains("the body has more than 2000 lines");
    assertThat(right("/size?board=wrong")).isEqualTo("{\"players\":0}\n");
  }

  @Test
  void noScoreIsOverTheGreatest() throws Exception {
    String most = "{\"player\":\"max\",\"points\":999999999999999999,\"id\":\"1\"}";
    assertThat(post("most", "application/json", most)).contains("true");
    String one = most.replace("999999999999999999", "1").replace("\"1\"}", "\"2\"}");
    for (String body : List.of(one, one + "\n" + one.replace("\"2\"", "\"3\""))) {
      HttpResponse<String> answer =
          served.post("/api/board/events?board=most", "application/x-ndjson", body);
      assertThat(answer.statusCode()).isEqualTo(400);
      assertThat(answer.body()).contains("1 points more are over 999999999999999999");
    }
  }

  @Test
  void aPlayerOfFiftyThousandPeriodsIsRemoved() throws Exception {
    Instant first = Instant.parse("1980-01-01T12:00:00Z");
    try (Leaderboard board = Leaderboard.open(served.connection(), "long")) {
      board.load(
          IntStream.range(0, 43_750) // with the weeks 50,000
              .mapToObj(day -> ScoreEvent.score("max", day, first.plus(Duration.ofDays(day)))));
    }
    String path = "/api/board/removals?board=long";
    for (boolean removed : new boolean[] {true, false}) {
      HttpResponse<String> answer = served.post(path, "application/json", "{\"player\":\"max\"}");
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
      assertThat(answer.body()).contains(Boolean.toString(removed));
    }
    assertThat(right("/size?board=long")).isEqualTo("{\"players\":0}\n");
  }
}
