package io.rowandb.schema.table;

import io.rowandb.schema.packed.PackedRecord;
import io.rowandb.schema.value.MalformedValueException;
import io.rowandb.schema.value.Utf8;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The forms that values have in cells. Numbers have the format of HBase's {@code Bytes} (two's
 * complement, big-endian), so that the shell can show them and {@code Increment} can add to them.
 */
public final class ColumnTypes {
  private static final ColumnType<Boolean> BOOL =
      PlainType.fixed("bool", Byte.BYTES, Bytes::toBytes, (bytes, offset) -> bytes[offset] != 0);
  private static final ColumnType<Byte> INT8 =
      PlainType.fixed(
          "int8", Byte.BYTES, value -> new byte[] {value}, (bytes, offset) -> bytes[offset]);
  private static final ColumnType<Short> INT16 =
      PlainType.fixed("int16", Short.BYTES, Bytes::toBytes, Bytes::toShort);
  private static final ColumnType<Character> CHAR16 =
      PlainType.fixed(
          "char16",
          Character.BYTES,
          value -> Bytes.toBytes((short) value.charValue()),
          (bytes, offset) -> (char) Bytes.toShort(bytes, offset));
  private static final ColumnType<Integer> INT32 =
      PlainType.fixed("int32", Integer.BYTES, Bytes::toBytes, Bytes::toInt);
  private static final ColumnType<Long> INT64 =
      PlainType.fixed("int64", Long.BYTES, Bytes::toBytes, Bytes::toLong);
  private static final ColumnType<Float> FLOAT32 =
      PlainType.fixed("float32", Float.BYTES, Bytes::toBytes, Bytes::toFloat);
  private static final ColumnType<Double> FLOAT64 =
      PlainType.fixed("float64", Double.BYTES, Bytes::toBytes, Bytes::toDouble);
  private static final ColumnType<String> TEXT =
      PlainType.variable("UTF-8 text", Utf8::encode, Utf8::decode);
  private static final ColumnType<BigDecimal> DECIMAL =
      PlainType.variable(
          "decimal, its scale in 4 bytes before the unscaled value",
          Bytes::toBytes,
          ColumnTypes::readDecimal);
  private static final ColumnType<UUID> UUIDS =
      PlainType.fixed("UUID", 2 * Long.BYTES, ColumnTypes::writeUuid, ColumnTypes::readUuid);
  private static final ColumnType<byte[]> BYTES =
      PlainType.variable(
          "bytes",
          value -> value,
          (bytes, offset, length) -> Arrays.copyOfRange(bytes, offset, offset + length));
  private static final ColumnType<Long> DECIMAL_TEXT =
      PlainType.variable(
          "int64 as decimal digits",
          value -> Utf8.encode(value.toString()),
          ColumnTypes::readDigits);

  /** The default of each class without parameters; primitives are boxed before the look-up. */
  private static final Map<Class<?>, ColumnType<?>> DEFAULTS =
      Map.ofEntries(
          Map.entry(boolean.class, BOOL),
          Map.entry(Boolean.class, BOOL),
          Map.entry(byte.class, INT8),
          Map.entry(Byte.class, INT8),
          Map.entry(short.class, INT16),
          Map.entry(Short.class, INT16),
          Map.entry(char.class, CHAR16),
          Map.entry(Character.class, CHAR16),
          Map.entry(int.class, INT32),
          Map.entry(Integer.class, INT32),
          Map.entry(long.class, INT64),
          Map.entry(Long.class, INT64),
          Map.entry(float.class, FLOAT32),
          Map.entry(Float.class, FLOAT32),
          Map.entry(double.class, FLOAT64),
          Map.entry(Double.class, FLOAT64),
          Map.entry(String.class, TEXT),
          Map.entry(BigDecimal.class, DECIMAL),
          Map.entry(Instant.class, TimeTypes.MILLIS),
          Map.entry(LocalDate.class, TimeTypes.DATE),
          Map.entry(LocalTime.class, TimeTypes.LOCAL_TIME),
          Map.entry(LocalDateTime.class, TimeTypes.LOCAL_DATE_TIME),
          Map.entry(OffsetDateTime.class, TimeTypes.OFFSET_DATE_TIME),
          Map.entry(ZonedDateTime.class, TimeTypes.ZONED_DATE_TIME),
          Map.entry(Duration.class, TimeTypes.DURATION),
          Map.entry(Year.class, TimeTypes.YEAR),
          Map.entry(YearMonth.class, TimeTypes.YEAR_MONTH),
          Map.entry(UUID.class, UUIDS),
          Map.entry(byte[].class, BYTES));

