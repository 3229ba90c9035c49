package io.rowandb.schema.pattern;

import io.rowandb.schema.key.KeyRange;
import java.io.IOException;
import java.util.Collection;
import java.util.Iterator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Table;

/** The details of one record, wherever they are: the calls that read and change them. */
record DetailStore<D>(DetailPlace<D> place, Table table) {
  /**
   * Begins to read their cells.
   *
   * @param keys whose, not empty
   * @param wanted how many details the caller will take
   */
  DetailScan scan(KeyRange keys, int wanted) throws IOException {
    return new DetailScan(table.getScanner(place.scan(keys, wanted)), place::cells);
  }

  /** Writes details, of which no two have the same key. */
  void put(Collection<D> details) throws IOException {
    Iterator<Row> rows = place.adding(details);
    while (rows.hasNext()) {
      RowBatch.write(table, RowBatch.next(rows));
    }
  }

  /**
   * Removes what there is of a detail.
   *
   * @return whether there was any
   */
  boolean remove(D detail) throws IOException {
    Result present = table.get(place.present(detail));
    if (present.isEmpty()) {
      return false;
    }
    table.delete(place.removing(present));
    return true;
  }
}
