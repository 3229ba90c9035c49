package io.rowandb.tsdb.codec;

import java.io.ByteArrayOutputStream;

/** What is appended to a row's column of appends for one point. */
public final class AppendedPoint {
  private static final byte[] QUALIFIER = {ObjectColumn.APPENDS, 0, 0};

  private AppendedPoint() {}

  /** The column. */
  public static byte[] qualifier() {
    return QUALIFIER.clone();
  }

  /** The bytes: the qualifier that the point would have as a column, then its value. */
  public static byte[] toBytes(PointTime time, PointValue value) {
    byte[] qualifier = PointColumn.qualifier(time, value);
    byte[] bytes = new byte[qualifier.length + value.width()];
    System.arraycopy(qualifier, 0, bytes, 0, qualifier.length);
    BigEndian.put(bytes, qualifier.length, value.width(), value.bits());
    return bytes;
  }

  /** The bytes of several, one behind the other, as they are stored. */
  public static byte[] toBytes(Points points) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < points.size(); i++) {
      byte[] qualifier = new byte[points.inMillis(i) ? 4 : 2];
      int offset = points.time(i).offsetMillis();
      PointColumn.put(qualifier, 0, offset, points.inMillis(i), points.columnFlags(i));
      byte[] value = new byte[(points.columnFlags(i) & PointValue.LENGTH_MASK) + 1];
      BigEndian.put(value, 0, value.length, points.bits(i));
      bytes.writeBytes(qualifier);
      bytes.writeBytes(value);
    }
    return bytes.toByteArray();
  }

  /** Whether it is that column. */
  public static boolean isQualifier(byte[] qualifier) {
    return qualifier.length == 3 && qualifier[0] == ObjectColumn.APPENDS;
  }
}
