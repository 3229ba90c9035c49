package io.rowandb.schema.table;

import io.rowandb.schema.value.MalformedValueException;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import org.apache.hadoop.hbase.util.Bytes;

/** The forms of instants and dates. */
final class TimeTypes {
  static final ColumnType<Instant> MILLIS =
      PlainType.fixed(
          "instant, milliseconds since 1970 as int64",
          Long.BYTES,
          TimeTypes::writeMillis,
          (bytes, offset) -> Instant.ofEpochMilli(Bytes.toLong(bytes, offset)));
  static final ColumnType<Instant> NANOS =
      PlainType.fixed(
          "instant, seconds since 1970 as int64 and nanoseconds as int32",
          Long.BYTES + Integer.BYTES,
          TimeTypes::writeNanos,
          TimeTypes::readNanos);
  static final ColumnType<LocalDate> DATE =
      PlainType.fixed(
          "date, days since 1970 as int32",
          Integer.BYTES,
          TimeTypes::writeDate,
          (bytes, offset) -> LocalDate.ofEpochDay(Bytes.toInt(bytes, offset)));

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
    return ByteBuffer.allocate(Long.BYTES + Integer.BYTES)
        .putLong(value.getEpochSecond())
        .putInt(value.getNano())
        .array();
  }

  private static Instant readNanos(byte[] bytes, int offset) {
    int length = Long.BYTES + Integer.BYTES;
    int nanos = Bytes.toInt(bytes, offset + Long.BYTES);
    if (nanos < 0 || nanos > 999_999_999) {
      throw new MalformedValueException(
          bytes, offset, length, nanos + " nanoseconds are not from 0 to 999999999");
    }
    try {
      return Instant.ofEpochSecond(Bytes.toLong(bytes, offset), nanos);
    } catch (DateTimeException e) {
      throw new MalformedValueException(
          bytes, offset, length, "an instant is from Instant.MIN to Instant.MAX", e);
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
