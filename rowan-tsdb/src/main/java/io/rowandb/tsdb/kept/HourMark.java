package io.rowandb.tsdb.kept;

import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.codec.DuplicateRule;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * What is known of an hour of a metric.
 *
 * @param changes how often it changed
 * @param writers how many are at it
 * @param made what was made, as it is stored; empty for nothing
 */
public record HourMark(long changes, int writers, byte[] made) {
  static final byte[] CHANGES = {'d'};
  static final byte[] MADE = {'m'};
  static final byte WRITER = 'w';

  /** Of what was made, if nothing was: no row changed so often. */
  static final long NEVER = -1;

  static final HourMark NONE = new HourMark(0, 0, new byte[0]);

  private static final int MADE_BYTES = 18;
  private static final int EXACT = 1;
  private static final int SKETCHED = 2;

  /** Older versions do not know it, and take it for an hour without sketches. */
  private static final int UNSKETCHABLE = 4;

  static HourMark of(Result row) throws DamagedDataException {
    long changes = 0;
    int writers = 0;
    byte[] made = NONE.made;
    for (Cell cell : row.rawCells()) {
      byte[] column = CellUtil.cloneQualifier(cell);
      byte[] value = CellUtil.cloneValue(cell);
      if (column.length > 0 && column[0] == WRITER) {
        writers++;
      } else if (Arrays.equals(column, CHANGES)) {
        changes = Bytes.toLong(checked(value, Long.BYTES, row));
      } else if (Arrays.equals(column, MADE)) {
        made = checked(value, MADE_BYTES, row);
      }
    }
    return new HourMark(changes, writers, made);
  }

  private static byte[] checked(byte[] value, int length, Result row) throws DamagedDataException {
    if (value.length != length) {
      throw new DamagedDataException(
          "the mark " + Bytes.toStringBinary(row.getRow()) + " has a value of " + value.length);
    }
    return value;
  }

  /** Whether there are sketches of what was made. */
  enum Sketches {
    /** There are no tables of sketches. */
    NONE(0),
    /** There are. */
    MADE(SKETCHED),
    /** A number has no bucket in a sketch. */
    IMPOSSIBLE(UNSKETCHABLE);

    private final int flag;

    Sketches(int flag) {
      this.flag = flag;
    }
  }

  static byte[] made(
      long changes, long token, DuplicateRule rule, boolean exact, Sketches sketches) {
    return ByteBuffer.allocate(MADE_BYTES)
        .putLong(changes)
        .putLong(token)
        .put(code(rule))
        .put((byte) ((exact ? EXACT : 0) | sketches.flag))
        .array();
  }

  /** Frozen. */
  private static byte code(DuplicateRule rule) {
    return switch (rule) {
      case LAST -> 0;
      case FIRST -> 1;
      case REFUSE -> 2;
    };
  }

  /** Whether its rollups are those of its points by this rule. */
  public boolean isClean(DuplicateRule rule) {
    return writers == 0
        && made.length == MADE_BYTES
        && Bytes.toLong(made) == changes
        && made[2 * Long.BYTES] == code(rule);
  }

  /** Whether all sums are exact, if it is clean. */
  public boolean isExact() {
    return has(EXACT);
  }

  /** Whether all numbers have sketches, if it is clean. */
  public boolean isSketched() {
    return has(SKETCHED);
  }

  /** Whether a number of it has no bucket in a sketch, so that there are none, if it is clean. */
  boolean isUnsketchable() {
    return has(UNSKETCHABLE);
  }

  private boolean has(int flag) {
    return made.length == MADE_BYTES && (made[MADE_BYTES - 1] & flag) != 0;
  }

  /** The column of its rollups, if some were made. */
  byte[] token() {
    return made.length == 0 ? made : Arrays.copyOfRange(made, Long.BYTES, 2 * Long.BYTES);
  }

  /** Whether its rollups are the same as those of another. */
  public boolean isSame(HourMark other) {
    return changes == other.changes && writers == other.writers && Arrays.equals(made, other.made);
  }
}
