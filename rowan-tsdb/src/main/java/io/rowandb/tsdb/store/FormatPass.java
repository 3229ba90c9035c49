package io.rowandb.tsdb.store;

import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.rows.BoundedRow;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/** One look at all rows of a table, which brings them into a format. Used by one thread, once. */
final class FormatPass {
  // Fixed at construction.
  private final PointKeyLayout layout;
  private final RowCompactor compactor;
  private final ReadBudget budget = new ReadBudget(ReadLimits.NONE, System::nanoTime);
  private final TableFormat format;
  private final FormatLook look;
  private final long began;
  private final Map<RowCompaction, Long> rows;

  private long packed;
  private long done;
  private long damaged;

  /**
   * Of the table of points of these options.
   *
   * @param format that is noted; the pass ends when another one is
   * @param began in milliseconds since 1970, before the first row is read
   * @param rows counts what came of them
   */
  FormatPass(
      Connection connection,
      PointStoreOptions options,
      TableFormat format,
      long began,
      Map<RowCompaction, Long> rows) {
    look = new FormatLook(connection, options.tables().data());
    this.format = format;
    this.began = began;
    this.rows = rows;
    layout = options.layout();
    compactor = new RowCompactor(options);
  }

  void run(Table table) throws IOException {
    BoundedRow.forEach(table, new Scan(), row -> take(table, row));
  }

  /** How many rows had a packed column, whatever their keys are. */
  long packed() {
    return packed;
  }

  /** Whether none of these has one any more. */
  boolean isUnpacked() {
    return packed == done;
  }

  /** How many could not be read. */
  long damaged() {
    return damaged;
  }

  private void take(Table table, BoundedRow row) throws IOException {
    budget.checkTime();
    packed += row.hasPacked() ? 1 : 0;
    if ((format != TableFormat.PACKED && !row.hasPacked()) || !isRow(row.key())) {
      return;
    }
    if (row.isTooLarge()) {
      rows.merge(RowCompaction.TOO_LARGE, 1L, Long::sum);
      return;
    }
    format.check(table.getName(), look.next());
    try {
      RowCompaction result = compact(table, row);
      rows.merge(result, 1L, Long::sum);
      done += row.hasPacked() && result == RowCompaction.DONE ? 1 : 0;
    } catch (DamagedDataException e) {
      damaged++;
    }
  }

  private RowCompaction compact(Table table, BoundedRow row) throws IOException {
    SeriesRow read = new SeriesRow(layout, row.key());
    read.add(row.cells());
    return compactor.compact(table, read, began, format);
  }

  /** Others, such as global annotations, have no points that are read. */
  private boolean isRow(byte[] key) {
    if (layout.trySeriesOf(key).isEmpty()) {
      return false;
    }
    try {
      layout.baseSecondsOf(key);
      return true;
    } catch (DamagedDataException e) {
      return false;
    }
  }
}
