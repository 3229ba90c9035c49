package io.rowandb.tsdb.store;

import io.rowandb.tsdb.codec.CompactedColumn;
import io.rowandb.tsdb.codec.PackedHour;
import io.rowandb.tsdb.codec.PointColumn;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.Points;
import io.rowandb.tsdb.codec.RowDecoder;
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
 * stays. That takes writers whose cells have the times of their writes: rows of others are left
 * alone, see {@link RowCompaction#OWN_TIMES}.
 */
final class RowCompactor {
  /** One of so many single points may have its cell's time by chance. */
  private static final int ONE_OF = 10;

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
    if (hasOwnTimes(row)) {
      return row.hasPacked() && format != TableFormat.PACKED
          ? unpackAlone(table, row, nowMillis)
          : RowCompaction.OWN_TIMES;
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

  private static boolean hasOwnTimes(SeriesRow row) {
    long singles = 0;
    long own = 0;
    for (Cell cell : row.columnsOfPoints()) {
      byte[] qualifier = CellUtil.cloneQualifier(cell);
      if (qualifier.length % 2 == 0 && PointColumn.isSingle(qualifier)) {
        long millis = row.baseSeconds() * 1_000 + PointColumn.offsetMillis(qualifier);
        singles++;
        own += cell.getTimestamp() == millis ? 1 : 0;
      }
    }
    return own * ONE_OF > singles;
  }

  /** The points of the packed column in one of OpenTSDB's; the other columns stay. */
  private RowCompaction unpackAlone(Table table, SeriesRow row, long nowMillis) throws IOException {
    RowRewrite rewrite = new RowRewrite(row.key());
    for (Cell cell : row.columnsOfPoints()) {
      byte[] qualifier = CellUtil.cloneQualifier(cell);
      if (PackedHour.isQualifier(qualifier)) {
        RowDecoder decoder = new RowDecoder(row.baseSeconds());
        decoder.add(qualifier, CellUtil.cloneValue(cell), cell.getTimestamp());
        CompactedColumn column =
            CompactedColumn.of(row.baseSeconds(), decoder.points(options.duplicates()));
        rewrite.ifHas(cell);
        rewrite.delete(cell);
        rewrite.put(column.qualifier(), column.value(), cell.getTimestamp());
      }
    }
    return rewrite.write(table, nowMillis) ? RowCompaction.DONE : RowCompaction.CHANGED;
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