  private ColumnTypes() {}

  /** One byte, 0 for false and 0xFF for true; any but 0 is read as true. */
  public static ColumnType<Boolean> bool() {
    return BOOL;
  }

  /** One byte. */
  public static ColumnType<Byte> int8() {
    return INT8;
  }

  /** 2 bytes. */
  public static ColumnType<Short> int16() {
    return INT16;
  }

  /** 2 bytes, a unit of UTF-16. */
  public static ColumnType<Character> char16() {
    return CHAR16;
  }

  /** 4 bytes. */
  public static ColumnType<Integer> int32() {
    return INT32;
  }

  /** 8 bytes: the form that {@code Increment} adds to. */
  public static ColumnType<Long> int64() {
    return INT64;
  }

  /** 4 bytes, the bits of IEEE 754. */
  public static ColumnType<Float> float32() {
    return FLOAT32;
  }

  /** 8 bytes, the bits of IEEE 754. */
  public static ColumnType<Double> float64() {
    return FLOAT64;
  }

  /** UTF-8; a text with half a surrogate pair is refused. */
  public static ColumnType<String> text() {
    return TEXT;
  }

  /** The scale in 4 bytes, then the unscaled value; 1.0 and 1.00 stay different. */
  public static ColumnType<BigDecimal> decimal() {
    return DECIMAL;
  }

  /** Milliseconds since 1970 in 8 bytes; an instant between two of them is refused. */
  public static ColumnType<Instant> instant() {
    return TimeTypes.MILLIS;
  }

  /** Seconds since 1970 in 8 bytes and nanoseconds in 4: every instant. */
  public static ColumnType<Instant> instantNanos() {
    return TimeTypes.NANOS;
  }

  /** Days since 1970 in 4 bytes; a date further away than they can say is refused. */
  public static ColumnType<LocalDate> localDate() {
    return TimeTypes.DATE;
  }

  /** Nanoseconds since midnight in 8 bytes. */
  public static ColumnType<LocalTime> localTime() {
    return TimeTypes.LOCAL_TIME;
  }

  /**
   * Seconds since 1970-01-01T00:00 of the same calendar in 8 bytes and nanoseconds in 4: every date
   * with a time. No zone has a part in it.
   */
  public static ColumnType<LocalDateTime> localDateTime() {
    return TimeTypes.LOCAL_DATE_TIME;
  }

  /**
   * An instant with the form of {@link #instantNanos}, read in UTC. The offset is not kept, so a
   * value with another offset than {@link java.time.ZoneOffset#UTC} is refused, as are bytes of an
   * instant that no {@code OffsetDateTime} in UTC has.
   */
  public static ColumnType<OffsetDateTime> offsetDateTime() {
    return TimeTypes.OFFSET_DATE_TIME;
  }

  /**
   * An instant with the form of {@link #instantNanos}, read in UTC. The zone is not kept, so a
   * value in another zone than {@link java.time.ZoneOffset#UTC} is refused, even in a region with
   * the same rules, as are bytes of an instant that no {@code ZonedDateTime} in UTC has.
   */
  public static ColumnType<ZonedDateTime> zonedDateTime() {
    return TimeTypes.ZONED_DATE_TIME;
  }

  /** Seconds in 8 bytes, rounded down, and the nanoseconds from there in 4: every duration. */
  public static ColumnType<Duration> duration() {
    return TimeTypes.DURATION;
  }

  /** The year in 4 bytes, negative before year 0. */
  public static ColumnType<Year> year() {
    return TimeTypes.YEAR;
  }

  /** Months since the beginning of year 0 in 8 bytes. */
  public static ColumnType<YearMonth> yearMonth() {
    return TimeTypes.YEAR_MONTH;
  }

  /** 16 bytes, in the order that they are printed in. */
  public static ColumnType<UUID> uuid() {
    return UUIDS;
  }

  /** The bytes themselves. The array is not copied on the way to HBase, which copies it itself. */
  public static ColumnType<byte[]> bytes() {
    return BYTES;
  }

  /** A number as decimal digits, with a minus sign if need be; zeros in front are read over. */
  public static ColumnType<Long> decimalText() {
    return DECIMAL_TEXT;
  }

