package io.rowandb.schema.value;

import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;

/**
 * What every encoding of times needs. Times with a zone are stored as instants, which keep none,
 * and read in UTC; so those in another zone are refused, which would be read as values that are not
 * equal.
 */
public final class Times {
  private static final int MONTHS_OF_YEAR = 12;

  private Times() {}

  /**
   * The time itself, if its offset is that of UTC.
   *
   * @throws IllegalArgumentException when it has another
   */
  public static OffsetDateTime requireUtc(OffsetDateTime value) {
    if (!value.getOffset().equals(ZoneOffset.UTC)) {
      throw refused(value, "withOffsetSameInstant");
    }
    return value;
  }

  /**
   * The time itself, if its zone is {@link ZoneOffset#UTC}. A region with the rules of UTC, as
   * {@code ZoneId.of("UTC")} is, is another zone.
   *
   * @throws IllegalArgumentException when it has another
   */
  public static ZonedDateTime requireUtc(ZonedDateTime value) {
    if (!value.getZone().equals(ZoneOffset.UTC)) {
      throw refused(value, "withZoneSameInstant");
    }
    return value;
  }

  private static IllegalArgumentException refused(Object value, String conversion) {
    return new IllegalArgumentException(
        "time "
            + value
            + " is not in UTC, and its zone would be lost: convert it by "
            + conversion
            + "(ZoneOffset.UTC)");
  }

  /**
   * The month that begins so many months after year 0 does; before it, with a negative number.
   *
   * @throws java.time.DateTimeException when its year is not one of {@link YearMonth}'s
   */
  public static YearMonth yearMonth(long months) {
    return YearMonth.of(
        ChronoField.YEAR.checkValidIntValue(Math.floorDiv(months, MONTHS_OF_YEAR)),
        Math.floorMod(months, MONTHS_OF_YEAR) + 1);
  }
}
