package io.rowandb.tsdb.codec;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Takes the columns of one row, in any order, and gives its points: single ones, compacted,
 * appended and packed ones, merged by time. Used by one thread, for one row.
 *
 * <p>Of points at one millisecond, the one whose cell has the greatest time was written last. Of
 * cells of one time, a single point was written after a compacted column: compaction gives that the
 * time of the newest cell in it. In a column of appends, the later one was written later.
 */
public final class RowDecoder {
  /** A row's milliseconds, and as many again for duplicates: above it, a row is damaged. */
  static final int MAX_POINTS = 2 * 3_600_000;

  private record Column(byte[] qualifier, byte[] value, long stamp) {
    boolean isSingle() {
      return qualifier.length == PointColumn.length(qualifier[0]);
    }
  }

  private static final Comparator<Column> BY_WRITE =
      Comparator.comparingLong(Column::stamp)
          .thenComparing(Column::isSingle)
          .thenComparing(Column::qualifier, Arrays::compareUnsigned);

  private final long baseSeconds;
  private final List<Column> columns = new ArrayList<>();
  private boolean appends;
  private boolean packed;

  // The points as they come, in the order in which they were written.
  private int size;
  private int[] offsets = new int[0];
  private byte[] flags = new byte[0];
  private boolean[] inMillis = new boolean[0];
  private long[] bits = new long[0];

  /** For a row that begins with this second. */
  public RowDecoder(long baseSeconds) {
    this.baseSeconds = baseSeconds;
  }

  /**
   * Takes a cell.
   *
   * @param stamp its time in HBase
   * @return whether it has points; those that have not are objects, with a qualifier of odd length
   */
  public boolean add(byte[] qualifier, byte[] value, long stamp) throws DamagedDataException {
    if (qualifier.length == 0) {
      throw new DamagedDataException("a column has a qualifier, but here is none");
    }
    boolean appended = AppendedPoint.isQualifier(qualifier);
    boolean isPacked = PackedHour.isQualifier(qualifier);
    if (!appended && !isPacked && qualifier.length % 2 != 0) {
      return false;
    }
    appends |= appended;
    packed |= isPacked;
    columns.add(new Column(qualifier, value, stamp));
    return true;
  }

  /** Whether a column of appends is among them. */
  public boolean hasAppends() {
    return appends;
  }

  /** Whether a packed column is among them. */
  public boolean hasPacked() {
    return packed;
  }

  /**
   * The points, each once.
   *
   * @throws DamagedDataException when a column is none that OpenTSDB writes, or by {@link
   *     DuplicateRule#REFUSE}
   */
  public Points points(DuplicateRule rule) throws DamagedDataException {
    columns.sort(BY_WRITE);
    for (Column column : columns) {
      try {
        decode(column);
      } catch (DamagedDataException e) {
        throw new DamagedDataException(
            "column " + Bytes.toStringBinary(column.qualifier) + ": " + e.getMessage(), e);
      }
    }
    columns.clear();
    return merge(rule);
  }

  private void decode(Column column) throws DamagedDataException {
    byte[] qualifier = column.qualifier;
    if (AppendedPoint.isQualifier(qualifier)) {
      decodeAppends(column.value);
    } else if (PackedHour.isQualifier(qualifier)) {
      decodePacked(column.value);
    } else if (!column.isSingle()) {
      decodeCompacted(qualifier, column.value);
    } else if (qualifier.length == 2) {
      decodeSeconds(qualifier, column.value);
    } else {
      int width = width(qualifier, 0);
      if (column.value.length != width) {
        throw new DamagedDataException(
            "its flags say " + width + " bytes, but its value has " + column.value.length);
      }
      take(qualifier, 0, column.value, 0);
    }
  }

  /** Of a single point in seconds, the length of the value counts, and not that of the flags. */
  private void decodeSeconds(byte[] qualifier, byte[] value) throws DamagedDataException {
    int flag = PointColumn.flags(qualifier, 0) & PointValue.FLOAT_FLAG;
    boolean oldFloat =
        value.length == 8 && PointColumn.flags(qualifier, 0) == (flag | 3) && flag != 0;
    if (oldFloat) {
      if (BigEndian.unsigned(value, 0, 4) != 0) {
        throw new DamagedDataException(
            "a float of 4 bytes in 8 has zeros in front: " + Bytes.toStringBinary(value));
      }
      take(qualifier, 0, flag | 3, value, 4);
      return;
    }
    checkWidth(flag, value.length);
    take(qualifier, 0, flag | (value.length - 1), value, 0);
  }

  private void decodeCompacted(byte[] qualifier, byte[] value) throws DamagedDataException {
    int at = 0;
    int inValue = 0;
    while (at < qualifier.length) {
      int length = PointColumn.length(qualifier[at]);
      if (at + length > qualifier.length) {
        throw new DamagedDataException("its last point has half a qualifier");
      }
      int width = width(qualifier, at);
      if (inValue + width >= value.length) {
        throw new DamagedDataException(
            "its points have more bytes than its value of "
                + value.length
                + ", which ends with one more");
      }
      take(qualifier, at, value, inValue);
      at += length;
      inValue += width;
    }
    if (inValue != value.length - 1) {
      throw new DamagedDataException(
          "its points have " + inValue + " bytes and one, but its value has " + value.length);
    }
    if (value[inValue] != CompactedColumn.ONE_RESOLUTION
        && value[inValue] != CompactedColumn.BOTH_RESOLUTIONS) {
      throw new DamagedDataException("its value ends with 0 or 1: " + value[inValue]);
    }
  }

