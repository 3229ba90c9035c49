package io.rowandb.schema.key;

import java.util.Comparator;

/**
 * Parts of keys that were written with HBase's {@link org.apache.hadoop.hbase.util.Bytes}. Numbers
 * are written as their plain bits, highest byte first, so they do not sort like numbers: negative
 * ones come after the others. Where you are free to choose the key, use {@link Parts}, which keep
 * the order.
 */
public final class HBaseBytesParts {
  private static final long TRUE = 0xFF;

  private HBaseBytesParts() {}

  /** {@code Bytes.toBytes(short)}: 0 to 32767, then -32768 to -1. */
  public static KeyPart<Short> int16() {
    return MappedPart.sortedAsWritten(
        "short as of Bytes, 2 bytes",
        IntegerPart.of(IntegerPart.Kind.BITS, Short.BYTES),
        Long::shortValue,
        Short::toUnsignedLong);
  }

  /** {@code Bytes.toBytes(int)}: 0 to 2147483647, then -2147483648 to -1. */
  public static KeyPart<Integer> int32() {
    return MappedPart.sortedAsWritten(
        "int as of Bytes, 4 bytes",
        IntegerPart.of(IntegerPart.Kind.BITS, Integer.BYTES),
        Long::intValue,
        Integer::toUnsignedLong);
  }

  /** {@code Bytes.toBytes(long)}: from 0 on, then the negative ones. */
  public static KeyPart<Long> int64() {
    return IntegerPart.of(IntegerPart.Kind.BITS, Long.BYTES);
  }

  /**
   * {@code Bytes.toBytes(float)}: 0.0 up to infinity, NaN, then -0.0 down to minus infinity. NaN
   * has as many forms as there are bits for it, which are kept.
   */
  public static KeyPart<Float> float32() {
    return MappedPart.sortedAsWritten(
        "float as of Bytes, 4 bytes",
        IntegerPart.of(IntegerPart.Kind.BITS, Float.BYTES),
        bits -> Float.intBitsToFloat(bits.intValue()),
        value -> Integer.toUnsignedLong(Float.floatToRawIntBits(value)));
  }

  /** {@code Bytes.toBytes(double)}, in the order that {@link #float32} has. */
  public static KeyPart<Double> float64() {
    return MappedPart.sortedAsWritten(
        "double as of Bytes, 8 bytes",
        IntegerPart.of(IntegerPart.Kind.BITS, Double.BYTES),
        Double::longBitsToDouble,
        Double::doubleToRawLongBits);
  }

  /** {@code Bytes.toBytes(boolean)}: 0x00 for false, 0xFF for true. */
  public static KeyPart<Boolean> bool() {
    return new MappedPart<>(
        "boolean as of Bytes, 1 byte",
        IntegerPart.of(IntegerPart.Kind.BITS, 1),
        HBaseBytesParts::bool,
        value -> value ? TRUE : 0,
        Comparator.naturalOrder());
  }

  private static boolean bool(long written) {
    if (written != 0 && written != TRUE) {
      throw new IllegalArgumentException(written + " is neither 0, false, nor 255, true");
    }
    return written == TRUE;
  }

  /** {@code Bytes.toBytes(String)}: UTF-8 to the end of the key, {@link Parts#textToEnd}. */
  public static KeyPart<String> textToEnd() {
    return Parts.textToEnd();
  }
}
