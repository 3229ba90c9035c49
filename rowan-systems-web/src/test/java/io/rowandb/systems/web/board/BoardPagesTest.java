package io.rowandb.systems.web.board;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.systems.board.BoardPeriod;
import io.rowandb.systems.board.Leaderboard;
import io.rowandb.systems.web.ServedSystems;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Admin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a person sees and does. */
@Tag("slow")
class BoardPagesTest {
  private static final Instant TIME = Instant.parse("2026-11-26T12:00:00Z");
  private static final String CHESS = "board=chess&time=2026-11-26T12%3A00%3A00Z&id=page1";

  private static final Pattern NAME = Pattern.compile("<td class=\"name\"><a [^>]*>([^<]*)</a>");

  private ServedSystems served;

  @BeforeEach
  void serve() throws IOException {
    served = ServedSystems.inMemory();
  }

  @AfterEach
  void end() throws IOException {
    served.close();
  }

  private String added(String fields) throws Exception {
    HttpResponse<String> answer = served.postForm("/board/add", fields);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(303);
    return answer.headers().firstValue("Location").orElseThrow();
  }

  @Test
  void aNewcomerNamesABoardAddsPlayersAndSeesRanks() throws Exception {
    assertThat(served.get("/board").body())
        .contains("There is no board yet", "Make sample games", "action=\"/board/ranks\"");
    assertThat(served.get("/board/ranks?board=chess").body())
        .contains("<h1>chess</h1>", "Nobody has a score", "0 players", "action=\"/board/add\"");
    assertThat(added(CHESS + "&player=ann&kind=score&number=1250"))
        .isEqualTo("/board/player?board=chess&player=ann&said=counted");
    added(CHESS + "&player=bob&kind=score&number=900");
    added(CHESS + "&player=cleo&kind=score&number=1250");
    assertThat(served.get("/board/ranks?board=chess").body())
        .contains("3 players", "<td class=\"number\">1,250</td>", "2026-11-26 12:00:00");
    assertThat(served.get("/board/player?board=chess&player=bob&said=counted").body())
        .contains("It was counted.", "<dd>3 of 3</dd>", "<strong>bob</strong>", "gets in")
        .contains("cleo", "ann", "Remove the player");
    for (String period : List.of("2026-11-26", "2026-W48")) {
      assertThat(names(served.get("/board/ranks?board=chess&period=" + period).body()))
          .containsExactly("ann", "cleo", "bob");
    }
    assertThat(served.get("/board/ranks?board=chess&period=2026-11-27").body())
        .contains("Nobody has a score", "0 players", "2026-11-27</a>");
    assertThat(served.get("/board/player?board=chess&player=dan").body())
        .contains("No score in this period.")
        .doesNotContain("Remove the player");
    assertThat(served.get("/board").body())
        .contains("href=\"/board/ranks?board=chess\"")
        .doesNotContain("Make sample games");
    assertThat(served.get("/board/player?board=chess&player=bob", "Accept-Language", "zh").body())
        .contains("第 3 名，共 3 人", "移除该玩家", "总榜", "取得时间");
  }

  /** A page that is sent twice, as by a second click, counts once. */
  @Test
  void aPageThatIsSentTwiceCountsOnce() throws Exception {
    String form = CHESS + "&player=ann&kind=points&number=3";
    assertThat(added(form)).endsWith("said=counted");
    assertThat(added(form)).endsWith("said=known");
    assertThat(added(form.replace("page1", "page2"))).endsWith("said=counted");
    assertThat(served.get("/board/player?board=chess&player=ann&said=known").body())
        .contains("It changes nothing", "<dt>Score</dt><dd>6</dd>");
    Pattern id = Pattern.compile("name=\"id\" value=\"([^\"]+)\"");
    String one = served.get("/board/ranks?board=chess").body();
    String two = served.get("/board/ranks?board=chess").body();
    assertThat(id.matcher(one).results().map(each -> each.group(1)).toList())
        .isNotEmpty()
        .doesNotContainAnyElementsOf(id.matcher(two).results().map(each -> each.group(1)).toList());
  }

