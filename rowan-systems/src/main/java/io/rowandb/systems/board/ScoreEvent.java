package io.rowandb.systems.board;

import io.rowandb.schema.value.Utf8;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;

/**
 * What a player achieved: a score, of which the best counts, or points, which are added up.
 *
 * @param player 1 to 200 bytes of UTF-8, without control characters
 * @param points from 0 to {@link #MOST}
 * @param time in whole milliseconds, in a year from 1970 to 9999
 * @param id null for a score; for points what tells them apart from all others of the player, so
 *     that they are counted once: as long as a player's name may be
 */
public record ScoreEvent(String player, long points, Instant time, String id) {
  /** The greatest score. */
  public static final long MOST = 999_999_999_999_999_999L;

  private static final int MOST_BYTES = 200;
  private static final Instant END_OF_TIME = Instant.parse("+10000-01-01T00:00:00Z");

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException naming the value that is out of range
   */
  public ScoreEvent {
    checkName("player", player);
    checkPoints(id == null ? "score" : "points", points);
    Objects.requireNonNull(time, "time");
    if (time.isBefore(Instant.EPOCH) || !time.isBefore(END_OF_TIME)) {
      throw new IllegalArgumentException("time " + time + " is not in a year from 1970 to 9999");
    }
    if (!time.equals(time.truncatedTo(ChronoUnit.MILLIS))) {
      throw new IllegalArgumentException("time " + time + " has more than milliseconds");
    }
    if (id != null) {
      checkName("id", id);
    }
  }

  /** A score, of which the player's best counts. */
  public static ScoreEvent score(String player, long score, Instant time) {
    return new ScoreEvent(player, score, time, null);
  }

  /** Points that are added to what the player has. */
  public static ScoreEvent points(String player, long points, Instant time, String id) {
    return new ScoreEvent(player, points, time, Objects.requireNonNull(id, "id"));
  }

  static void checkPoints(String what, long points) {
    if (points < 0 || points > MOST) {
      throw new IllegalArgumentException(what + " " + points + " is not from 0 to " + MOST);
    }
  }

  static void checkName(String what, String name) {
    Objects.requireNonNull(name, what);
    for (int i = 0; i < name.length(); i++) {
      if (Character.isISOControl(name.charAt(i))) {
        throw new IllegalArgumentException(
            what + " " + Utf8.quoted(name) + " has a control character at " + i);
      }
    }
    int bytes = Utf8.requireEncodable(name).getBytes(StandardCharsets.UTF_8).length;
    if (bytes == 0 || bytes > MOST_BYTES) {
      throw new IllegalArgumentException(
          what + " " + Utf8.quoted(name) + " has " + bytes + " bytes, not 1 to " + MOST_BYTES);
    }
  }

  /** What a player has behind it, who had a score, or null, before. */
  HeldScore after(HeldScore before) {
    long millis = time.toEpochMilli();
    if (before == null) {
      return new HeldScore(points, millis);
    }
    if (id != null) {
      if (before.score() > MOST - points) {
        throw new IllegalArgumentException(
            "player "
                + Utf8.quoted(player)
                + " has "
                + before.score()
                + ", and "
                + points
                + " points more are over "
                + MOST);
      }
      return new HeldScore(before.score() + points, Math.max(before.millis(), millis));
    }
    boolean better =
        points > before.score() || (points == before.score() && millis < before.millis());
    return better ? new HeldScore(points, millis) : before;
  }
}
