package io.rowandb.tsdb.codec;

import io.rowandb.tsdb.codec.PointValue.Kind;
import java.util.Arrays;

/**
 * All points of a row in one column, packed: no format of OpenTSDB's, but smaller, for tables that
 * say so. The same points give the same bytes. Integers are in as few bytes as they need when they
 * are read; all else is as it was, bit by bit.
 *
 * <pre>
 * qualifier  50 00 00: of odd length, as those of objects, which programs that do not know it pass over
 * value
 *   +---------+---------+--------+-----------+-------------+-------+-------+--------+----------+
 *   | version | coding  | count  | seconds,  | kinds: of   | times | ...   | zeros  | checksum |
 *   | 4 bits  | 4 bits  | varint | or not    | one, or not | (PackedTimes, | 0..7   | 2 bytes, |
 *   | 1       | 0 or 1  | 2..    | 2 bits+   | 2 bits+     | then values)  | bits   | Crc16    |
 *   +---------+---------+--------+-----------+-------------+-------+-------+--------+----------+
 *   coding:  0 XorValues, 1 DecimalValues: whichever is smaller
 *   seconds: 0 all, 1 none (milliseconds), 2 a bit of each point follows, set for milliseconds
 *   kinds:   0 integers, 1 floats, 2 doubles, 3 two bits of each point follow
 * </pre>
 *
 * <p>Example: 300 ten minutes after the hour, and 301 a minute later: {@code 11 02 02 58 D0 00 15
 * 2C 20}, and the checksum {@code CA A4}.
 */
public final class PackedHour {
  /** The first byte of its qualifier. */
  public static final byte KIND = 0x50;

  private static final byte[] QUALIFIER = {KIND, 0, 0};
  private static final int VERSION = 1;
  private static final int XOR = 0;
  private static final int DECIMAL = 1;
  private static final int SECONDS = 0;
  private static final int MILLIS = 1;
  private static final int MIXED_RESOLUTIONS = 2;
  private static final int MIXED_KINDS = 3;
  private static final int MAX_POINTS = 3_600_000;
  private static final int CHECKSUM_BYTES = 2;
  private static final Kind[] KINDS = {Kind.INTEGER, Kind.FLOAT, Kind.DOUBLE};

  private PackedHour() {}

  /** The column. */
  public static byte[] qualifier() {
    return QUALIFIER.clone();
  }

  /** Whether it is that column. */
  public static boolean isQualifier(byte[] qualifier) {
    return Arrays.equals(qualifier, QUALIFIER);
  }

  /** The smaller one of this column and OpenTSDB's of the same points. */
  public static CompactedColumn smallest(long baseSeconds, Points points) {
    CompactedColumn plain = CompactedColumn.of(baseSeconds, points);
    if (points.size() < 2) {
      return plain;
    }
    byte[] packed = toBytes(baseSeconds, points);
    return QUALIFIER.length + packed.length < plain.qualifier().length + plain.value().length
        ? new CompactedColumn(qualifier(), packed)
        : plain;
  }

  /**
   * The value of the column.
   *
   * @param points of this row, at least one
   */
  public static byte[] toBytes(long baseSeconds, Points points) {
    Kind[] kinds = new Kind[points.size()];
    long[] bits = new long[points.size()];
    for (int i = 0; i < bits.length; i++) {
      kinds[i] = points.value(i).kind();
      bits[i] = points.bits(i);
    }
    byte[] decimals = bytes(DECIMAL, baseSeconds, points, kinds, bits);
    byte[] xor = bytes(XOR, baseSeconds, points, kinds, bits);
    return decimals.length > 0 && decimals.length <= xor.length ? decimals : xor;
  }

  /** Empty, if the coding cannot do it. */
  private static byte[] bytes(
      int coding, long baseSeconds, Points points, Kind[] kinds, long[] bits) {
    BitWriter to = new BitWriter();
    to.write(VERSION, 4);
    to.write(coding, 4);
    writeCount(to, points.size());
    boolean inMillis = writeResolutions(to, points);
    writeKinds(to, kinds);
    PackedTimes.write(to, offsets(baseSeconds, points, inMillis), inMillis);
    if (coding == XOR) {
      XorValues.write(to, bits, width(kinds));
    } else if (!DecimalValues.write(to, kinds, bits)) {
      return new byte[0];
    }
    byte[] unsigned = to.toBytes();
    byte[] value = Arrays.copyOf(unsigned, unsigned.length + CHECKSUM_BYTES);
    BigEndian.put(value, unsigned.length, CHECKSUM_BYTES, Crc16.of(value, unsigned.length));
    return value;
  }

  private static int[] offsets(long baseSeconds, Points points, boolean inMillis) {
    int[] offsets = new int[points.size()];
    for (int i = 0; i < offsets.length; i++) {
      int millis = (int) (points.timeMillis(i) - baseSeconds * 1_000);
      offsets[i] = inMillis ? millis : millis / 1_000;
    }
    return offsets;
  }

  private static void writeCount(BitWriter to, int count) {
    int left = count;
    for (; left >= 0x80; left >>>= 7) {
      to.write((left & 0x7F) | 0x80, 8);
    }
    to.write(left, 8);
  }

