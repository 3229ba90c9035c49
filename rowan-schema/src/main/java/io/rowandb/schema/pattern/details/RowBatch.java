package io.rowandb.schema.pattern.details;

import io.rowandb.schema.table.RowChange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;

/** Changes of many rows in one call. */
public final class RowBatch {
  /** Rows of one call to the servers. */
  public static final int ROWS = 500;

  private RowBatch() {}

  /** The next rows of one call. */
  public static List<Row> next(Iterator<? extends Row> rows) {
    List<Row> next = new ArrayList<>();
    while (next.size() < ROWS && rows.hasNext()) {
      next.add(rows.next());
    }
    return next;
  }

  /** All, so many at a time. */
  public static <T> List<List<T>> of(List<T> all) {
    List<List<T>> batches = new ArrayList<>();
    for (int i = 0; i < all.size(); i += ROWS) {
      batches.add(all.subList(i, Math.min(all.size(), i + ROWS)));
    }
    return batches;
  }

  /**
   * The same changes, where puts of one row that follow each other are one.
   *
   * @param rows puts among them get more cells
   */
  public static List<Row> joined(List<Row> rows) throws IOException {
    List<Row> joined = new ArrayList<>();
    Put last = null;
    for (Row row : rows) {
      if (row instanceof Put put && last != null && Arrays.equals(put.getRow(), last.getRow())) {
        for (List<Cell> cells : put.getFamilyCellMap().values()) {
          for (Cell cell : cells) {
            last.add(cell);
          }
        }
      } else {
        last = row instanceof Put put ? put : null;
        joined.add(row);
      }
    }
    return joined;
  }

  /** A change, for streams. */
  public static Row row(RowChange change) {
    try {
      return change.row();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether any of them has something removed. */
  static boolean removes(List<? extends Row> rows) {
    return rows.stream().anyMatch(row -> !(row instanceof Put));
  }
}
