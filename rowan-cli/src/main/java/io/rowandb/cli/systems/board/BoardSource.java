package io.rowandb.cli.systems.board;

import io.rowandb.cli.systems.DataFile;
import io.rowandb.systems.board.PlayedGames;
import io.rowandb.systems.board.ScoreEvent;
import io.rowandb.systems.board.ScoreFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Where scores come from: a file, or made-up games. */
public final class BoardSource {
  private static final List<String> MADE_UP =
      List.of("--games", "--players", "--first", "--days", "--seed", "--points");

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description =
          "A file of lines, plain or gzip, with one of these first: player,score,time (the best score counts), player,points,time,id (points are added up, once an id of the player). Times are as 2026-11-28T10:15:30.250Z or 2026-11-28. Without a file, games are made up, the same for the same numbers:")
  private Path file;

  @Option(
      names = "--games",
      paramLabel = "N",
      defaultValue = "10000",
      description = "Made-up games, each a score: ${DEFAULT-VALUE} unless given.")
  private long games;

  @Option(
      names = "--players",
      paramLabel = "N",
      defaultValue = "3000",
      description = "How many play: ${DEFAULT-VALUE} unless given.")
  private int players;

  @Option(
      names = "--first",
      paramLabel = "DAY",
      defaultValue = "2026-11-16",
      description = "The first day: ${DEFAULT-VALUE} unless given.")
  private LocalDate first;

  @Option(
      names = "--days",
      paramLabel = "N",
      defaultValue = "14",
      description = "How many days: ${DEFAULT-VALUE} unless given.")
  private int days;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Another number gives other games: ${DEFAULT-VALUE} unless given.")
  private long seed;

  @Option(names = "--points", description = "Games give 1 to 3 points, which are added up.")
  private boolean points;

  /** For picocli. */
  public BoardSource() {}

  /** Refuses what does not go together, before anything is opened. */
  void check() {
    if (file == null) {
      try {
        games();
      } catch (IllegalArgumentException e) {
        throw new ParameterException(spec.commandLine(), "--" + e.getMessage(), e);
      }
      return;
    }
    for (String option : MADE_UP) {
      if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
        throw new ParameterException(spec.commandLine(), option + " does not go with --file");
      }
    }
    DataFile.requireReadable(file, spec.commandLine());
  }

  /** For people. */
  String describe() {
    return file == null ? "made-up games of seed " + seed : file.toString();
  }

  private PlayedGames games() {
    return new PlayedGames(seed, players, first, days, games);
  }

  /** The scores, from the first on; to be closed. */
  Stream<ScoreEvent> events() {
    if (file == null) {
      return points ? games().points() : games().scores();
    }
    try {
      return ScoreFile.read(file.toString(), DataFile.open(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
