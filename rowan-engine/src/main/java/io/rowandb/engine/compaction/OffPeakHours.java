package io.rowandb.engine.compaction;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * The hours of a day in which the store is mostly idle, so that compactions may do more.
 *
 * @param startHour hbase.offpeak.start.hour, the first of them: 0 to 23
 * @param endHour hbase.offpeak.end.hour, the first one after them; if it is before the start, it is
 *     of the next day; if equal, there are no such hours
 * @param zone the time zone of the hours
 */
public record OffPeakHours(int startHour, int endHour, ZoneId zone) {
  /** What HBase's keys say for no such hours. */
  public static final int UNSET = -1;

  /** No such hours. */
  public static final OffPeakHours NEVER = new OffPeakHours(UNSET, UNSET, ZoneOffset.UTC);

  private static final int LAST_HOUR = 23;

  /** Checks the hours. */
  public OffPeakHours {
    if (startHour != UNSET || endHour != UNSET) {
      check("hbase.offpeak.start.hour", startHour);
      check("hbase.offpeak.end.hour", endHour);
    }
  }

  /** These hours in the zone of a clock; {@link #NEVER} when both are {@link #UNSET}. */
  public static OffPeakHours of(int startHour, int endHour, Clock clock) {
    // Who sets no hours does not pay for finding out about zones.
    return startHour == UNSET && endHour == UNSET
        ? NEVER
        : new OffPeakHours(startHour, endHour, clock.getZone());
  }

  /** Whether a time is in these hours. */
  public boolean contains(long millis) {
    if (startHour == endHour) {
      return false;
    }
    int hour = Instant.ofEpochMilli(millis).atZone(zone).getHour();
    return startHour < endHour
        ? startHour <= hour && hour < endHour
        : startHour <= hour || hour < endHour;
  }

  private static void check(String key, int hour) {
    if (hour < 0 || hour > LAST_HOUR) {
      throw new IllegalArgumentException(
          key + " must be an hour from 0 to 23, or both hours -1 for none: " + hour);
    }
  }
}
