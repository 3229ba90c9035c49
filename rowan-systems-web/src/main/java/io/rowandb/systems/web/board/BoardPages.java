package io.rowandb.systems.web.board;

import io.rowandb.cli.terminal.Figures;
import io.rowandb.schema.pattern.Page;
import io.rowandb.systems.board.BoardPeriod;
import io.rowandb.systems.board.BoardPlace;
import io.rowandb.systems.board.BoardReads;
import io.rowandb.systems.board.Leaderboard;
import io.rowandb.systems.board.ScoreEvent;
import io.rowandb.systems.web.BackgroundLoad.Progress;
import io.rowandb.systems.web.BackgroundLoad.State;
import io.rowandb.systems.web.Html;
import io.rowandb.systems.web.Language;
import io.rowandb.systems.web.PageParts;
import io.rowandb.systems.web.SystemPages;
import io.rowandb.systems.web.SystemRoutes;
import io.rowandb.systems.web.Values;
import io.rowandb.systems.web.WebException;
import io.rowandb.systems.web.WebPage;
import io.rowandb.systems.web.WebRequest;
import java.io.IOException;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Connection;

/** Leaderboards: their pages and their API. */
public final class BoardPages implements SystemPages {
  private static final int PLACES_OF_PAGE = 50;
  private static final int BOARDS_OF_PAGE = 100;
  private static final int AROUND = 5;

  private static final String[] FIELDS = {"board", "player", "kind", "number", "time", "id"};

  // Fixed at construction.
  private final OpenBoards boards;
  private final SampleBoard sample;
  private final InstantSource clock = InstantSource.system();

  /** On a store or a cluster. */
  public BoardPages(Connection connection) {
    boards = new OpenBoards(connection);
    sample = new SampleBoard(boards);
  }

  @Override
  public String name() {
    return "board";
  }

  @Override
  public String title(Language language) {
    return language.say("Leaderboards", "排行榜");
  }

  @Override
  public String about(Language language) {
    return language.say(
        "The best players, the exact rank of each and who stands around: for all time, each day and"
            + " each week.",
        "最好的玩家、每个玩家的准确名次和前后的人：总榜、日榜和周榜。");
  }

  @Override
  public void addTo(SystemRoutes routes) {
    routes.page("", this::first);
    routes.page("/ranks", this::ranks);
    routes.page("/player", this::player);
    routes.form("/add", this::add);
    routes.form("/remove", this::remove);
    routes.sample(sample);
    new BoardApi(boards, clock).addTo(routes);
  }

  private WebPage first(WebRequest request) throws IOException {
    Values query = request.query("after");
    Language language = request.language();
    PageParts parts = new PageParts(language);
    Progress progress = sample.progress();
    if (progress.state() == State.RUNNING) {
      String making = language.say("Playing games …", "正在生成比赛……");
      return WebPage.of(title(language), parts.progress(making, progress)).again();
    }
    Html failed =
        progress.state() == State.FAILED
            ? parts.error(
                language.say(
                    "The sample games could not all be made; the server's log says why.",
                    "示例比赛未能全部生成，原因见服务器日志。"))
            : Html.NONE;
    Page<String> names = BoardApi.names(boards, query, BOARDS_OF_PAGE);
    boolean none = names.records().isEmpty() && !query.has("after");
    return WebPage.of(
        title(language),
        Html.of(
            "<p>{}</p>{}<div class=\"cards\"><section><h2>{}</h2>{}</section>"
                + "<section><h2>{}</h2>{}</section></div>",
            about(language),
            failed,
            language.say("Name a board", "选一个排行榜"),
            new BoardForms(language).board(""),
            none
                ? language.say("There is no board yet", "还没有排行榜")
                : language.say("Boards", "已有的排行榜"),
            none ? new BoardForms(language).sample() : names(language, names)));
  }

  private static Html names(Language language, Page<String> names) {
    List<Html> links = new ArrayList<>();
    for (String each : names.records()) {
      links.add(
          Html.of(
              "<li><a href=\"/board/ranks?{}\">{}</a></li>",
              PageParts.query(Map.of("board", each)),
              each));
    }
    Html more =
        names.next().isEmpty()
            ? Html.NONE
            : Html.of(
                "<p><a class=\"button\" href=\"/board?{}\">{}</a></p>",
                PageParts.query(Map.of("after", names.next().get())),
                language.say("More boards", "更多排行榜"));
    return links.isEmpty()
        ? Html.of("<p>{}</p>", language.say("There are no more.", "没有更多了。"))
        : Html.of("<ul>{}</ul>{}", links, more);
  }

