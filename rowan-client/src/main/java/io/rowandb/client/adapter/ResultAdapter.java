package io.rowandb.client.adapter;

import io.rowandb.engine.cell.CellBatch;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Result;

/**
 * The engine's cells as HBase's {@code Result}: the bytes of a row are copied once, into one array
 * of exactly their size.
 *
 * <p>Because of the copy, a caller that keeps one row does not pin the block or memstore chunk it
 * came from, and a caller that modifies a value array does not change what others read.
 */
public final class ResultAdapter {
  private static final Cell[] NO_CELLS = new Cell[0];

  private ResultAdapter() {}

  /** All cells of {@code batch}, which are of one row, without tags; or the empty result. */
  public static Result result(CellBatch batch) {
    return result(batch, Tags.DROPPED, false);
  }

  /** All cells of {@code batch}, which are of one row of {@code table}, or the empty result. */
  public static Result result(CellBatch batch, TableTraits table) {
    return result(batch, table.tags(), false);
  }

  /**
   * All cells of {@code batch}, which are of one row.
   *
   * @param mayHaveMoreCellsInRow whether the rest of the row follows in another result
   */
  static Result result(CellBatch batch, Tags tags, boolean mayHaveMoreCellsInRow) {
    return Result.create(cells(batch, tags), null, false, mayHaveMoreCellsInRow);
  }

  /** The answer to a get that only asks whether there is something. */
  public static Result existence(boolean exists) {
    return Result.create((Cell[]) null, exists, false);
  }

  /** The cells as HBase's, over one new array. */
  private static Cell[] cells(CellBatch batch, Tags tags) {
    if (batch.isEmpty()) {
      return NO_CELLS;
    }
    Cell[] cells = new Cell[batch.size()];
    int bytes = 0;
    for (int i = 0; i < cells.length; i++) {
      bytes += length(batch, i, tags);
    }
    byte[] row = new byte[bytes];
    int at = 0;
    for (int i = 0; i < cells.length; i++) {
      int length = length(batch, i, tags);
      System.arraycopy(batch.array(i), batch.offset(i), row, at, length);
      cells[i] = new StoredCell(row, at, length);
      at += length;
    }
    return cells;
  }

  private static int length(CellBatch batch, int i, Tags tags) {
    return tags == Tags.CARRIED
        ? batch.length(i)
        : CellBytes.lengthWithoutTags(batch.array(i), batch.offset(i));
  }
}
