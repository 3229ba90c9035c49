package io.rowandb.schema.view;

import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.calls.WaitingCarrier;
import io.rowandb.schema.pattern.chain.Mark;
import io.rowandb.schema.pattern.chain.MarkedRow;
import io.rowandb.schema.pattern.chain.MarkedRows;
import io.rowandb.schema.table.Column;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.BinaryPrefixComparator;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;

/** Reads all rows of the source table of views, with their marks. Used by one thread. */
record SourceRows<R>(MarkedRows<R> rows, WaitingCarrier carrier) {
  TableDesign<R> design() {
    return rows.design();
  }

  private Table table() throws IOException {
    return carrier.opened(design().name());
  }

  /** The table of a view. */
  Table table(ViewTable<R, ?> view) throws IOException {
    return carrier.opened(view.view().target().name());
  }

  /** The same rows; those without a mark know the times of what was deleted there. */
  List<MarkedRow<R>> withLatest(List<MarkedRow<R>> rows) throws IOException {
    return Steps.ended(this.rows.withLatest(rows));
  }

  /** All rows, in their order, as they are when they are read; to be closed. */
  RecordRanges scan() throws IOException {
    return scan(new byte[0]);
  }

  /** Those of which something was written since, with that alone; to be closed. */
  RecordRanges scanSince(long millis) throws IOException {
    Scan scan = new Scan().setTimeRange(Math.max(0, millis), Long.MAX_VALUE);
    design().familyNames().forEach(scan::addFamily);
    return new RecordRanges(design(), table(), scan, new byte[0]);
  }

  /**
   * Whether a row of {@link #scanSince} was written last by a program that has done what follows
   * it: it then settled the mark, behind all times that the mark tells, and nobody has written the
   * row without a mark since.
   */
  boolean isFollowed(Result since) {
    Column column = design().mark();
    Cell cell = since.getColumnLatestCell(column.family(), column.qualifier());
    if (cell == null) {
      return false;
    }
    Mark mark = Mark.of(CellUtil.cloneValue(cell));
    if (mark.isPending() || cell.getTimestamp() <= mark.latest()) {
      return false;
    }
    for (Cell each : since.rawCells()) {
      if (each.getTimestamp() > mark.time()
          && !CellUtil.matchingColumn(each, column.family(), column.qualifier())) {
        return false;
      }
    }
    return true;
  }

  /** Those from one on. */
  RecordRanges scan(byte[] from) throws IOException {
    Scan scan = new Scan().readVersions(design().versions());
    design().familyNames().forEach(scan::addFamily);
    return new RecordRanges(design(), table(), scan, from);
  }

  /** A row of {@link #scan}. */
  MarkedRow<R> of(Result cells) throws IOException {
    return Steps.ended(rows.whole(List.of(rows.of(cells)))).get(0);
  }

  /**
   * Rows from one on whose marks are not settled.
   *
   * @param limit how many at most
   */
  List<Result> pending(byte[] from, int limit) throws IOException {
    Column mark = design().mark();
    Scan scan = new Scan().addColumn(mark.family(), mark.qualifier()).setFilter(notSettled(mark));
    List<Result> rows = new ArrayList<>();
    try (RecordRanges found = new RecordRanges(design(), table(), scan, from)) {
      Result row = found.next();
      while (row != null) {
        rows.add(row);
        row = rows.size() < limit ? found.next() : null;
      }
    }
    return rows;
  }

  /** Looks at the last version alone: a family may keep those before, which were not settled. */
  private static SingleColumnValueFilter notSettled(Column mark) {
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(
            mark.family(),
            mark.qualifier(),
            CompareOperator.NOT_EQUAL,
            new BinaryPrefixComparator(Mark.settledPrefix()));
    filter.setFilterIfMissing(true);
    return filter;
  }

  /** The mark of a row of {@link #pending}. */
  Mark mark(Result row) {
    Column mark = design().mark();
    return Mark.of(row.getValue(mark.family(), mark.qualifier()));
  }
}
