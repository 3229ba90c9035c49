package io.rowandb.schema.view;

import io.rowandb.schema.key.KeyRange;
import io.rowandb.schema.key.KeySelection;
import io.rowandb.schema.table.TableDesign;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * The rows of a table that are records, from a given one on: a table may also have index entries,
 * and a key with a salt has several ranges. Reads lazily; must be closed. Used by one thread.
 */
final class RecordRanges implements Closeable {
  // Fixed at construction.
  private final Table table;
  private final Scan like;
  private final byte[] from;
  private final Iterator<KeyRange> ranges;

  private ResultScanner scanner;
  private KeyRange range;

  /** The last row that was given. */
  private byte[] last;

  /**
   * Begins a read.
   *
   * @param like what is read of each row, and how
   * @param from the first row that may be there; empty for all
   */
  RecordRanges(TableDesign<?> design, Table table, Scan like, byte[] from) {
    this.table = table;
    this.like = like;
    this.from = from;
    ranges =
        design.key().select(Map.of()).ranges().stream()
            .map(KeySelection.Selected::keys)
            .sorted((a, b) -> Arrays.compareUnsigned(a.start(), b.start()))
            .iterator();
  }

  /** The next row, or null when there are no more. */
  Result next() throws IOException {
    while (scanner != null || ranges.hasNext()) {
      if (scanner == null) {
        range = ranges.next();
        scanner = open(range, from);
      }
      Result row = scanner == null ? null : scanner.next();
      if (row != null) {
        last = row.getRow();
        return row;
      }
      close();
    }
    return null;
  }

  /** Gives the rows behind the last one as they are from now on: a scanner does not see changes. */
  void renew() throws IOException {
    if (scanner != null && last != null) {
      close();
      scanner = open(range, Arrays.copyOf(last, last.length + 1));
    }
  }

  /** Null when the range ends before the first row that may be there. */
  private ResultScanner open(KeyRange some, byte[] first) throws IOException {
    boolean begun = Arrays.compareUnsigned(some.start(), first) < 0;
    KeyRange rest = new KeyRange(begun ? first : some.start(), some.stop());
    if (rest.isEmpty()) {
      return null;
    }
    return table.getScanner(new Scan(like).withStartRow(rest.start()).withStopRow(rest.stop()));
  }

  @Override
  public void close() {
    if (scanner != null) {
      scanner.close();
      scanner = null;
    }
  }
}
