package io.rowandb.systems.web.board;

import io.rowandb.cli.systems.board.BoardJson;
import io.rowandb.schema.pattern.Page;
import io.rowandb.systems.board.BoardPeriod;
import io.rowandb.systems.board.BoardPlace;
import io.rowandb.systems.board.BoardReads;
import io.rowandb.systems.board.Leaderboard;
import io.rowandb.systems.board.ScoreEvent;
import io.rowandb.systems.web.SystemRoutes;
import io.rowandb.systems.web.Values;
import io.rowandb.systems.web.WebException;
import io.rowandb.systems.web.WebRequest;
import java.io.IOException;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The HTTP API of leaderboards, below {@code /api/board}. Names are parameters rather than parts of
 * paths, as they may have any character. Thread-safe.
 */
final class BoardApi {
  private static final int MOST = 1_000;
  private static final int USUAL_BOARDS = 100;
  private static final int USUAL_PLACES = 10;
  private static final int USUAL_AROUND = 5;

  // Fixed at construction.
  private final OpenBoards boards;
  private final InstantSource clock;

  BoardApi(OpenBoards boards, InstantSource clock) {
    this.boards = boards;
    this.clock = clock;
  }

  void addTo(SystemRoutes routes) {
    routes.get("/boards", this::names);
    routes.get("/top", this::top);
    routes.get("/place", this::place);
    routes.get("/around", this::around);
    routes.get("/rank", this::rank);
    routes.get("/size", this::size);
    routes.get("/explain", this::explain);
    routes.post("/events", this::add);
    routes.post("/removals", this::remove);
  }

  private Map<String, ?> names(WebRequest request) throws IOException {
    Values query = request.query("after", "limit");
    int limit = (int) query.whole("limit", 1, MOST - 1, USUAL_BOARDS);
    Page<String> page = names(boards, query, limit);
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("boards", page.records());
    page.next().ifPresent(next -> answer.put("next", next));
    return answer;
  }

  /** Behind the name that the query may have as {@code after}. */
  static Page<String> names(OpenBoards boards, Values query, int limit) throws IOException {
    String after = query.given("after").orElse(null);
    try {
      List<String> names = boards.names(after, limit + 1);
      return names.size() <= limit
          ? new Page<>(names, Optional.empty())
          : new Page<>(names.subList(0, limit), Optional.of(names.get(limit - 1)));
    } catch (IllegalArgumentException e) {
      throw WebException.wrong(e.getMessage());
    }
  }

  private Map<String, ?> top(WebRequest request) throws IOException {
    Values query = request.query("board", "period", "limit", "after");
    BoardPeriod period = BoardBodies.period(query);
    int limit = (int) query.whole("limit", 1, MOST, USUAL_PLACES);
    String name = BoardBodies.board(query);
    Optional<String> after = query.given("after").map(text -> BoardBodies.player(query, "after"));
    Page<BoardPlace> page =
        boards.ask(name, board -> BoardAnswers.ranks(board, period, limit, after));
    Map<String, Object> answer = new LinkedHashMap<>(places(page.records()));
    page.next().ifPresent(next -> answer.put("next", next));
    return answer;
  }

  private static Map<String, ?> places(List<BoardPlace> places) {
    return Map.of("places", places.stream().map(BoardJson::place).toList());
  }

  private Map<String, ?> place(WebRequest request) throws IOException {
    Values query = request.query("board", "period", "player");
    BoardPeriod period = BoardBodies.period(query);
    String player = BoardBodies.player(query, "player");
    return boards
        .ask(BoardBodies.board(query), board -> board.place(period, player))
        .map(BoardJson::place)
        .orElseThrow(() -> BoardAnswers.nobody(player, period));
  }

  private Map<String, ?> around(WebRequest request) throws IOException {
    Values query = request.query("board", "period", "player", "places");
    BoardPeriod period = BoardBodies.period(query);
    String player = BoardBodies.player(query, "player");
    int places = (int) query.whole("places", 0, MOST, USUAL_AROUND);
    List<BoardPlace> found =
        boards.ask(BoardBodies.board(query), board -> board.around(period, player, places));
    if (found.isEmpty()) {
      throw BoardAnswers.nobody(player, period);
    }
    return places(found);
  }

  private Map<String, ?> rank(WebRequest request) throws IOException {
    Values query = request.query("board", "period", "score");
    BoardPeriod period = BoardBodies.period(query);
    long score = BoardBodies.score(query, "score");
    return Map.of(
        "rank", boards.ask(BoardBodies.board(query), board -> board.rankOf(period, score)));
  }

  private Map<String, ?> size(WebRequest request) throws IOException {
    Values query = request.query("board", "period");
    BoardPeriod period = BoardBodies.period(query);
    return Map.of("players", boards.ask(BoardBodies.board(query), board -> board.size(period)));
  }

  private Map<String, ?> explain(WebRequest request) throws IOException {
    Values query = request.query("board", "period", "limit", "player", "places", "score");
    long asked = Stream.of("limit", "player", "score").filter(query::has).count();
    if (asked > 1 || (query.has("places") && !query.has("player"))) {
      throw WebException.wrong(
          "give a limit, or a player, or a player and places, or a score, or none of them");
    }
    BoardPeriod period = BoardBodies.period(query);
    BoardReads reads =
        boards.ask(BoardBodies.board(query), board -> explanation(board, period, query));
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("gets", reads.gets());
    members.put("steps", reads.steps());
    members.put("cells", reads.cells());
    members.put("bytes", reads.bytes());
    return members;
  }

  private static BoardReads explanation(Leaderboard board, BoardPeriod period, Values query)
      throws IOException {
    if (query.has("player")) {
      int places = (int) query.whole("places", 0, MOST, 0);
      return board.explainAround(period, BoardBodies.player(query, "player"), places);
    }
    if (query.has("score")) {
      return board.explainRankOf(period, BoardBodies.score(query, "score"));
    }
    return query.has("limit")
        ? board.explainTop(period, (int) query.whole("limit", 1, MOST))
        : board.explainSize(period);
  }

  private Map<String, ?> add(WebRequest request) throws IOException {
    String name = BoardBodies.board(request.query("board"));
    List<ScoreEvent> events = BoardBodies.events(request, clock);
    if (events.size() == 1) {
      return Map.of("counted", counted(boards, name, events.get(0)));
    }
    try {
      return Map.of("added", boards.change(name, board -> board.load(events.stream())));
    } catch (IllegalArgumentException e) {
      throw WebException.wrong(
          e.getMessage() + "; others of this body may be counted, and may be sent again");
    }
  }

  /** Whether an event changed something. */
  static boolean counted(OpenBoards boards, String name, ScoreEvent event) throws IOException {
    try {
      return boards.change(
          name,
          board ->
              event.id() == null
                  ? board.submit(event.player(), event.points(), event.time())
                  : board.add(event.player(), event.points(), event.time(), event.id()));
    } catch (IllegalArgumentException e) {
      throw WebException.wrong(e.getMessage());
    }
  }

  private Map<String, ?> remove(WebRequest request) throws IOException {
    String name = BoardBodies.board(request.query("board"));
    request.requireType(BoardBodies.JSON);
    String player = BoardBodies.player(BoardBodies.object(request.text(), "player"), "player");
    return Map.of("removed", boards.ask(name, board -> board.remove(player)));
  }
}
