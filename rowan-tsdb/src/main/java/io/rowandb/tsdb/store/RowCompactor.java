package io.rowandb.tsdb.store;

import io.rowandb.tsdb.codec.CompactedColumn;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.Points;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Puts the points of a row into one column, in one atomic write.
 *
 * <p>Beside writers nothing is lost. The column gets the time of the newest cell in it, so any
 * later write of one of its points counts as later. Of the cells that were read, the versions that
 * were read are deleted, and those before them, which would come back; a write since then stays.
 */
final class RowCompactor {
  /** HBase's clients refuse cells of 10 MB. */
  static final int MAX_BYTES = 1 << 20;

  /** One request deletes them. */
  static final int MAX_CELLS = 100_000;

  /** Clocks of servers may be behind or before by this. */
  static final long SETTLED_MILLIS = 60_000;

  private static final byte[] FAMILY = Bytes.toBytes(TsdbTables.DATA_FAMILY);

  private final PointStoreOptions options;

  RowCompactor(PointStoreOptions options) {
    this.options = options;
  }

  RowCompaction compact(Table table, byte[] key, long nowMillis, ReadBudget budget)
      throws IOException {
    Optional<SeriesRow> found;
    try (SeriesRowScanner rows =
        new SeriesRowScanner(
            table, new Scan().withStartRow(key).withStopRow(key, true), options.layout(), budget)) {
      found = rows.next();
    }
    return found.isEmpty() ? RowCompaction.NOT_NEEDED : compact(table, found.get(), nowMillis);
  }

  RowCompaction compact(Table table, SeriesRow row, long nowMillis) throws IOException {
    List<Cell> cells = row.columnsOfPoints();
    if (cells.isEmpty()) {
      return RowCompaction.NOT_NEEDED;
    }
    if (row.hasAppends()) {
      return RowCompaction.HAS_APPENDS;
    }
    if (isYoung(row, nowMillis)) {
      return RowCompaction.TOO_YOUNG;
    }
    if (cells.size() > MAX_CELLS) {
      return RowCompaction.TOO_LARGE;
    }
    Points points = row.points(options.duplicates());
    CompactedColumn column = CompactedColumn.of(row.baseSeconds(), points);
    if (column.qualifier().length + column.value().length > MAX_BYTES) {
      return RowCompaction.TOO_LARGE;
    }
    if (cells.size() == 1 && isSame(cells.get(0), column)) {
      return RowCompaction.NOT_NEEDED;
    }
    table.mutateRow(replace(row.key(), cells, column));
    return RowCompaction.DONE;
  }

  private static boolean isYoung(SeriesRow row, long nowMillis) {
    long hourEnds = (row.baseSeconds() + PointTime.ROW_SECONDS) * 1_000;
    return hourEnds > nowMillis || newest(row.columnsOfPoints()) >= nowMillis - SETTLED_MILLIS;
  }

  private static long newest(List<Cell> cells) {
    return cells.stream().mapToLong(Cell::getTimestamp).max().orElseThrow();
  }

  private static boolean isSame(Cell cell, CompactedColumn column) {
    return CellUtil.matchingQualifier(cell, column.qualifier())
        && CellUtil.matchingValue(cell, column.value());
  }

  private static RowMutations replace(byte[] key, List<Cell> cells, CompactedColumn column)
      throws IOException {
    Put put = new Put(key, newest(cells)).addColumn(FAMILY, column.qualifier(), column.value());
    Delete delete = new Delete(key);
    for (Cell cell : cells) {
      // Of the column's own name, the new value takes the place.
      if (!CellUtil.matchingQualifier(cell, column.qualifier())) {
        delete.addColumns(FAMILY, CellUtil.cloneQualifier(cell), cell.getTimestamp());
      }
    }
    return RowMutations.of(delete.isEmpty() ? List.of(put) : List.of(put, delete));
  }
}
