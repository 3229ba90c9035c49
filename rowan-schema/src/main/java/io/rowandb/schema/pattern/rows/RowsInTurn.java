package io.rowandb.schema.pattern.rows;

import io.rowandb.schema.key.KeyRange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.NoSuchElementException;
import org.apache.hadoop.hbase.client.Table;

/** Ranges of rows, one range after the other, each opened when it is its turn. */
final class RowsInTurn implements RowSource {
  // Fixed at construction.
  private final Table table;
  private final RowRead read;
  private final Stretch stretch;
  private final RowOrder order;

  private RowSource current;
  private int nextRange;

  RowsInTurn(Table table, RowRead read, Stretch stretch) {
    this.table = table;
    this.read = read;
    this.stretch = stretch;
    order = new RowOrder(read);
    nextRange = Math.max(0, stretch.after().range());
    if (read.selection().isPoints()) {
      current = new PointRows(table, read, stretch.after().range());
      nextRange = read.selection().ranges().size();
    }
  }

  @Override
  public boolean hasNext() {
    int ranges = read.selection().ranges().size();
    while (current == null || !current.hasNext()) {
      if (nextRange >= ranges) {
        return false;
      }
      KeyRange rows = order.rows(nextRange, stretch);
      try {
        current = rows.isEmpty() ? null : RangeRows.open(table, read, nextRange, rows);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      nextRange++;
    }
    return true;
  }

  @Override
  public ScannedRow next() {
    if (!hasNext()) {
      throw new NoSuchElementException("there are no more rows");
    }
    return current.next();
  }

  @Override
  public void close() {
    if (current != null) {
      current.close();
    }
  }
}
