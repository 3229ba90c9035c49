package io.rowandb.bench.systems;

import io.rowandb.systems.board.BoardPeriod;
import io.rowandb.systems.board.Leaderboard;
import io.rowandb.systems.board.PlayedGames;
import io.rowandb.systems.board.ScoreEvent;
import java.io.IOException;
import java.time.LocalDate;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.hadoop.hbase.client.Connection;

/** Scores of a week; half as many players as games. */
final class BoardMeasured implements MeasuredSystem {
  private static final LocalDate FIRST = LocalDate.of(2026, 6, 1);
  private static final int DAYS = 7;
  private static final int TOP = 100;
  private static final int AROUND = 5;

  private final Leaderboard board;
  private final PlayedGames games;
  private final EndlessData<ScoreEvent> more;

  BoardMeasured(Connection connection, long count) throws IOException {
    int players = (int) Math.min(Integer.MAX_VALUE, Math.max(1, count / 2));
    this.games = new PlayedGames(1, players, FIRST, DAYS, count);
    this.board = Leaderboard.open(connection, "measured");
    this.more =
        new EndlessData<>(2, seed -> new PlayedGames(seed, players, FIRST, DAYS, count).scores());
  }

  @Override
  public String loaded() {
    return "scores";
  }

  @Override
  public long load(long wanted) throws IOException {
    return board.load(games.scores());
  }

  @Override
  public void write() throws IOException {
    ScoreEvent event = more.next();
    board.submit(event.player(), event.points(), event.time());
  }

  @Override
  public List<Question> questions() {
    BoardPeriod day = BoardPeriod.day(FIRST.plusDays(DAYS - 1L));
    return List.of(
        new Question("board: top 100", r -> board.top(BoardPeriod.ALL, TOP).size()),
        new Question("board: top 100 of a day", r -> board.top(day, TOP).size()),
        new Question("board: rank", r -> board.rank(BoardPeriod.ALL, player(r)).orElse(0)),
        new Question(
            "board: those around", r -> board.around(BoardPeriod.ALL, player(r), AROUND).size()));
  }

  private String player(SplittableRandom random) {
    return games.player(random.nextInt(games.players()));
  }

  @Override
  public void close() throws IOException {
    board.close();
  }
}
