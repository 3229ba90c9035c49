package io.rowandb.tsdb.codec;

/**
 * The time of a point, in seconds or milliseconds, of which a point is stored with one. From
 * 1970-01-01 to 2106-02-07 06:28:15 UTC, the last second that a row key's four bytes can say.
 *
 * @param millis since 1970, UTC, 0 to {@link #MAX_MILLIS}; a multiple of 1,000 unless inMillis
 * @param inMillis whether it is stored with milliseconds
 */
public record PointTime(long millis, boolean inMillis) implements Comparable<PointTime> {
  /** How long a row is. */
  public static final int ROW_SECONDS = 3_600;

  /** The greatest second. */
  public static final long MAX_SECONDS = 0xFFFF_FFFFL;

  /** The greatest millisecond: of the last whole second. */
  public static final long MAX_MILLIS = MAX_SECONDS * 1_000 + 999;

  /**
   * Checks it.
   *
   * @throws IllegalArgumentException when it is out of range, or has milliseconds and says no
   */
  public PointTime {
    if (millis < 0 || millis > MAX_MILLIS) {
      throw new IllegalArgumentException(
          "a time must be 0 to " + MAX_MILLIS + " milliseconds since 1970: " + millis);
    }
    if (!inMillis && millis % 1_000 != 0) {
      throw new IllegalArgumentException(
          "a time in seconds has no milliseconds: " + millis + " ms since 1970");
    }
  }

  /** In seconds since 1970, 0 to {@link #MAX_SECONDS}. */
  public static PointTime ofSeconds(long seconds) {
    if (seconds < 0 || seconds > MAX_SECONDS) {
      throw new IllegalArgumentException(
          "a time must be 0 to " + MAX_SECONDS + " seconds since 1970: " + seconds);
    }
    return new PointTime(seconds * 1_000, false);
  }

  /** In milliseconds since 1970, 0 to {@link #MAX_MILLIS}. */
  public static PointTime ofMillis(long millis) {
    return new PointTime(millis, true);
  }

  /**
   * As OpenTSDB takes a number: seconds when it fits into four bytes, or else milliseconds. So
   * times in milliseconds of the first seven weeks of 1970 are taken for seconds.
   *
   * @throws IllegalArgumentException for a negative number, and for one after {@link #MAX_MILLIS},
   *     which OpenTSDB takes and stores under a wrong hour
   */
  public static PointTime of(long timestamp) {
    return timestamp >= 0 && timestamp <= MAX_SECONDS ? ofSeconds(timestamp) : ofMillis(timestamp);
  }

  /** The first second of its row. */
  public long baseSeconds() {
    long seconds = millis / 1_000;
    return seconds - seconds % ROW_SECONDS;
  }

  /** How long after its row's first second, in milliseconds, below 3,600,000. */
  public int offsetMillis() {
    return (int) (millis - baseSeconds() * 1_000);
  }

  /** By time; of one time, seconds first. */
  @Override
  public int compareTo(PointTime other) {
    int byTime = Long.compare(millis, other.millis);
    return byTime != 0 ? byTime : Boolean.compare(inMillis, other.inMillis);
  }
}