  /** The name of an enum's constant, so that constants may be put in another order. */
  public static <E extends Enum<E>> ColumnType<E> enumName(Class<E> type) {
    Map<String, E> byName = new HashMap<>();
    for (E constant : type.getEnumConstants()) {
      byName.put(constant.name(), constant);
    }
    return PlainType.variable(
        "name of a " + type.getSimpleName(),
        value -> Utf8.encode(value.name()),
        (bytes, offset, length) -> {
          E found = byName.get(Utf8.decode(bytes, offset, length));
          if (found == null) {
            throw new MalformedValueException(
                bytes,
                offset,
                length,
                "the names of "
                    + type.getName()
                    + " are "
                    + Arrays.asList(type.getEnumConstants()));
          }
          return found;
        });
  }

  /**
   * A whole record in Protobuf's wire format.
   *
   * @throws IllegalArgumentException when a component has no field number
   */
  public static <R> ColumnType<R> packed(PackedRecord<R> packed) {
    packed.requireWhole();
    return PlainType.variable("Protobuf " + packed.describe(), packed::encode, packed::decode);
  }

  /**
   * A class of the program, kept as a value of another class: {@code mapped("money in cents",
   * int64(), Money::ofCents, Money::cents)}. Tables note the name and the kept form, so that a
   * design with another name is refused; tools show the kept value.
   *
   * @param name what is kept, which stays as it is; not blank, and without {@code ", kept as "}
   * @param kept the form of the kept value
   * @param toValue the inverse of {@code toKept}; whatever it throws, and null, refuses the bytes
   * @param toKept whatever it throws, and null, refuses the value
   * @throws IllegalArgumentException when the name is refused
   */
  public static <T, U> ColumnType<U> mapped(
      String name,
      ColumnType<T> kept,
      Function<? super T, ? extends U> toValue,
      Function<? super U, ? extends T> toKept) {
    return new MappedType<>(name, kept, toValue, toKept);
  }

  /**
   * The default form of a Java type: of numbers, text and so on the factory of that name, with
   * milliseconds of an {@link Instant} and the name of an enum's constant; of a record, a message
   * with the field numbers of {@link PackedRecord#inOrder}.
   *
   * @throws IllegalArgumentException naming the type, when it has none
   */
  public static ColumnType<?> forType(Type type) {
    ColumnType<?> found = type instanceof Class<?> ? DEFAULTS.get(type) : null;
    if (found != null) {
      return found;
    }
    if (type instanceof Class<?> named && named.isEnum()) {
      return enumOf(named);
    }
    if (type instanceof Class<?> named && named.isRecord()) {
      return packed(PackedRecord.inOrder(named));
    }
    throw new IllegalArgumentException(
        "type " + type.getTypeName() + " has no form in a cell of its own");
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // The caller has seen that it is an enum.
  private static ColumnType<?> enumOf(Class<?> type) {
    return enumName((Class) type);
  }

  private static BigDecimal readDecimal(byte[] bytes, int offset, int length) {
    if (length <= Integer.BYTES) {
      throw new MalformedValueException(
          bytes, offset, length, "a decimal is of 4 bytes of scale and 1 or more of digits");
    }
    return Bytes.toBigDecimal(bytes, offset, length);
  }

  private static byte[] writeUuid(UUID value) {
    return ByteBuffer.allocate(2 * Long.BYTES)
        .putLong(value.getMostSignificantBits())
        .putLong(value.getLeastSignificantBits())
        .array();
  }

  private static UUID readUuid(byte[] bytes, int offset) {
    return new UUID(Bytes.toLong(bytes, offset), Bytes.toLong(bytes, offset + Long.BYTES));
  }

  private static Long readDigits(byte[] bytes, int offset, int length) {
    boolean negative = length > 0 && bytes[offset] == '-';
    int first = offset + (negative ? 1 : 0);
    int end = offset + length;
    boolean digits = first < end;
    for (int i = first; i < end; i++) {
      digits &= bytes[i] >= '0' && bytes[i] <= '9';
    }
    if (!digits) {
      throw new MalformedValueException(
          bytes, offset, length, "a number is of decimal digits, with a minus sign if need be");
    }
    try {
      return Long.parseLong(Utf8.decode(bytes, offset, length));
    } catch (NumberFormatException e) {
      throw new MalformedValueException(
          bytes, offset, length, "a number is from " + Long.MIN_VALUE + " to " + Long.MAX_VALUE, e);
    }
  }
}
