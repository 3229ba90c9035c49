package io.rowandb.schema.key;

import java.math.BigDecimal;
import java.util.Comparator;

/**
 * Parts of keys that were written with HBase's {@link org.apache.hadoop.hbase.util.OrderedBytes},
 * ascending; {@link Parts#descending} of one corresponds to {@code Order.DESCENDING}. The format is
 * defined by that class. Its null is neither written nor read.
 */
public final class OrderedBytesParts {
  // The first byte of each kind.
  private static final int INT8 = 0x29;
  private static final int INT16 = 0x2a;
  private static final int INT32 = 0x2b;
  private static final int INT64 = 0x2c;
  private static final int FLOAT32 = 0x30;
  private static final int FLOAT64 = 0x31;
  private static final int TEXT = 0x34;
  private static final int BLOB_VAR = 0x37;

  private OrderedBytesParts() {}

  /** {@code encodeInt8}, 2 bytes. */
  public static KeyPart<Byte> int8() {
    return new TaggedPart<>("OrderedBytes int8", INT8, Parts.int8());
  }

  /** {@code encodeInt16}, 3 bytes. */
  public static KeyPart<Short> int16() {
    return new TaggedPart<>("OrderedBytes int16", INT16, Parts.int16());
  }

  /** {@code encodeInt32}, 5 bytes. */
  public static KeyPart<Integer> int32() {
    return new TaggedPart<>("OrderedBytes int32", INT32, Parts.int32());
  }

  /** {@code encodeInt64}, 9 bytes. */
  public static KeyPart<Long> int64() {
    return new TaggedPart<>("OrderedBytes int64", INT64, Parts.int64());
  }

  /** {@code encodeFloat32}, 5 bytes, in the order of {@link Float#compare}. */
  public static KeyPart<Float> float32() {
    return new TaggedPart<>("OrderedBytes float32", FLOAT32, Parts.float32());
  }

  /** {@code encodeFloat64}, 9 bytes, in the order of {@link Double#compare}. */
  public static KeyPart<Double> float64() {
    return new TaggedPart<>("OrderedBytes float64", FLOAT64, Parts.float64());
  }

  /**
   * {@code encodeNumeric} of a decimal of up to 31 digits, from 1E-480 up to below 1E480 and their
   * negatives. Zeros at the end of a fraction are refused, since they are not kept: 1.5 is written,
   * and 1.50 is not.
   */
  public static KeyPart<BigDecimal> numeric() {
    return new NumericPart();
  }

  /** {@code encodeNumeric} of a long. */
  public static KeyPart<Long> numericLong() {
    return new MappedPart<>(
        "OrderedBytes numeric, long",
        numeric(),
        OrderedBytesParts::exactLong,
        BigDecimal::valueOf,
        Comparator.naturalOrder());
  }

  private static long exactLong(BigDecimal value) {
    try {
      return value.longValueExact();
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(value + " is no long", e);
    }
  }

  /** {@code encodeString}: UTF-8 ended by 0x00, which the text does not have. */
  public static KeyPart<String> text() {
    return new TaggedPart<>("OrderedBytes string", TEXT, Parts.separatedText('\0'));
  }

  /**
   * {@code encodeBlobVar}: any bytes, seven of their bits a byte. HBase's format does not quite
   * keep their order: with different lengths 01 is before 00 00. The part has the order of what is
   * written.
   */
  public static KeyPart<byte[]> blobVar() {
    return new TaggedPart<>("OrderedBytes blobVar", BLOB_VAR, new SevenBitPart());
  }
}
