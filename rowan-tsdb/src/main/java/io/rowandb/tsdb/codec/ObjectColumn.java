package io.rowandb.tsdb.codec;

import org.apache.hadoop.hbase.util.Bytes;

/**
 * The qualifier of an object, such as an annotation: one byte for its kind, then the offset in the
 * row.
 *
 * @param kind the first byte
 * @param offsetMillis in the row, 0 to 3,599,999; whole seconds unless inMillis
 * @param inMillis whether the qualifier has five bytes, or three
 */
public record ObjectColumn(byte kind, int offsetMillis, boolean inMillis) {
  /** An annotation. */
  public static final byte ANNOTATION = 1;

  /** A column of appended points, which {@link RowDecoder} reads. */
  public static final byte APPENDS = 5;

  /** The kind of an annotation at a time. */
  public static ObjectColumn annotation(PointTime time) {
    return new ObjectColumn(ANNOTATION, time.offsetMillis(), time.inMillis());
  }

  /**
   * Checks it.
   *
   * @throws IllegalArgumentException when the offset is out of range
   */
  public ObjectColumn {
    if (offsetMillis < 0 || offsetMillis >= PointTime.ROW_SECONDS * 1_000) {
      throw new IllegalArgumentException(
          "an offset must be 0 to 3599999 ms in its row: " + offsetMillis);
    }
    if (!inMillis && offsetMillis % 1_000 != 0) {
      throw new IllegalArgumentException(
          "an offset in seconds has no milliseconds: " + offsetMillis + " ms");
    }
  }

  /**
   * Of a qualifier.
   *
   * @throws DamagedDataException when it has not three or five bytes, or an offset out of range
   */
  public static ObjectColumn parse(byte[] qualifier) throws DamagedDataException {
    if (qualifier.length != 3 && qualifier.length != 5) {
      throw new DamagedDataException(
          "the qualifier of an object has 3 or 5 bytes: " + Bytes.toStringBinary(qualifier));
    }
    boolean inMillis = qualifier.length == 5;
    long offset = BigEndian.unsigned(qualifier, 1, qualifier.length - 1) * (inMillis ? 1 : 1_000);
    if (offset >= PointTime.ROW_SECONDS * 1_000) {
      throw new DamagedDataException(
          "the offset of an object is below an hour: " + Bytes.toStringBinary(qualifier));
    }
    return new ObjectColumn(qualifier[0], (int) offset, inMillis);
  }

  /** Three bytes, or five. */
  public byte[] toBytes() {
    byte[] qualifier = new byte[inMillis ? 5 : 3];
    qualifier[0] = kind;
    BigEndian.put(
        qualifier, 1, qualifier.length - 1, inMillis ? offsetMillis : offsetMillis / 1_000);
    return qualifier;
  }
}
