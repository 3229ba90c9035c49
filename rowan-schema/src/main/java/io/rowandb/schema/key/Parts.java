package io.rowandb.schema.key;

import io.rowandb.schema.value.Utf8;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Comparator;
import java.util.UUID;
import java.util.function.Function;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The parts that row keys are made of. Each keeps the order of its values, or documents a different
 * order. All except {@link #optional} refuse null.
 *
 * <p>For keys written by other programs see {@link HBaseBytesParts}, {@link OrderedBytesParts} and
 * {@link PhoenixParts}.
 */
public final class Parts {
  private static final int MAX_ENUM_CONSTANTS = 256;

  private Parts() {}

  // Numbers.

  /** A signed integer of 1 to 8 bytes, negative ones first; the sign bit is inverted. */
  public static KeyPart<Long> signed(int byteCount) {
    return IntegerPart.of(IntegerPart.Kind.SIGNED, byteCount);
  }

  /** An integer from 0 on in 1 to 8 bytes. */
  public static KeyPart<Long> unsigned(int byteCount) {
    return IntegerPart.of(IntegerPart.Kind.UNSIGNED, byteCount);
  }

  /** Any byte, negative ones first. */
  public static KeyPart<Byte> int8() {
    return NumberParts.int8();
  }

  /** Any short in 2 bytes, negative ones first. */
  public static KeyPart<Short> int16() {
    return NumberParts.int16();
  }

  /** Any int in 4 bytes, negative ones first. */
  public static KeyPart<Integer> int32() {
    return NumberParts.int32();
  }

  /** Any long in 8 bytes, negative ones first. */
  public static KeyPart<Long> int64() {
    return signed(Long.BYTES);
  }

  /** An int from 0 on in 1 to 4 bytes. */
  public static KeyPart<Integer> unsignedInt(int byteCount) {
    return NumberParts.unsignedInt(byteCount);
  }

  /** An int from 0 on as {@code Integer.MAX_VALUE} minus it, in 4 bytes: the greatest first. */
  public static KeyPart<Integer> maxMinusInt() {
    return NumberParts.maxMinusInt();
  }

  /** A long from 0 on as {@code Long.MAX_VALUE} minus it, in 8 bytes: the greatest first. */
  public static KeyPart<Long> maxMinusLong() {
    return NumberParts.maxMinusLong();
  }

  /** A float in 4 bytes, in the order of {@link Float#compare}; each NaN as Java's. */
  public static KeyPart<Float> float32() {
    return NumberParts.float32();
  }

  /** A double in 8 bytes, in the order of {@link Double#compare}; each NaN as Java's. */
  public static KeyPart<Double> float64() {
    return NumberParts.float64();
  }

  /** A number from 0 on as 1 to 19 decimal digits in ASCII, with leading zeros. */
  public static KeyPart<Long> digits(int digitCount) {
    return new DigitsPart(digitCount);
  }

  // Text. Unpaired surrogates are refused. The order is that of code points, which is not that of
  // String when there are some above U+FFFF.

  /** Any text, as UTF-8 with 0x00 as 0x00 0xFF, ended by 0x00 0x00. */
  public static KeyPart<String> text() {
    return utf8("text with 0x00 as 0x00 0xFF, ended by 0x00 0x00", escapedBytes());
  }

  /** Any text as UTF-8 to the end of the key; must be the last part. */
  public static KeyPart<String> textToEnd() {
    return utf8("text to the end", bytesToEnd());
  }

  /**
   * A text of up to this many bytes of UTF-8, padded with 0x00. Longer ones and those that end with
   * U+0000 are refused.
   */
  public static KeyPart<String> fixedText(int byteCount) {
    return new PaddedTextPart(byteCount, 0);
  }

  /**
   * A text as UTF-8 followed by a separator, an ASCII character that the text must not contain. The
   * order is that of the text with its separator: with {@code -}, {@code a!} is before {@code a},
   * and {@code a1} after it.
   */
  public static KeyPart<String> separatedText(char separator) {
    return new SeparatedTextPart(separator);
  }

  /** A text reversed by code points; ordered by the reversed text. */
  public static KeyPart<String> reversed(KeyPart<String> text) {
    return MappedPart.sortedAsWritten(
        text.describe() + ", reversed", text, Parts::reverse, Parts::reverse);
  }

  private static String reverse(String text) {
    // Two unpaired surrogates could become a pair.
    return new StringBuilder(Utf8.requireEncodable(text)).reverse().toString();
  }

  /** A domain with its labels reversed, {@code org.apache.www}; ordered by the reversed form. */
  public static KeyPart<String> reversedDomain(KeyPart<String> text) {
    return MappedPart.sortedAsWritten(
            text.describe() + ", domain reversed", text, Parts::reverseLabels, Parts::reverseLabels)
        .begun(
            condition ->
                condition instanceof Condition.OfDomain of
                    ? new Condition.StartsWith(reverseLabels(of.domain()))
                    : null);
  }

  private static String reverseLabels(String domain) {
    StringBuilder reversed = new StringBuilder(domain.length());
    int end = domain.length();
    for (int dot = domain.lastIndexOf('.'); dot >= 0; dot = domain.lastIndexOf('.', dot - 1)) {
      reversed.append(domain, dot + 1, end).append('.');
      end = dot;
    }
    return reversed.append(domain, 0, end).toString();
  }

  private static KeyPart<String> utf8(String description, KeyPart<byte[]> bytes) {
    return new MappedPart<>(
            description,
            bytes,
            written -> Utf8.decode(written, 0, written.length),
            Utf8::encode,
            Utf8.ORDER)
        .begun(condition -> condition);
  }

  // Times.

  /** A time in milliseconds since 1970, signed, 8 bytes. */
  public static InstantPart millis() {
    return InstantPart.millis();
  }

  /** A time in seconds since 1970, up to 2106-02-07, unsigned, 4 bytes. Earlier is refused. */
  public static InstantPart seconds() {
    return InstantPart.seconds();
  }

  /** A time in hours since 1970, unsigned, 4 bytes. Earlier is refused. */
  public static InstantPart hours() {
    return InstantPart.hours();
  }

  /**
   * A time in UTC as the digits of a calendar, of the years 0 to 9999.
   *
   * @param pattern the beginning of {@code yyyyMMddHHmmssSSS} up to one of its fields; all others
   *     are refused, since they do not sort by time
   */
  public static InstantPart calendar(String pattern) {
    return InstantPart.calendar(pattern);
  }

  /** A day as 8 digits, {@code 20240229}, of the years 0 to 9999. */
  public static KeyPart<LocalDate> day() {
    return new MappedPart<Long, LocalDate>(
            "day as yyyyMMdd",
            digits(8),
            CalendarDigits::day,
            CalendarDigits::number,
            Comparator.naturalOrder())
        .within(CalendarDigits.FIRST_DAY, CalendarDigits.LAST_DAY);
  }

  /** A day as days since 1970-01-01, signed, 4 bytes. */
  public static KeyPart<LocalDate> epochDay() {
    return new MappedPart<Long, LocalDate>(
            "days since 1970, signed, 4 bytes",
            signed(Integer.BYTES),
            LocalDate::ofEpochDay,
            Parts::daysSince1970,
            Comparator.naturalOrder())
        .within(LocalDate.ofEpochDay(Integer.MIN_VALUE), LocalDate.ofEpochDay(Integer.MAX_VALUE));
  }

  private static long daysSince1970(LocalDate day) {
    long days = day.toEpochDay();
    if (days != (int) days) {
      throw new IllegalArgumentException(day + " is " + days + " days from 1970; an int has less");
    }
    return days;
  }

  // Others.

  /** A boolean as one byte, 0x00 or 0x01. */
  public static KeyPart<Boolean> bool() {
    return new MappedPart<>(
        "boolean, 1 byte",
        unsigned(1),
        Parts::bool,
        value -> value ? 1L : 0L,
        Comparator.naturalOrder());
  }

  private static boolean bool(long written) {
    if (written > 1) {
      throw new IllegalArgumentException(written + " is neither 0, false, nor 1, true");
    }
    return written == 1;
  }

  /**
   * A constant of an enum as its ordinal, in one byte: constants are added at the end only; in
   * another order the design is refused when a table is opened that was made with the former.
   *
   * @throws IllegalArgumentException when there are more than 256
   */
  @SuppressWarnings("EnumOrdinal") // The ordinal is the format, as the name says.
  public static <E extends Enum<E>> KeyPart<E> enumByte(Class<E> type) {
    E[] constants = type.getEnumConstants();
    if (constants.length > MAX_ENUM_CONSTANTS) {
      throw new IllegalArgumentException(
          type.getName() + " has " + constants.length + " constants; a byte tells 256 apart");
    }
    return new MappedPart<Long, E>(
            type.getSimpleName() + " as its ordinal, 1 byte",
            unsigned(1),
            written -> {
              if (written >= constants.length) {
                throw new IllegalArgumentException(type.getName() + " has no ordinal " + written);
              }
              return constants[written.intValue()];
            },
            value -> (long) value.ordinal(),
            Comparator.naturalOrder())
        .ofConstants(Arrays.stream(constants).map(Enum::name).toList());
  }

  /** A UUID's 16 bytes, in their unsigned order, which is not {@link UUID#compareTo}. */
  public static KeyPart<UUID> uuid() {
    return new MappedPart<>(
        "UUID, 16 bytes",
        bytes(2 * Long.BYTES),
        bytes -> new UUID(Bytes.toLong(bytes), Bytes.toLong(bytes, Long.BYTES)),
        uuid ->
            Bytes.add(
                Bytes.toBytes(uuid.getMostSignificantBits()),
                Bytes.toBytes(uuid.getLeastSignificantBits())),
        NaturalOrder.OF_IDS);
  }

  /** Text of exactly twice as many lower-case hexadecimal digits, stored as this many bytes. */
  public static KeyPart<String> hex(int byteCount) {
    return HexText.part(byteCount);
  }

  /** Exactly this many bytes. */
  public static KeyPart<byte[]> bytes(int byteCount) {
    return BytesPart.fixed(byteCount);
  }

  /** Any bytes, with 0x00 as 0x00 0xFF, ended by 0x00 0x00. */
  public static KeyPart<byte[]> escapedBytes() {
    return new EscapedPart();
  }

  /** Any bytes to the end of the key; must be the last part. */
  public static KeyPart<byte[]> bytesToEnd() {
    return BytesPart.toEnd();
  }

  // Parts of parts.

  /**
   * A part in reversed order: every bit of its bytes inverted.
   *
   * @throws IllegalArgumentException when it is not self-delimiting
   */
  public static <T> KeyPart<T> descending(KeyPart<T> part) {
    return new DescendingPart<>(part);
  }

  /** A part that may have no value, null, which is the first: 0x00; else 0x01 and the value. */
  public static <T> KeyPart<T> optional(KeyPart<T> part) {
    return new OptionalPart<>(part);
  }

  /**
   * A custom type, written as a value of another type.
   *
   * @param toValue the inverse of {@code toWritten}; throws IllegalArgumentException for input
   *     without a value
   * @param order the order of {@code toWritten}'s results
   */
  public static <T, U> KeyPart<U> mapped(
      KeyPart<T> part,
      Function<? super T, ? extends U> toValue,
      Function<? super U, ? extends T> toWritten,
      Comparator<? super U> order) {
    return new MappedPart<>(part.describe(), part, toValue, toWritten, order);
  }

  /**
   * The default part of a Java type: {@link #text}, {@link #millis}, {@link #day}, {@link #uuid},
   * {@link #enumByte}, {@link #escapedBytes}, {@link #bool} and the signed numbers.
   *
   * @throws IllegalArgumentException when a type has none
   */
  public static <T> KeyPart<T> forType(Class<T> type) {
    return DefaultParts.of(type);
  }
}
