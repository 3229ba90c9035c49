package io.rowandb.tsdb.codec;

/**
 * All points of a row in one column. The same points give the same bytes, so it can be written
 * again.
 *
 * @param qualifier those of the points, one behind the other
 * @param value their values, one behind the other, with a byte behind them if there are several
 */
public record CompactedColumn(byte[] qualifier, byte[] value) {
  static final byte ONE_RESOLUTION = 0;
  static final byte BOTH_RESOLUTIONS = 1;

  /**
   * Of the points of one row.
   *
   * @param baseSeconds the row's first second
   * @param points at least one, all of that row
   * @throws IllegalArgumentException for no points, or one of another row
   */
  public static CompactedColumn of(long baseSeconds, Points points) {
    if (points.size() == 0) {
      throw new IllegalArgumentException("a compacted column has at least one point");
    }
    int inMillis = 0;
    int valueBytes = 0;
    for (int i = 0; i < points.size(); i++) {
      inMillis += points.inMillis(i) ? 1 : 0;
      valueBytes += width(points, i);
    }
    byte[] qualifier = new byte[2 * points.size() + 2 * inMillis];
    byte[] value = new byte[valueBytes + (points.size() > 1 ? 1 : 0)];
    int inQualifier = 0;
    int inValue = 0;
    for (int i = 0; i < points.size(); i++) {
      int offset = offset(baseSeconds, points.timeMillis(i));
      inQualifier =
          PointColumn.put(
              qualifier, inQualifier, offset, points.inMillis(i), points.columnFlags(i));
      BigEndian.put(value, inValue, width(points, i), points.bits(i));
      inValue += width(points, i);
    }
    if (points.size() > 1) {
      value[inValue] = inMillis > 0 && inMillis < points.size() ? BOTH_RESOLUTIONS : ONE_RESOLUTION;
    }
    return new CompactedColumn(qualifier, value);
  }

  private static int width(Points points, int index) {
    return (points.columnFlags(index) & PointValue.LENGTH_MASK) + 1;
  }

  private static int offset(long baseSeconds, long timeMillis) {
    long offset = timeMillis - baseSeconds * 1_000;
    if (offset < 0 || offset >= PointTime.ROW_SECONDS * 1_000) {
      throw new IllegalArgumentException(
          "the time " + timeMillis + " ms is not of the row of " + baseSeconds + " s");
    }
    return (int) offset;
  }
}
