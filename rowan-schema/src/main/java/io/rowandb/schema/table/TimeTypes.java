package io.rowandb.schema.table;

import io.rowandb.schema.value.MalformedValueException;
import io.rowandb.schema.value.Times;
import java.nio.ByteBuffer;
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
import org.apache.hadoop.hbase.util.Bytes;

/** The forms of instants, dates, times and durations. */
final class TimeTypes {
  private static final int NANOS_WIDTH = Long.BYTES + Integer.BYTES;
  private static final int MAX_NANO = 999_999_999;

  /** Of all that is an instant: types which share it may be exchanged for each other. */
  private static final String INSTANT_NANOS =
      "instant, seconds since 1970 as int64 and nanoseconds as int32";

  static final ColumnType<Instant> MILLIS =
      PlainType.fixed(
          "instant, milliseconds since 1970 as int64",
          Long.BYTES,
          TimeTypes::writeMillis,
          (bytes, offset) -> Instant.ofEpochMilli(Bytes.toLong(bytes, offset)));
  static final ColumnType<Instant> NANOS =
      PlainType.fixed(INSTANT_NANOS, NANOS_WIDTH, TimeTypes::writeNanos, TimeTypes::readNanos);
  static final ColumnType<OffsetDateTime> OFFSET_DATE_TIME =
      PlainType.fixed(
          INSTANT_NANOS,
          NANOS_WIDTH,
          value -> writeNanos(Times.requireUtc(value).toInstant()),
          TimeTypes::readOffsetDateTime);
  static final ColumnType<ZonedDateTime> ZONED_DATE_TIME =
      PlainType.fixed(
          INSTANT_NANOS,
          NANOS_WIDTH,
          value -> writeNanos(Times.requireUtc(value).toInstant()),
          (bytes, offset) -> readOffsetDateTime(bytes, offset).toZonedDateTime());
  static final ColumnType<LocalDateTime> LOCAL_DATE_TIME =
      PlainType.fixed(
          "date and time without a zone, seconds since 1970 as int64 and nanoseconds as int32",
          NANOS_WIDTH,
          value ->
              seconds(value.toEpochSecond(ZoneOffset.UTC), value.get(ChronoField.NANO_OF_SECOND)),
          TimeTypes::readLocalDateTime);
  static final ColumnType<LocalTime> LOCAL_TIME =
      PlainType.fixed(
          "time of day, nanoseconds as int64",
          Long.BYTES,
          value -> Bytes.toBytes(value.toNanoOfDay()),
          TimeTypes::readLocalTime);
  static final ColumnType<Duration> DURATION =
      PlainType.fixed(
          "duration, seconds as int64 and nanoseconds as int32",
          NANOS_WIDTH,
          value -> seconds(value.getSeconds(), value.getNano()),
          (bytes, offset) -> Duration.ofSeconds(Bytes.toLong(bytes, offset), nanos(bytes, offset)));
  static final ColumnType<LocalDate> DATE =
      PlainType.fixed(
          "date, days since 1970 as int32",
          Integer.BYTES,
          TimeTypes::writeDate,
          (bytes, offset) -> LocalDate.ofEpochDay(Bytes.toInt(bytes, offset)));
  static final ColumnType<Year> YEAR =
      PlainType.fixed(
          "year as int32",
          Integer.BYTES,
          value -> Bytes.toBytes(value.getValue()),
          TimeTypes::readYear);
  static final ColumnType<YearMonth> YEAR_MONTH =
      PlainType.fixed(
          "month, months since the beginning of year 0 as int64",
          Long.BYTES,
          value -> Bytes.toBytes(value.getLong(ChronoField.PROLEPTIC_MONTH)),
          TimeTypes::readYearMonth);

  private TimeTypes() {}

  private static byte[] writeMillis(Instant value) {
    long millis;
    try {
      millis = value.toEpochMilli();
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          "instant " + value + " is further from 1970 than 8 bytes of milliseconds can say", e);
    }
    if (!Instant.ofEpochMilli(millis).equals(value)) {
      throw new IllegalArgumentException(
          "instant " + value + " is between two milliseconds; truncate it, or use instantNanos");
    }
    return Bytes.toBytes(millis);
  }

  private static byte[] writeNanos(Instant value) {
    return seconds(value.getEpochSecond(), value.getNano());
  }

  private static byte[] seconds(long seconds, int nanos) {
    return ByteBuffer.allocate(NANOS_WIDTH).putLong(seconds).putInt(nanos).array();
  }

  /** The nanoseconds behind the seconds that are at an offset. */
  private static int nanos(byte[] bytes, int offset) {
    int nanos = Bytes.toInt(bytes, offset + Long.BYTES);
    if (nanos < 0 || nanos > MAX_NANO) {
      throw new MalformedValueException(
          bytes, offset, NANOS_WIDTH, nanos + " nanoseconds are not from 0 to " + MAX_NANO);
    }
    return nanos;
  }

  private static Instant readNanos(byte[] bytes, int offset) {
    int nanos = nanos(bytes, offset);
    try {
      return Instant.ofEpochSecond(Bytes.toLong(bytes, offset), nanos);
    } catch (DateTimeException e) {
      throw new MalformedValueException(
          bytes, offset, NANOS_WIDTH, "an instant is from Instant.MIN to Instant.MAX", e);
    }
  }

  private static OffsetDateTime readOffsetDateTime(byte[] bytes, int offset) {
    return readLocalDateTime(bytes, offset).atOffset(ZoneOffset.UTC);
  }

  private static LocalDateTime readLocalDateTime(byte[] bytes, int offset) {
    int nanos = nanos(bytes, offset);
    try {
      return LocalDateTime.ofEpochSecond(Bytes.toLong(bytes, offset), nanos, ZoneOffset.UTC);
    } catch (DateTimeException e) {
      throw new MalformedValueException(
          bytes, offset, NANOS_WIDTH, "a time is from LocalDateTime.MIN to LocalDateTime.MAX", e);
    }
  }

  private static LocalTime readLocalTime(byte[] bytes, int offset) {
    try {
      return LocalTime.ofNanoOfDay(Bytes.toLong(bytes, offset));
    } catch (DateTimeException e) {
      throw new MalformedValueException(
          bytes, offset, Long.BYTES, "a time of day is from 0 to 86399999999999 nanoseconds", e);
    }
  }

  private static Year readYear(byte[] bytes, int offset) {
    try {
      return Year.of(Bytes.toInt(bytes, offset));
    } catch (DateTimeException e) {
      throw new MalformedValueException(
          bytes, offset, Integer.BYTES, "a year is from -999999999 to 999999999", e);
    }
  }

  private static YearMonth readYearMonth(byte[] bytes, int offset) {
    try {
      return Times.yearMonth(Bytes.toLong(bytes, offset));
    } catch (DateTimeException e) {
      throw new MalformedValueException(
          bytes, offset, Long.BYTES, "the year of a month is from -999999999 to 999999999", e);
    }
  }

  private static byte[] writeDate(LocalDate value) {
    long day = value.toEpochDay();
    if (day != (int) day) {
      throw new IllegalArgumentException(
          "date " + value + " is further from 1970 than 4 bytes of days can say");
    }
    return Bytes.toBytes((int) day);
  }
}
