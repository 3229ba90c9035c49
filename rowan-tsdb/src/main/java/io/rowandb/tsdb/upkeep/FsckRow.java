package io.rowandb.tsdb.upkeep;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Result;

/** The cells of a row, as its parts come, unless they are too many to hold. Used by one thread. */
final class FsckRow {
  /** As many as an hour of milliseconds would need never were seen; a mend writes them at once. */
  static final int MAX_CELLS = 100_000;

  private static final long MAX_BYTES = 1L << 26;

  private final byte[] key;
  private List<Cell> cells = new ArrayList<>();
  private long count;
  private long bytes;
  private long newest;

  FsckRow(byte[] key) {
    this.key = key;
  }

  void add(Result part) {
    for (Cell cell : part.rawCells()) {
      count++;
      newest = Math.max(newest, cell.getTimestamp());
      bytes += cell.getSerializedSize();
      if (!isTooLarge()) {
        cells.add(cell);
      }
    }
    if (isTooLarge()) {
      cells = List.of();
    }
  }

  byte[] key() {
    return key;
  }

  boolean is(byte[] row) {
    return Arrays.equals(key, row);
  }

  /** How many there are, also of one that is too large. */
  long count() {
    return count;
  }

  /** The greatest time of all of them. */
  long newest() {
    return newest;
  }

  boolean isTooLarge() {
    return count > MAX_CELLS || bytes > MAX_BYTES;
  }

  /** None of one that is too large. */
  List<Cell> cells() {
    return cells;
  }
}
