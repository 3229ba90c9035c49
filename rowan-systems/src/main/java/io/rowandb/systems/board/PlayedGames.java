package io.rowandb.systems.board;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Made-up games: the same for the same numbers, of any length, made while they are read, in the
 * order of time. Some play more than others, mostly the same few; low scores are frequent, and many
 * are equal. Immutable.
 *
 * @param seed the same seed gives the same games
 * @param players from 1 to 100,000,000; each has a game at least if there are as many games
 * @param first the first day, from 1970 on
 * @param days how many, the last of them in 9999
 * @param games how many games, each with one score of one player
 */
public record PlayedGames(long seed, int players, LocalDate first, int days, long games) {
  private static final int MOST_PLAYERS = 100_000_000;
  private static final LocalDate LAST_DAY = LocalDate.of(9999, 12, 31);
  private static final long DAY_MILLIS = 86_400_000;
  private static final int MOST_SCORE = 1_000_000;

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException when one is out of range
   */
  public PlayedGames {
    check(players >= 1 && players <= MOST_PLAYERS, "players " + players + ": 1 to " + MOST_PLAYERS);
    check(
        !first.isBefore(LocalDate.EPOCH) && !first.isAfter(LAST_DAY),
        "first " + first + ": from 1970-01-01 to " + LAST_DAY);
    check(
        days >= 1 && days <= LAST_DAY.toEpochDay() - first.toEpochDay() + 1,
        "days " + days + ": at least 1, and the last is " + LAST_DAY + " at the latest");
    check(games >= 0, "games " + games + ": not negative");
  }

  private static void check(boolean right, String message) {
    if (!right) {
      throw new IllegalArgumentException(message);
    }
  }

  /** The name of a player, who is a number from 0 on. */
  public String player(int number) {
    return "player" + number;
  }

  /** The scores, of which each player's best counts. */
  public Stream<ScoreEvent> scores() {
    return LongStream.range(0, games)
        .mapToObj(
            game -> ScoreEvent.score(player(who(game)), points(game, MOST_SCORE), time(game)));
  }

  /** The same games for points, which are added up: 1 to 3 each, as for a draw or a win. */
  public Stream<ScoreEvent> points() {
    return LongStream.range(0, games)
        .mapToObj(
            game ->
                ScoreEvent.points(player(who(game)), 1 + points(game, 3), time(game), id(game)));
  }

  /** Of this game among these: the points of other games count too. */
  private String id(long game) {
    return "game " + seed + " " + first + " " + days + " " + games + " " + game;
  }

  private SplittableRandom random(long game, int salt) {
    return new SplittableRandom((seed * 3 + salt) * 0x9E3779B97F4A7C15L + game);
  }

  private int who(long game) {
    double which = random(game, 0).nextDouble();
    return game < players ? (int) game : (int) (players * which * which * which);
  }

  private long points(long game, int most) {
    double how = random(game, 1).nextDouble();
    return (long) (most * how * how * how);
  }

  private Instant time(long game) {
    long begin = first.atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
    return Instant.ofEpochMilli(begin + (long) (days * DAY_MILLIS * ((double) game / games)));
  }
}
