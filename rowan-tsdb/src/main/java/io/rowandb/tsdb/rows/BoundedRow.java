package io.rowandb.tsdb.rows;

import io.rowandb.tsdb.codec.PackedHour;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * The cells of a row, as its parts come, unless they are too many to hold: more than 100,000, or 64
 * MB. Used by one thread.
 */
public final class BoundedRow {
  /** As many as an hour of milliseconds would need never were seen; a mend writes them at once. */
  private static final int MAX_CELLS = 100_000;

  private static final long MAX_BYTES = 1L << 26;

  private static final byte[] FAMILY = {'t'};
  private static final int CELLS_A_PART = 5_000;
  private static final long BYTES_A_PART = 1 << 21;

  private final byte[] key;
  private List<Cell> cells = new ArrayList<>();
  private long count;
  private long bytes;
  private long newest;
  private boolean packed;

  private BoundedRow(byte[] key) {
    this.key = key;
  }

  /** Takes rows. */
  public interface Taker {
    /** One of them. */
    void take(BoundedRow row) throws IOException;
  }

  /** The rows of a scan, one by one, with their cells of points. */
  public static void forEach(Table table, Scan scan, Taker taker) throws IOException {
    scan.addFamily(FAMILY)
        .setBatch(CELLS_A_PART)
        .setAllowPartialResults(true)
        .setMaxResultSize(BYTES_A_PART);
    BoundedRow row = null;
    try (ResultScanner parts = table.getScanner(scan)) {
      for (Result part = parts.next(); part != null; part = parts.next()) {
        if (row != null && !row.is(part.getRow())) {
          taker.take(row);
          row = null;
        }
        row = row == null ? new BoundedRow(part.getRow()) : row;
        row.add(part);
      }
    }
    if (row != null) {
      taker.take(row);
    }
  }

  private void add(Result part) {
    for (Cell cell : part.rawCells()) {
      count++;
      packed |= PackedHour.isQualifier(CellUtil.cloneQualifier(cell));
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

  /** Its key. */
  public byte[] key() {
    return key;
  }

  private boolean is(byte[] row) {
    return Arrays.equals(key, row);
  }

  /** How many there are, also of one that is too large. */
  public long count() {
    return count;
  }

  /** The greatest time of all of them. */
  public long newest() {
    return newest;
  }

  /** Whether it has more than can be held. */
  public boolean isTooLarge() {
    return count > MAX_CELLS || bytes > MAX_BYTES;
  }

  /** None of one that is too large. */
  public List<Cell> cells() {
    return cells;
  }

  /** Whether one of them is packed, also of a row that is too large. */
  public boolean hasPacked() {
    return packed;
  }
}
