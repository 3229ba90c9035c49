package io.rowandb.schema.packed;

import static org.apache.hbase.thirdparty.com.google.protobuf.WireFormat.WIRETYPE_VARINT;

import io.rowandb.schema.value.Times;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.util.function.ToLongFunction;
import org.apache.hbase.thirdparty.com.google.protobuf.CodedInputStream;
import org.apache.hbase.thirdparty.com.google.protobuf.CodedOutputStream;
import org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException;

/** The forms of instants, dates, times and durations. */
final class TimeForms {
  private static final String TIMESTAMP = "google.protobuf.Timestamp";
  private static final long NANOS_OF_SECOND = 1_000_000_000;

  static final SingleType<Instant> INSTANT =
      new SecondsType<>(
          TIMESTAMP, Instant::getEpochSecond, Instant::getNano, TimeForms::readInstant);
  static final SingleType<OffsetDateTime> OFFSET_DATE_TIME =
      new SecondsType<>(
          TIMESTAMP,
          value -> Times.requireUtc(value).toEpochSecond(),
          OffsetDateTime::getNano,
          TimeForms::readOffsetDateTime);
  static final SingleType<ZonedDateTime> ZONED_DATE_TIME =
      new SecondsType<>(
          TIMESTAMP,
          value -> Times.requireUtc(value).toEpochSecond(),
          ZonedDateTime::getNano,
          (seconds, nanos) -> readOffsetDateTime(seconds, nanos).toZonedDateTime());

  /** Both numbers of a negative duration are negative or zero, as Protobuf's definition demands. */
  static final SingleType<Duration> DURATION =
      new SecondsType<>(
          "google.protobuf.Duration",
          TimeForms::wholeSeconds,
          value ->
              isRoundedDown(value) ? value.toNanosPart() - NANOS_OF_SECOND : value.toNanosPart(),
          TimeForms::readDuration);

  static final ScalarType<LocalDate> DATE =
      counted(
          LocalDate::toEpochDay,
          LocalDate::ofEpochDay,
          "a date is from LocalDate.MIN to LocalDate.MAX");
  static final ScalarType<YearMonth> YEAR_MONTH =
      counted(
          value -> value.getLong(ChronoField.PROLEPTIC_MONTH),
          Times::yearMonth,
          "the year of a month is from -999999999 to 999999999");
  static final ScalarType<Year> YEAR =
      counted(
          Year::getValue,
          value -> Year.of(ChronoField.YEAR.checkValidIntValue(value)),
          "a year is from -999999999 to 999999999");
  static final ScalarType<LocalTime> LOCAL_TIME =
      ScalarTypes.string(
          LocalTime::toString,
          text -> read(() -> LocalTime.parse(text), "a time of day is written as 10:15:30.5"));
  static final ScalarType<LocalDateTime> LOCAL_DATE_TIME =
      ScalarTypes.string(
          LocalDateTime::toString,
          text ->
              read(() -> LocalDateTime.parse(text), "a time is written as 2007-12-03T10:15:30.5"));

  private TimeForms() {}

  /** Reads a value, or throws a {@link DateTimeException}. */
  @FunctionalInterface
  private interface TimeReader<T> {
    T read();
  }

  /** Makes a value of a number, or throws a {@link DateTimeException}. */
  @FunctionalInterface
  private interface NumberReader<T> {
    T read(long number);
  }

  private static <T> T read(TimeReader<T> reader, String rule)
      throws InvalidProtocolBufferException {
    try {
      return reader.read();
    } catch (DateTimeException e) {
      throw Malformed.by(rule, e);
    }
  }

  private static <T> ScalarType<T> counted(
      ToLongFunction<T> number, NumberReader<T> reader, String rule) {
    return new ScalarType<>(
        "sint64",
        WIRETYPE_VARINT,
        value -> CodedOutputStream.computeSInt64SizeNoTag(number.applyAsLong(value)),
        (out, value) -> out.writeSInt64NoTag(number.applyAsLong(value)),
        (CodedInputStream in) -> {
          long found = in.readSInt64();
          return read(() -> reader.read(found), rule);
        });
  }

  private static Instant readInstant(long seconds, long nanos)
      throws InvalidProtocolBufferException {
    requireNanos(nanos, 0);
    return read(
        () -> Instant.ofEpochSecond(seconds, nanos),
        "an instant is from Instant.MIN to Instant.MAX");
  }

  private static OffsetDateTime readOffsetDateTime(long seconds, long nanos)
      throws InvalidProtocolBufferException {
    requireNanos(nanos, 0);
    return read(
            () -> LocalDateTime.ofEpochSecond(seconds, (int) nanos, ZoneOffset.UTC),
            "a time is from LocalDateTime.MIN to LocalDateTime.MAX")
        .atOffset(ZoneOffset.UTC);
  }

  private static void requireNanos(long nanos, long least) throws InvalidProtocolBufferException {
    if (nanos < least || nanos >= NANOS_OF_SECOND) {
      throw new InvalidProtocolBufferException(
          "nanoseconds are from " + least + " to 999999999, and not " + nanos);
    }
  }

  /** Whether Java's seconds are less than those towards zero. */
  private static boolean isRoundedDown(Duration value) {
    return value.isNegative() && value.toNanosPart() > 0;
  }

  private static long wholeSeconds(Duration value) {
    return isRoundedDown(value) ? value.toSeconds() + 1 : value.toSeconds();
  }

  private static Duration readDuration(long seconds, long nanos)
      throws InvalidProtocolBufferException {
    requireNanos(nanos, 1 - NANOS_OF_SECOND);
    if (Long.signum(seconds) * Long.signum(nanos) < 0) {
      throw new InvalidProtocolBufferException(
          "a duration has both numbers of one sign, and not "
              + seconds
              + " seconds and "
              + nanos
              + " nanoseconds");
    }
    try {
      return Duration.ofSeconds(seconds, nanos);
    } catch (ArithmeticException e) {
      throw Malformed.by("a duration has at least " + Long.MIN_VALUE + " seconds", e);
    }
  }
}
