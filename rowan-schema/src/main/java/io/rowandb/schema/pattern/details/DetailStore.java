package io.rowandb.schema.pattern.details;

import io.rowandb.schema.key.KeyRange;
import java.io.IOException;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Table;

/**
 * The details of one record, wherever they are: the calls that read and change them.
 *
 * @param removals of the record's row, among others: those of its details are noted there too,
 *     since a removal hides what is written in the millisecond of the cell that it removes
 */
public record DetailStore<D>(DetailPlace<D> place, Table table, Removals removals) {
  /**
   * Begins to read their cells.
   *
   * @param keys whose, not empty
   * @param wanted how many details the caller will take
   */
  public DetailScan scan(KeyRange keys, int wanted) throws IOException {
    return new DetailScan(table.getScanner(place.scan(keys, wanted)), place::cells);
  }

  /** Writes details, of which no two have the same key, when no removal hides them. */
  public void put(Collection<D> details) throws IOException {
    removals.await(place.row());
    if (write(details)) {
      removals.add(place.row());
    }
  }

  /**
   * The same as a step of a write of the record, which waits and notes for all of it.
   *
   * @return whether something was removed beside: fields that are null now
   */
  public boolean write(Collection<D> details) throws IOException {
    boolean removes = false;
    Iterator<Row> rows = place.adding(details);
    while (rows.hasNext()) {
      List<Row> next = RowBatch.next(rows);
      RowBatch.write(table, next);
      removes |= RowBatch.removes(next);
    }
    return removes;
  }

  /**
   * Removes what there is of a detail.
   *
   * @return whether there was any
   */
  public boolean remove(D detail) throws IOException {
    Result present = table.get(place.present(detail));
    if (present.isEmpty()) {
      return false;
    }
    table.delete(place.removing(present));
    removals.add(place.row());
    return true;
  }
}
