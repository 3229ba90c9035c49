package io.rowandb.schema.design.leaderboard;

import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.TableDesign;

/** The tables of leaderboards: the boards themselves, and what keeps them right. */
final class LeaderboardDesign {
  /**
   * A row of a board. The points are below 0 for some, which rules out the greatest int minus n.
   */
  record Standing(String board, long points, String name) {}

  /** What somebody has: the truth that his row of the board follows. */
  record Score(String board, String name, long points) {}

  /** How many have so many points: ranks are sums of these. */
  record Tie(String board, long points, long names) {}

  private LeaderboardDesign() {}

  static final TableDesign<Standing> STANDINGS =
      TableDesign.of("standings", Standing.class)
          .key(
              key ->
                  key.part(Standing::board)
                      .part(Standing::points, Parts.descending(Parts.int64()))
                      .part(Standing::name, Parts.textToEnd()))
          .family("s", family -> family.setNewVersionBehavior(true))
          .build();

  static final TableDesign<Score> SCORES =
      TableDesign.of("scores", Score.class)
          .key(key -> key.part(Score::board).part(Score::name, Parts.textToEnd()))
          .family("s")
          .counter(Score::points, "s:p")
          .build();

  static final TableDesign<Tie> TIES =
      TableDesign.of("ties", Tie.class)
          .key(key -> key.part(Tie::board).part(Tie::points, Parts.descending(Parts.int64())))
          .family("s")
          .counter(Tie::names, "s:n")
          .build();
}
