package io.rowandb.schema.design.leaderboard;

import io.rowandb.schema.design.RealData;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The raw files of points: goals of footballers, votes on a forum's posts. */
final class ScoreFiles {
  static final String SCORERS = "scorers";
  static final String TEAMS = "teams";
  static final String POSTS = "posts";

  private static final int UP = 2;
  private static final int DOWN = 3;

  private ScoreFiles() {}

  /** That somebody has more points, or fewer. */
  record Points(String board, String name, long points) {}

  private record Goal(String team, String scorer, boolean ownGoal) {}

  /**
   * The points of 47,914 goals. A goal counts for the team that the file says; for its scorer too,
   * unless it was an own goal or nobody knows him (NA). Scorers of one name are one. The 79 rows
   * that are there twice count twice: they may be two goals of a minute.
   */
  static List<Points> goals() throws IOException {
    List<Points> points = new ArrayList<>();
    for (Goal goal :
        RealData.csv(
            "f-scores-international-football/goalscorers.csv.gz",
            StandardCharsets.UTF_8,
            row ->
                new Goal(row.get("team"), row.get("scorer"), row.get("own_goal").equals("TRUE")))) {
      points.add(new Points(TEAMS, goal.team(), 1));
      if (!goal.ownGoal() && !goal.scorer().equals("NA")) {
        points.add(new Points(SCORERS, goal.scorer(), 1));
      }
    }
    return points;
  }

  /** The votes up and down, also those on the 587 posts that are gone; no others of 12,560. */
  static List<Points> votes() throws IOException {
    return RealData.json("e-forum-stackexchange/quantumcomputing_votes.jsonl.gz").stream()
        .filter(
            vote -> vote.get("VoteTypeId").asInt() == UP || vote.get("VoteTypeId").asInt() == DOWN)
        .map(
            vote ->
                new Points(
                    POSTS,
                    vote.get("PostId").asText(),
                    vote.get("VoteTypeId").asInt() == UP ? 1 : -1))
        .toList();
  }
}
