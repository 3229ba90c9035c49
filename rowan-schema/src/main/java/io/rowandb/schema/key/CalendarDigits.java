package io.rowandb.schema.key;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/**
 * Times in UTC as decimal numbers: the year in four digits, then the month and so on, each field at
 * its place.
 *
 * <pre>
 *   2024 02 29 23 59 58 123
 *   yyyy MM dd HH mm ss SSS
 * </pre>
 *
 * @param digitCount the total digits of the fields present
 * @param unit the last field's unit
 */
record CalendarDigits(int digitCount, ChronoUnit unit) {
  static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");
  static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");

  static final LocalDate FIRST_DAY = LocalDate.ofInstant(FIRST, ZoneOffset.UTC);
  static final LocalDate LAST_DAY = LocalDate.ofInstant(LAST, ZoneOffset.UTC);

  private static final String LONGEST = "yyyyMMddHHmmssSSS";
  private static final int DAY_DIGITS = 8;

  /** Of a pattern of {@link java.time.format.DateTimeFormatter}'s letters. */
  static CalendarDigits of(String pattern) {
    ChronoUnit unit =
        switch (LONGEST.startsWith(pattern) ? pattern.length() : 0) {
          case 4 -> ChronoUnit.YEARS;
          case 6 -> ChronoUnit.MONTHS;
          case DAY_DIGITS -> ChronoUnit.DAYS;
          case 10 -> ChronoUnit.HOURS;
          case 12 -> ChronoUnit.MINUTES;
          case 14 -> ChronoUnit.SECONDS;
          case 17 -> ChronoUnit.MILLIS;
          default ->
              throw new IllegalArgumentException(
                  "the calendar pattern "
                      + pattern
                      + " is not the beginning of "
                      + LONGEST
                      + " up to one of its fields; others do not sort by time");
        };
    return new CalendarDigits(pattern.length(), unit);
  }

  /** The digits of a time from {@link #FIRST} to {@link #LAST}; what is finer is left out. */
  long number(Instant instant) {
    LocalDateTime time = LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
    long digits = number(time.toLocalDate());
    digits = digits * 100 + time.getHour();
    digits = digits * 100 + time.getMinute();
    digits = digits * 100 + time.getSecond();
    digits = digits * 1000 + time.getNano() / 1_000_000;
    return digits / scale();
  }

  /**
   * The time of digits.
   *
   * @throws java.time.DateTimeException when they are of none, such as the month 13
   */
  Instant instant(long number) {
    long digits = number * scale();
    int millis = (int) (digits % 1000);
    int seconds = (int) (digits / 1000 % 100);
    int minutes = (int) (digits / 100_000 % 100);
    int hours = (int) (digits / 10_000_000 % 100);
    int days = digitCount < DAY_DIGITS ? 1 : (int) (digits / 1_000_000_000 % 100);
    int months = digitCount < 6 ? 1 : (int) (digits / 100_000_000_000L % 100);
    int years = (int) (digits / 10_000_000_000_000L);
    return LocalDateTime.of(years, months, days, hours, minutes, seconds, millis * 1_000_000)
        .toInstant(ZoneOffset.UTC);
  }

  private long scale() {
    long scale = 1;
    for (int i = digitCount; i < LONGEST.length(); i++) {
      scale *= 10;
    }
    return scale;
  }

  /** The eight digits of a day. */
  static long number(LocalDate day) {
    if (day.getYear() < 0 || day.getYear() > 9999) {
      throw new IllegalArgumentException(day + " has no year of four digits from 0 on");
    }
    return (day.getYear() * 100L + day.getMonthValue()) * 100 + day.getDayOfMonth();
  }

  /**
   * The day of eight digits.
   *
   * @throws java.time.DateTimeException when they are of none
   */
  static LocalDate day(long number) {
    return LocalDate.of((int) (number / 10_000), (int) (number / 100 % 100), (int) (number % 100));
  }
}
