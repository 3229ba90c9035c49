package io.rowandb.tsdb.rollup;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;

/** How long a row of rollups is, by the calendar of UTC. */
public enum RollupSpan {
  /** An hour; in OpenTSDB 1h. */
  HOUR(3_600),
  /** A day; in OpenTSDB 1d. */
  DAY(86_400),
  /** A month; in OpenTSDB 1n. */
  MONTH(31 * 86_400),
  /** A year; in OpenTSDB 1y. */
  YEAR(366 * 86_400);

  private final int longestSeconds;

  RollupSpan(int longestSeconds) {
    this.longestSeconds = longestSeconds;
  }

  /** The longest one. */
  public int longestSeconds() {
    return longestSeconds;
  }

  /** The first second of the span that a second is in. */
  public long base(long seconds) {
    ZonedDateTime hour =
        Instant.ofEpochSecond(seconds).atZone(ZoneOffset.UTC).truncatedTo(ChronoUnit.HOURS);
    ZonedDateTime day = hour.truncatedTo(ChronoUnit.DAYS);
    ZonedDateTime begin =
        switch (this) {
          case HOUR -> hour;
          case DAY -> day;
          case MONTH -> day.withDayOfMonth(1);
          case YEAR -> day.withDayOfYear(1);
        };
    return begin.toEpochSecond();
  }
}
