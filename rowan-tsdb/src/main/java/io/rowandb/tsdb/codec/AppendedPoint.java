package io.rowandb.tsdb.codec;

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

  /** Whether it is that column. */
  public static boolean isQualifier(byte[] qualifier) {
    return qualifier.length == 3 && qualifier[0] == ObjectColumn.APPENDS;
  }
}
