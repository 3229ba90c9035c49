package io.rowandb.tsdb.query;

import io.rowandb.tsdb.aggregate.Interval;
import io.rowandb.tsdb.codec.PointTime;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A time as OpenTSDB's requests say it: {@code now}, {@code 1h-ago}, seconds or milliseconds since
 * 1970, {@code 2011/07/03-10:00:00}, {@code 2011/07/03 10:00}, {@code 2011/07/03}; also {@code
 * 2011-07-03T10:00:00Z}.
 */
public final class QueryTime {
  private static final String AGO = "-ago";
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,13}");

  private static final DateTimeFormatter DATE =
      new DateTimeFormatterBuilder()
          .appendPattern("uuuu/MM/dd[[-][ ]HH:mm[:ss]]")
          .parseDefaulting(ChronoField.HOUR_OF_DAY, 0)
          .parseDefaulting(ChronoField.MINUTE_OF_HOUR, 0)
          .parseDefaulting(ChronoField.SECOND_OF_MINUTE, 0)
          .toFormatter(Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);

  private QueryTime() {}

  /**
   * Reads one.
   *
   * @param now that times before it are counted from
   * @param zone of dates without one
   * @return milliseconds since 1970, from 0 to {@link PointTime#MAX_MILLIS}
   * @throws IllegalArgumentException when it is none, or out of that range
   */
  public static long millis(String text, Instant now, ZoneId zone) {
    try {
      long millis = read(text, now, zone);
      if (millis >= 0 && millis <= PointTime.MAX_MILLIS) {
        return millis;
      }
    } catch (DateTimeException | IllegalArgumentException e) {
      throw new IllegalArgumentException(message(text), e);
    }
    throw new IllegalArgumentException(message(text));
  }

  /**
   * As {@link #millis}, for the end of a range: a time in seconds, and a date, stands for its whole
   * second; one in milliseconds, in the form of ISO 8601, or counted from now is exact.
   *
   * @return the last millisecond of it
   */
  public static long lastMillis(String text, Instant now, ZoneId zone) {
    long millis = millis(text, now, zone);
    return isOfSeconds(text) ? Math.min(millis + 999, PointTime.MAX_MILLIS) : millis;
  }

  private static boolean isOfSeconds(String text) {
    return NUMBER.matcher(text).matches()
        ? !PointTime.of(Long.parseLong(text)).inMillis()
        : text.contains("/");
  }

  private static String message(String text) {
    return "\""
        + (text.length() > 60 ? text.substring(0, 60) + " …" : text)
        + "\" is no time from 1970 to 2106 as now, 1h-ago, 1309687200, 1309687200000,"
        + " 2011/07/03-10:00:00 or 2011-07-03T10:00:00Z";
  }

  private static long read(String text, Instant now, ZoneId zone) {
    if (text.equals("now")) {
      return now.toEpochMilli();
    }
    if (text.endsWith(AGO)) {
      String before = text.substring(0, text.length() - AGO.length());
      return now.toEpochMilli() - Interval.of(before).millis();
    }
    if (NUMBER.matcher(text).matches()) {
      return PointTime.of(Long.parseLong(text)).millis();
    }
    return text.contains("/")
        ? LocalDateTime.parse(text, DATE).atZone(zone).toInstant().toEpochMilli()
        : Instant.parse(text).toEpochMilli();
  }
}
