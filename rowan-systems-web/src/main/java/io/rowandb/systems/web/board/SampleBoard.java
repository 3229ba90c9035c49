package io.rowandb.systems.web.board;

import io.rowandb.systems.board.BoardPeriod;
import io.rowandb.systems.board.PlayedGames;
import io.rowandb.systems.web.BackgroundLoad;
import io.rowandb.systems.web.BackgroundLoad.Progress;
import io.rowandb.systems.web.SampleData;
import java.io.IOException;
import java.time.LocalDate;

/** Made-up games for a board of their own, always the same. Thread-safe. */
final class SampleBoard implements SampleData, AutoCloseable {
  static final String NAME = "sample";

  static final PlayedGames GAMES =
      new PlayedGames(1, 300, LocalDate.of(2026, 11, 23), 7, /* games= */ 3_000);

  // Fixed at construction.
  private final OpenBoards boards;

  private final BackgroundLoad load = new BackgroundLoad();

  SampleBoard(OpenBoards boards) {
    this.boards = boards;
  }

  @Override
  public Progress progress() {
    return load.progress();
  }

  /** Begins to load them; refuses to mix them with scores of others. */
  @Override
  public void start() throws IOException {
    load.start(
        GAMES.games(),
        () -> boards.change(NAME, board -> board.size(BoardPeriod.ALL)) > 0,
        "board \"" + NAME + "\" has players; sample games are for an empty one",
        next ->
            boards.change(
                NAME, board -> board.load(GAMES.scores().takeWhile(e -> next.getAsBoolean()))));
  }

  @Override
  public void close() {
    load.close();
  }
}
