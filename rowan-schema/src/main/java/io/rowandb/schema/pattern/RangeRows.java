package io.rowandb.schema.pattern;

import io.rowandb.schema.key.KeyRange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.NoSuchElementException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Table;

/** One range of rows. Its scanner is open from the first to the last. */
final class RangeRows implements RowSource {
  // Fixed at construction.
  private final int range;
  private final ResultScanner scanner;

  private Result next;

  private RangeRows(int range, ResultScanner scanner) {
    this.range = range;
    this.scanner = scanner;
  }

  /** Opens those that a range has in some rows. */
  static RangeRows open(Table table, RowRead read, int range, KeyRange rows) throws IOException {
    return new RangeRows(range, table.getScanner(read.scan(rows)));
  }

  /** A range without what is before or behind a row, whichever was read. */
  static KeyRange behind(RowRead read, KeyRange rows, byte[] row, boolean withRow) {
    byte[] after = Arrays.copyOf(row, row.length + 1);
    if (read.reversed()) {
      byte[] stop = withRow ? after : row;
      return rows.stop().length > 0 && Arrays.compareUnsigned(rows.stop(), stop) < 0
          ? rows
          : new KeyRange(rows.start(), stop);
    }
    byte[] start = withRow ? row : after;
    return Arrays.compareUnsigned(rows.start(), start) > 0
        ? rows
        : new KeyRange(start, rows.stop());
  }

  @Override
  public boolean hasNext() {
    if (next == null) {
      try {
        next = scanner.next();
      } catch (IOException e) {
        scanner.close();
        throw new UncheckedIOException(e);
      }
      if (next == null) {
        scanner.close();
      }
    }
    return next != null;
  }

  @Override
  public ScannedRow next() {
    if (!hasNext()) {
      throw new NoSuchElementException("the range has no more rows");
    }
    Result row = next;
    next = null;
    return new ScannedRow(row, range);
  }

  @Override
  public void close() {
    scanner.close();
  }
}
