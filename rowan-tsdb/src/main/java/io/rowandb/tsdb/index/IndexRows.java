package io.rowandb.tsdb.index;

import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.SeriesId;
import java.util.Arrays;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.util.Bytes;

/** Keys and columns of the index: see the package. */
final class IndexRows {
  static final byte[] FAMILY = {'t'};
  static final byte[] CONTROL = {0};
  static final byte[] STATE = {'s'};
  static final byte[] CURSOR = {'c'};
  static final byte[] NUMBER = {'n'};

  private static final byte SERIES = 'i';

  /** Numbers in a bitmap: it has 128 KB at most. */
  static final int BLOCK_BITS = 20;

  private static final byte COUNTERS = 1;
  private static final byte NUMBERS = 2;
  private static final byte KNOWN = 3;
  private static final byte TAGS = 4;

  private static final byte BITMAP = 0;
  private static final byte SINGLE = 1;

  private IndexRows() {}

  private static byte[] row(byte kind, byte[]... parts) {
    byte[] row = {kind};
    for (byte[] each : parts) {
      row = Bytes.add(row, each);
    }
    return row;
  }

  static byte[] counter(byte[] metric) {
    return row(COUNTERS, metric);
  }

  static byte[] number(byte[] metric, int number) {
    return row(NUMBERS, metric, Bytes.toBytes(number));
  }

  /** The number in the key of a number's row. */
  static int numberIn(byte[] row) {
    return Bytes.toInt(row, row.length - Integer.BYTES);
  }

  /**
   * The column of the series that has a number: another one in each generation, as a writer that
   * was held up may write it when the table is another one already.
   */
  static byte[] series(long generation) {
    return row(SERIES, Bytes.toBytes(generation));
  }

  static byte[] known(SeriesId series) {
    return row(KNOWN, series.toBytes());
  }

  /** The value of a known series: its number, and in which generation it has that. */
  static byte[] numbered(int number, long generation) {
    return Bytes.add(Bytes.toBytes(number), Bytes.toBytes(generation));
  }

  /**
   * The number in such a value; nothing if it is of another generation.
   *
   * @param value null for none
   */
  static Optional<Integer> numberOf(byte[] value, long generation) {
    boolean isOf =
        value != null
            && value.length == Integer.BYTES + Long.BYTES
            && Bytes.toLong(value, Integer.BYTES) == generation;
    return isOf ? Optional.of(Bytes.toInt(value)) : Optional.empty();
  }

  /**
   * Of the series that have a tag.
   *
   * @param pair the UIDs of its key and value, one behind the other; or of the key alone, for what
   *     the rows of all its values begin with
   */
  static byte[] tag(byte[] metric, byte[] pair) {
    return row(TAGS, metric, pair);
  }

  /** What the rows of all tags begin with. */
  static byte[] tags() {
    return row(TAGS);
  }

  /** The UID of the value in the key of a tag's row. */
  static byte[] valueOf(PointKeyLayout layout, byte[] tagRow) {
    int at = 1 + layout.metricWidth() + layout.tagKeyWidth();
    return Arrays.copyOfRange(tagRow, at, tagRow.length);
  }

  /** What all rows of a metric begin with, for each kind. */
  static byte[][] ofMetric(byte[] metric) {
    return new byte[][] {
      row(COUNTERS, metric), row(NUMBERS, metric), row(KNOWN, metric), row(TAGS, metric)
    };
  }

  static byte[] single(int number) {
    return row(SINGLE, Bytes.toBytes(number));
  }

  static boolean isSingle(Cell cell) {
    return cell.getQualifierLength() == 1 + Integer.BYTES
        && cell.getQualifierArray()[cell.getQualifierOffset()] == SINGLE;
  }

  static int numberOf(Cell single) {
    return Bytes.toInt(CellUtil.cloneQualifier(single), 1);
  }

  static byte[] bitmap(int block) {
    return row(BITMAP, Bytes.toBytes((short) block));
  }

  static boolean isBitmap(Cell cell) {
    return cell.getQualifierLength() == 1 + Short.BYTES
        && cell.getQualifierArray()[cell.getQualifierOffset()] == BITMAP;
  }

  static int blockOf(Cell bitmap) {
    return Bytes.toShort(CellUtil.cloneQualifier(bitmap), 1) & 0xFFFF;
  }

  static int blockOf(int number) {
    return number >>> BLOCK_BITS;
  }
}