  /** A page that says what is wrong, and asks for a board again. */
  private WebPage refused(Language language, Values query, WebException why) {
    return WebPage.of(
            title(language),
            Html.all(
                new PageParts(language).error(why.getMessage()),
                new BoardForms(language).board(query.given("board").orElse(""))))
        .with(why.status());
  }

  private WebPage ranks(WebRequest request) throws IOException {
    Values query = request.query("board", "period", "after", "removed");
    Language language = request.language();
    try {
      String name = BoardBodies.board(query);
      BoardPeriod period = BoardBodies.period(query);
      Optional<String> after = query.given("after").map(text -> BoardBodies.player(query, "after"));
      Html said = removed(language, query);
      BoardViews views = new BoardViews(language, name, period);
      return ranks(views, after, Map.of(), said);
    } catch (WebException e) {
      return refused(language, query, e);
    }
  }

  /** What became of a player who was to be removed; nothing on other pages. */
  private static Html removed(Language language, Values query) {
    PageParts parts = new PageParts(language);
    return switch (query.given("removed").orElse("")) {
      case "" -> Html.NONE;
      case "0" -> parts.notice(language.say("There was no such player.", "没有这个玩家。"));
      default -> parts.notice(language.say("The player was removed.", "玩家已移除。"));
    };
  }

  /** What a page of ranks reads, as of one call. */
  private record Ranks(Page<BoardPlace> page, long players, BoardReads reads) {}

  private WebPage ranks(
      BoardViews views, Optional<String> after, Map<String, String> shown, Html said)
      throws IOException {
    Language language = views.language();
    BoardPeriod period = views.period();
    Optional<Ranks> ranks =
        asked(
            views.board(),
            board ->
                new Ranks(
                    BoardAnswers.ranks(board, period, PLACES_OF_PAGE, after),
                    board.size(period),
                    board.explainTop(period, PLACES_OF_PAGE)));
    Page<BoardPlace> page = ranks.map(Ranks::page).orElse(new Page<>(List.of(), Optional.empty()));
    List<Html> others = new ArrayList<>();
    if (after.isPresent()) {
      others.add(link(views.query(), language.say("The best", "最好的")));
    }
    if (page.next().isPresent()) {
      Map<String, String> next = views.query();
      next.put("after", page.next().get());
      others.add(link(next, language.say("Next places", "后面的名次")));
    }
    BoardForms forms = new BoardForms(language);
    return WebPage.of(
        views.board(),
        Html.of(
            "{}{}<p>{}</p><section>{}<p>{}</p></section><div class=\"cards\"><section><h2>{}</h2>{}"
                + "</section><section><h2>{}</h2>{}</section><section><h2>{}</h2>{}</section></div>{}",
            said,
            views.periods("/ranks", Map.of("board", views.board()), today()),
            language.say(
                Figures.counted(ranks.map(Ranks::players).orElse(0L), "player"),
                Figures.count(ranks.map(Ranks::players).orElse(0L)) + " 个玩家"),
            views.places(page.records(), ""),
            others,
            language.say("Add a score or points", "添加成绩或积分"),
            forms.add(views.board(), shown),
            language.say("Find a player", "查找玩家"),
            forms.find(views.board(), period.toString(), ""),
            language.say("Another day or week", "其他日期"),
            forms.period("/ranks", views.board(), "", period.toString()),
            ranks.map(Ranks::reads).map(views::reads).orElse(Html.NONE)));
  }

  private static Html link(Map<String, String> query, String text) {
    return Html.of(
        "<a class=\"button\" href=\"/board/ranks?{}\">{}</a> ", PageParts.query(query), text);
  }

  private LocalDate today() {
    return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
  }

  /** A question to a board. */
  private interface Question<A> {
    A of(Leaderboard board) throws IOException;
  }

  /** Empty when there is no table. */
  private <A> Optional<A> asked(String name, Question<A> question) throws IOException {
    try {
      return Optional.of(boards.ask(name, question::of));
    } catch (TableNotFoundException e) {
      return Optional.empty();
    }
  }

  private WebPage player(WebRequest request) throws IOException {
    Values query = request.query("board", "period", "player", "said");
    Language language = request.language();
    try {
      String player = BoardBodies.player(query, "player");
      BoardViews views =
          new BoardViews(language, BoardBodies.board(query), BoardBodies.period(query));
      return player(views, player, said(language, query));
    } catch (WebException e) {
      return refused(language, query, e);
    }
  }

