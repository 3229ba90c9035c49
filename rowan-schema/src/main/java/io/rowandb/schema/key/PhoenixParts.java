package io.rowandb.schema.key;

import io.rowandb.schema.value.Utf8;
import java.time.Instant;
import java.util.Comparator;

/**
 * Parts of keys that Apache Phoenix wrote: non-null primary key columns, in the format of its
 * classes in {@code org.apache.phoenix.schema.types}. {@link Parts#descending} of a part is the
 * column with {@code DESC}, in the format of Phoenix since 4.5.
 *
 * <p>Phoenix treats an empty text as null, and omits null columns at the end of a key together with
 * the separator before them; only keys without such columns can be read.
 */
public final class PhoenixParts {
  private PhoenixParts() {}

  /** {@code UNSIGNED_TINYINT}: from 0 to 127, 1 byte. */
  public static KeyPart<Byte> unsignedTinyint() {
    return new MappedPart<>(
        "Phoenix UNSIGNED_TINYINT",
        Parts.unsigned(Byte.BYTES),
        written -> (byte) upTo(Byte.MAX_VALUE, written),
        Byte::longValue,
        Comparator.naturalOrder());
  }

  /** {@code UNSIGNED_SMALLINT}: from 0 to 32767, 2 bytes. */
  public static KeyPart<Short> unsignedSmallint() {
    return new MappedPart<>(
        "Phoenix UNSIGNED_SMALLINT",
        Parts.unsigned(Short.BYTES),
        written -> (short) upTo(Short.MAX_VALUE, written),
        Short::longValue,
        Comparator.naturalOrder());
  }

  private static long upTo(long max, long written) {
    if (written > max) {
      throw new IllegalArgumentException(written + " is more than " + max);
    }
    return written;
  }

  /** {@code UNSIGNED_INT}: from 0 on, 4 bytes. */
  public static KeyPart<Integer> unsignedInt() {
    return Parts.unsignedInt(Integer.BYTES);
  }

  /** {@code UNSIGNED_LONG}: from 0 on, 8 bytes. */
  public static KeyPart<Long> unsignedLong() {
    return Parts.unsigned(Long.BYTES);
  }

  /** {@code TINYINT}: signed, 1 byte. */
  public static KeyPart<Byte> tinyint() {
    return Parts.int8();
  }

  /** {@code SMALLINT}: signed, 2 bytes. */
  public static KeyPart<Short> smallint() {
    return Parts.int16();
  }

  /** {@code INTEGER}: signed, 4 bytes. */
  public static KeyPart<Integer> integer() {
    return Parts.int32();
  }

  /** {@code BIGINT}: signed, 8 bytes. */
  public static KeyPart<Long> bigint() {
    return Parts.int64();
  }

  /** {@code DATE} and {@code TIME}: milliseconds since 1970, signed, 8 bytes. */
  public static KeyPart<Instant> date() {
    return Parts.millis();
  }

  /**
   * {@code VARCHAR} that is not the last column: UTF-8 ended by 0x00, which the text does not have.
   * Also the last column if it is {@code DESC}, which keeps its separator.
   */
  public static KeyPart<String> varchar() {
    return nonEmpty(Parts.separatedText('\0'), "Phoenix VARCHAR");
  }

  /** {@code VARCHAR} as the last column: UTF-8 to the end of the key, without 0x00. */
  public static KeyPart<String> lastVarchar() {
    return nonEmpty(Parts.textToEnd(), "Phoenix VARCHAR, last");
  }

  private static KeyPart<String> nonEmpty(KeyPart<String> text, String description) {
    return new MappedPart<>(
        description, text, PhoenixParts::varcharValue, PhoenixParts::varcharValue, Utf8.ORDER);
  }

  private static String varcharValue(String text) {
    if (text.isEmpty() || text.indexOf('\0') >= 0) {
      throw new IllegalArgumentException(
          Utf8.quoted(text) + " is no VARCHAR of Phoenix: it is empty, its null, or has a 0x00");
    }
    return text;
  }

  /**
   * {@code CHAR(n)}: ASCII filled up with spaces to so many bytes. A text that ends with a space is
   * refused, since Phoenix reads it without. The order is that of the texts with their spaces: what
   * goes on with a character below the space is before the text itself.
   */
  public static KeyPart<String> character(int byteCount) {
    return MappedPart.sortedAsWritten(
        "Phoenix CHAR(" + byteCount + ")",
        new PaddedTextPart(byteCount, ' '),
        PhoenixParts::ascii,
        PhoenixParts::ascii);
  }

  private static String ascii(String text) {
    if (text.chars().anyMatch(unit -> unit > Byte.MAX_VALUE)) {
      throw new IllegalArgumentException(
          Utf8.quoted(text) + " is no CHAR of Phoenix: each character is one byte of UTF-8");
    }
    return text;
  }
}
