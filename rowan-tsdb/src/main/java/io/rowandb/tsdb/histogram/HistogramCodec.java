package io.rowandb.tsdb.histogram;

import io.rowandb.tsdb.codec.DamagedDataException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Histograms as bytes, as OpenTSDB's SimpleHistogramDecoder has them. Immutable.
 *
 * @param id its number, 0 to 255, OpenTSDB's {@code tsd.core.histograms.config}
 */
public record HistogramCodec(int id) {
  /** With the number of OpenTSDB's documentation. */
  public static final HistogramCodec DEFAULT = new HistogramCodec(42);

  private static final int BUCKET_BYTES = 17;

  /** Seven bits a byte, but for the ninth. */
  private static final int LAST_SHIFT = 56;

  /** Checks it. */
  public HistogramCodec {
    if (id < 0 || id > 255) {
      throw new IllegalArgumentException("the number of a codec of histograms is 0 to 255: " + id);
    }
  }

  /** The bytes of a cell, with the number in front. */
  public byte[] encode(BucketCounts counts) {
    ByteBuffer bytes = ByteBuffer.allocate(3 + counts.buckets().size() * BUCKET_BYTES + 18);
    bytes.put((byte) id).putShort((short) counts.buckets().size());
    for (Map.Entry<BucketRange, Long> each : counts.buckets().entrySet()) {
      bytes.putFloat(each.getKey().from()).putFloat(each.getKey().to());
      putCount(bytes, each.getValue());
    }
    putCount(bytes, counts.underflow());
    putCount(bytes, counts.overflow());
    byte[] made = new byte[bytes.position()];
    bytes.flip().get(made);
    return made;
  }

  /** Whether a cell's bytes begin with the number. */
  public boolean isOf(byte[] value) {
    return value.length > 0 && (value[0] & 0xFF) == id;
  }

  /**
   * Reads the bytes of a cell.
   *
   * @throws DamagedDataException when they are of another codec, end too early or go on
   */
  public BucketCounts decode(byte[] value) throws DamagedDataException {
    if (!isOf(value)) {
      throw new DamagedDataException(
          value.length == 0
              ? "a histogram without bytes"
              : "a histogram of codec " + (value[0] & 0xFF) + ", and not " + id);
    }
    return decode(ByteBuffer.wrap(value, 1, value.length - 1));
  }

  /** Reads the bytes behind the number. */
  public static BucketCounts decodeWithoutId(byte[] value) throws DamagedDataException {
    return decode(ByteBuffer.wrap(value));
  }

  private static BucketCounts decode(ByteBuffer bytes) throws DamagedDataException {
    try {
      int size = bytes.getShort();
      if (size < 0) {
        throw new DamagedDataException("a histogram of " + size + " buckets");
      }
      SortedMap<BucketRange, Long> buckets = new TreeMap<>();
      for (int i = 0; i < size; i++) {
        buckets.put(new BucketRange(bytes.getFloat(), bytes.getFloat()), count(bytes));
      }
      BucketCounts counts = new BucketCounts(buckets, count(bytes), count(bytes));
      if (bytes.hasRemaining()) {
        throw new DamagedDataException(
            bytes.remaining() + " bytes follow a histogram of " + size + " buckets");
      }
      return counts;
    } catch (BufferUnderflowException e) {
      throw (DamagedDataException)
          new DamagedDataException("a histogram ends too early, at byte " + bytes.limit())
              .initCause(e);
    }
  }

  private static void putCount(ByteBuffer bytes, long count) {
    long left = count;
    for (int shift = 0; shift < LAST_SHIFT && left >>> 7 != 0; shift += 7) {
      bytes.put((byte) ((left & 0x7F) | 0x80));
      left >>>= 7;
    }
    bytes.put((byte) left);
  }

  private static long count(ByteBuffer bytes) {
    long count = 0;
    for (int shift = 0; shift < LAST_SHIFT; shift += 7) {
      byte part = bytes.get();
      count |= (part & 0x7FL) << shift;
      if (part >= 0) {
        return count;
      }
    }
    return count | ((long) bytes.get() << LAST_SHIFT);
  }
}