  private void decodeAppends(byte[] value) throws DamagedDataException {
    int at = 0;
    while (at < value.length) {
      int length = PointColumn.length(value[at]);
      if (at + length > value.length) {
        throw new DamagedDataException("its value ends in a qualifier, at byte " + at);
      }
      int width = width(value, at);
      if (at + length + width > value.length) {
        throw new DamagedDataException("its value ends in a point, which begins at byte " + at);
      }
      take(value, at, value, at + length);
      at += length + width;
    }
  }

  private void decodePacked(byte[] value) throws DamagedDataException {
    Points unpacked = PackedHour.parse(0, value);
    for (int i = 0; i < unpacked.size(); i++) {
      take(
          (int) unpacked.timeMillis(i),
          unpacked.inMillis(i),
          unpacked.columnFlags(i),
          unpacked.bits(i));
    }
  }

  private static int width(byte[] qualifier, int at) throws DamagedDataException {
    int columnFlags = PointColumn.flags(qualifier, at);
    int width = (columnFlags & PointValue.LENGTH_MASK) + 1;
    checkWidth(columnFlags, width);
    return width;
  }

  private static void checkWidth(int columnFlags, int width) throws DamagedDataException {
    boolean isFloat = (columnFlags & PointValue.FLOAT_FLAG) != 0;
    if (width != 8 && width != 4 && (isFloat || (width != 1 && width != 2))) {
      throw new DamagedDataException(
          (isFloat ? "a float has 4 or 8 bytes: " : "an integer has 1, 2, 4 or 8 bytes: ") + width);
    }
  }

  private void take(byte[] qualifier, int at, byte[] value, int inValue)
      throws DamagedDataException {
    take(qualifier, at, PointColumn.flags(qualifier, at), value, inValue);
  }

  private void take(byte[] qualifier, int at, int columnFlags, byte[] value, int inValue)
      throws DamagedDataException {
    int offset = PointColumn.offsetMillis(qualifier, at);
    if (offset >= PointTime.ROW_SECONDS * 1_000) {
      throw new DamagedDataException("an offset is below an hour: " + offset + " ms");
    }
    int width = (columnFlags & PointValue.LENGTH_MASK) + 1;
    take(
        offset,
        PointColumn.inMillis(qualifier[at]),
        columnFlags,
        (columnFlags & PointValue.FLOAT_FLAG) != 0
            ? BigEndian.unsigned(value, inValue, width)
            : BigEndian.signed(value, inValue, width));
  }

  private void take(int offset, boolean millis, int columnFlags, long valueBits)
      throws DamagedDataException {
    if (size == offsets.length) {
      grow();
    }
    offsets[size] = offset;
    inMillis[size] = millis;
    flags[size] = (byte) columnFlags;
    bits[size++] = valueBits;
  }

  private void grow() throws DamagedDataException {
    if (size >= MAX_POINTS) {
      throw new DamagedDataException("a row has at most " + MAX_POINTS + " points");
    }
    int capacity = Math.min(MAX_POINTS, Math.max(16, size + (size >> 1)));
    offsets = Arrays.copyOf(offsets, capacity);
    inMillis = Arrays.copyOf(inMillis, capacity);
    flags = Arrays.copyOf(flags, capacity);
    bits = Arrays.copyOf(bits, capacity);
  }

  private Points merge(DuplicateRule rule) throws DamagedDataException {
    long[] order = order();
    Points points = new Points(size);
    int i = 0;
    while (i < size) {
      int end = i + 1;
      while (end < size && order[end] >>> 32 == order[i] >>> 32) {
        end++;
      }
      int chosen = (int) order[rule == DuplicateRule.FIRST ? i : end - 1];
      if (rule == DuplicateRule.REFUSE) {
        checkSame(order, i, end);
      }
      points.add(
          baseSeconds * 1_000 + offsets[chosen], inMillis[chosen], flags[chosen], bits[chosen]);
      i = end;
    }
    return points;
  }

  /** By offset, then by when they were written: the position in the lower half. */
  private long[] order() {
    long[] order = new long[size];
    boolean sorted = true;
    for (int i = 0; i < size; i++) {
      order[i] = (long) offsets[i] << 32 | i;
      sorted &= i == 0 || offsets[i - 1] <= offsets[i];
    }
    if (!sorted) {
      Arrays.sort(order);
    }
    return order;
  }

  private void checkSame(long[] order, int from, int end) throws DamagedDataException {
    int first = (int) order[from];
    for (int i = from + 1; i < end; i++) {
      int other = (int) order[i];
      if (bits[first] != bits[other] || flags[first] != flags[other]) {
        throw new DamagedDataException(
            "two values at "
                + (baseSeconds * 1_000 + offsets[first])
                + " ms: "
                + PointValue.of(flags[first], bits[first])
                + " and "
                + PointValue.of(flags[other], bits[other]));
      }
    }
  }
}
