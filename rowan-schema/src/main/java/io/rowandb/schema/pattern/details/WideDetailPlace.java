package io.rowandb.schema.pattern.details;

import io.rowandb.schema.key.KeyRange;
import io.rowandb.schema.table.DetailCell;
import io.rowandb.schema.table.DetailDesign;
import io.rowandb.schema.table.WideDetails;
import java.io.IOException;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.ColumnRangeFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Details in columns of the record's row.
 *
 * @param table the records' table
 * @param row the record's row
 */
record WideDetailPlace<R, D>(WideDetails<R, D> mapping, TableName table, byte[] row)
    implements DetailPlace<D> {
  /** Cells of one answer of the server: each has the row's key again, and may be some kilobytes. */
  private static final int BATCH = 1_000;

  @Override
  public DetailDesign<D> design() {
    return mapping.design();
  }

  @Override
  public String name() {
    return table + " " + Bytes.toStringBinary(row) + " " + mapping.name();
  }

  @Override
  public Scan scan(KeyRange keys, int wanted) {
    return new Scan()
        .withStartRow(row, /* inclusive= */ true)
        .withStopRow(row, /* inclusive= */ true)
        .addFamily(mapping.family())
        .setFilter(columns(keys))
        .setBatch((int) Math.min(BATCH, (long) wanted * design().maxCells()))
        .setCaching(1); // answer by answer, not the row at once
  }

  private static Filter columns(KeyRange keys) {
    byte[] stop = keys.stop().length == 0 ? null : keys.stop();
    return new ColumnRangeFilter(
        keys.start(), /* minColumnInclusive= */ true, stop, /* maxColumnInclusive= */ false);
  }

  @Override
  public List<DetailCell> cells(Result found) {
    return mapping.cells(found);
  }

  /** One row with all of them. */
  @Override
  public Iterator<Row> adding(Collection<D> details) {
    return Stream.of(mapping.adding(row, details)).map(RowBatch::row).iterator();
  }

  @Override
  public Get present(D detail) throws IOException {
    KeyRange cells = design().rangeOf(design().key().encode(detail));
    return new Get(row)
        .addFamily(mapping.family())
        .setFilter(new FilterList(columns(cells), new KeyOnlyFilter()));
  }

  @Override
  public Delete removing(Result present) {
    return mapping.removing(present);
  }
}
