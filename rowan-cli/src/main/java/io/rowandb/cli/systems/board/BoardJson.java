package io.rowandb.cli.systems.board;

import io.rowandb.systems.board.BoardPlace;
import java.util.LinkedHashMap;
import java.util.Map;

/** Answers of a leaderboard as members of JSON, the same on the command line and over HTTP. */
public final class BoardJson {
  private BoardJson() {}

  /** A player with rank and score. */
  public static Map<String, ?> place(BoardPlace place) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("rank", place.rank());
    members.put("player", place.player());
    members.put("score", place.score());
    members.put("reached", place.reached());
    return members;
  }
}