  @Test
  void aPlayerIsRemoved() throws Exception {
    added(CHESS + "&player=ann&kind=score&number=5");
    HttpResponse<String> removed = served.postForm("/board/remove", "board=chess&player=ann");
    assertThat(removed.statusCode()).isEqualTo(303);
    assertThat(served.get(removed.headers().firstValue("Location").orElseThrow()).body())
        .contains("The player was removed.", "Nobody has a score");
    HttpResponse<String> again = served.postForm("/board/remove", "board=chess&player=ann");
    assertThat(again.statusCode()).isEqualTo(303);
    String known = again.headers().firstValue("Location").orElseThrow();
    assertThat(served.get(known).body())
        .contains("There was no such player.")
        .doesNotContain("was removed");
    assertThat(served.get(known, "Accept-Language", "zh").body()).contains("没有这个玩家。");
    assertThat(served.postForm("/board/remove", "board=chess&player=ann").statusCode())
        .as("once more")
        .isEqualTo(303);
    assertThat(served.postForm("/board/remove", "board=chess").statusCode()).isEqualTo(400);
  }

  @Test
  void aWrongFormIsShownAgainWithTheReason() throws Exception {
    HttpResponse<String> answer =
        served.postForm("/board/add", CHESS + "&player=ann&kind=points&number=%3Cb%3E");
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body())
        .contains("role=\"alert\">points is &quot;&lt;b&gt;&quot;, not a whole number from 0 to")
        .contains("name=\"player\" value=\"ann\"", "value=\"&lt;b&gt;\"", "value=\"page1\"")
        .contains("<option value=\"points\" selected>")
        .doesNotContain("<b>");
    for (String wrong :
        List.of(
            "&player=ann&kind=gift&number=1",
            "&kind=score&number=1",
            "&player=a%0Ab&kind=score&number=1",
            "&player=" + "x".repeat(201) + "&kind=score&number=1",
            "&player=ann&kind=score&number=1000000000000000000",
            "&player=ann&kind=score&number=-1",
            "&player=ann&kind=score&number=1&number=2",
            "&player=ann&kind=score&number=1&more=2")) {
      assertThat(served.postForm("/board/add", CHESS + wrong).statusCode())
          .as(wrong)
          .isEqualTo(400);
    }
    assertThat(served.postForm("/board/add", "player=a&kind=score&number=1").body())
        .contains("board is missing");
    assertThat(served.get("/board/ranks?board=chess").body()).contains("0 players");
    for (String wrong :
        List.of(
            "/ranks",
            "/ranks?board=%00",
            "/ranks?board=a&period=never",
            "/ranks?board=a&period=2026-02-30",
            "/ranks?board=a&period=1969-12-31",
            "/ranks?board=a&period=%2B10000-01-01",
            "/ranks?board=a&period=" + "9".repeat(3000),
            "/player?board=a",
            "/player?board=a&player=" + "y".repeat(201))) {
      HttpResponse<String> refused = served.get("/board" + wrong);
      assertThat(refused.statusCode()).as(wrong).isEqualTo(400);
      assertThat(refused.body()).contains("role=\"alert\"", "action=\"/board/ranks\"");
    }
  }

  @Test
  void hostileNamesAreText() throws Exception {
    String hostile = "%22%3E%3Cscript%3Ealert%3C%2Fscript%3E%26%27";
    String place =
        added("board=" + hostile + "&player=" + hostile + "&kind=points&number=7&id=" + hostile);
    String seen = "&quot;&gt;&lt;script&gt;alert&lt;/script&gt;&amp;&#39;";
    for (String page : List.of(place, "/board/ranks?board=" + hostile, "/board")) {
      assertThat(served.get(page).body()).contains(seen).doesNotContain("<script");
    }
    assertThat(served.get("/board/ranks?board=" + hostile).body())
        .contains("/board/player?board=" + hostile + "&amp;period=all&amp;player=" + hostile);
  }

  @Test
  void manyPlayersComePageByPage() throws Exception {
    try (Leaderboard board = Leaderboard.open(served.connection(), "go")) {
      for (int i = 0; i < 120; i++) {
        board.submit(String.format("p%03d", i), 1_000 - i / 2, TIME);
      }
    }
    String page = served.get("/board/ranks?board=go&period=2026-W48").body();
    List<String> all = new ArrayList<>(names(page));
    for (int size : List.of(50, 20)) {
      String next = page.replaceFirst("(?s).*href=\"(/board/ranks\\?[^\"]*after=[^\"]*)\".*", "$1");
      assertThat(next).startsWith("/board/ranks?board=go&amp;period=2026-W48&amp;after=p");
      page = served.get(next.replace("&amp;", "&")).body();
      assertThat(names(page)).hasSize(size);
      all.addAll(names(page));
    }
    assertThat(page).contains("The best").doesNotContain("Next places");
    assertThat(all)
        .isEqualTo(IntStream.range(0, 120).mapToObj(i -> String.format("p%03d", i)).toList());
    assertThat(served.get("/board/ranks?board=go&after=p119").body())
        .contains("Nobody has a score", "120 players");
    HttpResponse<String> unknown = served.get("/board/ranks?board=go&after=zoe");
    assertThat(unknown.statusCode()).isEqualTo(404);
    assertThat(unknown.body()).contains("player &quot;zoe&quot; has no score in period all");
  }

  @Test
  void questionsMakeNoTable() throws Exception {
    for (String path : List.of("/top?board=a", "/size?board=a", "/explain?board=a")) {
      HttpResponse<String> answer = served.get("/api/board" + path);
      assertThat(answer.statusCode()).isEqualTo(404);
      assertThat(answer.body()).contains("there is no table yet");
    }
    assertThat(served.get("/api/board/boards").body()).isEqualTo("{\"boards\":[]}\n");
    for (String path : List.of("", "/ranks?board=a", "/player?board=a&player=b")) {
      assertThat(served.get("/board" + path).statusCode()).isEqualTo(200);
    }
    assertThat(served.postForm("/board/remove", "board=a&player=b").statusCode()).isEqualTo(404);
    try (Admin admin = served.connection().getAdmin()) {
      assertThat(admin.listTableNames()).isEmpty();
    }
  }

  private static List<String> names(String page) {
    return NAME.matcher(page).results().map((MatchResult each) -> each.group(1)).toList();
  }

  @Test
  void sampleGamesAreMadeOnce() throws Exception {
    assertThat(served.postForm("/board/sample", "").statusCode()).isEqualTo(303);
    String state = served.get("/api/board/sample").body();
    while (state.contains("running")) {
      assertThat(served.get("/board").statusCode()).isEqualTo(200);
      state = served.get("/api/board/sample").body();
    }
    assertThat(state).isEqualTo("{\"state\":\"done\",\"records\":3000,\"expected\":3000}\n");
    assertThat(served.postForm("/board/sample", "").statusCode()).isEqualTo(409);
    try (Leaderboard board = Leaderboard.openExisting(served.connection(), SampleBoard.NAME)) {
      assertThat(board.size(BoardPeriod.ALL)).isEqualTo(300);
    }
  }

  /** Also of players and boards that others write at the same time. */
  @Test
  void manyAtOnceLoseNothing() throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(8);
    try {
      List<Callable<Integer>> work =
          IntStream.range(0, 240).<Callable<Integer>>mapToObj(i -> () -> addOrAsk(i)).toList();
      for (Future<Integer> each : clients.invokeAll(work)) {
        assertThat(each.get()).isIn(200, 303);
      }
    } finally {
      clients.shutdownNow();
    }
    for (String name : List.of("b0", "b1")) {
      try (Leaderboard board = Leaderboard.openExisting(served.connection(), name)) {
        assertThat(board.place(BoardPeriod.ALL, "ann").orElseThrow().score()).isEqualTo(80);
        assertThat(board.size(BoardPeriod.ALL)).isEqualTo(1);
      }
    }
  }

  private int addOrAsk(int i) throws Exception {
    String board = "board=b" + i % 2;
    HttpResponse<String> answer =
        switch (i / 2 % 3) {
          case 0 ->
              served.postForm("/board/add", board + "&player=ann&kind=points&number=1&id=form" + i);
          case 1 ->
              served.post(
                  "/api/board/events?" + board,
                  "application/json",
                  "{\"player\":\"ann\",\"points\":1,\"id\":\"api%d\"}".formatted(i));
          default -> served.get("/board/player?player=ann&" + board);
        };
    return answer.statusCode();
  }
}
