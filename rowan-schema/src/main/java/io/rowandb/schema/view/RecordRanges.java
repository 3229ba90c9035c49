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
        scanner = open(ranges.next());
      }
      Result row = scanner == null ? null : scanner.next();
      if (row != null) {
        return row;
      }
      close();
    }
    return null;
  }

  /** Null when the range ends before the first row that may be there. */
  private ResultScanner open(KeyRange range) throws IOException {
    boolean begun = Arrays.compareUnsigned(range.start(), from) < 0;
    KeyRange rest = new KeyRange(begun ? from : range.start(), range.stop());
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