  private static boolean writeResolutions(BitWriter to, Points points) {
    int inMillis = 0;
    for (int i = 0; i < points.size(); i++) {
      inMillis += points.inMillis(i) ? 1 : 0;
    }
    boolean mixed = inMillis > 0 && inMillis < points.size();
    to.write(mixed ? MIXED_RESOLUTIONS : inMillis > 0 ? MILLIS : SECONDS, 2);
    for (int i = 0; mixed && i < points.size(); i++) {
      to.write(points.inMillis(i));
    }
    return inMillis > 0;
  }

  private static void writeKinds(BitWriter to, Kind[] kinds) {
    boolean mixed = Arrays.stream(kinds).distinct().count() > 1;
    to.write(mixed ? MIXED_KINDS : code(kinds[0]), 2);
    for (int i = 0; mixed && i < kinds.length; i++) {
      to.write(code(kinds[i]), 2);
    }
  }

  private static int code(Kind kind) {
    return switch (kind) {
      case INTEGER -> 0;
      case FLOAT -> 1;
      case DOUBLE -> 2;
    };
  }

  private static int width(Kind[] kinds) {
    return Arrays.stream(kinds).allMatch(kind -> kind == Kind.FLOAT) ? 32 : 64;
  }

  /**
   * The points of a value.
   *
   * @throws DamagedDataException when it is none that {@link #toBytes} makes, by its checksum first
   */
  public static Points parse(long baseSeconds, byte[] value) throws DamagedDataException {
    int end = value.length - CHECKSUM_BYTES;
    if (end < 2 || BigEndian.unsigned(value, end, CHECKSUM_BYTES) != Crc16.of(value, end)) {
      throw new DamagedDataException("the checksum of its " + value.length + " bytes is wrong");
    }
    BitReader from = new BitReader(value, 0, end);
    int version = (int) from.read(4);
    int coding = (int) from.read(4);
    if (version != VERSION || coding > DECIMAL) {
      throw new DamagedDataException(
          "it is packed in a way that this version does not know: " + version + ", " + coding);
    }
    int count = readCount(from);
    boolean[] inMillis = new boolean[count];
    boolean anyMillis = readResolutions(from, inMillis);
    Kind[] kinds = readKinds(from, count);
    int[] offsets = new int[count];
    PackedTimes.read(from, offsets, anyMillis);
    long[] bits = new long[count];
    if (coding == XOR) {
      XorValues.read(from, bits, width(kinds));
    } else {
      DecimalValues.read(from, kinds, bits);
    }
    from.checkEnd();
    return points(baseSeconds, offsets, anyMillis ? 1 : 1_000, inMillis, kinds, bits);
  }

  /** Each point has a bit or more, so nobody is made to allocate more than a cell's size allows. */
  private static int readCount(BitReader from) throws DamagedDataException {
    long count = 0;
    for (int shift = 0; shift < 28; shift += 7) {
      long part = from.read(8);
      count |= (part & 0x7F) << shift;
      if (part < 0x80) {
        if (count < 1 || count > MAX_POINTS || count > from.left()) {
          throw new DamagedDataException("it has no room for its " + count + " points");
        }
        return (int) count;
      }
    }
    throw new DamagedDataException("the number of its points is too long");
  }

  private static boolean readResolutions(BitReader from, boolean[] inMillis)
      throws DamagedDataException {
    int which = (int) from.read(2);
    if (which > MIXED_RESOLUTIONS) {
      throw new DamagedDataException("its times are of no resolution");
    }
    for (int i = 0; which != SECONDS && i < inMillis.length; i++) {
      inMillis[i] = which == MILLIS || from.readBit();
    }
    return which != SECONDS;
  }

  private static Kind[] readKinds(BitReader from, int count) throws DamagedDataException {
    int which = (int) from.read(2);
    Kind[] kinds = new Kind[count];
    for (int i = 0; i < count; i++) {
      int kind = which == MIXED_KINDS ? (int) from.read(2) : which;
      if (kind >= KINDS.length) {
        throw new DamagedDataException("one of its values is of no kind");
      }
      kinds[i] = KINDS[kind];
    }
    return kinds;
  }

  private static Points points(
      long baseSeconds,
      int[] offsets,
      int unitMillis,
      boolean[] inMillis,
      Kind[] kinds,
      long[] bits)
      throws DamagedDataException {
    Points points = new Points(offsets.length);
    for (int i = 0; i < offsets.length; i++) {
      int millis = offsets[i] * unitMillis;
      if (!inMillis[i] && millis % 1_000 != 0) {
        throw new DamagedDataException("one of its seconds has milliseconds");
      }
      if (kinds[i] == Kind.FLOAT && bits[i] >>> 32 != 0) {
        throw new DamagedDataException("one of its floats has more than 32 bits");
      }
      int flags = new PointValue(kinds[i], bits[i]).flags();
      points.add(baseSeconds * 1_000 + millis, inMillis[i], flags, bits[i]);
    }
    return points;
  }
}
