package io.rowandb.schema.pattern.rows;

import io.rowandb.schema.key.KeyRange;
import io.rowandb.schema.key.KeySelection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.hadoop.hbase.client.Table;

/** Ranges of rows, one range after the other, each opened when it is its turn. */
final class RowsInTurn implements RowSource {
  // Fixed at construction.
  private final Table table;
  private final RowRead read;
  private final Position after;

  private RowSource current;
  private int nextRange;

  RowsInTurn(Table table, RowRead read, Position after) {
    this.table = table;
    this.read = read;
    this.after = after;
    nextRange = Math.max(0, after.range());
    if (read.selection().isPoints()) {
      current = new PointRows(table, read, after.range());
      nextRange = read.selection().ranges().size();
    }
  }

  @Override
  public boolean hasNext() {
    List<KeySelection.Selected> ranges = read.selection().ranges();
    while (current == null || !current.hasNext()) {
      if (nextRange >= ranges.size()) {
        return false;
      }
      KeyRange rows = ranges.get(nextRange).keys();
      if (nextRange == after.range()) {
        rows = read.behind(rows, after.row(), /* withRow= */ false);
      }
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
