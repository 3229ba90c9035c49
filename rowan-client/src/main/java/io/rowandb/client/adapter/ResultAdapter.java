package io.rowandb.client.adapter;

import io.rowandb.engine.cell.CellBatch;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Result;

/**
 * The engine's cells as HBase's {@code Result}: the bytes of a row are copied once, into one exact
 * array of its own.
 *
 * <p>The copy is what lets a caller keep one row without keeping the block or memstore chunk it
 * came from, and scribble in a value array without changing what others read.
 */
public final class ResultAdapter {
  private static final Cell[] NO_CELLS = new Cell[0];

  private ResultAdapter() {}

  /** All cells of {@code batch}, which are of one row, or the empty result. */
  public static Result result(CellBatch batch) {
    return result(batch, 0, batch.size(), false);
  }

  /**
   * The cells from {@code from} to before {@code to}, which are of one row.
   *
   * @param mayHaveMoreCellsInRow whether the rest of the row follows in another result
   */
  public static Result result(CellBatch batch, int from, int to, boolean mayHaveMoreCellsInRow) {
    return Result.create(cells(batch, from, to), null, false, mayHaveMoreCellsInRow);
  }

  /** The answer to a get that only asks whether there is something. */
  public static Result existence(boolean exists) {
    return Result.create((Cell[]) null, exists, false);
  }

  /** The cells as HBase's, over one new array. */
  public static Cell[] cells(CellBatch batch, int from, int to) {
    if (from == to) {
      return NO_CELLS;
    }
    Cell[] cells = new Cell[to - from];
    int bytes = 0;
    for (int i = from; i < to; i++) {
      bytes += CellBytes.lengthWithoutTags(batch.array(i), batch.offset(i));
    }
    byte[] row = new byte[bytes];
    int at = 0;
    for (int i = from; i < to; i++) {
      byte[] array = batch.array(i);
      int offset = batch.offset(i);
      int length = CellBytes.lengthWithoutTags(array, offset);
      System.arraycopy(array, offset, row, at, length);
      cells[i - from] = new StoredCell(row, at, length);
      at += length;
    }
    return cells;
  }
}
