package io.rowandb.schema.design.leaderboard;

import io.rowandb.schema.design.leaderboard.LeaderboardDesign.Score;
import io.rowandb.schema.design.leaderboard.LeaderboardDesign.Standing;
import io.rowandb.schema.design.leaderboard.LeaderboardDesign.Tie;
import io.rowandb.schema.pattern.RecordTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Boards of names by their points, the most first, equal ones by name. Who has 0 points is on none.
 *
 * <p>What somebody has is a counter, added to in one step. His row of the board is under the points
 * themselves, for which it cannot be changed: the new row comes, then the old one goes. A reader in
 * between sees him twice. After a crash he may stand there twice, or under what he had before, and
 * a tie may be one off; the counter is right, and tells which row is. A row may come back in the
 * millisecond in which it went, and HBase would hide it, did the family not go by the order of
 * writes.
 *
 * <p>Used by one thread; one writer a name.
 */
final class StandingBoards {
  // Fixed at construction.
  private final RecordTable<Standing> standings;
  private final RecordTable<Score> scores;
  private final RecordTable<Tie> ties;

  StandingBoards(
      RecordTable<Standing> standings, RecordTable<Score> scores, RecordTable<Tie> ties) {
    this.standings = standings;
    this.scores = scores;
    this.ties = ties;
  }

  /** Somebody has more points, or fewer. */
  void add(String board, String name, long points) throws IOException {
    long now = scores.increment(Score::points, points, board, name);
    long before = now - points;
    if (now != 0) {
      standings.put(new Standing(board, now, name));
      ties.increment(Tie::names, 1, board, now);
    }
    if (before != 0) {
      standings.delete(new Standing(board, before, name));
      ties.increment(Tie::names, -1, board, before);
    }
  }

  /** The first of a board. */
  List<Standing> top(String board, int count) throws IOException {
    return standings.where(Standing::board).is(board).greatestFirst().limit(count).list();
  }

  /** The last of a board, from the end. */
  List<Standing> bottom(String board, int count) throws IOException {
    return standings.where(Standing::board).is(board).leastFirst().limit(count).list();
  }

  /** One more than have more points; empty for who is on none. */
  Optional<Long> rank(String board, String name) throws IOException {
    Optional<Score> score = scores.get(board, name);
    if (score.isEmpty() || score.get().points() == 0) {
      return Optional.empty();
    }
    try (Stream<Tie> above =
        ties.where(Tie::board).is(board).from(Tie::points, score.get().points() + 1).stream()) {
      return Optional.of(1 + above.mapToLong(Tie::names).sum());
    }
  }

  /** Somebody who is on the board, so many before and so many behind: four ranges at most. */
  List<Standing> around(String board, String name, int count) throws IOException {
    long points = scores.get(board, name).orElseThrow().points();
    List<Standing> before =
        new ArrayList<>(
            standings
                .where(Standing::board)
                .is(board)
                .where(Standing::points)
                .is(points)
                .before(Standing::name, name)
                .greatestFirst()
                .limit(count)
                .list());
    if (before.size() < count) {
      before.addAll(
          standings
              .where(Standing::board)
              .is(board)
              .from(Standing::points, points + 1)
              .leastFirst()
              .limit(count - before.size())
              .list());
    }
    Collections.reverse(before);
    List<Standing> around = before;
    int wanted = around.size() + 1 + count;
    around.addAll(
        standings
            .where(Standing::board)
            .is(board)
            .where(Standing::points)
            .is(points)
            .from(Standing::name, name)
            .limit(count + 1)
            .list());
    if (around.size() < wanted) {
      around.addAll(
          standings
              .where(Standing::board)
              .is(board)
              .before(Standing::points, points)
              .limit(wanted - around.size())
              .list());
    }
    return around;
  }
}