  private static Html said(Language language, Values query) {
    PageParts parts = new PageParts(language);
    return switch (query.given("said").orElse("")) {
      case "counted" -> parts.notice(language.say("It was counted.", "已计入。"));
      case "known" ->
          parts.notice(
              language.say(
                  "It changes nothing: these points were counted before, or there is a score as"
                      + " good already.",
                  "没有变化：这些积分已经计入过，或者已有同样好的成绩。"));
      default -> Html.NONE;
    };
  }

  /** What a page of a player reads. */
  private record Around(List<BoardPlace> places, long players, BoardReads reads) {}

  private WebPage player(BoardViews views, String player, Html said) throws IOException {
    Language language = views.language();
    BoardPeriod period = views.period();
    Around around =
        asked(
                views.board(),
                board ->
                    new Around(
                        board.around(period, player, AROUND),
                        board.size(period),
                        board.explainAround(period, player, AROUND)))
            .orElse(new Around(List.of(), 0, new BoardReads(0, 0, 0, 0)));
    Optional<BoardPlace> own =
        around.places().stream().filter(each -> each.player().equals(player)).findFirst();
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("board", views.board());
    parameters.put("player", player);
    BoardForms forms = new BoardForms(language);
    return WebPage.of(
        player + ", " + views.board(),
        Html.of(
            "{}{}{}<section>{}<p>{}</p></section><div class=\"cards\"><section><h2>{}</h2>{}"
                + "</section><section><h2>{}</h2>{}</section></div>{}{}",
            said,
            views.periods("/player", parameters, today()),
            own.map(place -> views.place(place, around.players())).orElse(Html.NONE),
            own.isPresent()
                ? views.places(around.places(), player)
                : Html.of("<p>{}</p>", language.say("No score in this period.", "该玩家在这个时段没有成绩。")),
            link(views.query(), language.say("All of the board", "整个排行榜")),
            language.say("Add a score or points", "添加成绩或积分"),
            forms.add(views.board(), Map.of("player", player)),
            language.say("Another day or week", "其他日期"),
            forms.period("/player", views.board(), player, period.toString()),
            views.reads(around.reads()),
            own.isPresent() ? forms.remove(views.board(), player) : Html.NONE));
  }

  private WebPage add(WebRequest request) throws IOException {
    Values form = request.form(FIELDS);
    Language language = request.language();
    String name;
    try {
      name = BoardBodies.board(form);
    } catch (WebException e) {
      return refused(language, form, e);
    }
    try {
      ScoreEvent event = event(form);
      Map<String, String> query = new LinkedHashMap<>();
      query.put("board", name);
      query.put("player", event.player());
      query.put("said", BoardApi.counted(boards, name, event) ? "counted" : "known");
      return WebPage.elsewhere("/board/player?" + PageParts.query(query));
    } catch (WebException e) {
      Html said = new PageParts(language).error(e.getMessage());
      BoardViews views = new BoardViews(language, name, BoardPeriod.ALL);
      return ranks(views, Optional.empty(), PageParts.shown(form, FIELDS), said).with(e.status());
    }
  }

  /** The event of a form, as one of the API is given. */
  private ScoreEvent event(Values form) {
    String kind = form.text("kind");
    if (!kind.equals("score") && !kind.equals("points")) {
      throw WebException.wrong("kind is neither score nor points");
    }
    Map<String, String> members = new LinkedHashMap<>();
    members.put("player", form.text("player"));
    members.put(kind, form.text("number"));
    form.given("time").ifPresent(time -> members.put("time", time));
    if (kind.equals("points")) {
      members.put("id", form.text("id"));
    }
    return BoardBodies.event(Values.of(members, BoardBodies.FIELDS), clock);
  }

  private WebPage remove(WebRequest request) throws IOException {
    Values form = request.form("board", "player");
    String name = BoardBodies.board(form);
    String player = BoardBodies.player(form, "player");
    boolean removed = boards.ask(name, board -> board.remove(player));
    Map<String, String> query = new LinkedHashMap<>();
    query.put("board", name);
    query.put("removed", removed ? "1" : "0");
    return WebPage.elsewhere("/board/ranks?" + PageParts.query(query));
  }

  /** Ends a load that is under way, too. */
  @Override
  public void close() throws IOException {
    sample.close();
    boards.close();
  }
}
