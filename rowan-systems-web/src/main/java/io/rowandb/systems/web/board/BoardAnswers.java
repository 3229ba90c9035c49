package io.rowandb.systems.web.board;

import io.rowandb.schema.pattern.Page;
import io.rowandb.systems.board.BoardPeriod;
import io.rowandb.systems.board.BoardPlace;
import io.rowandb.systems.board.Leaderboard;
import io.rowandb.systems.web.WebException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** What is asked of a board by pages and API alike. */
final class BoardAnswers {
  private BoardAnswers() {}

  /**
   * Places, the best first. Each page reads twice its own places, however far down it is: it is
   * what stands behind the last player of the page before.
   *
   * @param after that player; empty for the first page
   * @return a page whose token is its last player
   */
  static Page<BoardPlace> ranks(
      Leaderboard board, BoardPeriod period, int most, Optional<String> after) throws IOException {
    List<BoardPlace> places =
        after.isEmpty()
            ? board.top(period, most + 1)
            : behind(board.around(period, after.get(), most + 1), period, after.get());
    boolean more = places.size() > most;
    return new Page<>(
        more ? places.subList(0, most) : places,
        more ? Optional.of(places.get(most - 1).player()) : Optional.empty());
  }

  private static List<BoardPlace> behind(
      List<BoardPlace> around, BoardPeriod period, String player) {
    for (int i = 0; i < around.size(); i++) {
      if (around.get(i).player().equals(player)) {
        return around.subList(i + 1, around.size());
      }
    }
    throw nobody(player, period);
  }

  static WebException nobody(String player, BoardPeriod period) {
    return new WebException(
        WebException.ABSENT, "player \"" + player + "\" has no score in period " + period);
  }
}
