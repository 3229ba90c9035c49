package io.rowandb.client.filter;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.apache.hadoop.hbase.filter.FuzzyRowFilter;
import org.apache.hadoop.hbase.shaded.protobuf.generated.FilterProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.BytesBytesPair;
import org.apache.hadoop.hbase.util.Pair;
import org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException;

/**
 * Gives the answers of {@link FuzzyRowFilter} in virtual machines where HBase's own class passes no
 * row: without {@code --add-opens java.base/java.nio=ALL-UNNAMED} it treats each byte of a pattern
 * as fixed. HBase's servers run with that flag; a program with an embedded store may not.
 *
 * <p>A row passes if it equals one of the patterns at all positions that the pattern fixes;
 * positions beyond the end of the row or of the pattern do not count. In a forward scan, a row that
 * does not pass yields a hint: no row between it and the hint passes.
 *
 * <p>Used like any filter: for one scan of one region, by one thread.
 */
final class FuzzyRows extends FilterBase {
  private static final int MAX_BYTE = 0xff;

  /** Whether HBase's own class passes a row that differs from a pattern where that is free. */
  private static final boolean HBASE_WORKS =
      new FuzzyRowFilter(List.of(new Pair<>(new byte[] {1}, new byte[] {1})))
              .filterCell(PrivateCellUtil.createFirstOnRow(new byte[] {2}, 0, (short) 1))
          == ReturnCode.INCLUDE;

  /**
   * A pattern.
   *
   * @param fixed whether the row must have the byte of the key there
   */
  private record Pattern(byte[] key, boolean[] fixed) {
    /** Where the row first differs from it; -1 when it does not. */
    int mismatch(byte[] row) {
      int length = Math.min(row.length, key.length);
      for (int i = 0; i < length; i++) {
        if (fixed[i] && row[i] != key[i]) {
          return i;
        }
      }
      return -1;
    }

    /** The least start of a row that is greater and passes; null when there is none. */
    byte[] next(byte[] row, int mismatch) {
      if ((row[mismatch] & MAX_BYTE) < (key[mismatch] & MAX_BYTE)) {
        return with(row, mismatch, key[mismatch]);
      }
      for (int i = mismatch - 1; i >= 0; i--) {
        if (!fixed[i] && (row[i] & MAX_BYTE) < MAX_BYTE) {
          return with(row, i, (byte) (row[i] + 1));
        }
      }
      return null;
    }

    private static byte[] with(byte[] row, int at, byte value) {
      byte[] start = Arrays.copyOf(row, at + 1);
      start[at] = value;
      return start;
    }
  }

  private final List<Pattern> patterns = new ArrayList<>();
  private byte[] hint;
  private boolean notThisRow;
  private boolean done;

  FuzzyRows(FuzzyRowFilter filter) throws InvalidProtocolBufferException {
    // Not every version of the client can be asked for its patterns.
    FilterProtos.FuzzyRowFilter sent = FilterProtos.FuzzyRowFilter.parseFrom(filter.toByteArray());
    for (BytesBytesPair each : sent.getFuzzyKeysDataList()) {
      patterns.add(
          new Pattern(each.getFirst().toByteArray(), fixed(each.getSecond().toByteArray())));
    }
  }

  /**
   * A mask as programs write it has 0 where the byte is fixed and 1 where it is not; one that HBase
   * has worked on has -1 where it is fixed, and 2, or long ago 0, where it is not.
   */
  private static boolean[] fixed(byte[] mask) {
    boolean workedOn = false;
    for (byte each : mask) {
      workedOn |= each == -1 || each == 2;
    }
    boolean[] fixed = new boolean[mask.length];
    for (int i = 0; i < mask.length; i++) {
      fixed[i] = mask[i] == (workedOn ? -1 : 0);
    }
    return fixed;
  }

  /** Whether HBase's own class has to be replaced by this one. */
  static boolean isNeeded() {
    return !HBASE_WORKS;
  }

  @Override
  public void reset() {
    notThisRow = false;
  }

  @Override
  public boolean filterAllRemaining() {
    return done;
  }

  @Override
  public boolean filterRow() {
    return notThisRow;
  }

  @Override
  public ReturnCode filterCell(Cell cell) {
    byte[] row =
        Arrays.copyOfRange(
            cell.getRowArray(), cell.getRowOffset(), cell.getRowOffset() + cell.getRowLength());
    byte[] least = null;
    for (Pattern pattern : patterns) {
      int mismatch = pattern.mismatch(row);
      if (mismatch < 0) {
        return ReturnCode.INCLUDE;
      }
      byte[] next = pattern.next(row, mismatch);
      if (least == null || (next != null && Arrays.compareUnsigned(next, least) < 0)) {
        least = next;
      }
    }
    notThisRow = true;
    if (isReversed()) {
      return ReturnCode.NEXT_ROW;
    }
    hint = least;
    done = least == null;
    return done ? ReturnCode.NEXT_ROW : ReturnCode.SEEK_NEXT_USING_HINT;
  }

  @Override
  public Cell getNextCellHint(Cell cell) {
    return PrivateCellUtil.createFirstOnRow(hint, 0, (short) hint.length);
  }
}
