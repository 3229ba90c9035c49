package io.rowandb.tsdb.store;

import io.rowandb.tsdb.codec.AppendedPoint;
import io.rowandb.tsdb.codec.CompactedColumn;
import io.rowandb.tsdb.codec.DuplicateRule;
import io.rowandb.tsdb.codec.PointColumn;
import io.rowandb.tsdb.codec.Points;
import io.rowandb.tsdb.codec.RowDecoder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Table;

/**
 * Removes the points of a row that lie in a range, by one atomic write. Of columns with several
 * points the others stay. What is written after the row was read stays too; the columns keep their
 * times, so that it is still what was written last.
 */
final class PointEraser {
  /** Whoever writes the row anew takes away all of its columns but one. */
  private static final int CHECKED_SINGLES = 100;

  private final Table table;
  private final RangeQuery range;
  private final DuplicateRule rule;
  private final long nowMillis;

  /**
   * For rows of a table.
   *
   * @param nowMillis before the first row is read
   */
  PointEraser(Table table, RangeQuery range, DuplicateRule rule, long nowMillis) {
    this.table = table;
    this.range = range;
    this.rule = rule;
    this.nowMillis = nowMillis;
  }

  private record Column(Cell cell, byte[] qualifier, Points all, Points kept) {
    boolean isAppended() {
      return AppendedPoint.isQualifier(qualifier);
    }

    boolean isSingle() {
      return !isAppended() && PointColumn.isSingle(qualifier);
    }

    boolean isKept() {
      return kept.size() == all.size();
    }

    boolean isSplit() {
      return !isKept() && kept.size() > 0;
    }
  }

  /**
   * Removes them.
   *
   * @param merged the row's points
   * @return whether it is done; if not, the row is as it was: see {@link Erased}
   */
  boolean erase(SeriesRow row, Points merged) throws IOException {
    List<Column> columns = new ArrayList<>();
    long points = 0;
    boolean young = false;
    for (Cell cell : row.columnsOfPoints()) {
      Column column = decode(row, cell);
      columns.add(column);
      points += column.all.size();
      young |= cell.getTimestamp() >= nowMillis - RowRewrite.SETTLED_MILLIS;
    }
    if (young) {
      RowRewrite.awaitNextMillisecond();
    }
    RowRewrite rewrite = new RowRewrite(row.key());
    if (points > merged.size() && columns.stream().anyMatch(Column::isSplit)) {
      writeAll(row, columns, outside(merged), rewrite);
    } else {
      writeEach(row, columns, rewrite);
    }
    return rewrite.write(table, nowMillis);
  }

  private Column decode(SeriesRow row, Cell cell) throws IOException {
    byte[] qualifier = CellUtil.cloneQualifier(cell);
    RowDecoder decoder = new RowDecoder(row.baseSeconds());
    decoder.add(qualifier, CellUtil.cloneValue(cell), cell.getTimestamp());
    Points all = decoder.points(rule);
    return new Column(cell, qualifier, all, outside(all));
  }

  private Points outside(Points points) {
    Points outside = new Points();
    if (range.fromMillis() > 0) {
      outside.addAll(points, 0, range.fromMillis() - 1);
    }
    outside.addAll(points, range.toMillis() + 1, Long.MAX_VALUE);
    return outside;
  }

  /** Each column for itself, as no point is in two of them. */
  private static void writeEach(SeriesRow row, List<Column> columns, RowRewrite rewrite) {
    int singles = 0;
    for (Column column : columns) {
      if (column.isKept()) {
        continue;
      }
      if (!column.isSingle() || singles++ < CHECKED_SINGLES) {
        rewrite.ifHas(column.cell);
      }
      rewrite.delete(column.cell);
      if (column.isSplit()) {
        CompactedColumn kept =
            column.isAppended()
                ? new CompactedColumn(column.qualifier, AppendedPoint.toBytes(column.kept))
                : CompactedColumn.of(row.baseSeconds(), column.kept);
        rewrite.put(kept.qualifier(), kept.value(), column.cell.getTimestamp());
      }
    }
  }

  /** All that stays in one column: which of several columns had a point last would be lost else. */
  private static void writeAll(
      SeriesRow row, List<Column> columns, Points kept, RowRewrite rewrite) {
    long newest = 0;
    for (Column column : columns) {
      rewrite.ifHas(column.cell);
      rewrite.delete(column.cell);
      newest = Math.max(newest, column.cell.getTimestamp());
    }
    CompactedColumn all = CompactedColumn.of(row.baseSeconds(), kept);
    rewrite.put(all.qualifier(), all.value(), newest);
  }
}
