package io.rowandb.systems.board;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAdjusters;
import java.util.List;
import java.util.Objects;

/**
 * A stretch of time that has standings of its own: a day, a week from Monday on, or all time. Days
 * are those of UTC. Immutable.
 *
 * @param kind which of the three
 * @param first its first day; 1970-01-01 for all time
 */
public record BoardPeriod(Kind kind, LocalDate first) {
  /** The kinds. Their codes are stored and never change. */
  public enum Kind {
    /** Everything that was ever scored. */
    ALL(0),
    /** A day. */
    DAY(1),
    /** A week, from Monday to Sunday. */
    WEEK(2);

    private final int code;

    Kind(int code) {
      this.code = code;
    }

    int code() {
      return code;
    }
  }

  private static final LocalDate LAST_DAY = LocalDate.of(9999, 12, 31);

  /** All time. */
  public static final BoardPeriod ALL = new BoardPeriod(Kind.ALL, LocalDate.EPOCH);

  private static final int DAYS_OF_WEEK = 7;

  /** Of the day before the Monday of the first week, so that stored numbers are positive. */
  private static final long DAY_BEFORE_ALL = -4;

  /**
   * Checks the day.
   *
   * @throws IllegalArgumentException when it is in no year from 1970 to 9999, or a week begins on
   *     another day than Monday
   */
  public BoardPeriod {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(first, "first");
    if (kind == Kind.ALL && !first.equals(LocalDate.EPOCH)) {
      throw new IllegalArgumentException("all time begins with 1970-01-01, not with " + first);
    }
    if (kind == Kind.WEEK && first.getDayOfWeek() != DayOfWeek.MONDAY) {
      throw new IllegalArgumentException("first " + first + ": a week begins on Monday");
    }
    LocalDate last = kind == Kind.WEEK ? first.plusDays(DAYS_OF_WEEK - 1L) : first;
    if (last.isBefore(LocalDate.EPOCH) || first.isAfter(LAST_DAY)) {
      throw new IllegalArgumentException("day " + first + " is not in a year from 1970 to 9999");
    }
  }

  /** A day. */
  public static BoardPeriod day(LocalDate day) {
    return new BoardPeriod(Kind.DAY, day);
  }

  /** The week that a day is in. */
  public static BoardPeriod week(LocalDate day) {
    return new BoardPeriod(Kind.WEEK, monday(day));
  }

  private static LocalDate monday(LocalDate day) {
    return day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
  }

  /** All periods that a moment is in. */
  static List<BoardPeriod> of(Instant time) {
    LocalDate day = time.atOffset(ZoneOffset.UTC).toLocalDate();
    return List.of(ALL, day(day), week(day));
  }

  /**
   * Reads what {@link #toString} writes.
   *
   * @throws IllegalArgumentException when it is neither {@code all}, nor a day such as {@code
   *     2026-11-28}, nor a week such as {@code 2026-W48}
   */
  public static BoardPeriod parse(String text) {
    if (text.equals("all")) {
      return ALL;
    }
    try {
      return text.contains("W")
          ? week(LocalDate.parse(text + "-1", DateTimeFormatter.ISO_WEEK_DATE))
          : day(LocalDate.parse(text));
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "period \"" + text + "\": all, a day such as 2026-11-28 or a week such as 2026-W48", e);
    }
  }

  /** Whether it has ended before a day. */
  boolean isBefore(long epochDay) {
    int days = kind == Kind.WEEK ? DAYS_OF_WEEK : 1;
    return kind != Kind.ALL && first.toEpochDay() + days <= epochDay;
  }

  /** The first of a kind that has not ended before a day. */
  static BoardPeriod firstFrom(Kind kind, LocalDate day) {
    return kind == Kind.WEEK ? week(day) : day(day);
  }

  /** As it is stored, in four bytes; periods of a kind are in the order of time. */
  long number() {
    return first.toEpochDay() - DAY_BEFORE_ALL;
  }

  static BoardPeriod stored(int code, long number) {
    for (Kind kind : Kind.values()) {
      if (kind.code == code) {
        return new BoardPeriod(kind, LocalDate.ofEpochDay(number + DAY_BEFORE_ALL));
      }
    }
    throw new IllegalArgumentException("no period has the code " + code);
  }

  @Override
  public String toString() {
    return switch (kind) {
      case ALL -> "all";
      case DAY -> first.toString();
      case WEEK -> first.format(DateTimeFormatter.ISO_WEEK_DATE).replaceFirst("-1$", "");
    };
  }
}
