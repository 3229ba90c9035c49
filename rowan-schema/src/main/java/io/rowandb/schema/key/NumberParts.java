package io.rowandb.schema.key;

import java.util.Comparator;

/** The parts of Java's number types, based on integers of a given number of bytes. */
final class NumberParts {
  private NumberParts() {}

  static KeyPart<Integer> int32() {
    return new MappedPart<>(
        "signed, 4 bytes",
        IntegerPart.of(IntegerPart.Kind.SIGNED, Integer.BYTES),
        Long::intValue,
        Integer::longValue,
        Comparator.naturalOrder());
  }

  static KeyPart<Short> int16() {
    return new MappedPart<>(
        "signed, 2 bytes",
        IntegerPart.of(IntegerPart.Kind.SIGNED, Short.BYTES),
        Long::shortValue,
        Short::longValue,
        Comparator.naturalOrder());
  }

  static KeyPart<Byte> int8() {
    return new MappedPart<>(
        "signed, 1 byte",
        IntegerPart.of(IntegerPart.Kind.SIGNED, Byte.BYTES),
        Long::byteValue,
        Byte::longValue,
        Comparator.naturalOrder());
  }

  static KeyPart<Integer> unsignedInt(int byteCount) {
    RequiredPart.declared("the number of an int's bytes", byteCount, 1, Integer.BYTES);
    KeyPart<Long> number = IntegerPart.of(IntegerPart.Kind.UNSIGNED, byteCount);
    return new MappedPart<>(
        number.describe(),
        number,
        NumberParts::positiveInt,
        Integer::longValue,
        Comparator.naturalOrder());
  }

  /** A number from 0 on that an int holds. */
  static int positiveInt(long number) {
    if (number > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(number + " is more than an int holds");
    }
    return (int) number;
  }

  static KeyPart<Integer> maxMinusInt() {
    return new MappedPart<Long, Integer>(
            "2147483647 minus it, 4 bytes",
            IntegerPart.of(IntegerPart.Kind.UNSIGNED, Integer.BYTES),
            written -> Integer.MAX_VALUE - positiveInt(written),
            value -> Integer.MAX_VALUE - fromZero(value),
            Comparator.reverseOrder())
        .within(0, Integer.MAX_VALUE);
  }

  static KeyPart<Long> maxMinusLong() {
    return new MappedPart<Long, Long>(
            "9223372036854775807 minus it, 8 bytes",
            IntegerPart.of(IntegerPart.Kind.UNSIGNED, Long.BYTES),
            written -> Long.MAX_VALUE - written,
            value -> Long.MAX_VALUE - fromZero(value),
            Comparator.reverseOrder())
        .within(0L, Long.MAX_VALUE);
  }

  private static long fromZero(long value) {
    if (value < 0) {
      throw new IllegalArgumentException(
          value + " is subtracted from the greatest number, for which it is from 0 on");
    }
    return value;
  }

  /** The bits of a number from -0.0 down are inverted, the others have the sign bit set. */
  static KeyPart<Float> float32() {
    return new MappedPart<>(
        "float in order, 4 bytes",
        IntegerPart.of(IntegerPart.Kind.SIGNED, Float.BYTES),
        written -> {
          int bits = ordered(written.intValue());
          float value = Float.intBitsToFloat(bits);
          if (Float.floatToIntBits(value) != bits) {
            throw new IllegalArgumentException(String.format("0x%08X is not Java's NaN", bits));
          }
          return value;
        },
        value -> (long) ordered(Float.floatToIntBits(value)),
        Comparator.naturalOrder());
  }

  static KeyPart<Double> float64() {
    return new MappedPart<>(
        "double in order, 8 bytes",
        IntegerPart.of(IntegerPart.Kind.SIGNED, Double.BYTES),
        written -> {
          long bits = ordered(written);
          double value = Double.longBitsToDouble(bits);
          if (Double.doubleToLongBits(value) != bits) {
            throw new IllegalArgumentException(String.format("0x%016X is not Java's NaN", bits));
          }
          return value;
        },
        value -> ordered(Double.doubleToLongBits(value)),
        Comparator.naturalOrder());
  }

  /** Bits of a float as an int of the same order, and back. */
  private static int ordered(int bits) {
    return bits < 0 ? bits ^ Integer.MAX_VALUE : bits;
  }

  private static long ordered(long bits) {
    return bits < 0 ? bits ^ Long.MAX_VALUE : bits;
  }
}
