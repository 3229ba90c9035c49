package io.rowandb.schema.pattern;

import io.rowandb.schema.key.KeyRange;
import io.rowandb.schema.table.DetailDesign;
import io.rowandb.schema.table.WideDetails;
import java.io.IOException;
import java.util.Collection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.ColumnRangeFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Details in columns of the record's row.
 *
 * @param row the record's
 */
record WideDetailStore<R, D>(WideDetails<R, D> mapping, Table table, byte[] row)
    implements DetailStore<D> {
  /** Cells of one answer of the server: each has the row's key again, and may be some kilobytes. */
  private static final int BATCH = 1_000;

  @Override
  public DetailDesign<D> design() {
    return mapping.design();
  }

  @Override
  public String place() {
    return table.getName() + " " + Bytes.toStringBinary(row) + " " + mapping.name();
  }

  @Override
  public DetailScan scan(KeyRange keys, int wanted) throws IOException {
    Scan scan =
        new Scan()
            .withStartRow(row, /* inclusive= */ true)
            .withStopRow(row, /* inclusive= */ true)
            .addFamily(mapping.family())
            .setFilter(columns(keys))
            .setBatch((int) Math.min(BATCH, (long) wanted * design().maxCells()))
            .setCaching(1); // answer by answer, not the row at once
    return new DetailScan(table.getScanner(scan), mapping::cells);
  }

  private static Filter columns(KeyRange keys) {
    byte[] stop = keys.stop().length == 0 ? null : keys.stop();
    return new ColumnRangeFilter(
        keys.start(), /* minColumnInclusive= */ true, stop, /* maxColumnInclusive= */ false);
  }

  @Override
  public void put(Collection<D> details) throws IOException {
    Row change = mapping.adding(row, details).row();
    if (change instanceof Put put) {
      table.put(put);
    } else {
      table.mutateRow((RowMutations) change);
    }
  }

  @Override
  public boolean remove(D detail) throws IOException {
    KeyRange cells = design().rangeOf(design().key().encode(detail));
    Get get = new Get(row).addFamily(mapping.family());
    Result present = table.get(get.setFilter(new FilterList(columns(cells), new KeyOnlyFilter())));
    if (present.isEmpty()) {
      return false;
    }
    table.delete(mapping.removing(present));
    return true;
  }
}
