package io.rowandb.schema.pattern.details;

import io.rowandb.schema.key.KeyRange;
import io.rowandb.schema.pattern.rows.RowRead;
import io.rowandb.schema.table.DetailCell;
import io.rowandb.schema.table.DetailDesign;
import io.rowandb.schema.table.TallDetails;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Details in rows of a separate table.
 *
 * @param row the record's row, with which theirs begin
 * @param from the time of the record's last write: older details do not belong to it
 * @param asOfMillis the time whose rows are read
 */
record TallDetailPlace<R, D>(TallDetails<R, D> mapping, byte[] row, long from, long asOfMillis)
    implements DetailPlace<D> {
  /** The same, when it is known since when details are the record's own. */
  TallDetailPlace<R, D> from(long time) {
    return new TallDetailPlace<>(mapping, row, time, asOfMillis);
  }

  @Override
  public DetailDesign<D> design() {
    return mapping.design();
  }

  @Override
  public TableName table() {
    return mapping.table();
  }

  @Override
  public String name() {
    return table() + " " + Bytes.toStringBinary(row) + " " + mapping.name();
  }

  @Override
  public Scan scan(KeyRange keys, int wanted) throws IOException {
    Scan scan = rows(keys).setTimeRange(from, until());
    if (wanted != ALL) {
      scan.setLimit(wanted);
    }
    return scan;
  }

  private long until() {
    return asOfMillis == RowRead.NOW ? Long.MAX_VALUE : asOfMillis + 1;
  }

  private Scan rows(KeyRange keys) {
    byte[] stop = keys.stop().length == 0 ? KeyRange.behind(row) : Bytes.add(row, keys.stop());
    return new Scan()
        .withStartRow(Bytes.add(row, keys.start()))
        .withStopRow(stop)
        .addFamily(mapping.family().getName());
  }

  @Override
  public List<DetailCell> cells(Result found) {
    return mapping.cells(found, row.length);
  }

  /** One row for each. */
  @Override
  public Iterator<Row> adding(Collection<D> details) {
    return details.stream().map(each -> RowBatch.row(mapping.adding(row, each))).iterator();
  }

  @Override
  public Get present(D detail) throws IOException {
    return new Get(mapping.rowOf(row, detail))
        .addFamily(mapping.family().getName())
        .setTimeRange(from, until())
        .setFilter(new KeyOnlyFilter());
  }

  @Override
  public Delete removing(Result present) {
    return removing(present, Long.MAX_VALUE).orElseThrow();
  }

  /**
   * The rows that there are, the record's own or not, without values.
   *
   * @param keys those of the details
   */
  public Scan present(KeyRange keys) {
    return rows(keys).setFilter(new KeyOnlyFilter());
  }

  /** All keys behind that of a row. */
  KeyRange keysBehind(Result last) {
    byte[] key = Arrays.copyOfRange(last.getRow(), row.length, last.getRow().length + 1);
    return new KeyRange(key, design().range().stop());
  }

  /** What goes of a row that is older than a time; nothing if all stays. */
  public Optional<Delete> removing(Result present, long time) {
    return mapping.removing(present, time);
  }

  /** A failure of details, with where they are. */
  public IllegalArgumentException named(IllegalArgumentException failure) {
    return new IllegalArgumentException(name() + ": " + failure.getMessage(), failure);
  }
}
