package io.rowandb.schema.pattern;

import io.rowandb.schema.key.KeyRange;
import io.rowandb.schema.table.DetailDesign;
import io.rowandb.schema.table.TallDetails;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Details in rows of a table of their own.
 *
 * @param table theirs
 * @param row the record's, which theirs begin with
 * @param asOfMillis the time whose rows are read
 */
record TallDetailStore<R, D>(TallDetails<R, D> mapping, Table table, byte[] row, long asOfMillis)
    implements DetailStore<D> {
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
    Scan scan = rows(keys);
    if (asOfMillis != QuerySettings.NOW) {
      scan.setTimeRange(0, asOfMillis + 1);
    }
    if (wanted != ALL) {
      scan.setLimit(wanted);
    }
    return new DetailScan(table.getScanner(scan), found -> mapping.cells(found, row.length));
  }

  private Scan rows(KeyRange keys) {
    byte[] stop = keys.stop().length == 0 ? KeyRange.behind(row) : Bytes.add(row, keys.stop());
    return new Scan()
        .withStartRow(Bytes.add(row, keys.start()))
        .withStopRow(stop)
        .addFamily(mapping.family().getName());
  }

  @Override
  public void put(Collection<D> details) throws IOException {
    List<Row> rows = new ArrayList<>();
    for (D detail : details) {
      rows.add(mapping.adding(row, detail).row());
      if (rows.size() == RowBatch.ROWS) {
        RowBatch.write(table, rows);
        rows.clear();
      }
    }
    RowBatch.write(table, rows);
  }

  @Override
  public boolean remove(D detail) throws IOException {
    Get get = new Get(mapping.rowOf(row, detail)).addFamily(mapping.family().getName());
    Result present = table.get(get.setFilter(new KeyOnlyFilter()));
    if (present.isEmpty()) {
      return false;
    }
    Optional<Delete> delete = mapping.removing(present, row.length, none());
    table.delete(delete.orElseThrow());
    return true;
  }

  /** Removes all that are not these. */
  void removeOthers(SortedMap<byte[], D> kept) throws IOException {
    List<Delete> deletes = new ArrayList<>();
    try (ResultScanner present =
        table.getScanner(rows(design().range()).setFilter(new KeyOnlyFilter()))) {
      for (Result each : present) {
        mapping.removing(each, row.length, kept).ifPresent(deletes::add);
        if (deletes.size() == RowBatch.ROWS) {
          RowBatch.write(table, deletes);
          deletes.clear();
        }
      }
    }
    RowBatch.write(table, deletes);
  }

  void removeAll() throws IOException {
    removeOthers(none());
  }

  private SortedMap<byte[], D> none() {
    return Collections.unmodifiableSortedMap(new TreeMap<>(Arrays::compareUnsigned));
  }
}
