package io.rowandb.tsdb.server.graph;

import io.rowandb.tsdb.aggregate.Range;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Round times at the axis of times, by the clock of a zone. */
final class TimeTicks {
  private static final long MINUTE = 60;
  private static final long HOUR = 3_600;
  private static final long DAY = 86_400;
  private static final long WEEK = 7 * DAY;

  private static final long[] STEPS = {
    1,
    2,
    5,
    10,
    15,
    30,
    MINUTE,
    2 * MINUTE,
    5 * MINUTE,
    10 * MINUTE,
    15 * MINUTE,
    30 * MINUTE,
    HOUR,
    2 * HOUR,
    3 * HOUR,
    6 * HOUR,
    12 * HOUR,
    DAY,
    2 * DAY,
    WEEK,
    2 * WEEK,
    30 * DAY,
    91 * DAY,
    182 * DAY,
    365 * DAY,
    1_826 * DAY,
    3_652 * DAY,
    36_525 * DAY,
    365_250 * DAY
  };

  private TimeTicks() {}

  /** A time at the axis. */
  record Tick(long millis, String label) {}

  /** How OpenTSDB shows times of a range. */
  static DateTimeFormatter format(Range times) {
    long seconds = (times.toMillis() - times.fromMillis()) / 1000;
    String pattern = "uuuu/MM/dd";
    if (seconds < 35 * MINUTE) {
      pattern = "HH:mm:ss";
    } else if (seconds < DAY) {
      pattern = "HH:mm";
    } else if (seconds < WEEK) {
      pattern = "EEE HH:mm";
    } else if (seconds < 2 * WEEK) {
      pattern = "EEE dd HH:mm";
    } else if (seconds < 90 * DAY) {
      pattern = "MMM dd";
    }
    return DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH);
  }

  /** A time of a range, as the axis shows it. */
  static String label(Range times, ZoneId zone, long millis) {
    return format(times).format(Instant.ofEpochMilli(millis).atZone(zone));
  }

  /**
   * Those within a range.
   *
   * @param most how many, from 1
   */
  static List<Tick> of(Range times, ZoneId zone, int most) {
    long from = times.fromMillis() / 1000;
    long to = times.toMillis() / 1000;
    long step = STEPS[STEPS.length - 1];
    for (long each : STEPS) {
      if ((to - from) / each < most) {
        step = each;
        break;
      }
    }
    DateTimeFormatter format = format(times);
    List<Tick> ticks = new ArrayList<>();
    long local = from + zone.getRules().getOffset(Instant.ofEpochSecond(from)).getTotalSeconds();
    long last = Long.MIN_VALUE;
    for (long at = Math.floorDiv(local, step) * step; ticks.size() < most; at += step) {
      var time = LocalDateTime.ofEpochSecond(at, 0, ZoneOffset.UTC).atZone(zone);
      long second = time.toEpochSecond();
      if (second > to) {
        break;
      }
      if (second >= from && second > last) { // an hour that a clock leaves out is the next
        ticks.add(new Tick(second * 1000, format.format(time)));
        last = second;
      }
    }
    return ticks;
  }
}
