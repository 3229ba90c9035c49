package io.rowandb.tsdb.store;

import io.rowandb.tsdb.codec.CompactedColumn;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.Points;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * Puts the points of a row into one column, in one atomic write.
 *
 * <p>Beside writers nothing is lost, and beside removals nothing comes back: the write is made only
 * if all cells that were read are there yet. The column gets the time of the newest cell in it, so
 * any later write of one of its points counts as later. Of the cells that were read, the versions
 * that were read are deleted, and those before them, which would come back; a write since then
 * stays.
 */
final class RowCompactor {
  private final PointStoreOptions options;

  RowCompactor(PointStoreOptions options) {
    this.options = options;
  }

  RowCompaction compact(
      Table table, byte[] key, long nowMillis, ReadBudget budget, TableFormat format)
      throws IOException {
    Optional<SeriesRow> found;
    try (SeriesRowScanner rows =
        new SeriesRowScanner(
            table, new Scan().withStartRow(key).withStopRow(key, true), options.layout(), budget)) {
      found = rows.next();
    }
    return found.isEmpty()
        ? RowCompaction.NOT_NEEDED
        : compact(table, found.get(), nowMillis, format);
  }

  /**
   * Compacts a row.
   *
   * @param nowMillis when the row was read, or before
   */
  RowCompaction compact(Table table, SeriesRow row, long nowMillis, TableFormat format)
      throws IOException {
    List<Cell> cells = row.columnsOfPoints();
    if (cells.isEmpty()) {
      return RowCompaction.NOT_NEEDED;
    }
    if (row.hasAppends() && format != TableFormat.PACKED && !row.hasPacked()) {
      return RowCompaction.HAS_APPENDS;
    }
    if (isYoung(row, nowMillis)) {
      return RowCompaction.TOO_YOUNG;
    }
    if (cells.size() > RowRewrite.MAX_CELLS) {
      return RowCompaction.TOO_LARGE;
    }
    Points points = row.points(options.duplicates());
    CompactedColumn plain = CompactedColumn.of(row.baseSeconds(), points);
    if (plain.qualifier().length + plain.value().length > RowRewrite.MAX_BYTES) {
      return RowCompaction.TOO_LARGE; // packed it might do, but could not be unpacked
    }
    CompactedColumn column = format.column(row.baseSeconds(), points);
    if (cells.size() == 1 && isSame(cells.get(0), column)) {
      return RowCompaction.NOT_NEEDED;
    }
    return rewrite(row, column).write(table, nowMillis)
        ? RowCompaction.DONE
        : RowCompaction.CHANGED;
  }

  private static boolean isYoung(SeriesRow row, long nowMillis) {
    long hourEnds = (row.baseSeconds() + PointTime.ROW_SECONDS) * 1_000;
    return hourEnds > nowMillis
        || newest(row.columnsOfPoints()) >= nowMillis - RowRewrite.SETTLED_MILLIS;
  }

  private static long newest(List<Cell> cells) {
    return cells.stream().mapToLong(Cell::getTimestamp).max().orElseThrow();
  }

  private static boolean isSame(Cell cell, CompactedColumn column) {
    return CellUtil.matchingQualifier(cell, column.qualifier())
        && CellUtil.matchingValue(cell, column.value());
  }

  private static RowRewrite rewrite(SeriesRow row, CompactedColumn column) {
    List<Cell> cells = row.columnsOfPoints();
    RowRewrite rewrite = new RowRewrite(row.key());
    rewrite.ifHasOnly(cells, row.objects());
    cells.forEach(rewrite::delete);
    rewrite.put(column.qualifier(), column.value(), newest(cells));
    return rewrite;
  }
}
