package io.rowandb.tsdb.codec;

/** The column of one point: its qualifier; {@link PointValue#toBytes} is its value. */
public final class PointColumn {
  static final int MILLIS_MARK = 0xF0;

  /** The greatest offset that 22 bits can say. */
  static final int MAX_OFFSET_MILLIS = 0x3F_FFFF;

  private PointColumn() {}

  /** Two bytes, or four for a time in milliseconds. */
  public static byte[] qualifier(PointTime time, PointValue value) {
    byte[] qualifier = new byte[time.inMillis() ? 4 : 2];
    put(qualifier, 0, time.offsetMillis(), time.inMillis(), value.flags());
    return qualifier;
  }

  /** Whether a qualifier of an even length, from 2, is of one point. */
  public static boolean isSingle(byte[] qualifier) {
    return qualifier.length == length(qualifier[0]);
  }

  /** Whether the flags of one point's qualifier say a float or double. */
  public static boolean isFloat(byte[] qualifier) {
    return (flags(qualifier, 0) & PointValue.FLOAT_FLAG) != 0;
  }

  /** The length of the value that the flags of one point's qualifier say, 1 to 8 bytes. */
  public static int valueLength(byte[] qualifier) {
    return (flags(qualifier, 0) & PointValue.LENGTH_MASK) + 1;
  }

  /** Writes a qualifier and returns the position behind it. */
  static int put(byte[] to, int position, int offsetMillis, boolean inMillis, int flags) {
    if (inMillis) {
      BigEndian.put(to, position, 4, 0xF000_0000L | (long) offsetMillis << 6 | flags);
      return position + 4;
    }
    BigEndian.put(to, position, 2, (long) (offsetMillis / 1_000) << 4 | flags);
    return position + 2;
  }

  /** Whether a qualifier that begins with the byte has four bytes. */
  static boolean inMillis(byte first) {
    return (first & MILLIS_MARK) == MILLIS_MARK;
  }

  static int length(byte first) {
    return inMillis(first) ? 4 : 2;
  }

  /** The offset from the row's time that one point's qualifier says, in milliseconds. */
  public static int offsetMillis(byte[] qualifier) {
    return offsetMillis(qualifier, 0);
  }

  /** The offset that the qualifier there says, in milliseconds. */
  static int offsetMillis(byte[] qualifier, int position) {
    return inMillis(qualifier[position])
        ? (int) (BigEndian.unsigned(qualifier, position, 4) >>> 6) & MAX_OFFSET_MILLIS
        : (int) (BigEndian.unsigned(qualifier, position, 2) >>> 4) * 1_000;
  }

  /** The four bits of the qualifier there. */
  static int flags(byte[] qualifier, int position) {
    return qualifier[position + length(qualifier[position]) - 1] & 0x0F;
  }
}
