package io.rowandb.cli.systems.board;

import io.rowandb.systems.board.BoardPeriod;
import io.rowandb.systems.board.Leaderboard;
import io.rowandb.systems.board.ScoreEvent;
import java.time.Instant;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What is asked of a board. */
public final class BoardQuestion {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--period",
      paramLabel = "PERIOD",
      defaultValue = "all",
      description =
          "all, a day such as 2026-11-28 or a week such as 2026-W48, in UTC: ${DEFAULT-VALUE} unless given.")
  private String period;

  @Option(names = "--top", paramLabel = "N", description = "The N best players, up to 10,000.")
  private Integer top;

  @Option(names = "--player", paramLabel = "NAME", description = "Where this player stands.")
  private String player;

  @Option(
      names = "--around",
      paramLabel = "N",
      description = "With --player: also the N before and the N behind.")
  private Integer around;

  @Option(names = "--score", paramLabel = "N", description = "Which rank this score has.")
  private Long score;

  @Option(names = "--size", description = "How many players there are.")
  private boolean size;

  /** For picocli. */
  public BoardQuestion() {}

  /** What can be asked. */
  enum Kind {
    TOP,
    AROUND,
    SCORE,
    SIZE
  }

  /** Which of them it is; refuses what is none, and values that no board has. */
  Kind kind() {
    try {
      period();
      ScoreEvent.score(player == null ? "-" : player, score == null ? 0 : score, Instant.EPOCH);
      checkPlaces("--top", top, 1);
      checkPlaces("--around", around, 0);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    if (around != null && player == null) {
      throw new ParameterException(spec.commandLine(), "--around goes with --player alone");
    }
    Kind kind = null;
    int asked = 0;
    for (Kind each : Kind.values()) {
      if (isAsked(each)) {
        kind = each;
        asked++;
      }
    }
    if (asked != 1) {
      throw new ParameterException(
          spec.commandLine(),
          "ask for --top N, --player NAME, --player NAME --around N, --score N or --size");
    }
    return kind;
  }

  private boolean isAsked(Kind kind) {
    return switch (kind) {
      case TOP -> top != null;
      case AROUND -> player != null;
      case SCORE -> score != null;
      case SIZE -> size;
    };
  }

  private static void checkPlaces(String option, Integer places, int least) {
    if (places != null && (places < least || places > Leaderboard.MOST_PLACES)) {
      throw new IllegalArgumentException(
          option + " " + places + " is not from " + least + " to " + Leaderboard.MOST_PLACES);
    }
  }

  BoardPeriod period() {
    return BoardPeriod.parse(period);
  }

  int top() {
    return top;
  }

  String player() {
    return player;
  }

  int around() {
    return around == null ? 0 : around;
  }

  long score() {
    return score;
  }
}
