package io.rowandb.tsdb.aggregate;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A length of time as requests say it: a whole number above zero, and a unit: {@code ms}, {@code
 * s}, {@code m}, {@code h}, {@code d}, {@code w}, {@code n} (a month of 30 days) or {@code y} (a
 * year of 365). With a time zone its days, months and years are those of the calendar there.
 * Immutable.
 */
public final class Interval {
  private static final Pattern FORM = Pattern.compile("([0-9]{1,9})(ms|s|m|h|d|w|n|y)");

  private static final Map<String, ChronoUnit> UNITS =
      Map.of(
          "ms", ChronoUnit.MILLIS,
          "s", ChronoUnit.SECONDS,
          "m", ChronoUnit.MINUTES,
          "h", ChronoUnit.HOURS,
          "d", ChronoUnit.DAYS,
          "w", ChronoUnit.WEEKS,
          "n", ChronoUnit.MONTHS,
          "y", ChronoUnit.YEARS);

  private static final long DAY_MILLIS = 86_400_000;
  private static final int MONTH_DAYS = 30;
  private static final int YEAR_DAYS = 365;
  private static final long LONGEST_MILLIS = 1000 * YEAR_DAYS * DAY_MILLIS;

  private final int count;
  private final ChronoUnit unit;
  private final ZoneId zone;

  private Interval(int count, ChronoUnit unit, ZoneId zone) {
    this.count = count;
    this.unit = unit;
    this.zone = zone;
  }

  /**
   * From a request, of milliseconds.
   *
   * @throws IllegalArgumentException when it has not that form
   */
  public static Interval of(String text) {
    Matcher parts = FORM.matcher(text);
    if (!parts.matches() || Integer.parseInt(parts.group(1)) == 0) {
      throw new IllegalArgumentException(
          "\""
              + text
              + "\" is no interval: a whole number above 0 and one of ms, s, m, h, d, w, n, y");
    }
    Interval interval =
        new Interval(Integer.parseInt(parts.group(1)), UNITS.get(parts.group(2)), null);
    if (interval.each() > LONGEST_MILLIS / interval.count) {
      throw new IllegalArgumentException("the interval \"" + text + "\" is longer than 1000 years");
    }
    return interval;
  }

  /** The same by the calendar of a zone. */
  Interval in(ZoneId calendar) {
    return new Interval(count, unit, calendar);
  }

  /** Its milliseconds; by the calendar, of an ordinary one. */
  public long millis() {
    return count * each();
  }

  private long each() {
    return switch (unit) {
      case MONTHS -> MONTH_DAYS * DAY_MILLIS;
      case YEARS -> YEAR_DAYS * DAY_MILLIS;
      default -> unit.getDuration().toMillis();
    };
  }

  /** Whether its days are those of a calendar. */
  boolean isOfCalendar() {
    return zone != null;
  }

  /** The beginning of the interval that a time is in. */
  long floor(long timeMillis) {
    if (zone == null) {
      return timeMillis - timeMillis % millis();
    }
    ZonedDateTime time = Instant.ofEpochMilli(timeMillis).atZone(zone);
    ZonedDateTime floor =
        switch (unit) {
          case MILLIS -> stepped(time, parent(time, 1000, ChronoUnit.SECONDS, ChronoUnit.MINUTES));
          case SECONDS -> stepped(time, parent(time, 60, ChronoUnit.MINUTES, ChronoUnit.HOURS));
          case MINUTES -> stepped(time, parent(time, 60, ChronoUnit.HOURS, ChronoUnit.DAYS));
          case HOURS ->
              stepped(
                  time,
                  24 % count == 0
                      ? time.truncatedTo(ChronoUnit.DAYS)
                      : start(time.withDayOfMonth(1)));
          case DAYS, MONTHS -> stepped(time, start(time.withDayOfYear(1)));
          case WEEKS -> start(time.with(TemporalAdjusters.previousOrSame(DayOfWeek.SUNDAY)));
          default -> start(time.withDayOfYear(1));
        };
    return floor.toInstant().toEpochMilli();
  }

  private ZonedDateTime parent(ZonedDateTime time, int whole, ChronoUnit near, ChronoUnit far) {
    return time.truncatedTo(whole % count == 0 ? near : far);
  }

  private static ZonedDateTime start(ZonedDateTime day) {
    LocalDate date = day.toLocalDate();
    return date.atStartOfDay(day.getZone());
  }

  private ZonedDateTime stepped(ZonedDateTime time, ZonedDateTime from) {
    long steps = unit.between(from, time) / count;
    return from.plus(steps * count, unit);
  }

  /** The same, of intervals that are counted from one which begins at a time before. */
  long floor(long timeMillis, long beginMillis) {
    if (zone == null || !unit.isDateBased()) {
      return timeMillis - (timeMillis - beginMillis) % millis();
    }
    ZonedDateTime begin = Instant.ofEpochMilli(beginMillis).atZone(zone);
    long steps = unit.between(begin, Instant.ofEpochMilli(timeMillis).atZone(zone)) / count;
    return begin.plus(steps * count, unit).toInstant().toEpochMilli();
  }

  /** The beginning of the interval after that which begins at a time. */
  long next(long beginMillis) {
    return zone == null || !unit.isDateBased()
        ? beginMillis + millis()
        : Instant.ofEpochMilli(beginMillis)
            .atZone(zone)
            .plus(count, unit)
            .toInstant()
            .toEpochMilli();
  }

  @Override
  public String toString() {
    return count
        + UNITS.entrySet().stream()
            .filter(each -> each.getValue() == unit)
            .map(Map.Entry::getKey)
            .findFirst()
            .orElseThrow()
        + (zone == null ? "" : "c");
  }
}
