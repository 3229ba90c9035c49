package io.rowandb.systems.web.board;

import io.rowandb.cli.terminal.Figures;
import io.rowandb.systems.board.BoardPeriod;
import io.rowandb.systems.board.BoardPlace;
import io.rowandb.systems.board.BoardReads;
import io.rowandb.systems.web.Html;
import io.rowandb.systems.web.Language;
import io.rowandb.systems.web.PageParts;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A board in a period as HTML.
 *
 * @param language of the page
 * @param board its name
 * @param period of the page
 */
record BoardViews(Language language, String board, BoardPeriod period) {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

  /** Of this board. */
  Map<String, String> query() {
    Map<String, String> query = new LinkedHashMap<>();
    query.put("board", board);
    query.put("period", period.toString());
    return query;
  }

  /** The same page for all time, today and this week; the one that is shown is no link. */
  Html periods(String path, Map<String, String> parameters, LocalDate today) {
    Map<BoardPeriod, String> names = new LinkedHashMap<>();
    names.put(BoardPeriod.ALL, language.say("All time", "总榜"));
    names.put(BoardPeriod.day(today), language.say("Today", "今天"));
    names.put(BoardPeriod.week(today), language.say("This week", "本周"));
    names.putIfAbsent(period, period.toString());
    List<Html> links = new ArrayList<>();
    names.forEach((each, name) -> links.add(periodLink(path, parameters, each, name)));
    return Html.of(
        "<nav class=\"tabs\" aria-label=\"{}\">{}</nav>", language.say("Period", "时段"), links);
  }

  private Html periodLink(
      String path, Map<String, String> parameters, BoardPeriod of, String name) {
    Map<String, String> query = new LinkedHashMap<>(parameters);
    query.put("period", of.toString());
    return Html.of(
        "<a href=\"/board{}?{}\"{}>{}</a>",
        path,
        PageParts.query(query),
        of.equals(period) ? Html.of(" aria-current=\"true\"") : Html.NONE,
        name);
  }

  /**
   * Places.
   *
   * @param marked the player whose page it is; empty for none
   */
  Html places(List<BoardPlace> places, String marked) {
    if (places.isEmpty()) {
      return Html.of(
          "<p>{}</p>", language.say("Nobody has a score in this period.", "这个时段还没有人有成绩。"));
    }
    List<Html> rows = new ArrayList<>();
    for (BoardPlace each : places) {
      rows.add(row(each, each.player().equals(marked)));
    }
    return new PageParts(language)
        .table(
            language.say("Ranks", "名次"),
            Html.of(
                "<th class=\"number\">{}</th><th>{}</th><th class=\"number\">{}</th><th>{}</th>",
                language.say("Rank", "名次"),
                language.say("Player", "玩家"),
                language.say("Score", "成绩"),
                language.say("Reached (UTC)", "取得时间（UTC）")),
            rows);
  }

  private Html row(BoardPlace place, boolean marked) {
    Html name = player(place.player());
    return Html.of(
        "<tr{}><td class=\"number\">{}</td><td class=\"name\">{}</td><td class=\"number\">{}</td>"
            + "<td>{}</td></tr>",
        marked ? Html.of(" aria-current=\"true\"") : Html.NONE,
        Figures.count(place.rank()),
        marked ? Html.of("<strong>{}</strong>", place.player()) : name,
        Figures.count(place.score()),
        TIME.format(place.reached()));
  }

  private Html player(String name) {
    Map<String, String> query = query();
    query.put("player", name);
    return Html.of("<a href=\"/board/player?{}\">{}</a>", PageParts.query(query), name);
  }

  Html place(BoardPlace place, long players) {
    return Html.of(
        "<section class=\"card\"><dl class=\"figures\">{}{}{}</dl></section>",
        PageParts.figure(
            language.say("Rank", "名次"),
            language.say(
                Figures.count(place.rank()) + " of " + Figures.count(players),
                "第 " + Figures.count(place.rank()) + " 名，共 " + Figures.count(players) + " 人")),
        PageParts.figure(language.say("Score", "成绩"), Figures.count(place.score())),
        PageParts.figure(language.say("Reached (UTC)", "取得时间（UTC）"), TIME.format(place.reached())));
  }

  Html reads(BoardReads reads) {
    return new PageParts(language)
        .explanation(
            language.say(
                String.format(
                    Locale.ROOT,
                    "%,d gets in %,d steps; %,d cells, %s",
                    reads.gets(),
                    reads.steps(),
                    reads.cells(),
                    Figures.bytes(reads.bytes())),
                String.format(
                    Locale.ROOT,
                    "%,d 次读取，分 %,d 步；%,d 个单元格，%s",
                    reads.gets(),
                    reads.steps(),
                    reads.cells(),
                    Figures.bytes(reads.bytes()))));
  }
}
