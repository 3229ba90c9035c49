package io.rowandb.tsdb.codec;

/**
 * The value of a point: an integer of 8 bytes, a float or a double; the table keeps the kinds
 * apart.
 *
 * @param kind which one
 * @param bits the integer, or those of the float (the upper half 0) or double
 */
public record PointValue(Kind kind, long bits) {
  /** What the flags of a column say of it. */
  public enum Kind {
    /** Stored in the smallest of 1, 2, 4 and 8 bytes. */
    INTEGER,
    /** Stored in 4 bytes. */
    FLOAT,
    /** Stored in 8 bytes. */
    DOUBLE
  }

  static final int FLOAT_FLAG = 8;
  static final int LENGTH_MASK = 7;

  /** An integer. */
  public static PointValue of(long value) {
    return new PointValue(Kind.INTEGER, value);
  }

  /**
   * A float.
   *
   * @throws IllegalArgumentException when it is not finite
   */
  public static PointValue of(float value) {
    if (!Float.isFinite(value)) {
      throw new IllegalArgumentException("a value must be finite: " + value);
    }
    return new PointValue(Kind.FLOAT, Float.floatToRawIntBits(value) & 0xFFFF_FFFFL);
  }

  /**
   * A double.
   *
   * @throws IllegalArgumentException when it is not finite
   */
  public static PointValue of(double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("a value must be finite: " + value);
    }
    return new PointValue(Kind.DOUBLE, Double.doubleToRawLongBits(value));
  }

  /** How many bytes it takes. */
  int width() {
    return switch (kind) {
      case INTEGER -> integerWidth(bits);
      case FLOAT -> 4;
      case DOUBLE -> 8;
    };
  }

  private static int integerWidth(long value) {
    if (value == (byte) value) {
      return 1;
    }
    if (value == (short) value) {
      return 2;
    }
    return value == (int) value ? 4 : 8;
  }

  /** The four bits of the flags in its column. */
  public int columnFlags() {
    return flags();
  }

  /**
   * Reads one.
   *
   * @param columnFlags its four bits
   * @throws DamagedDataException when the flags say another length, or one that is none
   */
  public static PointValue parse(int columnFlags, byte[] value) throws DamagedDataException {
    int width = (columnFlags & LENGTH_MASK) + 1;
    boolean isFloat = (columnFlags & FLOAT_FLAG) != 0;
    boolean possible = width == 4 || width == 8 || (!isFloat && width <= 2);
    if (width != value.length || !possible) {
      throw new DamagedDataException(
          "a value of flags " + columnFlags + " has " + width + " bytes, not " + value.length);
    }
    return of(
        columnFlags,
        isFloat ? BigEndian.unsigned(value, 0, width) : BigEndian.signed(value, 0, width));
  }

  /** The four bits of its column. */
  int flags() {
    return (kind == Kind.INTEGER ? 0 : FLOAT_FLAG) | (width() - 1);
  }

  /** The value as bytes of a cell. */
  public byte[] toBytes() {
    byte[] bytes = new byte[width()];
    BigEndian.put(bytes, 0, bytes.length, bits);
    return bytes;
  }

  /** What the bits mean with these flags. */
  static PointValue of(int flags, long bits) {
    if ((flags & FLOAT_FLAG) == 0) {
      return new PointValue(Kind.INTEGER, bits);
    }
    return new PointValue((flags & LENGTH_MASK) == 3 ? Kind.FLOAT : Kind.DOUBLE, bits);
  }

  /** Whether it is an integer, and {@link #longValue} is exact. */
  public boolean isInteger() {
    return kind == Kind.INTEGER;
  }

  /**
   * The integer.
   *
   * @throws IllegalStateException when it is none
   */
  public long longValue() {
    if (kind != Kind.INTEGER) {
      throw new IllegalStateException("not an integer: " + doubleValue());
    }
    return bits;
  }

  /** The number; of an integer beyond 2^53, the nearest. */
  public double doubleValue() {
    return switch (kind) {
      case INTEGER -> bits;
      case FLOAT -> Float.intBitsToFloat((int) bits);
      case DOUBLE -> Double.longBitsToDouble(bits);
    };
  }

  @Override
  public String toString() {
    return switch (kind) {
      case INTEGER -> Long.toString(bits);
      case FLOAT -> Float.toString(Float.intBitsToFloat((int) bits));
      case DOUBLE -> Double.toString(Double.longBitsToDouble(bits));
    };
  }
}
