package io.rowandb.systems.web.board;

import io.rowandb.systems.web.Html;
import io.rowandb.systems.web.Language;
import java.util.Map;
import java.util.UUID;

/**
 * The forms of leaderboards.
 *
 * @param language of the page
 */
record BoardForms(Language language) {
  /** The name of a board, new or not. */
  Html board(String shown) {
    return Html.of(
        """
        <form action="/board/ranks"><div class="fields">{}</div><p class="hint">{}</p>
        <button>{}</button></form>
        """,
        text("board", language.say("Name of the board", "排行榜名称"), shown, ""),
        language.say(
            "A board that is not there yet begins with its first player.", "还没有的排行榜从第一个玩家开始。"),
        language.say("Open the board", "打开排行榜"));
  }

  /** Offers games. */
  Html sample() {
    return Html.of(
        """
        <p>{}</p><form action="/board/sample" method="post"><button>{}</button></form>
        """,
        language.say(
            "Make up 3,000 games of 300 players from 2026-11-23 to 2026-11-29, in the board"
                + " \"sample\"? They are always the same, and take a few seconds.",
            "要在排行榜 sample 里生成 300 个玩家从 2026-11-23 到 2026-11-29 的 3,000 局比赛吗？每次都一样，需要几秒。"),
        language.say("Make sample games", "生成示例比赛"));
  }

  /**
   * A score or points of a player of a board. Points have an id that comes with the page, so that a
   * page that is sent twice counts once.
   */
  Html add(String board, Map<String, String> shown) {
    boolean points = "points".equals(shown.get("kind"));
    return Html.of(
        """
        <form action="/board/add" method="post"><input type="hidden" name="board" value="{}">
        <input type="hidden" name="id" value="{}"><div class="fields">{}
        <label>{}<select name="kind"><option value="score">{}</option>
        <option value="points"{}>{}</option></select></label>
        <label>{}<input name="number" value="{}" required inputmode="numeric" pattern="[0-9]{1,18}"
        autocomplete="off"></label>{}</div><p class="hint">{}</p><button>{}</button></form>
        """,
        board,
        shown.getOrDefault("id", UUID.randomUUID().toString()),
        text("player", language.say("Player", "玩家"), shown.getOrDefault("player", ""), ""),
        language.say("What it is", "类型"),
        language.say("Best score", "最好成绩"),
        points ? Html.of(" selected") : Html.NONE,
        language.say("Points, added", "积分，累加"),
        language.say("Number", "数值"),
        shown.getOrDefault("number", ""),
        time(shown),
        language.say(
            "Of scores the best counts; points are added. Without a time it is now. It counts for all time, and for the day and the week (UTC)"
                + " that it is in.",
            "成绩取最好的，积分累加。不填时间就是现在。它计入总榜，以及它所在的那一天和那一周（UTC）。"),
        language.say("Add", "添加"));
  }

  private Html time(Map<String, String> shown) {
    return Html.of(
        """
        <label>{}<input name="time" value="{}" placeholder="2026-11-28T10:15:30Z" maxlength="40"
        autocomplete="off"></label>
        """,
        language.say("Time (UTC)", "时间（UTC）"),
        shown.getOrDefault("time", ""));
  }

  /** A player to look for. */
  Html find(String board, String period, String player) {
    return Html.of(
        """
        <form action="/board/player"><input type="hidden" name="board" value="{}">
        <input type="hidden" name="period" value="{}"><div class="fields">{}</div>
        <button>{}</button></form>
        """,
        board,
        period,
        text("player", language.say("Player", "玩家"), player, ""),
        language.say("Show the rank and those around", "查看名次和前后的玩家"));
  }

  /**
   * Another period of the same page.
   *
   * @param path of the page
   * @param player of the page; empty for none
   */
  Html period(String path, String board, String player, String shown) {
    return Html.of(
        """
        <form action="/board{}"><input type="hidden" name="board" value="{}">{}
        <div class="fields">{}</div><button>{}</button></form>
        """,
        path,
        board,
        player.isEmpty()
            ? Html.NONE
            : Html.of("<input type=\"hidden\" name=\"player\" value=\"{}\">", player),
        text(
            "period",
            language.say("Day or week", "日或周"),
            shown.equals("all") ? "" : shown,
            "2026-11-28, 2026-W48"),
        language.say("Show", "查看"));
  }

  /** To take a player out. */
  Html remove(String board, String player) {
    return Html.of(
        """
        <details><summary>{}</summary><form action="/board/remove" method="post">
        <input type="hidden" name="board" value="{}"><input type="hidden" name="player" value="{}">
        <p>{}</p><button>{}</button></form></details>
        """,
        language.say("Remove the player", "移除该玩家"),
        board,
        player,
        language.say(
            "The player leaves all time and all days and weeks, and scores are lost.",
            "该玩家将从总榜和所有的日榜、周榜中消失，成绩不保留。"),
        language.say("Remove for good", "确定移除"));
  }

  private static Html text(String name, String label, String shown, String placeholder) {
    return Html.of(
        """
        <label>{}<input name="{}" value="{}" placeholder="{}" required maxlength="200"
        autocomplete="off" spellcheck="false"></label>
        """,
        label,
        name,
        shown,
        placeholder);
  }
}
