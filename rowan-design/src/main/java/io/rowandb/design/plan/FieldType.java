package io.rowandb.design.plan;

import io.rowandb.design.text.ShortText;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/** What the values of a field of the sample are. Immutable. */
public final class FieldType {
  /** Kinds of values. */
  public enum Kind {
    /** Any text. */
    TEXT,
    /** A decimal number. */
    NUMBER,
    /** A time. */
    TIME
  }

  /** Seconds since 1970. */
  public static final String SECONDS = "seconds";

  /** Milliseconds since 1970. */
  public static final String MILLIS = "millis";

  /** What a field is that nothing is said of. */
  public static final FieldType TEXT = new FieldType(Kind.TEXT, "");

  /** All units of a time differ from those of the other. */
  private static final Instant TRIED = Instant.parse("2013-05-09T09:09:09.009Z");

  private static final Instant TRIED_LATER = Instant.parse("2014-12-25T22:22:22.222Z");

  private final Kind kind;
  private final String pattern;
  private final DateTimeFormatter format;
  private final Optional<FixedTime> fixed;

  private FieldType(Kind kind, String pattern) {
    boolean isWritten = kind == Kind.TIME && !pattern.equals(SECONDS) && !pattern.equals(MILLIS);
    this.kind = kind;
    this.pattern = pattern;
    this.format = isWritten ? formatter(pattern) : null;
    this.fixed = isWritten ? FixedTime.of(pattern) : Optional.empty();
  }

  /** Text, number or time. */
  public Kind kind() {
    return kind;
  }

  /**
   * Of a time: {@code seconds}, {@code millis}, or letters as {@link DateTimeFormatter} has them;
   * empty for others. Times without a zone are UTC.
   */
  public String pattern() {
    return pattern;
  }

  /** Of such letters; null for others. */
  public DateTimeFormatter format() {
    return format;
  }

  /**
   * Of a word or two: {@code text}, {@code number}, {@code time seconds}, {@code time yyyyMMdd}.
   *
   * @throws IllegalArgumentException if it is none of these
   */
  public static FieldType parse(String text) {
    if (text.equals("text")) {
      return TEXT;
    }
    if (text.equals("number")) {
      return new FieldType(Kind.NUMBER, "");
    }
    if (text.startsWith("time ")) {
      FieldType type = new FieldType(Kind.TIME, text.substring("time ".length()).strip());
      type.checkReadable();
      return type;
    }
    throw new IllegalArgumentException(
        "a type is text, number, time seconds, time millis, or time with a pattern such as"
            + " yyyyMMddHHmmss");
  }

  /** With quarters or weeks alone, as with texts, all times would be one. */
  private void checkReadable() {
    if (format == null) {
      return;
    }
    OptionalLong one = millis(format.format(TRIED));
    if (one.isPresent() && one.equals(millis(format.format(TRIED_LATER)))) {
      throw new IllegalArgumentException(
          "a time by \""
              + ShortText.cut(pattern)
              + "\" cannot be read: the pattern needs a year, month, day, hour or less");
    }
  }

  /** A reader and writer of times in UTC by a pattern. */
  static DateTimeFormatter formatter(String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).withZone(ZoneOffset.UTC);
  }

  /** Whether it is a time. */
  public boolean isTime() {
    return kind == Kind.TIME;
  }

  /** Milliseconds since 1970 of a time; empty when the text is none. */
  public OptionalLong millis(String value) {
    try {
      if (pattern.equals(MILLIS)) {
        return OptionalLong.of(Long.parseLong(value));
      }
      if (pattern.equals(SECONDS)) {
        return OptionalLong.of(Math.multiplyExact(Long.parseLong(value), 1000L));
      }
      OptionalLong plain = fixed.isPresent() ? fixed.get().millis(value) : OptionalLong.empty();
      return plain.isPresent()
          ? plain
          : OptionalLong.of(instant(format.parse(value)).toEpochMilli());
    } catch (DateTimeException | ArithmeticException | NumberFormatException e) {
      return OptionalLong.empty(); // the caller counts and names such values
    }
  }

  /** What a pattern leaves out is the first: of January, at midnight; the year 1970. */
  private static Instant instant(TemporalAccessor read) {
    if (read.isSupported(ChronoField.INSTANT_SECONDS)) {
      return Instant.from(read);
    }
    LocalTime time =
        read.isSupported(ChronoField.NANO_OF_DAY)
            ? LocalTime.from(read)
            : LocalTime.of(part(read, ChronoField.HOUR_OF_DAY, 0), 0);
    if (read.isSupported(ChronoField.EPOCH_DAY)) {
      return LocalDateTime.of(LocalDate.from(read), time).toInstant(ZoneOffset.UTC);
    }
    YearMonth month =
        YearMonth.of(
            read.isSupported(ChronoField.YEAR)
                ? read.get(ChronoField.YEAR)
                : part(read, ChronoField.YEAR_OF_ERA, 1970),
            part(read, ChronoField.MONTH_OF_YEAR, 1));
    return month
        .atDay(part(read, ChronoField.DAY_OF_MONTH, 1))
        .atTime(time)
        .toInstant(ZoneOffset.UTC);
  }

  private static int part(TemporalAccessor read, ChronoField field, int missing) {
    return read.isSupported(field) ? read.get(field) : missing;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FieldType type && kind == type.kind && pattern.equals(type.pattern);
  }

  @Override
  public int hashCode() {
    return Objects.hash(kind, pattern);
  }

  @Override
  public String toString() {
    return kind + " " + pattern;
  }
}
